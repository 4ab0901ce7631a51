// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_fcc.hpp"

#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "option_checks.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/measures/bench_fcc.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

/// Printed times are of this size: 5.7 ms a step on a Tesla C2050.
constexpr long printed_size = 4150;
constexpr double longest_call =
    0.8;  // seconds of a row that is predicted from the row before; longer ones are left out

/// Seconds of one way by number of spheres.
using Times = std::vector<std::pair<long, double>>;

/// Whether a row of so many spheres ends soon, by the last row of the same way and the power that its time grows with.
bool ends_soon(const Times& times, long points, double power) {
  if (times.empty()) return true;
  const auto [before, seconds] = times.back();
  return seconds * std::pow(double(points) / double(before), power) < longest_call;
}

/// Number of spheres from which on `ewald` is quicker than `direct`, where both were timed at the same sizes around it
/// (straight lines between logarithms); 0: it is always, or 1e300: never.
double crossover(const Times& direct, const Times& ewald) {
  double before_n = 0, before = 0;
  for (const auto& [n, seconds] : direct)
    for (const auto& [m, other] : ewald) {
      if (n != m) continue;
      const double gain = std::log(seconds / other);
      if (gain >= 0)
        return before_n == 0 ? 0 : std::exp(before_n - before * (std::log(double(n)) - before_n) / (gain - before));
      before_n = std::log(double(n));
      before = gain;
    }
  return 1e300;
}

class FccBench {
 public:
  FccBench(const FccArguments& a, bool show)
      : a_(a), show_(show), device_(Runtime::device(a.device)), host_(device_ == Device::host) {
    form_.terms = number_named(a.terms, DirectNumber::fp32);
    form_.sums = number_named(a.sums, DirectNumber::fp64);
    if (a.points)
      sizes_ = {*a.points};
    else
      sizes_ = {150, 500, 1372, printed_size, 10976, 32000, 97556, 200000};
  }

  Json run() {
    FccBenchCase small = case_of(150, form_);  // a form that there is not is refused before anything is shown
    small.least_seconds = 0;
    bench_fcc_kernel(small);
    kernels();
    if (!slow()) sums();
    engines();
    crossovers();
    shares();
    faults();
    return found_;
  }

 private:
  FccBenchCase case_of(long points, const DirectForm& form) const {
    FccBenchCase c;
    c.points = static_cast<std::size_t>(points);
    c.form = form;
    c.device = a_.device;
    return c;
  }

  /// Whether a size that was asked for takes long: it is then timed with little beside.
  bool slow() const { return a_.points && !published_.empty() && published_.back().second > 2; }

  void kernel_row(long points, const DirectForm& form, const std::string& label, Times& times) {
    const FccBenchRow r = bench_fcc_kernel(case_of(points, form));
    times.emplace_back(points, r.seconds);
    const bool moves = form.pair != DirectPair::memory_alone;
    if (show_) {
      std::printf("%7ld  %-13s %-13s %-5s %-13s %11.4f %9.3f", points, std::string(name_of(form.kernel)).c_str(),
                  std::string(name_of(form.pair)).c_str(), std::string(name_of(form.terms)).c_str(),
                  std::string(name_of(form.sums)).c_str(), 1e3 * r.seconds,
                  1e9 * r.seconds / (double(points) * double(points)));
      if (moves) std::printf(" %9.3f", r.mean_speed);
      if (points == printed_size && label == "small-tiling rotne-prager")
        std::printf("   printed: 5.7 ms a step (Tesla C2050), naive 8 %% less; Oseen 13 %% less");
      std::printf("\n");
      std::fflush(stdout);
    }
    found_["kernels"].push_back({{"points", points},
                                 {"kernel", name_of(form.kernel)},
                                 {"pair", name_of(form.pair)},
                                 {"terms", name_of(form.terms)},
                                 {"sums", name_of(form.sums)},
                                 {"images", "minimum-image"},
                                 {"device", std::string(name_of(device_))},
                                 {"milliseconds", 1e3 * r.seconds},
                                 {"nanoseconds_per_pair", 1e9 * r.seconds / (double(points) * double(points))},
                                 {"mean_speed", moves ? Json(r.mean_speed) : Json()},
                                 {"label", label}});
  }

  void kernels() {
    found_["kernels"] = Json::list();
    if (show_)
      std::printf(
          "Crystal with 0.1 spheres per cubed radius, equal forces and nearest images only. These sums repeat "
          "published "
          "times. They are not valid mobilities, as the end of this output shows.\n%7s  %-13s %-13s %-5s %-13s %11s "
          "%9s "
          "%9s\n",
          "spheres", "kernel", "pair", "terms", "sums", "ms", "ns/pair", "v/mu0F");
    std::map<std::string, Times> times;
    for (const long n : sizes_) {
      const auto row = [&](DirectKernel kernel, DirectPair pair) {
        DirectForm form = form_;
        form.kernel = kernel;
        form.pair = pair;
        const std::string label = std::string(name_of(kernel)) + " " + std::string(name_of(pair));
        if (kernel == DirectKernel::symmetric && !host_) return;
        if (ends_soon(times[label], n, 2)) kernel_row(n, form, label, times[label]);
      };
      for (const DirectKernel k :
           {DirectKernel::naive, DirectKernel::tiling, DirectKernel::small_tiling, DirectKernel::symmetric})
        row(k, DirectPair::rotne_prager);
      row(DirectKernel::small_tiling, DirectPair::oseen);
      row(DirectKernel::small_tiling, DirectPair::memory_alone);
    }
    published_ = times["small-tiling rotne-prager"];
  }

  /// Every kind of sum, at one size.
  void sums() {
    const long n = a_.points ? *a_.points : printed_size;
    using enum DirectNumber;
    for (const auto& [terms, sums] : std::vector<std::pair<DirectNumber, DirectNumber>>{
             {fp32, fp32}, {fp32, fp64}, {fp32, double_single}, {fp32, extended}, {fp64, fp64}, {fp64, extended}}) {
      if ((sums == extended && !host_) || (terms == form_.terms && sums == form_.sums)) continue;
      DirectForm form = form_;
      form.kernel = DirectKernel::small_tiling;
      form.terms = terms;
      form.sums = sums;
      Times once;
      kernel_row(n, form, "sums", once);
    }
  }

  void engines() {
    found_["ours"] = Json::list();
    if (show_) {
      std::printf("\nOur sums over the same spheres; every call sets the points anew.\n%7s  %-34s %11s %9s\n",
                  "spheres", "sum", "ms", "v/mu0F");
    }
    for (const long n : sizes_) {
      engine_row(n, FccEngine::direct_fp64, "direct sum, free space, fp64", 2, double_);
      if (host_) engine_row(n, FccEngine::direct_fp32, "direct sum, free space, fp32 terms", 2, single_);
      char label[64];
      std::snprintf(label, sizeof label, "Ewald sum, 3-periodic, asked %.0e", a_.tolerance);
      engine_row(n, FccEngine::ewald, label, 1.2, ewald_);
    }
  }

  void engine_row(long n, FccEngine engine, const std::string& label, double power, Times& times) {
    if (!ends_soon(times, n, power)) return;
    const FccEngineRow r = bench_fcc_engine(case_of(n, form_), engine, a_.tolerance);
    times.emplace_back(n, r.seconds);
    if (show_) {
      std::printf("%7ld  %-34s %11.4f %9.3f%s\n", n, label.c_str(), 1e3 * r.seconds, r.mean_speed,
                  n == printed_size && engine == FccEngine::ewald
                      ? "   printed: 5.7 ms (theirs), 0.9 ms (lattice Boltzmann by others, 24^3 nodes)"
                      : "");
      std::fflush(stdout);
    }
    found_["ours"].push_back({{"points", n},
                              {"sum", label},
                              {"device", std::string(name_of(device_))},
                              {"milliseconds", 1e3 * r.seconds},
                              {"mean_speed", r.mean_speed}});
  }

  void crossovers() {
    if (sizes_.size() < 2) return;
    const auto say = [&](const char* key, const char* what, const Times& direct) {
      const double n = crossover(direct, ewald_);
      found_[key] = n > 0 && n < 1e300 ? Json(n) : Json();
      if (!show_) return;
      if (n >= 1e300) std::printf("the Ewald sum is never quicker than %s here\n", what);
      if (n == 0) std::printf("the Ewald sum is quicker than %s at every size here\n", what);
      if (n > 0 && n < 1e300) std::printf("the Ewald sum is quicker than %s from %.0f spheres on\n", what, n);
    };
    say("ewald_from_published", "the published small tiling", published_);
    say("ewald_from_direct_fp64", "our direct sum in fp64", double_);
    if (host_) say("ewald_from_direct_fp32", "our direct sum with terms in fp32", single_);
  }

  void shares() {
    found_["shares"] = Json::list();
    const DirectNumber positions = number_named(a_.positions, DirectNumber::fp64);
    if (show_)
      std::printf(
          "\nThe parts of the published step in ms: small tiling, positions in %s. Its lagged friction is a timing "
          "model, too.\n%7s %13s %13s %12s %12s %9s  %s\n",
          std::string(name_of(positions)).c_str(), "spheres", "hydrodynamics", "memory alone", "lubrication",
          "integration", "step", "shares");
    std::vector<long> sizes{500, printed_size};
    for (const auto& [n, seconds] : published_)
      if (n > printed_size && seconds < 1) sizes.push_back(n);
    if (sizes.size() > 3) sizes = {sizes[0], sizes[1], sizes.back()};
    if (a_.points) sizes = {*a_.points};
    for (const long n : sizes) {
      DirectForm form = form_;
      form.kernel = DirectKernel::small_tiling;
      share_row(n, bench_fcc_shares(case_of(n, form), positions, slow() ? 1 : n > printed_size ? 2 : 4));
    }
  }

  void share_row(long n, const FccStageShares& s) {
    const double step = s.hydrodynamics + s.lubrication + s.integration;
    if (show_) {
      std::printf("%7ld %13.4f %13.4f %12.4f %12.4f %9.3f  %.1f, %.1f, %.1f %%\n", n, 1e3 * s.hydrodynamics,
                  1e3 * s.memory_alone, 1e3 * s.lubrication, 1e3 * s.integration, 1e3 * step,
                  100 * s.hydrodynamics / step, 100 * s.lubrication / step, 100 * s.integration / step);
      std::fflush(stdout);
    }
    found_["shares"].push_back({{"points", n},
                                {"hydrodynamics_milliseconds", 1e3 * s.hydrodynamics},
                                {"memory_alone_milliseconds", 1e3 * s.memory_alone},
                                {"lubrication_milliseconds", 1e3 * s.lubrication},
                                {"integration_milliseconds", 1e3 * s.integration}});
  }

  void faults() {
    found_["faults"] = Json::list();
    if (show_)
      std::printf(
          "\nFaults of the two timing models, in the same crystal.\nminimum-image: interactions decay as 1/r, so a sum "
          "over nearest images is not a periodic mobility. It is not positive, and the speed grows with the box.\n"
          "lagged: friction from the velocities of the previous step makes a deviation grow by a factor in every step "
          "(growth). The last two\ncolumns are velocities from random forces: after 6 lagged steps, and by a solve of "
          "(I + zeta mu) x = F.\nelsewhere: the figure of an independently written program. The paper prints none of "
          "these figures.\n%7s "
          "%20s %9s %9s %9s %9s %9s %11s %9s\n",
          "spheres", "smallest eigenvalue", "elsewhere", "v/mu0F", "elsewhere", "growth", "elsewhere", "lagged",
          "solved");
    // by a program written apart from this one; the paper prints none of them
    struct Elsewhere {
      std::size_t points;
      double eigenvalue, speed, growth;
    };
    for (const Elsewhere& p : {Elsewhere{108, -0.71, 24.4, 6.4}, {256, -1.23, 43.9, 6.8}, {500, -1.87, 68.9, 7.0}}) {
      const TimingModelFaults f = bench_timing_models(p.points);
      const bool solved = f.solved_velocity > 0;
      if (show_) {
        std::printf("%7zu %20.4f %9.2f %9.2f %9.1f %9.3f %9.1f %11.3g ", p.points, f.smallest_eigenvalue, p.eigenvalue,
                    f.settling_speed, p.speed, f.growth_per_step, p.growth, f.lagged_velocity);
        if (solved)
          std::printf("%9.3g\n", f.solved_velocity);
        else
          std::printf("%9s\n", "-");
        std::fflush(stdout);
      }
      found_["faults"].push_back(
          {{"points", p.points},
           {"smallest_eigenvalue", f.smallest_eigenvalue},
           {"settling_speed", f.settling_speed},
           {"growth_per_step", f.growth_per_step},
           {"elsewhere",
            {{"smallest_eigenvalue", p.eigenvalue}, {"settling_speed", p.speed}, {"growth_per_step", p.growth}}},
           {"lagged_velocity", f.lagged_velocity},
           {"solved_velocity", solved ? Json(f.solved_velocity) : Json()}});
    }
  }

  FccArguments a_;
  bool show_;
  Device device_;
  bool host_;
  DirectForm form_;
  std::vector<long> sizes_;
  Times published_, double_, single_, ewald_;
  Json found_;
};

}  // namespace

DirectNumber number_named(const std::string& word, DirectNumber otherwise) {
  for (const DirectNumber n :
       {DirectNumber::fp32, DirectNumber::fp64, DirectNumber::double_single, DirectNumber::extended})
    if (name_of(n) == word) return n;
  return otherwise;
}

Json bench_fcc(const FccArguments& a, bool show) {
  return FccBench(a, show).run();
}

const Subject& fcc_subject() {
  static constexpr Subject row{"fcc",
                               "Published direct sums over a settling crystal, and where Ewald sums are quicker",
                               "Kopp and Hoefling 2012",
                               "the number of spheres, the kernel, the pair function, milliseconds and the mean speed. "
                               "Our sums, the shares of the step and the faults of the published models follow",
                               "15 s",
                               [](Subcommand& c) {
                                 struct Arguments : SubjectArguments {
                                   FccArguments fcc;
                                 };
                                 auto a = std::make_shared<Arguments>();
                                 add_number_options(c, a->fcc.terms, a->fcc.sums, a->fcc.positions, "");
                                 a->add_points(c, "number of spheres (default: several sizes)", 150, 200000);
                                 a->add_threads(c, "1");
                                 a->add_device(c);
                                 a->add_json(c);
                                 c.action([a] {
                                   const Runtime runtime(RuntimeOptions{a->threads_of_a_sum()});
                                   FccArguments asked = a->fcc;
                                   asked.points = a->points;
                                   asked.device = a->on();
                                   return a->finish(bench_fcc(asked, a->for_a_person()));
                                 });
                               }};
  return row;
}

void add_number_options(Subcommand& c, std::string& terms, std::string& sums, std::string& positions,
                        const std::string& more) {
  c.option("--terms", terms, "precision of single terms: fp32 (default) or fp64" + more)
      .check(one_of({"fp32", "fp64"}));
  c.option("--sums", sums,
           "precision in which terms are added up: fp32, fp64 (default), double-single or extended (host)" + more)
      .check(one_of({"fp32", "fp64", "double-single", "extended"}));
  c.option("--positions", positions, "precision of positions: fp32, fp64 (default) or double-single" + more)
      .check(one_of({"fp32", "fp64", "double-single"}));
}

}  // namespace slurry::app
