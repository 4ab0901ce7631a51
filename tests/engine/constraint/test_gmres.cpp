// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <vector>

#include "constraint/gmres.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

struct System {
  Eigen::MatrixXd a;
  Eigen::VectorXd rhs;
  explicit System(int n, double disorder) : a(n, n), rhs(n) {
    test::Random random(3);
    for (int i = 0; i < n; ++i) {
      rhs[i] = random.normal();
      for (int j = 0; j < n; ++j) a(i, j) = (i == j ? 1 : 0) + disorder * random.normal();
    }
  }
  LinearMap map() const {
    return [this](std::span<const double> x, std::span<double> y) {
      Eigen::Map<Eigen::VectorXd>(y.data(), rhs.size()) = a * Eigen::Map<const Eigen::VectorXd>(x.data(), rhs.size());
    };
  }
};

TEST(Gmres, SolvesUnsymmetricSystemToTheTolerance_ReportedResidualIsTheTrueOne) {
  const System s(60, 0.05);
  for (const double tolerance : {1e-2, 1e-6, 1e-11}) {
    Eigen::VectorXd x(60);
    const SolveReport r = gmres(s.map(), {s.rhs.data(), 60}, {x.data(), 60}, {.tolerance = tolerance});
    EXPECT_TRUE(r.converged);
    EXPECT_LE(r.residual, tolerance);
    EXPECT_NEAR((s.rhs - s.a * x).norm(), r.residual, 1e-13);
    EXPECT_LE((s.a.fullPivLu().solve(s.rhs) - x).norm(), 20 * tolerance);
  }
}

/// A polynomial of degree k in A finds the solution when A has k distinct eigenvalues.
TEST(Gmres, NeedsOneProductPerDistinctEigenvalue) {
  const int n = 30;
  Eigen::VectorXd d(n), rhs = Eigen::VectorXd::Ones(n), x(n);
  for (int i = 0; i < n; ++i) d[i] = 1 + i % 4;
  const LinearMap map = [&](std::span<const double> in, std::span<double> out) {
    for (int i = 0; i < n; ++i) out[std::size_t(i)] = d[i] * in[std::size_t(i)];
  };
  const SolveReport r = gmres(map, {rhs.data(), 30}, {x.data(), 30}, {.tolerance = 1e-12});
  EXPECT_EQ(r.iterations, 4);
  EXPECT_LE((x.array() * d.array() - 1).matrix().norm(), 1e-12);
}

TEST(Gmres, RestartsAndSaysWhenItDidNotConverge) {
  const System s(60, 0.05);
  Eigen::VectorXd x(60);
  const SolveReport short_basis = gmres(s.map(), {s.rhs.data(), 60}, {x.data(), 60}, {.tolerance = 1e-9, .restart = 8});
  EXPECT_TRUE(short_basis.converged);
  EXPECT_LE((s.rhs - s.a * x).norm(), 1.01e-9);
  const SolveReport stopped =
      gmres(s.map(), {s.rhs.data(), 60}, {x.data(), 60}, {.tolerance = 1e-9, .most_iterations = 3});
  EXPECT_FALSE(stopped.converged);
  EXPECT_EQ(stopped.iterations, 3);
  EXPECT_NEAR((s.rhs - s.a * x).norm(), stopped.residual, 1e-12);
}

TEST(Gmres, NothingToDo) {
  std::vector<double> rhs(5, 0.0), x(5, 7.0);
  const SolveReport r = gmres([](auto, auto) { FAIL(); }, rhs, x, {});
  EXPECT_TRUE(r.converged);
  EXPECT_EQ(r.iterations, 0);
  EXPECT_EQ(x, rhs);
}

}  // namespace
}  // namespace slurry
