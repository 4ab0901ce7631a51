// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/open_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "evaluation/sum_evaluation.hpp"
#include "mobility/field_points.hpp"
#include "mobility/plain_pairs.hpp"
#include "mobility/second_opinion.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {
using std::numbers::pi;
using Space = OpenMobility::Space;
}  // namespace

void OpenMobility::sum_at_points(PeriodicSum& sum, std::span<const double> points, std::span<double> out) const {
  const Vectors<Space> x = to_space<Space>(points, "slurry::mobility::points");
  const Vectors<Space> u("slurry::mobility::field", x.extent(0));
  sum.set_points(bodies(), {{x, 0, false, {}}});
  sum.apply(f_, {u});
  Kokkos::deep_copy(host_vectors(out), u);
}

/// Makes a sum for points of a field. How the bodies crowd in the cells of a grid is known only once there is a grid.
OpenMobility::Sum OpenMobility::make_field_sum(const Box& box, std::span<const double> points) const {
  constexpr int attempts = 3;
  constexpr double worst_share = 1.1;
  GridScales grid;
  for (int attempt = 1;; ++attempt) {
    const PlanNorms norms = plan_norms(box, grid, positions_, host_forces_, points);
    Sum sum = make_sum(box, field_tolerance_, norms, {}, points.size() / 3);
    grid = scales_of(sum->plan());
    if (grid.spacing == 0 || attempt == attempts || predicted_at(*sum, points) <= worst_share * field_tolerance_)
      return sum;
  }
}

double OpenMobility::predicted_at(const PeriodicSum& sum, std::span<const double> points) const {
  const ErrorNorms norms = error_norms(sum.plan(), positions_, host_forces_, points);
  return sum.predicted_rms_error(norms.squares, norms.net);
}

void OpenMobility::evaluate_field(std::span<const double> points, std::span<double> u, double scale,
                                  const FieldProgress& progress) {
  std::fill(u.begin(), u.end(), 0.0);
  field_error_ = 0;
  field_is_direct_ = true;
  if (points.empty() || sizes_.count == 0 || forces2_ == 0) return;
  const Box box = box_around(points);
  field_tolerance_ = 0.9 * setup_.tolerance * scale / unit();
  const Sum sum = make_field_sum(box, points);
  const std::size_t step = 3 * field_points_at_once(sum->is_exact() ? sizes_.count : 0, box.periodicity > 0);
  for (std::size_t first = 0; first < points.size(); first += step) {
    const std::size_t count = std::min(step, points.size() - first);
    sum_at_points(*sum, points.subspan(first, count), u.subspan(first, count));
    if (progress) progress(static_cast<double>(first + count) / static_cast<double>(points.size()));
  }
  field_is_direct_ = sum->is_exact();
  // the series over images ends where its rest is a thousandth of the tolerance (ewald/plan/moving_points.hpp)
  const double series = box.periodicity == 1 ? 1e-3 * field_tolerance_ : 0;
  field_error_ = unit() * (field_is_direct_ ? std::hypot(rounding_of(box, *sum), series) : predicted_at(*sum, points));
  for (double& c : u) c *= unit();
}

void OpenMobility::field_to_tolerance(std::span<const double> points, std::span<double> u,
                                      const FieldProgress& progress) {
  // how large the field is, is found at some of the points
  const std::vector<double> sample = some_field_points(points);
  std::vector<double> found(sample.size());
  double scale = scale_;
  for (int attempt = 0; attempt < 4; ++attempt) {
    evaluate_field(sample, found, scale, {});
    if (field_is_direct_ || rms(found) >= 0.9 * scale) break;
    scale = rms(found);
  }
  if (!(scale > 0)) scale = scale_;
  for (int attempt = 0; attempt < 4; ++attempt) {
    evaluate_field(points, u, scale, progress);
    if (field_is_direct_ || rms(u) >= 0.8 * scale) break;
    scale = rms(u);
  }
}

double OpenMobility::measure_field_error(std::span<const double> points, std::span<const double> u,
                                         std::uint64_t seed) {
  constexpr std::size_t most = 256, least = 64;
  for (const std::size_t some : {most, least}) {
    const MeasuredPoints at = measured_field_points(points.size() / 3, some, some, seed, [](std::size_t) { return 0; });
    const std::vector<double> x = at.rows(points), truth = independent_field(x);
    if (!truth.empty()) return at.rms_difference(at.rows(u), truth);
    if (at.chosen.size() <= least) break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> OpenMobility::independent_field(std::span<const double> points) {
  if (points.empty() || sizes_.count == 0 || forces2_ == 0) return {};  // nothing was summed
  const Box box = box_around(points);
  std::vector<double> truth(points.size());
  if (setup_.domain.kind == DomainKind::free_space || (box.periodicity == 1 && field_is_direct_)) {
    const plain::Images all = plain::images_for(box.periodicity, setup_.domain.length, points, positions_);
    const std::size_t count = points.size() / 3;
    if (plain::affordable_targets(count, count, sizes_.count, all) < count) return {};
    plain_pairs(positions_, host_forces_, sizes_, points, {count, 0, {}}, all, truth);
  } else if (setup_.domain.kind == DomainKind::periodic_1) {
    const Vectors<Space> x = to_space<Space>(points, "slurry::mobility::check"),
                         v("slurry::mobility::check_u", x.extent(0));
    const auto direct = make_exact_sum(box, sizes_.several());
    direct->set_points(bodies(), {{x, 0, false, {}}});
    direct->apply({{f_, {}, {}}, {}}, velocity_alone(v));
    Kokkos::deep_copy(host_vectors(std::span<double>(truth)), v);
  } else {
    // no image sum converges quickly here: a more accurate sum at another cutoff
    const PointMobilitySetup mine = setup_;
    setup_.second_opinion = true;
    setup_.engine = usual_engine;
    Sum second;
    try {
      const double share = share_of_tolerance(setup_.tolerance, finer_for(points.size() / 3));
      second =
          make_sum(box, share * field_tolerance_, plan_norms(box, {}, positions_, host_forces_), {}, points.size() / 3);
    } catch (const RefusedError&) {  // no memory for it, or no such tolerance
    }
    setup_ = mine;
    if (!second) return {};
    sum_at_points(*second, points, truth);
  }
  for (double& c : truth) c *= unit();
  return truth;
}

double OpenMobility::pressure(std::span<const double> points, double tolerance, std::span<double> p) {
  std::fill(p.begin(), p.end(), 0.0);
  judged_pressure_.reset();
  if (points.empty() || sizes_.count == 0 || forces2_ == 0) return 0;
  pressure_tolerance_ = tolerance;
  judged_pressure_ = pressure_sum(box_around(points), x_, f_, points, tolerance, sum_options(setup_), p);
  for (double& x : p) x /= 8 * pi;
  return judged_pressure_->error / (8 * pi);
}

std::vector<double> OpenMobility::independent_pressure(std::span<const double> points) {
  if (!judged_pressure_ || points.empty()) return {};
  const Box box = box_around(points);
  std::vector<double> p(points.size() / 3);
  if (judged_pressure_->all_pairs) {
    const SumProblem problem{box, positions_, {}, host_forces_, {}, {}, {}};
    const std::vector<double> at(points.begin(), points.end());
    const std::size_t count = p.size();
    if (plain::affordable_targets(count, count, sizes_.count, plain_images(problem, at)) < count) return {};
    EwaldOptions options;
    options.pressure = true;
    p = evaluate_plainly(problem, options, at).pressures;
  } else {
    try {
      const double share = share_of_tolerance(pressure_tolerance_, finer_for(p.size()));
      pressure_sum(box, x_, f_, points, share * pressure_tolerance_, sum_options(setup_), p, judged_pressure_);
    } catch (const RefusedError&) {  // no memory for it, or no such tolerance
      return {};
    }
  }
  for (double& x : p) x /= 8 * pi;
  return p;
}

}  // namespace slurry
