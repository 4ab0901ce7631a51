// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
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

/// Largest number of points at which gradients and pressures are measured.
constexpr std::size_t measured_points = 256;
/// A second solve of the frame, which judges the first, leaves so much less.
constexpr double times_tighter = 10;

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
  SolveReport report;
};

/// judged: solve that this one is to judge.
Solved solve_frame(const Snapshot& frame, const FieldOptions& options, const SolveReport* judged = nullptr) {
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
  setup.sums.expected_calls = 1;
  setup.sums.memory_limit = options.memory_limit;
  const std::size_t n = frame.forces.size();
  std::vector<double> forces(n), torques(directors.size()), velocities(n), rates(directors.size());
  law.evaluate(coordinates, d.factor, forces, torques);
  for (double& t : torques) t *= d.sense;
  if (judged) solve_beyond(setup, *judged, times_tighter);
  Solved solved{make_mobility(setup, s.solver.lubrication), BodyPoints(setup.kinds, setup.kind_of), {}};
  solved.report = solved.mobility->solve({frame.positions, directors}, {frame.forces, torques}, {velocities, rates});
  return solved;
}

/// At random among so many, all where there are few.
std::vector<std::size_t> chosen_points(std::size_t count) {
  std::vector<std::size_t> chosen(count);
  for (std::size_t i = 0; i < count; ++i) chosen[i] = i;
  std::mt19937_64 random(1);
  std::shuffle(chosen.begin(), chosen.end(), random);
  chosen.resize(std::min(chosen.size(), measured_points));
  return chosen;
}

// ---- gradient

/// Distance of the points of a difference over that from the nearest source of the flow, which is the length on which
/// the flow changes: seven points then err by about 3e-8 (of a point force, (0.03)^6 7!/140), on one side of a wall by
/// 20 times as much.
constexpr double difference_step = 0.03, finest_difference = 1e-7;

/// Derivative at 0 from values at seven points first .. first + 6.
std::array<double, 7> difference_weights(int first) {
  std::array<double, 7> w{};
  double sum = 0;
  for (int j = 0; j < 7; ++j) {
    const int x = first + j;
    if (x == 0) continue;
    double up = 1, down = 1;
    for (int k = first; k < first + 7; ++k) {
      if (k == x) continue;
      down *= x - k;
      if (k != 0) up *= -k;
    }
    w[static_cast<std::size_t>(j)] = up / down;
    sum += up / down;
  }
  w[static_cast<std::size_t>(-first)] = -sum;
  return w;
}

/// A derivative along one direction: points, and what each counts for.
struct Difference {
  std::array<double, 3> direction;
  std::array<double, 21> points;
  std::array<double, 7> weights;
};

/// Three derivatives at a point of the fluid; all points lie in the pipe.  Close to the wall they are along the axis,
/// along the radius from inside, and around the axis.
std::array<Difference, 3> differences_at(const double* p, double h, const Domain& domain) {
  std::array<Difference, 3> out;
  const double r = std::hypot(p[1], p[2]);
  const bool at_wall = domain.kind == DomainKind::pipe && domain.radius - r < 3.001 * h;
  for (std::size_t d = 0; d < 3; ++d) {
    Difference& e = out[d];
    int first = -3;
    std::array<double, 3> n{};
    if (at_wall && d > 0) {
      n = d == 1 ? std::array<double, 3>{0, p[1] / r, p[2] / r} : std::array<double, 3>{0, -p[2] / r, p[1] / r};
      if (d == 1) first = std::clamp(static_cast<int>((domain.radius - r) / h), 0, 3) - 6;
    } else {
      n[d] = 1;
    }
    e.direction = n;
    e.weights = difference_weights(first);
    for (double& w : e.weights) w /= h;
    for (int j = 0; j < 7; ++j) {
      double* x = &e.points[static_cast<std::size_t>(3 * j)];
      const double s = (first + j) * h;
      for (std::size_t c = 0; c < 3; ++c) x[c] = p[c] + s * n[c];
      if (at_wall && d == 2) {  // along the circle
        x[1] = r * std::cos(std::atan2(p[2], p[1]) + s / r);
        x[2] = r * std::sin(std::atan2(p[2], p[1]) + s / r);
      }
    }
  }
  return out;
}

/// Distances for differences at points of the fluid.
std::vector<double> difference_steps(const BodyInterior& interior, const Domain& d, std::span<const double> points) {
  double most = 1e300;
  for (const double l : Periods::of(d).length)
    if (l > 0) most = std::min(most, l);
  if (d.kind == DomainKind::pipe) most = std::min(most, d.radius);
  std::vector<double> h;
  for (std::size_t i = 0; i < points.size(); i += 3) {
    const double distance = interior.distance_to_sources(&points[i], most);
    h.push_back(difference_step * (distance > 0 && distance < 1e300 ? distance : 1));
  }
  return h;
}

/// Velocities (K,3) at points of the fluid (K,3); none if they cannot be computed. finished: function that receives the
/// finished part of them.
using VelocitiesAt =
    std::function<std::vector<double>(std::span<const double> points, const std::function<void(double)>& finished)>;

/// Velocity gradient (M,9) at points of the fluid, from these velocities; factor: of the distances. None if there are
/// no velocities.
std::vector<double> gradient_at(const VelocitiesAt& velocities, const Domain& domain, std::span<const double> points,
                                std::span<const double> steps, double factor, const std::function<void(double)>& told) {
  constexpr std::size_t at_once = 50000;
  const std::size_t m = points.size() / 3;
  std::vector<double> gradient(9 * m, 0.0);
  for (std::size_t begin = 0; begin < m; begin += at_once) {
    const std::size_t end = std::min(m, begin + at_once);
    std::vector<double> x;
    std::vector<std::array<double, 4>> terms;  // the point that it is for, weight times direction
    for (std::size_t i = begin; i < end; ++i)
      for (const Difference& d : differences_at(&points[3 * i], factor * steps[i], domain))
        for (std::size_t j = 0; j < 7; ++j) {
          if (d.weights[j] == 0) continue;
          x.insert(x.end(), &d.points[3 * j], &d.points[3 * j] + 3);
          terms.push_back({static_cast<double>(i), d.weights[j] * d.direction[0], d.weights[j] * d.direction[1],
                           d.weights[j] * d.direction[2]});
        }
    const std::vector<double> u = velocities(x, [&](double done) {
      if (told) told((static_cast<double>(begin) + done * static_cast<double>(end - begin)) / static_cast<double>(m));
    });
    if (u.empty()) return {};
    for (std::size_t k = 0; k < terms.size(); ++k) {
      double* g = &gradient[9 * static_cast<std::size_t>(terms[k][0])];
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t l = 0; l < 3; ++l) g[3 * i + l] += u[3 * k + i] * terms[k][1 + l];
    }
  }
  return gradient;
}

/// Root mean square over points of so many numbers each.
double rms_of_rows(std::span<const double> v, std::size_t width) {
  double s = 0;
  for (const double x : v) s += x * x;
  return v.empty() ? 0 : std::sqrt(s * static_cast<double>(width) / static_cast<double>(v.size()));
}

std::vector<double> chosen_rows(std::span<const double> v, std::size_t width, const std::vector<std::size_t>& rows) {
  std::vector<double> out;
  for (const std::size_t i : rows) out.insert(out.end(), &v[width * i], &v[width * i] + width);
  return out;
}

double rms_difference_of_rows(std::vector<double> a, const std::vector<double>& b, std::size_t width) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return rms_of_rows(a, width);
}

/// Whether forces between the points of bodies are found by a solve. What a solve leaves is no error of a sum, so that
/// no other sum sees it.
bool has_solve(const Scenario& s) {
  const bool chains = std::any_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& g) {
    return g.shape == BodyShape::rod && g.rod_model == RodModel::chain;
  });
  return chains || s.solver.lubrication != LubricationLaw::none;
}

/// The same frame at a tenth of the tolerance, and beyond where that solve ended, where it has a solve and rounding
/// allows a tighter one.
std::optional<Solved> solved_tighter(const Snapshot& frame, const FieldOptions& options, double tolerance,
                                     const SolveReport& judged) {
  if (!has_solve(*frame.scenario)) return std::nullopt;
  constexpr double tightest = 1e-11;  // below, rounding is all that two solves differ by
  if (tolerance / times_tighter < tightest) return std::nullopt;
  FieldOptions again = options;
  again.tolerance = tolerance / times_tighter;
  return solve_frame(frame, again, &judged);
}

/// Predicted error of the solve, relative to the scale of the velocities.
double error_of_solve(const Mobility& mobility) {
  const double predicted = mobility.predict().solve.predicted;
  return std::isfinite(predicted) ? predicted : 0;
}

/// The larger of a measured error and of the distance from values of a tighter solve.
void also_of_the_solve(ErrorEntry& error, double distance) {
  error.measured = std::isfinite(error.measured) ? std::max(error.measured, distance) : distance;
}

/// By differences of the velocity, which is computed so exactly that they err by the tolerance.
std::vector<double> find_gradient(const Snapshot& frame, const FieldOptions& options, const BodyInterior& interior,
                                  std::span<const double> fluid, std::span<const double> u, Mobility& mobility,
                                  ErrorEntry& error) {
  const Domain& domain = frame.scenario->domain;
  if (fluid.empty()) return {};
  if (error.asked < finest_difference)
    throw RefusedError(
        text("the velocity gradient is computed by differences, whose error is about {:g}; the tolerance {:g} is "
             "smaller. Leave out --gradient, or give a larger --tolerance",
             finest_difference, error.asked));
  const std::vector<double> steps = difference_steps(interior, domain, fluid);
  const std::vector<std::size_t> some = chosen_points(fluid.size() / 3);
  const std::vector<double> x = chosen_rows(fluid, 3, some), h = chosen_rows(steps, 1, some);
  const auto field_of = [](Mobility& of) -> VelocitiesAt {
    return [&of](std::span<const double> at, const std::function<void(double)>& finished) {
      std::vector<double> v(at.size());
      of.field_to_tolerance(at, v, finished);
      return v;
    };
  };
  const double size = rms_of_rows(gradient_at(field_of(mobility), domain, x, h, 1, {}), 9), velocity = rms(u);
  if (!(size > 0) || !(velocity > 0)) {
    error.predicted = 0;  // nothing moves
    return std::vector<double>(3 * fluid.size(), 0.0);
  }
  double inverse2 = 0;
  for (const double step : steps) inverse2 += 1 / (step * step) / static_cast<double>(steps.size());
  constexpr double of_weights = 1.87;  // root of the sum over three directions of their squares, in units of 1/h
  const double noise = of_weights * velocity * std::sqrt(inverse2) / size;
  FieldOptions tighter = options;
  tighter.tolerance = std::max(1e-12, 0.7 * error.asked / noise);
  Solved fine = solve_frame(frame, tighter);
  std::vector<double> g = gradient_at(field_of(*fine.mobility), domain, fluid, steps, 1, options.progress);
  const double scale = rms_of_rows(g, 9);
  // other steps and other sums: one alone would share the error of the other
  const std::vector<double> second =
      gradient_at([&](std::span<const double> at, const auto&) { return fine.mobility->independent_field(at); }, domain,
                  x, h, 0.6, {});
  error.predicted = std::hypot(fine.mobility->predicted_field_error() / velocity * noise, finest_difference);
  const std::vector<double> judged = chosen_rows(g, 9, some);
  if (scale > 0 && !second.empty()) error.measured = rms_difference_of_rows(judged, second, 9) / scale;
  const std::optional<Solved> again = solved_tighter(frame, options, *tighter.tolerance, fine.report);
  if (has_solve(*frame.scenario) && !again) error.measured = std::numeric_limits<double>::quiet_NaN();
  if (again && scale > 0)
    also_of_the_solve(
        error,
        rms_difference_of_rows(judged, gradient_at(field_of(*again->mobility), domain, x, h, 0.6, {}), 9) / scale);
  return g;
}

std::vector<double> find_pressure(const std::optional<Solved>& again, std::span<const double> fluid, Mobility& mobility,
                                  ErrorEntry& error) {
  std::vector<double> p(fluid.size() / 3);
  const double expected = mobility.pressure(fluid, error.asked, p), scale = rms_of_rows(p, 1);
  if (!(scale > 0)) {
    error.predicted = 0;  // no force, no pressure
    return p;
  }
  error.predicted = expected / scale;
  const std::vector<std::size_t> some = chosen_points(p.size());
  const std::vector<double> x = chosen_rows(fluid, 3, some), judged = chosen_rows(p, 1, some);
  if (const std::vector<double> second = mobility.independent_pressure(x); !second.empty())
    error.measured = rms_difference_of_rows(judged, second, 1) / scale;
  if (again) {
    std::vector<double> tighter(some.size());
    again->mobility->pressure(x, error.asked / times_tighter, tighter);
    also_of_the_solve(error, rms_difference_of_rows(judged, tighter, 1) / scale);
  }
  return p;
}

void refuse_points(const FieldPoints& where, const Domain& domain) {
  for (std::size_t i = 0; i < where.points.size(); ++i)
    if (!std::isfinite(where.points[i])) throw InputError(text("point {} of the field is not finite", i / 3));
  if (where.may_leave_pipe) return;
  for (std::size_t i = 0; i < where.points.size(); i += 3)
    if (is_outside_of_pipe(domain, &where.points[i]))
      throw InputError(text("point {} lies outside of the pipe: its distance from the axis is {}, the radius {}", i / 3,
                            std::hypot(where.points[i + 1], where.points[i + 2]), domain.radius));
}

/// From the points in the fluid to all of them: inside a body the gradient is that of its rotation, and there is no
/// pressure.
void spread_over_points(const FieldOfBodies& field, const FieldOptions& options, std::span<const double> points,
                        std::span<const double> gradient, std::span<const double> pressure,
                        const FieldOfBodies::Turning& turning, FieldResult& r) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  const std::size_t m = r.inside.size();
  if (options.gradient) r.gradient.assign(9 * m, nothing);
  if (options.pressure) r.pressure.assign(m, nothing);
  std::vector<double> turn;
  if (options.gradient && options.inside == InsideBodies::motion) turn = field.turns(r.inside, turning);
  std::size_t next = 0;
  for (std::size_t i = 0; i < m; ++i) {
    if (r.inside[i] >= 0) {
      if (turn.empty()) continue;
      double* g = &r.gradient[9 * i];
      const double* w = &turn[3 * static_cast<std::size_t>(r.inside[i])];
      const std::array<double, 9> of_rotation{0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
      std::copy(of_rotation.begin(), of_rotation.end(), g);
    } else if (!field.outside_of_pipe(&points[3 * i])) {
      if (options.gradient) std::copy_n(&gradient[9 * next], 9, &r.gradient[9 * i]);
      if (options.pressure) r.pressure[i] = pressure[next];
      ++next;
    }
  }
}

/// What stands beside the sums, which refuse for themselves.
void refuse_memory(std::size_t points, const FieldOptions& options) {
  const double each = 80 + (options.gradient ? 150 : 0) + (options.pressure ? 16 : 0);
  const double needed = each * static_cast<double>(points);
  if (const double available = options.memory_limit.value_or(available_memory()); needed > available)
    throw RefusedError(text("the results at {} points need {} of memory, but {} are available; {:.3g} points would fit",
                            points, bytes_text(needed), bytes_text(available), available / each));
}

}  // namespace

FieldResult field_of_frame(const Snapshot& frame, const FieldPoints& where, const FieldOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<double>& points = where.points;
  refuse_memory(points.size() / 3, options);
  const Domain& domain = frame.scenario->domain;
  refuse_points(where, domain);
  Solved solved = solve_frame(frame, options);
  Mobility& mobility = *solved.mobility;
  std::span<const double> angular;
  if (frame.angular_velocities) angular = frame.angular_velocities->values;
  const FieldMotion motion{frame.positions, frame.directors, frame.velocities, frame.rates, angular};
  const FieldOfBodies field(domain, solved.bodies, motion, options.inside);
  FieldResult r;
  r.velocity.resize(points.size());
  r.error.asked = options.tolerance.value_or(frame.scenario->solver.tolerance);
  std::vector<double> gradient, pressure;  // in the fluid
  const FieldOfBodies::Turning turning = [&](std::span<const std::size_t> of, std::span<double> turn) {
    mobility.angular_velocities(of, turn);
  };
  r.inside = field.evaluate(
      points, r.velocity,
      [&](std::span<const double> fluid, std::span<double> u) {
        mobility.field_to_tolerance(fluid, u, options.progress);
        r.rms = rms(u);
        const double scale = r.rms > 0 ? r.rms : 1;
        r.error.predicted = mobility.predicted_field_error() / scale;
        r.error.measured = mobility.measure_field_error(fluid, u, 1) / scale;
        const std::optional<Solved> again = solved_tighter(frame, options, r.error.asked, solved.report);
        if (has_solve(*frame.scenario)) {
          r.error.predicted = std::hypot(r.error.predicted, error_of_solve(mobility) * mobility.scale() / scale);
          if (!again) r.error.measured = std::numeric_limits<double>::quiet_NaN();  // nothing judges the solve
        }
        if (again && !fluid.empty()) {
          const std::vector<std::size_t> some = chosen_points(fluid.size() / 3);
          const std::vector<double> x = chosen_rows(fluid, 3, some);
          std::vector<double> tighter(x.size());
          again->mobility->field_to_tolerance(x, tighter, {});
          also_of_the_solve(r.error, rms_difference_of_rows(chosen_rows(u, 3, some), tighter, 3) / scale);
        }
        if (options.gradient) {
          r.gradient_error.asked = r.error.asked;
          gradient = find_gradient(frame, options, field.interior(), fluid, u, mobility, r.gradient_error);
        }
        if (options.pressure) {
          r.pressure_error.asked = r.error.asked;
          pressure = find_pressure(again, fluid, mobility, r.pressure_error);
          if (has_solve(*frame.scenario)) {
            r.pressure_error.predicted = std::hypot(r.pressure_error.predicted, error_of_solve(mobility));
            if (!again) r.pressure_error.measured = std::numeric_limits<double>::quiet_NaN();
          }
        }
      },
      turning);
  spread_over_points(field, options, points, gradient, pressure, turning, r);
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
