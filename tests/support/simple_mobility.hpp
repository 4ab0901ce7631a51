// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "accuracy/error_budget.hpp"
#include "mobility/point_mobility.hpp"
#include "mobility/velocity_norms.hpp"
#include "slurry/error.hpp"
#include "support/free_space_spheres.hpp"

namespace slurry::testing_support {

/// What a test can do to a SimpleMobility, and see of it.
struct MobilityControl {
  std::atomic<int> solves{0}, made{0}, fields{0}, measurements{0}, opinions{0}, opinions_made{0};
  std::atomic<int> fail_at_solve{-1};      ///< this one throws
  std::atomic<int> infinite_at_solve{-1};  ///< this one answers with infinity
  std::atomic<double> seconds_per_solve{0}, seconds_per_measurement{0}, seconds_per_field{0};
};

/// Free-space spheres in place of the real mobility, whatever the domain: for tests of what is above it.
class SimpleMobility final : public PointMobility {
 public:
  SimpleMobility(const PointMobilitySetup& setup, std::shared_ptr<MobilityControl> control)
      : setup_(setup), control_(std::move(control)) {
    ++(setup_.second_opinion ? control_->opinions_made : control_->made);
  }

  void solve(std::span<const double> x, std::span<const double> f, std::span<double> v) override {
    const int count = ++control_->solves;
    wait(control_->seconds_per_solve);
    if (count == control_->fail_at_solve) throw Error("the solve was told to fail");
    free_space_spheres(x, f, setup_.radii.front(), setup_.surroundings.viscosity, v);
    if (count == control_->infinite_at_solve) v[0] = 1.0 / 0.0;
    forces_.assign(f.begin(), f.end());
    if (setup_.second_opinion) {  // a second opinion: the first one errs by 0.3 of its tolerance, ten times this one's
      ++control_->opinions;
      --control_->solves;
      for (double& u : v) u *= 1 + 3 * setup_.tolerance;
    }
    scale_ = rms(v);
  }
  void field(std::span<const double>, std::span<double> u) override {
    ++control_->fields;
    wait(control_->seconds_per_field);
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = static_cast<double>(i % 3);
  }
  double pressure(std::span<const double>, double, std::span<double>) override {
    throw RefusedError("this mobility has no pressure");
  }
  MeanFlow mean_flow() const override { return {setup_.surroundings.net_flow.value, 0.5}; }
  ErrorReport measure(int, std::uint64_t) override {
    ++control_->measurements;
    wait(control_->seconds_per_measurement);
    ErrorReport r = predict();
    r.sum.measured = r.wall.measured = 0.3 * setup_.tolerance;
    add_up(r);
    return r;
  }
  ErrorReport predict() const override {
    ErrorReport r;
    r.sum = r.wall = {setup_.tolerance, 0.5 * setup_.tolerance};
    ask(r, setup_.tolerance);
    return r;
  }
  double scale() const override { return scale_; }
  void set(const Surroundings& s) override { setup_.surroundings = s; }
  MobilityParameters parameters() const override { return {}; }
  StageTimes take_stage_times() override { return {}; }

 private:
  static void wait(double seconds) {
    if (seconds > 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
  PointMobilitySetup setup_;
  std::shared_ptr<MobilityControl> control_;
  std::vector<double> forces_;
  double scale_ = 0;
};

}  // namespace slurry::testing_support
