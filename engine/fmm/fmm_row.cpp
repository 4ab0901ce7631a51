// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/fmm_row.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "accuracy/margins.hpp"
#include "base/text.hpp"
#include "fmm/error_law.hpp"
#include "fmm/m2l.hpp"
#include "fmm/periodic_roots.hpp"
#include "fmm/space_sum.hpp"
#include "fmm/tree_rates.hpp"
#include "fmm/tree_sum.hpp"
#include "fmm/tree_work.hpp"
#include "slurry/error.hpp"
#include "summation/call_overhead.hpp"
#include "summation/rates.hpp"

// The fast multipole sum as a row of the table of engines.
namespace slurry {
namespace {

constexpr const char* fmm_name = "fmm";

Refusal refusal(Refusal::Why why, std::string sentence) {
  return {fmm_name, why, std::move(sentence)};
}

double tightest_fmm(const SumTask& task) {
  const EwaldOptions& o = task.options;
  return o.tolerance_kind == ToleranceKind::absolute_rms
             ? 0
             : fmm::tightest_tree_tolerance(o.layer, task.box.periodicity, o.precision);
}

/// The same wherever the points lie along free directions.
fmm::Vector3 cell_of(const Box& box) {
  if (box.periodicity == 0) return {1, 1, 1};
  return fmm::shape_of(fmm::periodic_cells(box.lengths, box.periodicity, {0, 0, 0}, {0, 0, 0}));
}

/// What the host can do and a device cannot.
std::optional<Refusal> device_cannot(const SumTask& task) {
  const EwaldOptions& o = task.options;
  if (task.moving)
    return refusal(Refusal::Why::not_its_task,
                   "the fast multipole sum of spheres that move runs on the host only; use --device host or the Ewald "
                   "sum");
  if (o.pressure || (o.gradient && o.layer != Layer::coulomb))
    return refusal(Refusal::Why::not_its_task,
                   "the fast multipole sum has gradients and pressures of a flow on the host only; use --device host "
                   "or the Ewald sum");
  return std::nullopt;
}

std::optional<Refusal> fmm_can_do(const SumTask& task) {
  const EwaldOptions& o = task.options;
  if (o.device == Device::cuda)
    if (std::optional<Refusal> none = device_cannot(task)) return none;
  const bool dipoles = o.layer == Layer::double_layer || o.layer == Layer::combined;
  if (o.zero_mode == ZeroMode::zero_face_flux && dipoles && task.box.periodicity == 3)
    return refusal(
        Refusal::Why::not_its_task,
        "the fast multipole sum has only the zero mode zero-mean-velocity; use the Ewald sum for another zero mode");
  const double floor = tightest_fmm(task);
  if (o.tolerance < floor && o.tolerance > 0)
    return refusal(Refusal::Why::tolerance,
                   text("the fast multipole sum cannot reach the tolerance {}; its tightest tolerance is {:.1e}",
                        o.tolerance, floor));
  try {
    const fmm::Vector3 cell = cell_of(task.box);
    if (fmm::scheme_asked(task.options.variants) == fmm::M2lScheme::plane_waves && !(cell[1] == 1 && cell[2] == 1))
      return refusal(Refusal::Why::no_such_variant,
                     "M2L by plane waves needs cubic cells, and cubes do not fill this box; use M2L=rotation");
  } catch (const InputError& none) {
    return refusal(Refusal::Why::not_its_task, none.what());
  }
  return std::nullopt;
}

// ---- plans

/// Mean of r^-2 over pairs of points, nearest images [1/length^2]: of those at hand, or spread evenly over the box.
double mean_inverse_square(const PlanRequest& r) {
  constexpr int pairs = 4000;
  constexpr double golden[6] = {0.8812714616, 0.7766393897, 0.6844300959, 0.6031687406, 0.5315553894, 0.4684445106};
  const Box& box = r.task.box;
  const double spacing = std::cbrt(box.volume() / double(std::max<std::size_t>(1, r.counts.sources)));
  const bool at_hand = r.points && r.points->has_points();
  std::vector<double> sources, targets;
  if (at_hand) {
    sources = r.points->some_sources(Survey::most);
    targets = r.points->some_targets(Survey::most);
  }
  double sum = 0;
  int used = 0;
  for (int k = 1; k <= pairs; ++k) {
    double u[6], square = 0;
    for (int i = 0; i < 6; ++i) u[i] = std::fmod(k * golden[i], 1.0);
    for (std::size_t a = 0; a < 3; ++a) {
      double d = (u[a] - u[3 + a]) * box.lengths[a];
      if (at_hand) {
        const std::size_t i = std::size_t(u[0] * double(targets.size() / 3)),
                          j = std::size_t(u[3] * double(sources.size() / 3));
        d = targets[3 * i + a] - sources[3 * j + a];
      }
      if (int(a) < box.periodicity) d -= box.lengths[a] * std::rint(d / box.lengths[a]);
      square += d * d;
    }
    if (square == 0 || (!at_hand && square < 0.25 * spacing * spacing)) continue;
    sum += 1 / square;
    ++used;
  }
  return used > 0 ? sum / used : 0;
}

/// Rms of the sum for densities without a common direction, as far as forces and charges make it.
double scale_of(const PlanRequest& r) {
  const double share = r.task.options.layer == Layer::coulomb ? 1 : 2;  // mean of |G f|^2 r^2/|f|^2
  return std::sqrt(share * r.counts.squared_force_sum * mean_inverse_square(r));
}

/// Seconds of a call beside its stages: short loops as a grid has them, and a new tree with its lists.
double tree_overhead(const SumTask& task) {
  constexpr double new_tree = 1e-3;
  return grid_overhead(task.options.expected_calls) + new_tree;
}

/// Relative to the rms of the sum.
double relative_tolerance(const PlanRequest& r) {
  const EwaldOptions& o = r.task.options;
  const bool relative = o.tolerance_kind == ToleranceKind::relative;
  if (relative && (r.task.box.periodicity < 3 || r.counts.net_force == 0)) return o.tolerance;
  constexpr double loosest = 1e-2;
  const fmm::TreeParameters some = fmm::tree_parameters(r.task.box, o.layer, 1e-3);
  const double of_net = fmm::error_of_net_density(r.task.box.periodicity, o.layer, some.order, some.node_error) /
                        some.expected_error / std::cbrt(r.task.box.volume());
  const double of_any = scale_of(r), together = std::hypot(of_any, of_net * r.counts.net_force);
  // With three periods the errors of densities of one direction add up, but the densities themselves do not: their mean
  // is left out.
  if (relative) return std::min(o.tolerance, std::max(tightest_fmm(r.task), o.tolerance * of_any / together));
  const double scale = together * few_targets(std::max<std::size_t>(1, r.counts.targets));
  return scale > 0 ? std::min(loosest, o.tolerance / scale) : loosest;
}

SumPlan plan_with(const PlanRequest& r, const fmm::TreeParameters& p, const fmm::TreeWork& work) {
  SumPlan plan;
  plan.task = r.task;
  if (plan.task.options.device == Device::automatic) plan.task.options.device = Device::host;
  plan.counts = r.counts;
  plan.engine = fmm_name;
  plan.variant = text("tree, order {}", p.order);
  plan.parameters = p;
  plan.predicted = fmm::tree_seconds(p, work, r.rates);
  if (r.task.moving) plan.overhead = tree_overhead(r.task);
  plan.rounding = rounding_floor(Layer::single, p.precision);
  const Layer layer = r.task.options.layer;
  const int periodicity = r.task.box.periodicity;
  plan.error_of_net_force = std::hypot(fmm::error_of_net_density(periodicity, layer, p.order, p.node_error),
                                       fmm::rounding_of_net_density(periodicity, p.scheme, p.precision)) /
                            std::cbrt(r.task.box.volume());
  if (layer == Layer::single || layer == Layer::coulomb) plan.error = p.expected_error * scale_of(r);
  return plan;
}

fmm::TreeParameters parameters_of(const PlanRequest& r, double tolerance, std::optional<fmm::M2lScheme> scheme) {
  const EwaldOptions& o = r.task.options;
  fmm::TreeParameters p = fmm::tree_parameters(r.task.box, o.layer, tolerance, scheme, o.precision);
  p.gradient = o.gradient;
  p.pressure = o.pressure;
  p.moving = r.task.moving.has_value();
  return p;
}

fmm::TreeWork work_of(const PlanRequest& r, const fmm::TreeParameters& p) {
  if (r.points && r.look_for_parts) return fmm::work_of_points(p, *r.points, r.task.targets_are_sources);
  return fmm::work_of_even_points(p, r.counts.sources, r.counts.targets);
}

/// A device adds up pairs so much faster than a host makes boxes that it may take larger leaves.
SumPlan plan_of_leaves(const PlanRequest& r, fmm::TreeParameters p) {
  constexpr int largest_leaf = 2000;
  SumPlan plan = plan_with(r, p, work_of(r, p));
  while (r.rates.device == Device::cuda && 2 * p.leaf_points <= largest_leaf) {
    p.leaf_points *= 2;
    SumPlan larger = plan_with(r, p, work_of(r, p));
    if (larger.predicted.total() >= plan.predicted.total()) break;
    plan = std::move(larger);
  }
  return plan;
}

/// Whether the rounding errors of densities of one direction come near the tolerance.
bool rounds_too_much(const PlanRequest& r, const fmm::TreeParameters& p) {
  constexpr double near_tolerance = 0.3;
  const EwaldOptions& o = r.task.options;
  const int periodicity = r.task.box.periodicity;
  if (periodicity < 3 || r.counts.net_force == 0) return false;
  const double rounding = fmm::rounding_of_net_density(periodicity, p.scheme, p.precision) * r.counts.net_force /
                          std::cbrt(r.task.box.volume());
  const double allowed = o.tolerance_kind == ToleranceKind::relative ? o.tolerance * scale_of(r) : o.tolerance;
  return rounding > near_tolerance * allowed;
}

// The law of errors is that of whole trees.  Of a few points in one box it tells up to a hundred times too much, of a
// few sources and targets far apart a thousand times too little.
constexpr std::size_t fewest_sources = 3000;

std::string too_few_sources() {
  return text("the fast multipole sum predicts its errors badly for fewer than {} sources", fewest_sources);
}

std::string doubt_of_fmm(const SumPlan& plan) {
  return plan.counts.sources < fewest_sources ? too_few_sources() : std::string();
}

void plan_fmm(const PlanRequest& r, Candidates& found) {
  constexpr double most_roots = 2000;
  // Of the pressure of smooth forces, such as those of a wall's images, it tells up to 80 times too much.
  if (r.engine != fmm_name && (r.counts.sources < fewest_sources || r.task.options.pressure)) {
    found.refusals.push_back(
        refusal(Refusal::Why::not_its_task,
                too_few_sources() + " and for pressures, so it is used only if you ask for it by name"));
    return;
  }
  const fmm::TreeParameters p = parameters_of(r, relative_tolerance(r), fmm::scheme_asked(r.task.options.variants));
  if (r.engine != fmm_name && rounds_too_much(r, p)) {
    constexpr const char* why =
        "densities of one sign or direction leave too large rounding errors in the fast multipole sum with three "
        "periods in this precision, so it is used only if you ask for it by name";
    found.refusals.push_back(refusal(Refusal::Why::tolerance, why));
    return;
  }
  const bool at_hand = r.points && r.points->has_points();
  if (at_hand && r.task.box.periodicity > 0) {
    const fmm::RootCells cells =
        fmm::periodic_cells(r.task.box.lengths, r.task.box.periodicity, r.points->lowest(), r.points->highest());
    if (double(cells.counts[0]) * cells.counts[1] * cells.counts[2] > most_roots) {
      found.refusals.push_back(
          refusal(Refusal::Why::not_its_task,
                  "the points extend too far along a free direction, compared with the shortest period of the box; use "
                  "another engine"));
      return;
    }
  }
  found.plans.push_back(plan_of_leaves(r, p));
}

// ---- second opinions

/// First: by another engine, which shares no expansion and no lattice sum.  Else another order, other leaves, and M2L
/// by rotations, which has no nodes.
std::optional<SumPlan> fmm_opinion(const PlanRequest& r, Opinion which) {
  if (which == Opinion::first) return std::nullopt;
  constexpr double tighter = 0.3, other_leaves = 0.6;
  PlanRequest again = r;
  again.task.options.precision = Precision::fp64;
  again.task.options.device = Device::host;
  again.task.options.variants.clear();
  if (again.rates.device != Device::host) again.rates = rates_for(again.task.options);
  const double floor = fmm::tightest_tree_tolerance(r.task.options.layer, r.task.box.periodicity);
  const double wanted = r.task.moving ? tighter * relative_tolerance(r) : relative_tolerance(r);
  fmm::TreeParameters p = parameters_of(again, std::max(wanted, floor), fmm::M2lScheme::rotation);
  p.leaf_points = std::max(8, int(other_leaves * p.leaf_points));
  if (r.task.options.tolerance_kind == ToleranceKind::relative)
    again.task.options.tolerance = std::max(again.task.options.tolerance, floor);
  return plan_with(again, p, fmm::work_of_even_points(p, r.counts.sources, r.counts.targets));
}

// ---- memory and sums

double fmm_bytes(const SumPlan& plan, const SumLoad& load) {
  const auto& p = plan.parameters.as<fmm::TreeParameters>();
  const bool same = plan.task.targets_are_sources, at_hand = load.points != nullptr;
  const fmm::TreeWork work = at_hand ? fmm::work_of_points(p, *load.points, same)
                                     : fmm::work_of_even_points(p, plan.counts.sources, plan.counts.targets);
  const double start = load.first ? 4.4e6 : 0.5e6;  // as of any sum (ewald/ewald_row.cpp)
  return start + fmm::tree_bytes(p, work, same, load.threads);
}

template <class Space>
std::unique_ptr<Summation<Space>> make_fmm(const Space& space, const SumPlan& plan) {
  const auto& p = plan.parameters.as<fmm::TreeParameters>();
  if constexpr (std::is_same_v<Space, Host>)
    return fmm::make_tree_sum(p);
  else
    return fmm::make_tree_sum_in(space, p);
}

template <class... Space>
MakeSumPerSpace fmm_in(SpaceList<Space...>) {
  return {make_fmm<Space>...};
}

std::vector<StageView> fmm_views() {
  return {{"sort", {"sort"}},     {"P2P", {"P2P"}}, {"P2M", {"P2M"}}, {"M2M", {"M2M"}}, stage_view_of(fmm::m2l_slot()),
          {"images", {"images"}}, {"P2L", {"P2L"}}, {"L2L", {"L2L"}}, {"L2P", {"L2P"}}};
}

}  // namespace

Engine fmm_row() {
  Engine row;
  row.name = fmm_name;
  row.title = "fast multipole sum";
  row.stages = fmm_views();
  row.rates = fmm::tree_rates();
  row.can_do = fmm_can_do;
  row.plan = plan_fmm;
  row.opinion = fmm_opinion;
  row.bytes = fmm_bytes;
  row.least_seconds = [](const SumTask& task) { return task.moving ? tree_overhead(task) : 0.0; };
  row.tightest = tightest_fmm;
  row.measure_rates = fmm::measure_tree_rates;
  row.has_cells = true;
  // the worst target of a hundred has half of the squared error and more (measured: 20 sums of 4,000 and 12,000 points)
  row.measured_targets = 1024;
  row.doubt = doubt_of_fmm;
  row.make = fmm_in(Spaces());
  return row;
}

}  // namespace slurry
