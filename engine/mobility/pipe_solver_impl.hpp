// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "accuracy/error_estimate.hpp"
#include "base/stage_timer.hpp"
#include "mobility/pipe_solver.hpp"

namespace slurry {

namespace pipe_stages {

template <class Space>
using Order = Kokkos::View<int*, typename Space::memory_space>;

template <class Space>
void gather(const Space& space, Order<Space> order, ConstVectors<Space> from, Vectors<Space> to) {
  Kokkos::parallel_for(
      "slurry::mobility::gather", Kokkos::RangePolicy<Space>(space, 0, order.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) {
        for (int c = 0; c < 3; ++c) to(i, c) = from(order(i), c);
      });
}

template <class Space>
void scatter(const Space& space, Order<Space> order, ConstVectors<Space> from, Vectors<Space> to) {
  Kokkos::parallel_for(
      "slurry::mobility::scatter", Kokkos::RangePolicy<Space>(space, 0, order.extent(0)),
      KOKKOS_LAMBDA(const std::size_t i) {
        for (int c = 0; c < 3; ++c) to(order(i), c) = from(i, c);
      });
}

/// to += from, and a uniform axial velocity.
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
  /// Bodies of one radius: their sum, and what it works on.
  struct Group {
    double radius;
    std::size_t count;
    pipe_stages::Order<Space> order;
    Vectors<Space> positions, forces;
    Vectors<Space> velocities, part;  ///< accumulated over all sums; of one sum
    std::unique_ptr<PeriodicSum<Space>> sum;
    std::vector<Vectors<Space>> results;  ///< where its sum puts the velocities of every group, and of the wall
  };

  Impl(const Space& s, const PipePlan& p, const BodyGroups& bodies)
      : space(s), plan(p), wall(s, plan_grid(p)), several(bodies.size() > 1) {
    using namespace pipe_stages;
    const std::size_t wall_points = wall.grid().points();
    wall_velocity = vectors<Space>("slurry::mobility::wall_velocity", wall_points);
    images = vectors<Space>("slurry::mobility::images", wall_points);
    if (several) wall_part = vectors<Space>("slurry::mobility::wall_part", wall_points);
    std::size_t largest = 0;
    for (std::size_t g = 0; g < bodies.size(); ++g) {
      Group group{bodies.radii[g], bodies.bodies[g].size(), {}, {}, {}, {}, {}, nullptr, {}};
      largest = std::max(largest, group.count);
      group.order =
          Order<Space>(Kokkos::view_alloc("slurry::mobility::order", Kokkos::WithoutInitializing), group.count);
      auto order = Kokkos::create_mirror_view(group.order);
      for (std::size_t i = 0; i < group.count; ++i) order(i) = static_cast<int>(bodies.bodies[g][i]);
      Kokkos::deep_copy(group.order, order);
      group.positions = vectors<Space>("slurry::mobility::positions", group.count);
      group.forces = vectors<Space>("slurry::mobility::forces", group.count);
      group.velocities = vectors<Space>("slurry::mobility::velocities", group.count);
      group.part = vectors<Space>("slurry::mobility::part", group.count);
      groups.push_back(std::move(group));
    }
    make_sums(bodies);
  }

  static WallGrid plan_grid(const PipePlan& p) {
    WallGrid g = make_wall_grid(p.length, p.wall_spacing);
    g.deterministic = p.deterministic;
    g.image_radius = 1 + p.image_gap;
    return g;
  }

  /// The images are many and vary smoothly, so that their sum |q|^2 says little about their field: an error relative to
  /// that field is what must be small.  Random forces with this sum |f|^2 would give that velocity.
  static double effective_forces2(const PipePlan& p, double forces2, double velocity) {
    const double scale = far_velocity_scale(Box{{p.length, 2 * (1 + p.image_gap), 2 * (1 + p.image_gap)}, 1});
    return std::max(forces2, velocity * velocity / (scale * scale));
  }

  static PeriodicSumRequest request(const PipePlan& p, double half_width, double tolerance, const SumCounts& counts) {
    PeriodicSumRequest r;
    r.box = Box{{p.length, 2 * half_width, 2 * half_width}, 1};
    r.options.tolerance = tolerance;
    r.options.tolerance_kind = ToleranceKind::absolute_rms;
    r.counts = counts;
    r.method = p.method;
    r.expected_calls = p.expected_solves;
    r.options.deterministic = p.deterministic;
    r.options.memory_limit = p.memory_limit;
    r.options.rates = p.rates;
    return r;
  }

  std::unique_ptr<PeriodicSum<Space>> make_sum(PeriodicSumRequest r) const {
    auto sum = std::make_unique<PeriodicSum<Space>>(space, r);
    if (!plan.cutoff_factor || sum->is_direct()) return sum;
    r.options.cutoff_radius = *plan.cutoff_factor * sum->parameters().cutoff_radius;
    return std::make_unique<PeriodicSum<Space>>(space, r);
  }

  void make_sums(const BodyGroups& bodies) {
    const std::size_t wall_points = wall.grid().points();
    const double largest_radius = bodies.radii.back();
    double beside = 0;
    for (Group& g : groups) {
      SumCounts c;
      c.sources = g.count;
      c.targets = bodies.count + std::max(wall_points, plan.largest_field);
      c.squared_force_sum = plan.body_forces2 * static_cast<double>(g.count) / static_cast<double>(bodies.count);
      c.net_force = plan.net_force * static_cast<double>(g.count) / static_cast<double>(bodies.count);
      c.largest_radius = largest_radius;
      c.radius_on_both_sides = true;
      PeriodicSumRequest r = request(plan, 1, plan.bodies_tolerance / std::sqrt(static_cast<double>(groups.size())), c);
      r.targets_are_sources = true;
      r.memory_beside = beside;
      g.sum = make_sum(r);
      beside += g.sum->memory();
    }
    SumCounts c;
    c.sources = wall_points;
    c.targets = std::max(bodies.count, plan.largest_field);
    c.squared_force_sum = effective_forces2(plan, plan.image_forces2, plan.image_velocity);
    c.largest_radius = largest_radius;
    c.radius_on_both_sides = false;
    PeriodicSumRequest r = request(plan, 1 + plan.image_gap, plan.images_tolerance, c);
    r.memory_beside = beside;
    image_sum = make_sum(r);
  }

  void set_bodies(ConstVectors<Space> positions) {
    for (Group& g : groups) pipe_stages::gather<Space>(space, g.order, positions, g.positions);
    std::vector<TargetSet<Space>> targets;
    for (Group& g : groups) targets.push_back({g.positions, g.radius, false});
    image_sum->set_points(wall.image_points(), 0, targets);
    targets.push_back({wall.wall_points(), 0, false});
    for (std::size_t k = 0; k < groups.size(); ++k) {
      for (std::size_t t = 0; t < groups.size(); ++t) targets[t].are_sources = t == k;
      groups[k].sum->set_points(groups[k].positions, groups[k].radius, targets);
    }
  }

  void sum_over_bodies() {
    for (std::size_t k = 0; k < groups.size(); ++k) {
      results.clear();
      for (Group& g : groups) results.push_back(k == 0 ? g.velocities : g.part);
      results.push_back(k == 0 ? wall_velocity : wall_part);
      groups[k].sum->apply(groups[k].forces, results);
      if (k == 0) continue;
      const StageScope scope(times, Stage::wall);
      for (Group& g : groups) pipe_stages::add<Space>(space, g.part, 0, g.velocities);
      pipe_stages::add<Space>(space, wall_part, 0, wall_velocity);
    }
  }

  void solve(ConstVectors<Space> positions, ConstVectors<Space> forces, Vectors<Space> velocities) {
    set_bodies(positions);
    for (Group& g : groups) pipe_stages::gather<Space>(space, g.order, forces, g.forces);
    sum_over_bodies();
    {
      const StageScope scope(times, Stage::wall);
      axial = wall.strengths(wall_velocity, images);
    }
    results.clear();
    for (Group& g : groups) results.push_back(g.part);
    image_sum->apply(images, results);
    const StageScope scope(times, Stage::wall);
    double velocity2 = 0;
    std::size_t bodies = 0;
    for (Group& g : groups) {
      velocity2 += pipe_stages::squared_norm<Space>(space, g.part);
      bodies += g.count;
      pipe_stages::add<Space>(space, g.part, axial, g.velocities);
      pipe_stages::scatter<Space>(space, g.order, g.velocities, velocities);
    }
    image_norm2 = pipe_stages::squared_norm<Space>(space, images);
    image_velocity = std::sqrt(velocity2 / static_cast<double>(bodies));
  }

  void field(ConstVectors<Space> points, Vectors<Space> u) {
    if (field_part.extent(0) != u.extent(0))
      field_part = pipe_stages::vectors<Space>("slurry::mobility::field", u.extent(0));
    const std::vector<TargetSet<Space>> targets{{points, 0, false}};
    image_sum->set_points(wall.image_points(), 0, targets);
    image_sum->apply(images, {u});
    double constant = axial;
    for (Group& g : groups) {
      g.sum->set_points(g.positions, g.radius, targets);
      g.sum->apply(g.forces, {field_part});
      pipe_stages::add<Space>(space, field_part, constant, u);
      constant = 0;
    }
  }

  Space space;
  PipePlan plan;
  PipeWall<Space> wall;
  bool several;
  std::vector<Group> groups;
  std::unique_ptr<PeriodicSum<Space>> image_sum;
  Vectors<Space> wall_velocity, wall_part, images, field_part;
  std::vector<Vectors<Space>> results;
  double axial = 0, image_norm2 = 0, image_velocity = 0;
  StageTimes times;
};

template <class Space>
PipeSolver<Space>::PipeSolver(const Space& space, const PipePlan& plan, const BodyGroups& groups)
    : impl_(new Impl(space, plan, groups)) {}
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
const EwaldParameters& PipeSolver<Space>::bodies_parameters() const {
  return impl_->groups.front().sum->parameters();
}
template <class Space>
const EwaldParameters& PipeSolver<Space>::images_parameters() const {
  return impl_->image_sum->parameters();
}
template <class Space>
bool PipeSolver<Space>::is_direct() const {
  return impl_->groups.front().sum->is_direct() && impl_->image_sum->is_direct();
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
                                              double image_velocity) const {
  const Impl& m = *impl_;
  std::size_t bodies = 0;
  for (const auto& g : m.groups) bodies += g.count;
  double sum = 0;
  for (const auto& g : m.groups) {
    const double part = static_cast<double>(g.count) / static_cast<double>(bodies);
    const double e = g.sum->predicted_rms_error(part * body_forces2, part * net_force);
    sum += e * e;
  }
  return std::hypot(
      std::sqrt(sum * (1 + wall_noise_share * wall_noise_share)),
      m.image_sum->predicted_rms_error(Impl::effective_forces2(m.plan, image_forces2, image_velocity), 0));
}

template <class Space>
StageTimes PipeSolver<Space>::take_stage_times() {
  StageTimes t = std::exchange(impl_->times, StageTimes{});
  for (auto& g : impl_->groups) t += g.sum->take_stage_times();
  t += impl_->image_sum->take_stage_times();
  return t;
}

}  // namespace slurry
