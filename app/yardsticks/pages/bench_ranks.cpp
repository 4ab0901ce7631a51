// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "option_checks.hpp"
#include "ranks.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/measures/bench_ranks.hpp"
#include "yardsticks/pages/printed_ranks.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

struct RanksArguments : SubjectArguments {
  bool strong = false, unchecked = false;
  double tolerance = 1e-6;
  int repeats = 3;
  std::string wire = "auto";
  std::optional<double> link;  ///< GB/s
};

constexpr const char* ranks_heading = "ranks";

Json stages_of(const StageTimes& times) {
  Json j;
  for (const auto& stage : times) j[stage.name] = 1e3 * stage.seconds;
  return j;
}

void print_row(std::FILE* lines, const std::string& name, double sort, double p2p, double p2g, double fft, double cnv,
               double ifft, double g2p, double total) {
  std::fprintf(lines, "%-14s %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %9.1f\n", name.c_str(), sort, p2p, p2g, fft, cnv,
               ifft, g2p, total);
}

/// Milliseconds of the slowest rank and of the mean, the printed rows, and the model on to 1,024 ranks.
Json show(const RankBenchResult& r, const RanksArguments& a, std::FILE* lines) {
  const EwaldParameters& p = r.parameters;
  const std::string where(name_of(r.device));
  std::string reached;
  if (!a.unchecked) {
    std::array<char, 32> words{};
    std::snprintf(words.data(), words.size(), ", reached %.1e", r.reached);
    reached = words.data();
  }
  std::fprintf(lines, "%zu points on %d %s (%s%s%s), combined layer, fp64, 1-periodic, error asked %.0e%s\n", r.points,
               r.ranks, r.ranks == 1 ? "rank" : "ranks", where.c_str(), r.wire.empty() ? "" : ", ", r.wire.c_str(),
               a.tolerance, reached.c_str());
  std::fprintf(lines, "r_c %.4f, window %d, grid %d x %d x %d, copies of points %.0f for each rank, plan %.2f s\n",
               p.cutoff_radius, p.window_points, p.grid[0], p.grid[1], p.grid[2], r.ghosts, r.plan_seconds);
  std::fprintf(lines, "%-14s %8s %8s %8s %8s %8s %8s %8s %9s\n", ranks_heading, "sort", "P2P", "P2G", "FFT", "CNV",
               "IFFT", "G2P", "total, ms");
  const auto row = [&](const std::string& name, const StageTimes& t, double total) {
    print_row(lines, name, 1e3 * t["sort"], 1e3 * t["P2P"], 1e3 * t["P2G"], 1e3 * t["FFT"], 1e3 * t["CNV"],
              1e3 * t["IFFT"], 1e3 * t["G2P"], 1e3 * total);
  };
  const std::string name = std::to_string(r.ranks);
  row(name + " here", r.largest, r.seconds);
  row(name + " here, mean", r.mean, r.mean.total());
  for (const PrintedRanks& of : printed_ranks)
    print_row(lines, std::to_string(of.ranks) + " printed", of.sort + of.ghost_sources + of.ghost_grid, of.p2p, of.p2g,
              of.fft, of.cnv, of.ifft, of.g2p, of.total());
  Json j{{"ranks", r.ranks},
         {"points", r.points},
         {"device", where},
         {"wire", r.wire},
         {"tolerance", a.tolerance},
         {"milliseconds", 1e3 * r.seconds},
         {"stages", stages_of(r.largest)},
         {"mean_stages", stages_of(r.mean)},
         {"travel_milliseconds", 1e3 * r.travel_seconds},
         {"travel_bytes", r.travel_bytes},
         {"plan_seconds", r.plan_seconds}};
  if (!a.unchecked) j["reached"] = r.reached;
  RankNetwork network;
  if (r.travel_seconds > 0 && r.ranks > 1) {
    network.bandwidth = r.travel_bytes / r.travel_seconds;
    std::fprintf(lines, "FFT and IFFT: arrays of %.1f MB from each rank travel for %.1f ms, which is %.1f GB/s\n",
                 1e-6 * r.travel_bytes, 1e3 * r.travel_seconds, 1e-9 * network.bandwidth);
  } else if (!a.link) {
    return j;
  }
  if (a.link) network.bandwidth = 1e9 * *a.link;
  const double grid = double(p.grid[0]) * p.grid[1] * p.grid[2] / r.ranks, own = r.seconds - r.travel_seconds;
  std::fprintf(lines, "model for the same number of points on each rank, at %.1f GB/s: total in ms (efficiency)\n",
               1e-9 * network.bandwidth);
  Json model = Json::list();
  for (int n = 1; n <= 1024; n *= 2) {
    const double seconds = predicted_rank_seconds(own, grid, n, network);
    std::fprintf(lines, "  %d: %.1f (%.2f)%s", n, 1e3 * seconds, own / seconds,
                 n == 8 || n == 128 || n == 1024 ? "\n" : "");
    model.push_back({{"ranks", n}, {"milliseconds", 1e3 * seconds}});
  }
  j["model"] = std::move(model);
  return j;
}

int bench_all_ranks(const RanksArguments& a, Communicator& ranks) {
  std::optional<Runtime> runtime;
  std::string problem;
  try {
    runtime.emplace(RuntimeOptions{a.threads_of_a_sum()});
  } catch (const InputError& e) {  // one machine may have no device
    problem = e.what();
  }
  const std::vector<char> failed = ranks.gather(char(problem.empty() ? 0 : 1));
  if (const auto first = std::find(failed.begin(), failed.end(), 1); first != failed.end()) {
    if (first - failed.begin() == ranks.rank())
      std::fprintf(stderr, "slurry: rank %d: %s\n", ranks.rank(), problem.c_str());
    return 2;
  }
  RankBenchCase c;
  c.points = a.points_or(c.points);
  c.strong = a.strong;
  c.checked = !a.unchecked;
  c.tolerance = a.tolerance;
  c.repeats = a.repeats;
  c.device = a.on();
  c.wire = a.wire;
  const RankBenchResult r = bench_ranks(ranks, c);
  return ranks.rank() == 0 ? a.finish(show(r, a, a.lines())) : 0;
}

/// All ranks refuse alike, and rank 0 says it. A rank that fails alone ends the others, which wait for it.
int all_or_none(const RanksArguments& a, Communicator& ranks) {
  try {
    return bench_all_ranks(a, ranks);
  } catch (const InputError& e) {
    if (ranks.rank() == 0) throw;
    return e.exit_code();
  } catch (const std::exception& e) {
    if (ranks.size() == 1) throw;
    ranks.abort(e.what(), 1);
  }
  return 1;  // for the compiler
}

}  // namespace

const Subject& ranks_subject() {
  static constexpr Subject row{
      "ranks",
      "One sum over several ranks, each with its points: `mpirun -n P slurry bench ranks`",
      "Kosmacher et al. 2026, table 11 (4,000,000 points on each of 1 to 64 H200)",
      "milliseconds of each stage, of the slowest rank and on average over the ranks; the exchange of copies of points "
      "is part of sort and P2P here, and part of sort in the printed rows",
      "10 s",
      [](Subcommand& c) {
        auto a = std::make_shared<RanksArguments>();
        a->add_points(c, "number of points of each rank (default 100000)");
        c.flag("--strong", a->strong, "--points are those of all ranks together, in one unit cube");
        c.flag("--unchecked", a->unchecked, "do not compare with a finer sum, which takes twice the memory");
        c.option("--tolerance", a->tolerance, "relative error of the sum (default 1e-6)")
            .check(number_between(1e-12, 1e-1));
        c.option("--repeats", a->repeats, "number of sums; the median counts (default 3)").check(positive_count());
        c.option("--wire", a->wire, "how arrays go from device to device: auto (default), nccl or staged")
            .check(one_of({"auto", "nccl", "staged"}));
        c.option("--link", a->link, "for the model: GB/s that leave a rank (default: as measured between devices)")
            .check(number_between(0.01, 1e5));
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          Communicator* const ranks = launched_ranks();
          if (!ranks) return all_or_none(*a, *single_process());
          return all_or_none(*a, *ranks);
        });
      }};
  return row;
}

}  // namespace slurry::app
