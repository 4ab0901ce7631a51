// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/direct_sums/timing_models.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "base/execution.hpp"
#include "yardsticks/direct_sums/fcc_crystal.hpp"
#include "yardsticks/direct_sums/published_step.hpp"
#include "yardsticks/direct_sums/velocity_sum.hpp"

namespace slurry {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The crystal with nearest images, fp64: mu and zeta as they act on vectors of 3N numbers.
class Crystal {
 public:
  explicit Crystal(std::size_t points)
      : fcc_(fcc_crystal(points)), sum_(Host(), form(), fcc_.length), friction_(Host(), fcc_.length) {
    const std::vector<double> none(fcc_.positions.size(), 0.0);
    sum_.set_particles(fcc_.positions, none);
    friction_.find_neighbours(fcc_.positions);
  }
  Eigen::Index size() const { return static_cast<Eigen::Index>(fcc_.positions.size()); }

  VectorXd mobility(const VectorXd& forces) {
    sum_.set_forces(view(forces));
    sum_.run();
    const std::vector<double> v = sum_.host_velocities();
    return Eigen::Map<const VectorXd>(v.data(), size());
  }
  /// external - zeta v
  VectorXd forces(const VectorXd& v, const VectorXd& external) const {
    VectorXd f(size());
    friction_.apply(host_vectors(std::span<const double>(fcc_.positions)), view(v), view(external),
                    host_vectors(std::span<double>(f.data(), static_cast<std::size_t>(size()))));
    Host().fence();
    return f;
  }

 private:
  static DirectForm form() {
    DirectForm f;
    f.terms = f.sums = DirectNumber::fp64;
    return f;
  }
  static ConstHostVectors view(const VectorXd& x) {
    return host_vectors(std::span<const double>(x.data(), static_cast<std::size_t>(x.size())));
  }

  FccCrystal fcc_;
  VelocitySum<Host> sum_;
  LaggedFriction<Host> friction_;
};

VectorXd random_vector(Eigen::Index size) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  VectorXd x(size);
  for (double& value : x) value = normal(random);
  return x;
}

/// Lanczos' method with every vector kept orthogonal to all before it.
double smallest_eigenvalue(Crystal& crystal) {
  const Eigen::Index most = std::min<Eigen::Index>(100, crystal.size());
  MatrixXd q(crystal.size(), most), t = MatrixXd::Zero(most, most);
  VectorXd next = random_vector(crystal.size()).normalized();
  Eigen::Index used = 0;
  for (; used < most; ++used) {
    q.col(used) = next;
    next = crystal.mobility(q.col(used));
    t(used, used) = q.col(used).dot(next);
    for (int twice = 0; twice < 2; ++twice) next -= q.leftCols(used + 1) * (q.leftCols(used + 1).transpose() * next);
    const double length = next.norm();
    if (length < 1e-10 || used + 1 == most) break;
    t(used, used + 1) = t(used + 1, used) = length;
    next /= length;
  }
  const MatrixXd reached = t.topLeftCorner(used + 1, used + 1);
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(reached, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

/// Factor by which a step multiplies a deviation in the end: mean over the last steps of a power iteration.
double growth_per_step(Crystal& crystal) {
  constexpr int steps = 240, counted = 20;
  const VectorXd none = VectorXd::Zero(crystal.size());
  VectorXd v = random_vector(crystal.size()).normalized();
  double logarithms = 0;
  for (int k = 0; k < steps; ++k) {
    v = crystal.mobility(crystal.forces(v, none));
    if (k >= steps - counted) logarithms += std::log(v.norm());
    v.normalize();
  }
  return std::exp(logarithms / counted);
}

VectorXd weight(Eigen::Index size) {
  VectorXd f = VectorXd::Zero(size);
  for (Eigen::Index i = 2; i < size; i += 3) f(i) = 1;
  return f;
}

double rms(const VectorXd& v) {
  return v.norm() / std::sqrt(double(v.size()) / 3);
}

/// v = mu x, (I + zeta mu) x = F, by a dense factorisation.
VectorXd solved(Crystal& crystal, const VectorXd& external) {
  const VectorXd none = VectorXd::Zero(crystal.size());
  MatrixXd mu(crystal.size(), crystal.size()), system(crystal.size(), crystal.size());
  for (Eigen::Index k = 0; k < crystal.size(); ++k) {
    const VectorXd unit = VectorXd::Unit(crystal.size(), k);
    mu.col(k) = crystal.mobility(unit);
    system.col(k) = unit - crystal.forces(mu.col(k), none);
  }
  return mu * system.partialPivLu().solve(external);
}

}  // namespace

TimingModelFaults timing_model_faults(std::size_t points) {
  Crystal crystal(points);
  TimingModelFaults found;
  found.points = points;
  found.smallest_eigenvalue = smallest_eigenvalue(crystal);
  const VectorXd even = weight(crystal.size());
  found.settling_speed = crystal.mobility(even).dot(even) / double(points);
  found.growth_per_step = growth_per_step(crystal);
  const VectorXd random = random_vector(crystal.size());
  VectorXd v = crystal.mobility(random);
  for (int step = 0; step < TimingModelFaults::lagged_steps; ++step) v = crystal.mobility(crystal.forces(v, random));
  found.lagged_velocity = rms(v) / rms(random);
  if (points <= TimingModelFaults::most_solved) found.solved_velocity = rms(solved(crystal, random)) / rms(random);
  return found;
}

}  // namespace slurry
