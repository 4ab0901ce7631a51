// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "base/process_clock.hpp"
#include "io/trajectory_writer.hpp"
#include "planning/engines.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"
#include "slurry/machine_rates.hpp"
#include "slurry/runtime.hpp"

namespace slurry {
namespace {

/// Spheres that fall as a cloud, a tenth of which is solid.
Scenario falling_cloud(std::size_t bodies) {
  Scenario s;
  s.name = "rates";
  s.domain.kind = DomainKind::free_space;
  BodyGroup group;
  group.count = bodies;
  group.placement = PlacementKind::cloud;
  group.cloud_radius = std::cbrt(static_cast<double>(bodies) / 0.1);
  s.bodies = {group};
  s.solver.method = the_exact_engine().name;
  return s;
}

struct Seconds {
  double step = 0, frame = 0;
};

double middle(std::vector<double> x) {
  std::nth_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2), x.end());
  return x[x.size() / 2];
}

/// Seconds of a frame; 0: files cannot be written.
double frame_seconds(Simulation& run) {
  constexpr int frames = 8;
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("slurry-rates-" + std::to_string(::getpid()) + ".h5");
  std::vector<double> seconds;
  try {
    Snapshot s;
    run.fill(s);
    run.fill_interval(s);
    RuntimeInfo info;
    TrajectoryWriter writer(file, true, s, info, run.running(true));
    for (int k = 0; k < frames; ++k) {
      run.step();
      const BusyWatch watch;
      Snapshot next;
      run.fill(next);
      run.fill_interval(next);
      writer.write(next, run.running());
      seconds.push_back(watch.seconds());
    }
  } catch (const Error&) {  // the rates that are built in must do
    seconds = {0};
  }
  std::error_code none;
  std::filesystem::remove(file, none);
  return middle(seconds);
}

Seconds measure(std::size_t bodies) {
  constexpr int steps = 31;
  Simulation run(falling_cloud(bodies));
  std::vector<double> seconds;
  for (int k = 0; k < steps; ++k) {
    const BusyWatch watch;
    run.step();
    Snapshot s;
    run.fill(s);
    const StageTimes& t = s.stage_times;  // the sums have rates of their own
    seconds.push_back(watch.seconds() - t.total() + t["contact"] + t["integrate"]);
  }
  return {middle(seconds), frame_seconds(run)};
}

}  // namespace

RunRates measure_run_rates() {
  constexpr double few = 10, many = 1000;
  const Seconds small = measure(static_cast<std::size_t>(few)), large = measure(static_cast<std::size_t>(many));
  const RunRates built_in;
  RunRates r;
  const auto line = [&](double at_few, double at_many, double& base, double& slope, double otherwise, double per_body) {
    base = otherwise;
    slope = per_body;
    if (!(at_few > 0) || !(at_many > at_few)) return;
    slope = (at_many - at_few) / (many - few);
    base = std::max(0.5 * at_few, at_few - few * slope);
  };
  line(small.step, large.step, r.step, r.step_body, built_in.step, built_in.step_body);
  line(small.frame, large.frame, r.frame, r.frame_body, built_in.frame, built_in.frame_body);
  return r;
}

}  // namespace slurry
