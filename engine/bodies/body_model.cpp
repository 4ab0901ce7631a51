// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/body_model.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "bodies/chain_model.hpp"

namespace slurry {

namespace {

using std::numbers::pi;

void place_at_centre(const BodyKind&, const double* centre, const double*, double* node) {
  std::copy_n(centre, 3, node);
}

void expand_force(const BodyKind&, double, const double*, const double* force, const double*, double* node_force) {
  std::copy_n(force, 3, node_force);
}

void project_velocity(const BodyKind&, const double*, const double* v, double* velocity, double*) {
  for (int c = 0; c < 3; ++c) velocity[c] += v[c];
}

/// A sphere's own motion comes with the sum.
void nothing_of_its_own(const BodyKind&, double, const double*, const double*, const double*, double* velocity,
                        double* rate) {
  std::fill_n(velocity, 3, 0.0);
  std::fill_n(rate, 3, 0.0);
}

/// The field of a point is singular at itself; the sphere that it stands for would move alone like this.
void stokes_drag(const BodyKind& b, double viscosity, const double*, const double* force, const double*,
                 double* velocity, double* rate) {
  for (int c = 0; c < 3; ++c) velocity[c] = force[c] / (6 * pi * viscosity * b.radius);
  std::fill_n(rate, 3, 0.0);
}

void place_along(const BodyKind& b, const double* centre, const double* n, double* nodes) {
  for (std::size_t k = 0; k < b.points(); ++k)
    for (std::size_t c = 0; c < 3; ++c) nodes[3 * k + c] = centre[c] + b.offsets[k] * n[c];
}

/// f_k = w_k F + t_k T x n.
void expand_line(const BodyKind& b, double, const double* n, const double* force, const double* torque, double* f) {
  double g[3];
  turning_load(torque, n, g);
  for (std::size_t k = 0; k < b.points(); ++k)
    for (std::size_t c = 0; c < 3; ++c) f[3 * k + c] = b.weights[k] * force[c] + b.turn_weights[k] * g[c];
}

void project_line(const BodyKind& b, const double* n, const double* v, double* velocity, double* rate) {
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t k = 0; k < b.points(); ++k) {
      velocity[c] += b.weights[k] * v[3 * k + c];
      rate[c] += b.turn_weights[k] * v[3 * k + c];
    }
  remove_along(n, rate);
}

/// Replaces the action of a line's sources on themselves by the exact mobility of the spheroid.
void exact_line(const BodyKind& b, double viscosity, const double* n, const double* force, const double* torque,
                double* velocity, double* rate) {
  const double unit = 1 / (8 * pi * viscosity);
  double g[3];
  turning_load(torque, n, g);
  const double along = n[0] * force[0] + n[1] * force[1] + n[2] * force[2];
  for (int c = 0; c < 3; ++c) {
    velocity[c] =
        unit * ((b.along - b.own_along) * along * n[c] + (b.across - b.own_across) * (force[c] - along * n[c]));
    rate[c] = unit * (b.turn - b.own_turn) * g[c];
  }
}

/// In the order of BodyKind::Shape.
constexpr UnknownForces chain_forces{chain_model::add_rigid, chain_model::answer, chain_model::turn};
constexpr std::array<RigidBodyModel, 4> models{{
    {"sphere", place_at_centre, expand_force, project_velocity, nothing_of_its_own},
    {"point", place_at_centre, expand_force, project_velocity, stokes_drag},
    {"line rod", place_along, expand_line, project_line, exact_line},
    {"chain", place_along, chain_model::expand, chain_model::project, nothing_of_its_own, &chain_forces},
}};

}  // namespace

const RigidBodyModel& model_of(const BodyKind& kind) {
  return models[static_cast<std::size_t>(kind.shape)];
}

}  // namespace slurry
