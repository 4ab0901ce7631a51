// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/tree_rates.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <type_traits>

#include "base/execution.hpp"
#include "fmm/harmonics.hpp"
#include "fmm/periodic_roots.hpp"
#include "fmm/plane_wave_rules.hpp"
#include "fmm/space_sum.hpp"
#include "slurry/runtime.hpp"
#include "summation/rate_timing.hpp"
#include "summation/rates.hpp"

namespace slurry::fmm {
namespace {

/// Work of one stage in units of one rate, for the velocity of forces; other layers by factors.
struct StageRate {
  std::string_view stage;
  NamedRate rate;    ///< built in: of one core of an AMD EPYC with AVX-512
  double on_device;  ///< built in: of one NVIDIA H200 with 16 threads of its host
  double (*units)(const TreeParameters& p, const TreeWork& w);
  double (*units_on_device)(const TreeParameters& p, const TreeWork& w) = nullptr;  ///< null: as on a host

  double units_on(Device device, const TreeParameters& p, const TreeWork& w) const {
    return (device == Device::cuda && units_on_device ? units_on_device : units)(p, w);
  }
  double built_in(const MachineRates& of) const {
    return of.device == Device::cuda ? on_device : rate.built_in / of.threads;
  }
};

double sets(const TreeParameters& p) {
  return p.layer == Layer::coulomb ? 0.25 : 1;
}
double coefficients_of(const TreeParameters& p) {
  return coefficients(p.order);
}
double cube_of(const TreeParameters& p) {
  return std::pow(p.order + 1, 3);
}
double fourth_of(const TreeParameters& p) {
  return std::pow(p.order + 1, 4);
}
M2lScheme scheme_of(const TreeParameters& p) {
  if (p.box.periodicity == 0) return scheme_in(p, {1, 1, 1});
  return scheme_in(p, shape_of(periodic_cells(p.box.lengths, p.box.periodicity, {0, 0, 0}, {0, 0, 0})));
}
double boxes_if(const TreeParameters& p, const TreeWork& w, M2lScheme scheme) {
  if (scheme_of(p) != scheme) return 0;
  return sets(p) * std::max(0.0, w.target_boxes - w.roots);
}

/// Time that a pair takes over that of a force's velocity, and a point's expansions over those of a force.
double pair_factor(const TreeParameters& p) {
  const bool slopes = p.gradient || p.pressure;
  switch (p.layer) {
    case Layer::single:
      return slopes ? 4.2 : 1;
    case Layer::double_layer:
      return slopes ? 5.5 : 1.4;
    case Layer::combined:
      return slopes ? 8 : 1.9;
    case Layer::coulomb:
      return slopes ? 0.9 : 0.55;
  }
  return 1;
}
double source_factor(const TreeParameters& p) {
  return p.layer == Layer::coulomb ? 0.6 : p.layer == Layer::single ? 1 : 3;
}
double target_factor(const TreeParameters& p) {
  const double slopes = p.gradient ? 5.5 : p.pressure ? 2.5 : 1;
  return p.layer == Layer::coulomb ? (p.gradient ? 1 : 0.5) : slopes;
}

const std::vector<StageRate>& stage_rates() {
  static const std::vector<StageRate> all{
      {"sort",
       {"fmm/sort", 8e-8},
       5.5e-8,
       [](const TreeParameters&, const TreeWork& w) { return w.sources + w.targets; }},
      {"sort", {"fmm/box", 2e-6}, 1.4e-6, [](const TreeParameters&, const TreeWork& w) { return w.boxes + 20; }},
      {"P2P",
       {"fmm/pair", 8.2e-10},
       4e-12,
       [](const TreeParameters& p, const TreeWork& w) { return w.pairs * pair_factor(p); }},
      {"P2M",
       {"fmm/source", 6.4e-10},
       7.1e-12,
       [](const TreeParameters& p, const TreeWork& w) { return w.sources * coefficients_of(p) * source_factor(p); }},
      {"M2M",
       {"fmm/m2m", 1.15e-9},
       2e-11,
       [](const TreeParameters& p, const TreeWork& w) {
         return sets(p) * std::max(0.0, w.source_boxes - w.roots) * cube_of(p);
       },
       [](const TreeParameters& p, const TreeWork& w) {  // one matrix per octant, in place of rotations
         return sets(p) * std::max(0.0, w.source_boxes - w.roots) * fourth_of(p);
       }},
      {"M2L",
       {"fmm/waves", 1.6e-7},
       2.35e-9,
       [](const TreeParameters& p, const TreeWork& w) {
         const double boxes = boxes_if(p, w, M2lScheme::plane_waves);
         // boxes on the border of a free set have shorter lists
         const double border = p.box.periodicity == 0 ? 0.85 : 1;
         return boxes > 0 ? border * boxes * wave_work(p) : 0.0;
       }},
      {"M2L",
       {"fmm/parity", 6.5e-10},
       2.5e-11,
       [](const TreeParameters& p, const TreeWork& w) {
         return boxes_if(p, w, M2lScheme::parity) * 56 * fourth_of(p);
       }},
      {"M2L",
       {"fmm/dense", 2.6e-10},
       4.9e-12,
       [](const TreeParameters& p, const TreeWork& w) {
         // The published schemes are asked for by name alone and not timed on every machine: each takes so many times
         // as long as dense matrices: with the four expansions of a flow (20,000 points, one thread, the mean of
         // orders 3 and 8), and with the one of charges (slurry bench m2l, one thread, the mean of orders 3 to 20).
         const bool charges = p.layer == Layer::coulomb;
         const double naive = charges ? 58 : 10, nested = charges ? 39 : 4.9, symmetric = charges ? 3.6 : 3.1;
         return 189 * fourth_of(p) *
                (boxes_if(p, w, M2lScheme::dense) + naive * boxes_if(p, w, M2lScheme::naive) +
                 nested * boxes_if(p, w, M2lScheme::nested) + symmetric * boxes_if(p, w, M2lScheme::symmetric));
       }},
      {"M2L",
       {"fmm/rotation", 1.4e-9},
       3.1e-11,
       [](const TreeParameters& p, const TreeWork& w) {
         return boxes_if(p, w, M2lScheme::rotation) * 189 * cube_of(p);
       }},
      {"images",
       {"fmm/images", 4e-10},
       1.5e-9,
       [](const TreeParameters& p, const TreeWork& w) {
         if (p.box.periodicity == 0) return 0.0;
         // An operator for each way from one root to another is made, and reads its numbers once for eight pairs. To
         // make one takes as long as to use it twice (PeriodicRoots).
         const double n = coefficients_of(p), between_roots = w.roots > 1 ? 2 * w.roots + w.root_pairs / 8 : 0;
         return n * n * (p.layer == Layer::coulomb ? 1 : 7) * (between_roots + 2 * w.roots + 1);
       }},
      {"P2L",
       {"fmm/p2l", 1.5e-9},
       5.2e-12,
       [](const TreeParameters& p, const TreeWork& w) { return w.met_points * coefficients_of(p) * source_factor(p); }},
      {"L2L",
       {"fmm/l2l", 1.25e-9},
       1.2e-11,
       [](const TreeParameters& p, const TreeWork& w) {
         return sets(p) * std::max(0.0, w.target_boxes - w.roots) * cube_of(p);
       },
       [](const TreeParameters& p, const TreeWork& w) {
         return sets(p) * std::max(0.0, w.target_boxes - w.roots) * fourth_of(p);
       }},
      {"L2P", {"fmm/target", 7.1e-10}, 1.45e-11, [](const TreeParameters& p, const TreeWork& w) {
         return (w.targets + 1.2 * w.met_multipoles) * coefficients_of(p) * target_factor(p);
       }}};
  return all;
}

using Numbers = std::vector<double>;

template <class Space>
Vectors<Space> vectors_in(const Numbers& numbers) {
  const Vectors<Space> there("slurry::fmm::rates", numbers.size() / 3);
  Kokkos::deep_copy(there, ConstHostVectors(numbers.data(), numbers.size() / 3));
  return there;
}

/// Least seconds of each stage over some calls with points and forces.
template <class Space>
StageTimes time_of(const TreeParameters& p, const Numbers& points, const Numbers& forces) {
  const Vectors<Space> x = vectors_in<Space>(points), f = vectors_in<Space>(forces),
                       u("slurry::fmm::rates", x.extent(0));
  std::unique_ptr<Summation<Space>> sum;
  if constexpr (is_host_space<Space>)
    sum = std::make_unique<TreeSum>(Space(), p);
  else
    sum = make_tree_sum_in(Space(), p);
  return rate_timing::quickest([&] {
    sum->set_points({x, 0}, {{x, 0, true}});
    SumFields<Space> r;
    r.velocity = u;
    sum->apply({{f, {}, {}}, {}}, {r});
    return sum->take_stage_times();
  });
}

Numbers random_numbers(std::size_t count, std::uint64_t seed, double from, double to) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> places(from, to);
  Numbers out(count);
  for (double& v : out) v = places(random);
  return out;
}

/// Returns the work of a tree whose points (N,3) are sources and targets at once.
TreeWork work_of(const TreeParameters& p, const Numbers& points) {
  return work_of_points(p, Survey(p.box, PointsView::alone(points, points)), true);
}

template <class Space>
void measure_in(MachineRates& rates) {
  constexpr std::size_t count = is_host_space<Space> ? 20000 : 400000;  // fewer would not fill a device
  const Numbers forces = random_numbers(3 * count, 2, -1, 1);
  Numbers uniform = random_numbers(3 * count, 1, 0, 1), crowded = uniform;
  for (double& x : crowded) x = std::pow(x, 4);  // towards the corner: lists W and X are full
  const auto take = [&](const TreeParameters& p, const Numbers& points, std::initializer_list<std::string_view> names) {
    StageTimes seconds = time_of<Space>(p, points, forces);
    const TreeWork work = work_of(p, points);
    for (const StageRate& r : stage_rates())
      for (const std::string_view name : names) {
        const double units = r.units_on(rates.device, p, work);
        if (r.rate.name != name || !(units > 0) || !(seconds[r.stage] > 0)) continue;
        rates.named[std::string(name)] = seconds[r.stage] / units;
      }
  };
  TreeParameters p;
  p.order = 10;
  p.node_error = 1e-4;
  p.leaf_points = 100;
  take(p, uniform, {"fmm/pair", "fmm/source", "fmm/m2m", "fmm/waves", "fmm/l2l", "fmm/target"});
  // points and boxes share the time of sorting as built in
  const TreeWork work = work_of(p, uniform);
  double built_in = 0;
  for (const StageRate& r : stage_rates())
    if (r.stage == "sort") built_in += r.units_on(rates.device, p, work) * r.built_in(rates);
  const double sorting = time_of<Space>(p, uniform, forces)["sort"] / built_in;
  for (const StageRate& r : stage_rates())
    if (r.stage == "sort") rates.named[std::string(r.rate.name)] = r.built_in(rates) * sorting;
  TreeParameters scheme = p;
  scheme.order = 5;
  scheme.scheme = M2lScheme::parity;
  take(scheme, uniform, {"fmm/parity"});
  scheme.scheme = M2lScheme::dense;
  take(scheme, uniform, {"fmm/dense"});
  scheme.scheme = M2lScheme::rotation;
  take(scheme, uniform, {"fmm/rotation"});
  TreeParameters lists = p;
  lists.order = 5;
  lists.leaf_points = 40;
  take(lists, crowded, {"fmm/p2l"});
  TreeParameters periodic = p;
  periodic.box = {{4, 1, 1}, 1};
  for (std::size_t i = 0; i < uniform.size(); i += 3) uniform[i] *= 4;
  take(periodic, uniform, {"fmm/images"});
}

}  // namespace

std::vector<NamedRate> tree_rates() {
  std::vector<NamedRate> all;
  for (const StageRate& r : stage_rates()) all.push_back(r.rate);
  return all;
}

namespace {
/// Time of a stage in fp32 over that in fp64, measured with AVX-512. Points are sorted and images added in fp64 in any
/// case. Naive and nested M2L take one number after the other on a host, which is as slow in either precision.
double part_in_precision(const TreeParameters& p, std::string_view stage) {
  constexpr double single = 0.6;
  const bool full = p.precision == Precision::fp64 || stage == "sort" || stage == "images" ||
                    (stage == "M2L" && (p.scheme == M2lScheme::naive || p.scheme == M2lScheme::nested));
  return full ? 1 : single;
}
}  // namespace

StageTimes tree_seconds(const TreeParameters& p, const TreeWork& w, const MachineRates& rates) {
  StageTimes t;
  for (const StageRate& r : stage_rates()) {
    if (r.stage == "images" && p.box.periodicity == 0) continue;
    t[r.stage] +=
        r.units_on(rates.device, p, w) * rate_of(rates, r.rate.name, r.built_in(rates)) * part_in_precision(p, r.stage);
  }
  return t;
}

void measure_tree_rates(MachineRates& rates) {
  with_space(name_of(rates.device), [&](const auto& space) { measure_in<std::decay_t<decltype(space)>>(rates); });
}

}  // namespace slurry::fmm
