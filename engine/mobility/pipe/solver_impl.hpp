// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "accuracy/velocity_scale.hpp"
#include "base/stage_timer.hpp"
#include "mobility/pipe/solver.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace pipe_stages {

/// Adds `from` and a uniform axial velocity to `to`.
template <class Space>
void add(const Space& space, ConstVectors<Space> from, double axial, Vectors<Space> to) {
  Kokkos::parallel_for(
      "slurry::mobility::add", Kokkos::RangePolicy<Space>(space, 0, to.extent(0)), KOKKOS_LAMBDA(const std::size_t i) {
        to(i, 0) += from(i, 0) + axial;
        to(i, 1) += from(i, 1);
        to(i, 2) += from(i, 2);
      });
}

template <class Space>
double squared_norm(const Space& space, ConstVectors<Space> v) {
  double sum = 0;
  Kokkos::parallel_reduce(
      "slurry::mobility::norm", Kokkos::RangePolicy<Space>(space, 0, v.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i, double& s) { s += v(i, 0) * v(i, 0) + v(i, 1) * v(i, 1) + v(i, 2) * v(i, 2); },
      sum);
  return sum;
}

template <class Space>
Vectors<Space> vectors(const char* label, std::size_t n) {
  return Vectors<Space>(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
}

}  // namespace pipe_stages

template <class Space>
struct PipeSolver<Space>::Impl {
  /// Velocities at the sets of targets of one sum. The type has a name because nvcc misreads a list in braces that has
  /// one element as that element.
  using Results = std::vector<Vectors<Space>>;

  Impl(const Space& s, const PipePlan& p, const BodySizes& bodies)
      : space(s), plan(p), wall(s, plan_grid(p)), sizes(bodies), radii(bodies.in_space<Space>()) {
    using pipe_stages::vectors;
    const std::size_t wall_points = wall.grid().points();
    wall_velocity = vectors<Space>("slurry::mobility::wall_velocity", wall_points);
    images = vectors<Space>("slurry::mobility::images", wall_points);
    part = vectors<Space>("slurry::mobility::part", sizes.count);
    make_sums();
  }

  static WallGrid plan_grid(const PipePlan& p) {
    WallGrid g = make_wall_grid(p.length, p.wall_spacing);
    g.deterministic = p.deterministic;
    g.image_radius = 1 + p.image_gap;
    return g;
  }

  /// Squared forces for which the image sum is planned. The images are many and vary smoothly, so that their sum |q|^2
  /// says little about their field; the error must be small relative to that field. Random forces with this sum |f|^2
  /// would give the same velocity.
  static double effective_forces2(const PipePlan& p, double forces2, double velocity) {
    const double scale = far_velocity_scale(Box{{p.length, 2 * (1 + p.image_gap), 2 * (1 + p.image_gap)}, 1});
    return std::max(forces2, velocity * velocity / (scale * scale));
  }

  /// Sums for a field at this number of points. They are the sums of the bodies, unless those go over all pairs and a
  /// grid is quicker.
  struct FieldSums {
    PeriodicSum *bodies, *images;
  };
  FieldSums sums_for(std::size_t points) {
    const FieldSums own{body_sum.get(), image_sum.get()};
    if (points <= plan.largest_field || (!plan.engine.empty() && plan.engine != any_engine) || !plan.variants.empty())
      return own;
    if (points > field_count || 4 * points < field_count) {
      field_count = points + points / 4;
      field_body_sum = grid_for_field(*body_sum, bodies_request(), field_count);
      field_image_sum = grid_for_field(*image_sum, images_request(), field_count);
    }
    return {field_body_sum ? field_body_sum.get() : own.bodies, field_image_sum ? field_image_sum.get() : own.images};
  }
  std::unique_ptr<PeriodicSum> grid_for_field(const PeriodicSum& own, PeriodicSumRequest r, std::size_t points) const {
    if (!own.is_exact()) return nullptr;
    r.counts.targets = points;
    r.counts.radius_on_both_sides = false;
    r.targets_are_sources = false;
    r.chosen.reset();
    r.options.expected_calls = 1;
    r.memory_beside = 0;
    try {
      auto sum = std::make_unique<PeriodicSum>(r);
      return sum->is_exact() ? nullptr : std::move(sum);
    } catch (const RefusedError&) {  // there is no memory for a grid
      return nullptr;
    } catch (const InputError&) {  // no grid fits the box
      return nullptr;
    }
  }

  PeriodicSumRequest request(const PipePlan& p, double half_width, double tolerance, const SumCounts& counts) const {
    PeriodicSumRequest r;
    r.box = Box{{p.length, 2 * half_width, 2 * half_width}, 1};
    r.options.take(p);
    r.options.tolerance = tolerance;
    r.options.tolerance_kind = ToleranceKind::absolute_rms;
    r.counts = counts;
    r.moving.several_radii = sizes.several();
    r.second_opinion = p.second_opinion;
    return r;
  }

  PeriodicSumRequest bodies_request() const {
    SumCounts c;
    c.sources = sizes.count;
    c.targets = sizes.count + std::max(wall.grid().points(), plan.largest_field);
    c.squared_force_sum = plan.body_forces2;
    c.net_force = plan.net_force;
    c.largest_radius = sizes.largest();
    c.radius_on_both_sides = true;
    PeriodicSumRequest r = request(plan, 1, plan.bodies_tolerance, c);
    r.targets_are_sources = true;
    r.chosen = plan.bodies_choice;
    return r;
  }
  PeriodicSumRequest images_request() const {
    SumCounts c;
    c.largest_radius = sizes.largest();
    c.sources = wall.grid().points();
    c.targets = std::max(sizes.count, plan.largest_field);
    c.squared_force_sum = effective_forces2(plan, plan.image_forces2, plan.image_velocity);
    c.net_force = 0;
    c.radius_on_both_sides = false;
    PeriodicSumRequest r = request(plan, 1 + plan.image_gap, plan.images_tolerance, c);
    r.chosen = plan.images_choice;
    return r;
  }

  void make_sums() {
    between_parts();
    body_sum = std::make_unique<PeriodicSum>(bodies_request());
    between_parts();
    PeriodicSumRequest r = images_request();
    r.memory_beside = body_sum->memory();
    image_sum = std::make_unique<PeriodicSum>(r);
  }

  void between_parts() const {
    if (plan.between_parts) plan.between_parts();
  }

  SourceSet<Space> bodies() const { return {positions, sizes.radius, radii}; }

  void solve(ConstVectors<Space> x, ConstVectors<Space> f, Vectors<Space> velocities) {
    positions = x;
    forces = f;
    between_parts();
    body_sum->set_points(bodies(), {{positions, sizes.radius, true, radii}, {wall.wall_points(), 0, false, {}}});
    between_parts();
    image_sum->set_points({wall.image_points(), 0, {}}, {{positions, sizes.radius, false, radii}});
    between_parts();
    body_sum->apply(forces, Results{velocities, wall_velocity});
    between_parts();
    {
      const StageScope scope(times, "wall");
      axial = wall.strengths(wall_velocity, images);
    }
    between_parts();
    image_sum->apply(images, Results{part});
    const StageScope scope(times, "wall");
    const double velocity2 = pipe_stages::squared_norm<Space>(space, part);
    pipe_stages::add<Space>(space, part, axial, velocities);
    image_norm2 = pipe_stages::squared_norm<Space>(space, images);
    image_velocity = std::sqrt(velocity2 / static_cast<double>(sizes.count));
  }

  void field(ConstVectors<Space> points, Vectors<Space> u) {
    if (field_part.extent(0) != u.extent(0))
      field_part = pipe_stages::vectors<Space>("slurry::mobility::field", u.extent(0));
    const std::vector<TargetSet<Space>> targets{{points, 0, false, {}}};
    const FieldSums sums = sums_for(u.extent(0));
    sums.images->set_points({wall.image_points(), 0, {}}, targets);
    sums.images->apply(images, Results{u});
    sums.bodies->set_points(bodies(), targets);
    sums.bodies->apply(forces, Results{field_part});
    pipe_stages::add<Space>(space, field_part, axial, u);
  }

  Space space;
  PipePlan plan;
  PipeWall<Space> wall;
  BodySizes sizes;
  SphereRadii<Space> radii;  ///< one per body, if they differ
  std::unique_ptr<PeriodicSum> body_sum, image_sum;
  std::unique_ptr<PeriodicSum> field_body_sum, field_image_sum;  ///< sums of sums_for(), if those of the bodies are not
                                                                 ///< used
  std::size_t field_count = 0;                                   ///< number of points for which they were last planned
  ConstVectors<Space> positions, forces;                         ///< arrays of the last solve, owned by the caller
  Vectors<Space> wall_velocity, images, part, field_part;
  double axial = 0, image_norm2 = 0, image_velocity = 0;
  StageTimes times;
};

template <class Space>
PipeSolver<Space>::PipeSolver(const Space& space, const PipePlan& plan, const BodySizes& bodies)
    : impl_(new Impl(space, plan, bodies)) {}
template <class Space>
PipeSolver<Space>::~PipeSolver() = default;
template <class Space>
PipeSolver<Space>::PipeSolver(PipeSolver&&) noexcept = default;
template <class Space>
PipeSolver<Space>& PipeSolver<Space>::operator=(PipeSolver&&) noexcept = default;

template <class Space>
const PipePlan& PipeSolver<Space>::plan() const {
  return impl_->plan;
}
template <class Space>
const WallGrid& PipeSolver<Space>::wall_grid() const {
  return impl_->wall.grid();
}
template <class Space>
const PeriodicSum& PipeSolver<Space>::bodies_sum() const {
  return *impl_->body_sum;
}
template <class Space>
const PeriodicSum& PipeSolver<Space>::images_sum() const {
  return *impl_->image_sum;
}
template <class Space>
void PipeSolver<Space>::take_over(const State& kept_of_bodies) {
  impl_->body_sum->take_over(kept_of_bodies);
}
template <class Space>
bool PipeSolver<Space>::is_exact() const {
  return impl_->body_sum->is_exact() && impl_->image_sum->is_exact();
}

template <class Space>
void PipeSolver<Space>::solve(ConstVectors<Space> positions, ConstVectors<Space> forces, Vectors<Space> velocities) {
  impl_->solve(positions, forces, velocities);
}
template <class Space>
void PipeSolver<Space>::field(ConstVectors<Space> points, Vectors<Space> velocities) {
  impl_->field(points, velocities);
}
template <class Space>
ConstVectors<Space> PipeSolver<Space>::image_points() const {
  return impl_->wall.image_points();
}
template <class Space>
ConstVectors<Space> PipeSolver<Space>::image_forces() const {
  return impl_->images;
}
template <class Space>
double PipeSolver<Space>::axial_velocity() const {
  return impl_->axial;
}
template <class Space>
double PipeSolver<Space>::image_forces2() const {
  return impl_->image_norm2;
}

template <class Space>
double PipeSolver<Space>::image_velocity() const {
  return impl_->image_velocity;
}

template <class Space>
double PipeSolver<Space>::predicted_sum_error(double body_forces2, double net_force, double image_forces2,
                                              double image_velocity, double images_coherence) const {
  const Impl& m = *impl_;
  const double bodies = m.body_sum->predicted_rms_error(body_forces2, net_force);
  return std::hypot(bodies * std::sqrt(1 + wall_noise_share * wall_noise_share),
                    images_coherence * m.image_sum->predicted_rms_error(
                                           Impl::effective_forces2(m.plan, image_forces2, image_velocity), 0));
}

template <class Space>
StageTimes PipeSolver<Space>::take_stage_times() {
  StageTimes t = std::exchange(impl_->times, StageTimes{});
  t += impl_->body_sum->take_stage_times();
  t += impl_->image_sum->take_stage_times();
  return t;
}

}  // namespace slurry
