// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_coulomb.hpp"

#include <cmath>
#include <memory>
#include <string>

#include "option_checks.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/pages/bench_operations.hpp"
#include "yardsticks/pages/coulomb_printed.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

Json row_of(const CoulombBenchCase& c, const CoulombBenchResult& r) {
  Json row{{"edge", c.edge},
           {"charges", r.charges},
           {"variant", c.published ? "published" : "balanced"},
           {"jitter", c.jitter},
           {"tolerance", c.tolerance},
           {"device", std::string(name_of(r.device))},
           {"space", r.space},
           {"threads", r.threads},
           {"cutoff_over_edge", r.cutoff},
           {"largest_mode", r.largest_mode},
           {"sort_milliseconds", 1e3 * r.sort_seconds},
           {"pair_milliseconds", 1e3 * r.pair_seconds},
           {"mode_milliseconds", 1e3 * r.mode_seconds},
           {"least_pair_milliseconds", 1e3 * r.least_pair_seconds},
           {"least_mode_milliseconds", 1e3 * r.least_mode_seconds},
           {"achieved_over_achievable",
            {{"pairs", r.least_pair_seconds / r.pair_seconds},
             {"modes", r.least_mode_seconds / r.mode_seconds},
             {"sum", (r.least_pair_seconds + r.least_mode_seconds) / (r.pair_seconds + r.mode_seconds)}}},
           {"operations", r.operations},
           {"peak_flops_per_second", r.peak},
           {"seconds_times_peak_flops", r.flops_of_seconds},
           {"candidate_pairs", r.candidates},
           {"modes", r.modes},
           {"one_timed_of", c.sample}};
  if (c.sample == 1) row["relative_error_of_energy"] = r.error;
  if (!c.published) return row;
  for (const PrintedTimes& p : printed_times) {
    if (p.edge != c.edge) continue;
    for (std::size_t k = 0; k < p.seconds.size(); ++k) row["printed_seconds"][printed_platforms[k]] = p.seconds[k];
    row["printed_portability"] = p.portability;
  }
  return row;
}

/// In cycles of a core or multiprocessor where its clock is known, else in nanoseconds of all; as their table 2.
void print_least_costs(std::FILE* lines, const OperationBenchResult& o) {
  const PlainEwaldCosts c = plain_ewald_costs(o);
  const double unit = o.clock > 0 ? o.cycles(1) : 1e9;
  std::fprintf(
      lines,
      "%s; least time in %s for N charges and M modes; the shares V of pairs and V' of modes lie within the cutoffs:\n"
      "pairs (%.3g + %.3g V) N^2 + %.3g N, modes (%.3g + (%.3g + %.3g N) V') M\n",
      cores_of(o).c_str(), o.clock > 0 ? "cycles of a core" : "nanoseconds", unit * c.pair, unit * c.pair_within,
      unit * c.charge, unit * c.cube_mode, unit * c.mode, unit * c.mode_charge);
}

void print_heading(std::FILE* lines) {
  std::fprintf(lines, "%5s %9s %10s %8s %7s %10s %10s %10s %10s %7s %9s %12s %9s\n", "edge", "ions", "variant", "r_c/L",
               "|n|", "pairs ms", "least", "modes ms", "least", "share %", "peak Tflop", "ps per pair", "error");
}

void print_coulomb_row(std::FILE* lines, const Json& r) {
  char last[32];
  if (const Json& error = r["relative_error_of_energy"]; error.is_null())
    std::snprintf(last, sizeof last, "1 of %ld", r["one_timed_of"].integer());
  else
    std::snprintf(last, sizeof last, "%.1e", error.number());
  const double ions = r["charges"].number(), pairs = r["pair_milliseconds"].number(),
               modes = r["mode_milliseconds"].number();
  std::fprintf(lines, "%5ld %9.0f %10s %8.3f %7.1f %10.2f %10.2f %10.2f %10.2f %7.1f %9.3g %12.1f %9s\n",
               r["edge"].integer(), ions, r["variant"].words().c_str(), r["cutoff_over_edge"].number(),
               r["largest_mode"].number(), pairs, r["least_pair_milliseconds"].number(), modes,
               r["least_mode_milliseconds"].number(), 100 * r["achieved_over_achievable"]["sum"].number(),
               1e-12 * r["seconds_times_peak_flops"].number(), 1e9 * (pairs + modes) / (ions * ions), last);
  const Json& printed = r["printed_seconds"];
  if (printed.is_null()) return;
  std::fprintf(lines, "      printed:");
  for (const auto& [machine, seconds] : printed.members())
    std::fprintf(lines, " %s %.3g s", machine.c_str(), seconds.number());
  std::fprintf(lines, "\n");
}

/// Exponent of a time over the number of ions, by least squares of logarithms, over the edges of the upper octave:
/// below it the cutoff is held at half the edge, or other terms show.
template <class Seconds>
double exponent(const Json& rows, const Seconds& time) {
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, count = 0;
  const double longest = rows.elements().back()["edge"].number();
  for (const Json& r : rows.elements()) {
    if (r["edge"].number() < longest / 2) continue;
    const double x = std::log(r["charges"].number()), y = std::log(time(r));
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
    ++count;
  }
  return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

void print_exponents(std::FILE* lines, const Json& rows) {
  const auto pairs = [](const Json& r) { return r["pair_milliseconds"].number(); };
  const auto modes = [](const Json& r) { return r["mode_milliseconds"].number(); };
  const double longest = rows.elements().back()["edge"].number();
  std::fprintf(lines, "edges %.0f to %.0f: the time grows as N^%.2f (pairs N^%.2f, modes N^%.2f)\n",
               std::ceil(longest / 2), longest, exponent(rows, [&](const Json& r) { return pairs(r) + modes(r); }),
               exponent(rows, pairs), exponent(rows, modes));
}

/// Longest that one edge of a series is timed, once.
constexpr double patience_seconds = 6;

/// One of so many charges and modes, odd, so that a crystal of that edge is timed within it; from the edge before.
int sample_for(const Json& before, int edge) {
  const double ratio = std::pow(edge / before["edge"].number(), 3),
               seconds = 1e-3 * (before["pair_milliseconds"].number() * ratio * ratio +
                                 before["mode_milliseconds"].number() * std::pow(ratio, 1.5));
  return seconds <= patience_seconds ? 1 : 2 * static_cast<int>(seconds / patience_seconds / 2) + 1;
}

}  // namespace

Json bench_crystals(CoulombBenchCase c, const std::vector<int>& edges, std::FILE* lines) {
  c.operations = bench_operations({Precision::fp64, c.device, c.serial});
  Json rows = Json::list();
  for (const int edge : edges) {
    std::fprintf(stderr, "slurry bench: rock salt of edge %d ...\n", edge);
    c.edge = edge;
    if (!rows.elements().empty()) c.sample = sample_for(rows.elements().back(), edge);
    rows.push_back(row_of(c, bench_coulomb(c)));
    if (rows.elements().size() == 1) {
      print_least_costs(lines, *c.operations);
      print_heading(lines);
    }
    print_coulomb_row(lines, rows.elements().back());
    std::fflush(lines);
  }
  if (rows.elements().size() > 1) print_exponents(lines, rows);
  return rows;
}

const Subject& coulomb_subject() {
  static constexpr Subject row{
      "coulomb",
      "The plain Ewald sum of rock salt, beside the least time of its operations",
      "Halver, Meinke and Sutmann; the subject tables shows their figures beside ours",
      "ions along an edge, milliseconds of pairs and of modes, the error of the energy, and the least time of the "
      "counted operations",
      "40 s",
      [](Subcommand& c) {
        struct Arguments : SubjectArguments {
          int edge = 0;
          double jitter = 0;
          bool all_pairs = false, serial = false;
        };
        auto a = std::make_shared<Arguments>();
        c.option("--edge", a->edge,
                 "number of ions along an edge of the crystal; even (default: 8 to 128, the large ones from a sample, "
                 "and the exponents of the time)")
            .check(number_between(4, longest_crystal_edge));
        c.option("--jitter", a->jitter, "move every ion at random, by at most this number of spacings")
            .check(number_between(0, 0.4));
        c.flag("--all-pairs", a->all_pairs, "sum all ordered pairs and the whole cube of modes, as published");
        c.flag("--serial", a->serial, "use Kokkos' Serial space instead of the host's threads");
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          if (a->serial && (a->device.value_or(Device::host) == Device::cuda || a->threads > 1))
            throw InputError("--serial means one thread of the host; leave out --device cuda and --threads");
          const Runtime runtime(RuntimeOptions{a->threads_of_a_sum()});
          CoulombBenchCase crystal;
          crystal.published = a->all_pairs;
          crystal.jitter = a->jitter;
          crystal.serial = a->serial;
          crystal.device = a->on();
          const std::vector<int> series{8, 12, 16, 20, 24, 32, 48, 64, 80, 96, 112, 128};
          return a->finish(bench_crystals(crystal, a->edge == 0 ? series : std::vector<int>{a->edge}, a->lines()));
        });
      }};
  return row;
}

}  // namespace slurry::app
