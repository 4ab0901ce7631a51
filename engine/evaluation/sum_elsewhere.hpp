// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "base/execution.hpp"
#include "evaluation/periodic_sum.hpp"

namespace slurry {

/// A PeriodicSum in another space than the points and forces that it is given: they are copied there, and the
/// velocities back, in every call.
class SumElsewhere {
 public:
  virtual ~SumElsewhere() = default;
  virtual const MethodChoice& choice() const = 0;
  virtual const EwaldParameters& parameters() const = 0;
  virtual void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) = 0;
  virtual void apply(ConstVectors<Host> forces, const std::vector<Vectors<Host>>& velocities) = 0;
  virtual double predicted_rms_error(double squared_force_sum, double net_force) const = 0;
  virtual StageTimes take_stage_times() = 0;
};

template <class Space>
class SumOn final : public SumElsewhere {
 public:
  SumOn(const Space& space, const PeriodicSumRequest& request) : sum_(space, there(request)) {}

  const MethodChoice& choice() const override { return sum_.choice(); }
  const EwaldParameters& parameters() const override { return sum_.parameters(); }

  void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) override {
    const SourceSet<Space> y(copy(sources.positions), sources.radius, copy(sources.radii));
    std::vector<TargetSet<Space>> x;
    velocities_.clear();
    for (const TargetSet<Host>& t : targets) {
      const bool same = t.are_sources && t.positions.data() == sources.positions.data();
      x.emplace_back(same ? y.positions : ConstVectors<Space>(copy(t.positions)), t.radius, t.are_sources,
                     copy(t.radii));
      velocities_.emplace_back(Kokkos::view_alloc("slurry::elsewhere::velocities", Kokkos::WithoutInitializing),
                               t.positions.extent(0));
    }
    sum_.set_points(y, x);
  }

  void apply(ConstVectors<Host> forces, const std::vector<Vectors<Host>>& velocities) override {
    sum_.apply(copy(forces), velocities_);
    for (std::size_t i = 0; i < velocities.size(); ++i) Kokkos::deep_copy(velocities[i], velocities_[i]);
  }

  double predicted_rms_error(double squared_force_sum, double net_force) const override {
    return sum_.predicted_rms_error(squared_force_sum, net_force);
  }
  StageTimes take_stage_times() override { return sum_.take_stage_times(); }

 private:
  /// On the host this must not look elsewhere once more.
  static PeriodicSumRequest there(PeriodicSumRequest request) {
    request.options.device = Device::host;
    return request;
  }
  static Vectors<Space> copy(const ConstVectors<Host>& v) {
    Vectors<Space> there(Kokkos::view_alloc("slurry::elsewhere::vectors", Kokkos::WithoutInitializing), v.extent(0));
    Kokkos::deep_copy(there, v);
    return there;
  }
  static SphereRadii<Space> copy(const SphereRadii<Host>& v) {
    if (v.extent(0) == 0) return {};
    Kokkos::View<double*, typename Space::memory_space> there(
        Kokkos::view_alloc("slurry::elsewhere::radii", Kokkos::WithoutInitializing), v.extent(0));
    Kokkos::deep_copy(there, v);
    return there;
  }

  PeriodicSum<Space> sum_;
  std::vector<Vectors<Space>> velocities_;
};

}  // namespace slurry
