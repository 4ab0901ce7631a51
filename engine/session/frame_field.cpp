// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "constraint/make_mobility.hpp"
#include "dynamics/forces.hpp"
#include "mobility/field_of_bodies.hpp"
#include "mobility/velocity_norms.hpp"
#include "session/body_setup.hpp"
#include "session/simulation.hpp"
#include "slurry/error.hpp"
#include "slurry/field.hpp"

// The flow of one frame: the solve of that frame again, with the forces that the file has, and its field at points.
namespace slurry {

namespace {

constexpr std::size_t measured_points = 64;

/// How the forces and flows of a frame were turned and driven.
struct Drive {
  double sense = 1, factor = 1;  ///< of all; of driven ones
};

/// What a frame does not say of itself is how often the run was reversed, and on which side of a switch of its drive it
/// was solved.  Its forces, flows and velocities do.
Drive drive_of(const Snapshot& frame, Forces& law, std::span<const double> coordinates) {
  const Scenario& s = *frame.scenario;
  const long phase = law.phase(frame.time);
  const bool planned = s.run.reverse_at && frame.time > *s.run.reverse_at * (1 + 1e-12);
  std::vector<double> f(frame.forces.size()), torques(frame.directors.size());
  Drive best;
  double least = std::numeric_limits<double>::infinity();
  for (const double sense : {planned ? -1.0 : 1.0, planned ? 1.0 : -1.0})
    for (const long p : {phase, std::max(0L, phase - 1)}) {
      const Drive d{sense, law.drive(frame.time, p)};
      law.evaluate(coordinates, d.factor, f, torques);
      double off = 0, size = 0;
      for (std::size_t i = 0; i < f.size(); ++i) {
        off += std::pow(frame.forces[i] - sense * f[i], 2);
        size += std::pow(frame.forces[i], 2);
      }
      if (s.net_flow.kind == NetFlowKind::flux || s.net_flow.kind == NetFlowKind::gradient) {
        const bool flux = s.net_flow.kind == NetFlowKind::flux;
        const double found = frame.values.number(flux ? "flux" : "pressure_gradient");
        if (std::isfinite(found)) {
          off += std::pow(found - s.net_flow.value * sense * d.factor, 2);
          size += found * found;
        }
      }
      if (s.shear_rate != 0 && size == 0)
        for (std::size_t i = 0; i < frame.positions.size(); i += 3)
          off += std::pow(frame.velocities[i] - s.shear_rate * sense * d.factor * frame.positions[i + 1], 2);
      if (off < least * (1 - 1e-9)) {
        least = off;
        best = d;
      }
    }
  return best;
}

/// What the mobility of a frame is asked: made anew, solved with the frame's forces.
struct Solved {
  std::unique_ptr<Mobility> mobility;
  BodyPoints bodies;
};

Solved solve_frame(const Snapshot& frame, const FieldOptions& options) {
  const Scenario& s = *frame.scenario;
  std::vector<double> coordinates = frame.positions, directors = frame.directors;
  if (has_directors(s) && directors.empty()) {  // of spheres in a shear, which carry them for nothing
    directors.assign(frame.positions.size(), 0.0);
    for (std::size_t i = 0; i < directors.size(); i += 3) directors[i] = 1;
  }
  coordinates.insert(coordinates.end(), directors.begin(), directors.end());
  Forces law(s, frame.radii, frame.groups);
  const Drive d = drive_of(frame, law, coordinates);
  Surroundings around{s.viscosity, s.net_flow, {}};
  around.net_flow.value *= d.sense * d.factor;
  if (s.shear_rate != 0) around.flow = BackgroundFlow::shear(s.shear_rate * d.sense * d.factor);
  BodyMobilitySetup setup = body_setup(s, frame.groups, around);
  if (options.tolerance) setup.sums.tolerance = *options.tolerance;
  if (options.device) setup.sums.device = *options.device;
  setup.sums.rates = options.rates;
  setup.sums.expected_solves = 1;
  setup.sums.memory_limit = options.memory_limit;
  const std::size_t n = frame.forces.size();
  std::vector<double> forces(n), torques(directors.size()), velocities(n), rates(directors.size());
  law.evaluate(coordinates, d.factor, forces, torques);
  for (double& t : torques) t *= d.sense;
  Solved solved{make_mobility(setup, s.solver.lubrication), BodyPoints(setup.kinds, setup.kind_of)};
  solved.mobility->solve({frame.positions, directors}, {frame.forces, torques}, {velocities, rates});
  return solved;
}

/// At random points of the fluid, all where there are few.
double measured_error(Mobility& mobility, std::span<const double> points, std::span<const double> u) {
  std::vector<std::size_t> chosen(points.size() / 3);
  for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = i;
  std::mt19937_64 random(1);
  std::shuffle(chosen.begin(), chosen.end(), random);
  chosen.resize(std::min(chosen.size(), measured_points));
  std::vector<double> x, v;
  for (const std::size_t i : chosen) {
    x.insert(x.end(), &points[3 * i], &points[3 * i] + 3);
    v.insert(v.end(), &u[3 * i], &u[3 * i] + 3);
  }
  return mobility.measure_field_error(x, v);
}

void refuse_points(const FieldPoints& where, const FieldOfBodies& field, const Domain& domain) {
  for (std::size_t i = 0; i < where.points.size(); ++i)
    if (!std::isfinite(where.points[i])) throw InputError(text("point {} of the field is not finite", i / 3));
  if (where.may_leave_pipe) return;
  for (std::size_t i = 0; i < where.points.size(); i += 3)
    if (field.outside_of_pipe(&where.points[i]))
      throw InputError(text("point {} lies outside of the pipe: its distance from the axis is {}, the radius {}", i / 3,
                            std::hypot(where.points[i + 1], where.points[i + 2]), domain.radius));
}

}  // namespace

FieldResult field_of_frame(const Snapshot& frame, const FieldPoints& where, const FieldOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<double>& points = where.points;
  const Domain& domain = frame.scenario->domain;
  Solved solved = solve_frame(frame, options);
  Mobility& mobility = *solved.mobility;
  std::span<const double> angular;
  if (frame.angular_velocities) angular = frame.angular_velocities->values;
  const FieldMotion motion{frame.positions, frame.directors, frame.velocities, frame.rates, angular};
  const FieldOfBodies field(domain, solved.bodies, motion, options.inside);
  refuse_points(where, field, domain);
  FieldResult r;
  r.velocity.resize(points.size());
  r.error.asked = options.tolerance.value_or(frame.scenario->solver.tolerance);
  r.inside = field.evaluate(
      points, r.velocity,
      [&](std::span<const double> fluid, std::span<double> u) {
        mobility.field_to_tolerance(fluid, u, options.progress);
        r.rms = rms(u);
        const double scale = r.rms > 0 ? r.rms : 1;
        r.error.predicted = mobility.predicted_field_error() / scale;
        r.error.measured = measured_error(mobility, fluid, u) / scale;
      },
      [&](std::span<const std::size_t> of, std::span<double> turn) { mobility.angular_velocities(of, turn); });
  for (std::size_t i = 0; i < r.inside.size(); ++i) {
    if (r.inside[i] >= 0)
      ++r.inside_bodies;
    else if (field.outside_of_pipe(&points[3 * i]))
      ++r.outside;
  }
  r.parameters = mobility.parameters();
  r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return r;
}

std::shared_ptr<const Snapshot> start_of(const Scenario& scenario, const std::shared_ptr<const MachineRates>& rates) {
  const Simulation simulation(scenario, [&rates](PointMobilitySetup setup) {
    setup.rates = rates;
    return make_point_mobility(setup);
  });
  auto frame = std::make_shared<Snapshot>();
  simulation.fill(*frame);
  return frame;
}

}  // namespace slurry
