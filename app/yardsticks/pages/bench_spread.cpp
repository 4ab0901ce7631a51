// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_spread.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "option_checks.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

/// Empty where the method does not serve: the sentence is printed.
std::optional<SpreadBenchResult> result_of(const SpreadBenchCase& c) {
  try {
    return bench_spread(c);
  } catch (const Error& e) {
    std::fprintf(stderr, "slurry bench: %s: %s\n", std::string(name_of(c.options.method)).c_str(), e.what());
    return {};
  }
}

double total(double build, double spread, double spreads) {
  return build + spreads * spread;
}

Json row_of(const SpreadBenchCase& c, const SpreadBenchResult& r, const std::string& form) {
  const SpreadBenchResult m = modelled_spread(c);
  const double spreads = c.options.spreads;
  return {{"method", name_of(c.options.method)},
          {"taken", name_of(r.method)},
          {"form", form},
          {"mesh", c.options.mesh},
          {"window_points", c.options.window_points},
          {"points", c.points},
          {"contributions_per_node", contributions_per_node(c.options, c.points)},
          {"build_milliseconds", 1e3 * r.build_seconds},
          {"spread_milliseconds", 1e3 * r.spread_seconds},
          {"spreads", spreads},
          {"total_milliseconds", 1e3 * total(r.build_seconds, r.spread_seconds, spreads)},
          {"modelled_milliseconds", 1e3 * total(m.modelled_build, m.modelled_spread, spreads)},
          {"bytes", r.bytes}};
}

void print_method(std::FILE* lines, const Json& r) {
  std::string what = r["form"].words();
  if (r["method"].words() == "auto") what = "takes " + r["taken"].words();
  std::fprintf(lines, "%-12s %9ld %9.3g %10.3f %10.3f %10.2f %10.2f  %.1f  %s\n", r["method"].words().c_str(),
               r["points"].integer(), r["contributions_per_node"].number(), r["build_milliseconds"].number(),
               r["spread_milliseconds"].number(), r["total_milliseconds"].number(), r["modelled_milliseconds"].number(),
               1e-6 * r["bytes"].number(), what.c_str());
}

void print_choice(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%5ld %2ld %8ld %8.0f  %-12s %-12s %10.2f %10.2f\n", r["mesh"].integer(),
               r["window_points"].integer(), r["points"].integer(), r["spreads"].number(), r["chosen"].words().c_str(),
               r["best"].words().c_str(), r["total_milliseconds"].number(), r["over_best"].number());
}

void print_share_of_best(std::FILE* lines, const Json& rows) {
  std::size_t within = 0;
  double worst = 0;
  for (const Json& r : rows.elements()) {
    const double over = r["over_best"].number();
    within += over <= 1.2 ? 1 : 0;
    worst = std::max(worst, over);
  }
  std::fprintf(lines,
               "choices at most 1.2 times as slow as the best method: %zu of %zu (%.1f %%); the worst %.2f times\n",
               within, rows.elements().size(),
               100.0 * double(within) / double(std::max<std::size_t>(1, rows.elements().size())), worst);
}

/// Rows that are printed as soon as they are there, below a heading.
class SpreadRows {
 public:
  using Print = void (*)(std::FILE* lines, const Json& row);
  SpreadRows(std::FILE* lines, Print print) : lines_(lines), print_(print) {}
  void push_back(Json row) {
    print_(lines_, row);
    std::fflush(lines_);
    all_.push_back(std::move(row));
  }
  const Json& all() const { return all_; }

 private:
  std::FILE* lines_;
  Print print_;
  Json all_ = Json::list();
};

SpreadRows rows_of_methods(std::FILE* lines, const SpreadOptions& o) {
  std::fprintf(lines, "mesh %d, window %d points wide; totals of %.0f spreads\n", o.mesh, o.window_points, o.spreads);
  std::fprintf(lines, "%-12s %9s %9s %10s %10s %10s %10s  %s\n", "method", "points", "per node", "build ms",
               "spread ms", "total ms", "model ms", "MB");
  return {lines, print_method};
}

Json every_method(SpreadBenchCase c, std::FILE* lines) {
  SpreadRows rows = rows_of_methods(lines, c.options);
  for (const SpreadMethod method : spread_methods()) {
    c.options.method = method;
    if (const auto r = result_of(c)) rows.push_back(row_of(c, *r, method == SpreadMethod::probe ? "timing only" : ""));
  }
  return rows.all();
}

/// Row groups against contributions per node, from an eighth of the points to eight times as many.
Json row_groups(SpreadBenchCase c, std::FILE* lines) {
  SpreadRows rows = rows_of_methods(lines, c.options);
  c.options.method = SpreadMethod::single_mesh;
  const std::size_t points = c.points;
  for (const double factor : {0.125, 1.0, 8.0})
    for (const int group : {1, 2, 4, 8, 16, 32}) {
      c.points = static_cast<std::size_t>(factor * static_cast<double>(points));
      c.options.row_group = group;
      const bool by_rule = group == row_group_of(contributions_per_node(c.options, c.points));
      if (const auto r = result_of(c))
        rows.push_back(row_of(c, *r, "row group " + std::to_string(group) + (by_rule ? ", by the rule" : "")));
    }
  return rows.all();
}

Json group_sizes(SpreadBenchCase c, std::FILE* lines) {
  SpreadRows rows = rows_of_methods(lines, c.options);
  c.options.method = SpreadMethod::group_mesh;
  for (const GroupSum sum : {GroupSum::scratch, GroupSum::atomics}) {
    c.options.group_sum = sum;
    const std::string how = sum == GroupSum::scratch ? ", scratch" : ", atomics";
    c.options.group_shape = GroupShape::row;
    for (const int size : {8, 16, 32, 64, 128, 256}) {
      c.options.group_size = size;
      if (const auto r = result_of(c)) rows.push_back(row_of(c, *r, std::to_string(size) + " in a row" + how));
    }
    c.options.group_shape = GroupShape::cube;
    for (const int size : {8, 64}) {
      c.options.group_size = size;
      if (const auto r = result_of(c)) rows.push_back(row_of(c, *r, "cube of " + std::to_string(size) + how));
    }
  }
  return rows.all();
}

struct Measured {
  SpreadMethod method;
  double build, spread;
};

constexpr std::array<double, 4> swept_spreads{1, 10, 100, 1000};

/// Every method that serves.
std::vector<Measured> all_methods(SpreadBenchCase c) {
  std::vector<Measured> found;
  for (const SpreadMethod method : spread_methods()) {
    if (method == SpreadMethod::automatic || method == SpreadMethod::probe) continue;
    c.options.method = method;
    if (const auto r = result_of(c)) found.push_back({method, r->build_seconds, r->spread_seconds});
  }
  return found;
}

/// `auto` against the best single choice over the test family, with at most so many points.
Json choices(SpreadBenchCase c, std::FILE* lines) {
  std::fprintf(lines, "Every method is timed. The total is the time of one build plus the times of all spreads.\n");
  std::fprintf(lines, "%5s %2s %8s %8s  %-12s %-12s %10s %10s\n", "mesh", "p", "points", "spreads", "chosen", "best",
               "total ms", "over best");
  SpreadRows rows(lines, print_choice);
  const std::size_t most = c.points;
  for (const int mesh : {32, 64, 128, 256})
    for (const int p : {4, 6, 8})
      for (const std::size_t points : {1000, 10000, 100000, 1000000, 10000000}) {
        if (points > most) continue;
        c.options.mesh = mesh;
        c.options.window_points = p;
        c.points = points;
        std::vector<SpreadMethod> all_chosen;  // before anything is timed, as in use
        for (const double spreads : swept_spreads) {
          c.options.spreads = spreads;
          all_chosen.push_back(chosen_spread_method(c));
        }
        const auto measured = all_methods(c);
        for (std::size_t k = 0; k < swept_spreads.size(); ++k) {
          const double spreads = swept_spreads[k];
          const SpreadMethod chosen = all_chosen[k];
          double least = std::numeric_limits<double>::infinity(), taken = least;
          SpreadMethod best = chosen;
          for (const Measured& m : measured) {
            const double t = total(m.build, m.spread, spreads);
            if (m.method == chosen) taken = t;
            if (t < least) {
              least = t;
              best = m.method;
            }
          }
          rows.push_back({{"mesh", mesh},
                          {"window_points", p},
                          {"points", points},
                          {"spreads", spreads},
                          {"chosen", name_of(chosen)},
                          {"best", name_of(best)},
                          {"total_milliseconds", 1e3 * taken},
                          {"best_milliseconds", 1e3 * least},
                          {"over_best", taken / least}});
        }
        std::fprintf(stderr, "slurry bench: mesh %d, p %d, %zu points done\n", mesh, p, points);
      }
  print_share_of_best(lines, rows.all());
  return rows.all();
}

}  // namespace

void SpreadArguments::add_to(Subcommand& c) {
  c.option("--mesh", options.mesh,
           "number of nodes along an edge of the mesh, at least the width of the window (default 64)")
      .check(number_between(4, 1024));
  c.option("--window-points", options.window_points, "width of the window in nodes: 4, 6 (default) or 8")
      .check(one_of({"4", "6", "8"}));
  c.option("--components", options.components, "number of values of a particle (default 1)")
      .check(number_between(1, 4));
  c.option("--spreads", options.spreads, "number of spreads of the same points (default 20)")
      .check(number_between(1, 1e9));
  c.option("--window", options.window,
           Words<SpreadWindow>{{"spline", SpreadWindow::spline}, {"kaiser-bessel", SpreadWindow::kaiser_bessel}},
           "window: spline (default) or kaiser-bessel");
  c.option("--row-group", options.row_group,
           "number of threads per row of the single mesh; 0 (default) chooses it by a rule")
      .check(one_of({"0", "1", "2", "4", "8", "16", "32"}));
  c.option("--group-size", options.group_size, "number of nodes in a group, a power of two (default 64)")
      .check(number_between(2, 256));
  c.option("--sweep", sweep,
           "vary row-group or group-size, or compare the choice of auto with the best method for up to --points "
           "particles (default: time every method once)")
      .check(one_of({"row-group", "group-size", "auto"}));
}

Json bench_spreads(const SpreadArguments& a, std::size_t points, int threads, Device device, Precision precision,
                   std::FILE* lines) {
  const Runtime runtime(RuntimeOptions{threads > 0 ? threads : 1});
  SpreadBenchCase c;
  c.options = a.options;
  c.points = points;
  c.precision = precision;
  c.device = device;
  if (a.sweep != "auto" && c.options.mesh < c.options.window_points)
    throw InputError("bench spread: --mesh is " + std::to_string(c.options.mesh) + ", but the window is " +
                     std::to_string(c.options.window_points) + " nodes wide; give a mesh of at least this width");
  if (a.sweep == "row-group") return row_groups(c, lines);
  if (a.sweep == "group-size") return group_sizes(c, lines);
  if (a.sweep == "auto") return choices(c, lines);
  return every_method(c, lines);
}

const Subject& spread_subject() {
  static constexpr Subject row{
      "spread",
      "Spreading as a sparse operator, by every method",
      "Guo et al., spreading as a sparse operator, beside the spreading of this program",
      "the method, points, contributions per mesh point, milliseconds to build and to spread, their total, the "
      "predicted total, and memory",
      "20 s",
      [](Subcommand& c) {
        struct Arguments : SubjectArguments {
          SpreadArguments spread;
          Precision precision = Precision::fp64;
        };
        auto a = std::make_shared<Arguments>();
        a->spread.add_to(c);
        c.option("--precision", a->precision, words_for<Precision>(), "precision: fp64 (default) or fp32");
        a->add_points(c, "number of particles (default 100000)");
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          return a->finish(
              bench_spreads(a->spread, a->points_or(100000), a->threads, a->on(), a->precision, a->lines()));
        });
      }};
  return row;
}

}  // namespace slurry::app
