// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "accuracy/error_budget.hpp"
#include "accuracy/margins.hpp"
#include "accuracy/velocity_scale.hpp"
#include "mobility/field_points.hpp"
#include "mobility/pipe/pipe_mobility.hpp"
#include "mobility/plain_pairs.hpp"
#include "mobility/second_opinion.hpp"
#include "mobility/velocity_norms.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"

// What the solver's sums and its wall are predicted to err, and what they err.
namespace slurry {

using std::numbers::pi;
using Space = PipeMobility::Space;

/// Sizes of `count` bodies from `first` on.
static BodySizes some_of(const BodySizes& all, std::size_t first, std::size_t count) {
  BodySizes some{count, all.radius, {}};
  const auto from = all.each.begin() + static_cast<std::ptrdiff_t>(all.several() ? first : 0);
  if (all.several()) some.each.assign(from, from + static_cast<std::ptrdiff_t>(count));
  return some;
}

/// Rounding error of the two sums, from the parts by net forces and from the others.  These parts are larger than the
/// sums.
double PipeMobility::predicted_rounding() const {
  const Box box{{length_, 2, 2}, 1};
  const double field = std::hypot(std::sqrt(forces2_) * far_velocity_scale(box), 4 * net_force_ / length_);
  return rounding_floor(Layer::single, Precision::fp64) * field;
}

ErrorReport PipeMobility::predict() const {
  ErrorReport r;
  r.sum.asked = std::sqrt(1 - pipe_planner::wall_share * pipe_planner::wall_share);
  r.wall.asked = pipe_planner::wall_share;
  if (sizes_.count > 0 && forces2_ == 0) r.sum.predicted = 0;  // the mean flow in closed form
  if (solver_ && forces2_ > 0) {
    const double relative = unit() / reported_scale();
    const WallError law(solver_->wall_grid());
    r.wall.predicted = law.of_bodies_at(bodies_, scaled_, forces_) * relative;
    r.sum.predicted = predicted_sums() * relative;
    r.arithmetic.predicted = predicted_rounding() * relative;
    // what is left on the wall is far more than what of it reaches the bodies
    r.wall_slip.predicted = law.of_no_slip(bodies_) * relative;
    // as much as would go with the error that is asked of the wall; where next to nothing reaches the bodies that may
    // be any multiple of S, which nobody would call no slip
    if (const double everywhere = law.of_bodies(bodies_).expected * relative; everywhere > 0)
      r.wall_slip.asked = std::min(1.0, r.wall_slip.predicted * r.wall.asked * setup_.tolerance / everywhere);
  }
  ask(r, setup_.tolerance);
  return r;
}

/// In blocks of targets, between which the work may be ended.
std::vector<double> PipeMobility::direct_sum(const Solved& solved, std::span<const double> points,
                                             const BodySizes& radii) const {
  constexpr std::size_t pairs_of_a_block = 400'000;  // a tenth of a second, with the periodic images
  const std::size_t least = 4 * static_cast<std::size_t>(Kokkos::DefaultHostExecutionSpace::concurrency());
  const std::size_t sources = sizes_.count + solved.image_points.extent(0), targets = points.size() / 3;
  const std::size_t block = std::max(least, pairs_of_a_block / std::max<std::size_t>(sources, 1));
  std::vector<double> all;
  for (std::size_t first = 0; first < targets; first += block) {
    const std::size_t count = std::min(block, targets - first);
    const std::vector<double> part =
        direct_sum_of_block(solved, points.subspan(3 * first, 3 * count), some_of(radii, first, count));
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::vector<double> PipeMobility::direct_sum_of_block(const Solved& solved, std::span<const double> points,
                                                      const BodySizes& radii) const {
  const Box box{{length_, 2, 2}, 1};
  const Vectors<Space> x = to_space<Space>(points, "slurry::mobility::check");
  const Vectors<Space> part("slurry::mobility::check_part", x.extent(0));
  std::vector<double> sum(points.size(), 0.0);
  const auto add = [&](const SourceSet<Space>& sources, ConstVectors<Space> forces, double axial) {
    const auto direct = make_exact_sum(box, sizes_.several() || radii.several());
    std::vector<SumFields<Space>> results(1);
    results[0].velocity = part;
    direct->set_points(sources, {{x, radii.radius, false, radii.in_space<Space>()}});
    direct->apply({{forces, {}, {}}, {}}, results);
    Kokkos::fence();
    for (std::size_t i = 0; i < x.extent(0); ++i) {
      for (std::size_t c = 0; c < 3; ++c) sum[3 * i + c] += part(i, c);
      sum[3 * i] += axial;
    }
  };
  setup_.look_between_parts();
  add({solved.positions, sizes_.radius, sizes_.in_space<Space>()}, solved.forces, 0);
  setup_.look_between_parts();
  add({solved.image_points, 0, {}}, solved.image_forces, solved.axial);
  return sum;
}

/// Sums all pairs of bodies and images in extended precision, with images and series that share nothing with the direct
/// sum. In blocks of targets, between which the work may be ended. Returns nothing if that would take too long.
std::vector<double> PipeMobility::plain_sum(const Solved& solved, std::span<const double> points,
                                            const BodySizes& radii) const {
  const auto on_host = [](ConstVectors<Space> v) {
    std::vector<double> h(3 * v.extent(0));
    Kokkos::deep_copy(host_vectors(std::span<double>(h)), v);
    return h;
  };
  const std::vector<double> bodies = on_host(solved.positions), forces = on_host(solved.forces);
  const std::vector<double> walls = on_host(solved.image_points), strengths = on_host(solved.image_forces);
  const plain::Images images = plain::images_for(1, length_, bodies, walls);
  const std::size_t targets = points.size() / 3;
  if (plain::affordable_targets(targets, targets, (bodies.size() + walls.size()) / 3, images) < targets) return {};
  const std::size_t block = 4 * static_cast<std::size_t>(Kokkos::DefaultHostExecutionSpace::concurrency());
  std::vector<double> sum(points.size()), of_walls(points.size());
  for (std::size_t first = 0; first < targets; first += block) {
    const BodySizes some = some_of(radii, first, std::min(block, targets - first));
    const auto x = points.subspan(3 * first, 3 * some.count);
    const auto part = [&](std::vector<double>& all) { return std::span(all).subspan(3 * first, 3 * some.count); };
    setup_.look_between_parts();
    plain_pairs(bodies, forces, sizes_, x, some, images, part(sum));
    plain_pairs(walls, strengths, {walls.size() / 3, 0, {}}, x, some, images, part(of_walls));
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += of_walls[i] + (i % 3 == 0 ? solved.axial : 0);
  return sum;
}

PipeMobility::Solved PipeMobility::solved() const {
  const auto copy = [](ConstVectors<Space> v) {
    const Vectors<Space> c(Kokkos::view_alloc("slurry::mobility::solved", Kokkos::WithoutInitializing), v.extent(0));
    Kokkos::deep_copy(c, v);
    return c;
  };
  return {copy(x_),
          copy(f_),
          copy(solver_->image_points()),
          copy(solver_->image_forces()),
          solver_->axial_velocity(),
          unit() / reported_scale()};
}

void PipeMobility::measure_sums(ErrorReport& report, const Solved& solved, int targets, std::mt19937_64& random) {
  std::vector<std::size_t> chosen(sizes_.count);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  std::shuffle(chosen.begin(), chosen.end(), random);
  chosen.resize(std::min(chosen.size(), static_cast<std::size_t>(targets)));
  std::vector<double> x, a, v;
  for (std::size_t i : chosen) {
    for (std::size_t c = 0; c < 3; ++c) v.push_back(v_(i, c));
    x.insert(x.end(), &scaled_[3 * i], &scaled_[3 * i] + 3);
    a.push_back(sizes_.of(i));
  }
  const BodySizes radii{chosen.size(), sizes_.radius, sizes_.several() ? a : std::vector<double>{}};
  // all pairs by the same loops would be no opinion
  const std::vector<double> truth = solver_->is_exact() ? plain_sum(solved, x, radii) : direct_sum(solved, x, radii);
  if (truth.empty()) return;
  double error2 = 0;
  for (std::size_t k = 0; k < chosen.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) {
      const double d = v[3 * k + c] - truth[3 * k + c];
      error2 += d * d;
    }
  // over all pairs what is left is rounding: the series over images end far below it (measured: 1e-16 to 1e-12 of S)
  (solver_->is_exact() ? report.arithmetic : report.sum).measured =
      std::sqrt(error2 / static_cast<double>(chosen.size())) * solved.velocity;
  if (solver_->is_exact()) report.sum.measured = 0;
}

void PipeMobility::measure_no_slip(ErrorReport& report, const Solved& solved, int targets, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> x;
  for (int i = 0; i < targets; ++i) {
    const double angle = 2 * pi * uniform(random);
    x.insert(x.end(), {length_ * uniform(random), std::cos(angle), std::sin(angle)});
  }
  report.wall_slip.measured = rms(direct_sum(solved, x, {x.size() / 3, 0, {}})) * solved.velocity;
  if (report.wall_slip.predicted > 0)
    report.wall.measured = report.wall_slip.measured * report.wall.predicted / report.wall_slip.predicted;
}

ErrorReport PipeMobility::measure(int targets, std::uint64_t seed) {
  ErrorReport r = predict();
  if (!solver_ || forces2_ == 0 || targets <= 0) return r;
  std::mt19937_64 random(seed);
  const Solved now = solved();
  measure_sums(r, now, targets, random);
  measure_no_slip(r, now, targets, random);
  ask(r, setup_.tolerance);
  return r;
}

pipe_planner::Knowledge PipeMobility::to_judge(const JudgedField& judged, std::size_t points) const {
  pipe_planner::Knowledge k = knowledge(judged.of_velocity);
  k.second_opinion = true;
  k.judged_wall = judged.wall;
  k.finer = finer_for(points);
  k.tolerance *= share_of_tolerance(judged.relative, k.finer);
  k.own.clear();
  k.variants.clear();
  const auto bodies = static_cast<double>(sizes_.count), at = static_cast<double>(points);
  const double wall = 4 * static_cast<double>(judged.wall.points());  // at most, of a finer grid
  // another sum may err more than all that is to be judged
  if (judged.all_pairs || in_no_time((bodies + at) * (bodies + wall))) k.engine = the_exact_engine().name;
  return k;
}

std::vector<double> PipeMobility::independent_field(std::span<const double> points) {
  if (!judged_field_ || points.empty()) return {};
  try {
    std::vector<double> u(points.size());
    evaluate_field(*field_solver_for(to_judge(*judged_field_, points.size() / 3), points), points, u);
    return u;
  } catch (const RefusedError&) {  // no memory for it, or no such tolerance
    return {};
  }
}

double PipeMobility::measure_field_error(std::span<const double> points, std::span<const double> u,
                                         std::uint64_t seed) {
  if (!judged_field_ || points.empty()) return std::numeric_limits<double>::quiet_NaN();  // nothing was summed
  constexpr std::size_t most = 512, pairs = 400000;
  const WallError law(judged_field_->wall);
  const MeasuredPoints at =
      measured_field_points(points.size() / 3, most, pairs / sizes_.count, seed, [&](std::size_t i) {
        const double x[3] = {points[3 * i] / pipe_.radius, points[3 * i + 1] / pipe_.radius,
                             points[3 * i + 2] / pipe_.radius};
        return pipe_planner::field_error2(law, bodies_, scaled_, length_, x);
      });
  const std::vector<double> second = independent_field(at.rows(points));
  return second.empty() ? std::numeric_limits<double>::quiet_NaN() : at.rms_difference(at.rows(u), second);
}

std::vector<double> PipeMobility::independent_pressure(std::span<const double> points) {
  if (!judged_pressure_ || points.empty()) return {};
  const JudgedField& judged = *judged_pressure_;
  const std::size_t count = points.size() / 3;
  try {
    std::vector<double> p(count);
    pressure_of(*field_solver_for(to_judge(judged, count), points), points,
                judged.relative * share_of_tolerance(judged.relative, finer_for(count)), p, judged.pressure);
    const double gradient = mean_flow().pressure_gradient;
    for (std::size_t i = 0; i < count; ++i) p[i] += gradient * points[3 * i];
    return p;
  } catch (const RefusedError&) {  // no memory for it, or no such tolerance
    return {};
  }
}

}  // namespace slurry
