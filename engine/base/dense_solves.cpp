// SPDX-License-Identifier: BSD-3-Clause
#include "base/dense_solves.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Dense>

namespace slurry {
namespace {

template <class Real>
using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Extended = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

std::vector<double> by_rows(const Eigen::MatrixXd& m) {
  std::vector<double> out(static_cast<std::size_t>(m.size()));
  Eigen::Map<Rows<double>>(out.data(), m.rows(), m.cols()) = m;
  return out;
}

}  // namespace

std::vector<double> least_squares_inverse(const std::vector<double>& a, int rows, int columns) {
  const Eigen::MatrixXd m = Eigen::Map<const Rows<double>>(a.data(), rows, columns);
  return by_rows(m.colPivHouseholderQr().solve(Eigen::MatrixXd::Identity(rows, rows)));
}

std::array<double, 2> least_squares_3x2(const std::array<double, 6>& a, const std::array<double, 3>& b) {
  Eigen::Matrix<double, 3, 2> m;
  m << a[0], a[1], a[2], a[3], a[4], a[5];
  const Eigen::Vector2d x = m.colPivHouseholderQr().solve(Eigen::Vector3d(b[0], b[1], b[2]));
  return {x[0], x[1]};
}

std::optional<std::vector<double>> inverse_of_positive_definite(const std::vector<double>& a, int n) {
  const Rows<double> m = Eigen::Map<const Rows<double>>(a.data(), n, n);
  const Eigen::LLT<Rows<double>> factors(m);
  if (factors.info() != Eigen::Success) return std::nullopt;
  const Rows<double> inverse = factors.solve(Rows<double>::Identity(n, n));
  return std::vector<double>(inverse.data(), inverse.data() + inverse.size());
}

double quadratic_form(const std::vector<double>& a, const std::vector<double>& x) {
  const auto n = static_cast<Eigen::Index>(x.size());
  const Eigen::Map<const Eigen::VectorXd> v(x.data(), n);
  return v.dot(Eigen::Map<const Rows<double>>(a.data(), n, n) * v);
}

std::vector<std::vector<long double>> tridiagonal_eigenvectors(const std::vector<long double>& diagonal,
                                                               const std::vector<long double>& off_diagonal) {
  using Vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
  const auto n = static_cast<Eigen::Index>(diagonal.size());
  const Vector d = Eigen::Map<const Vector>(diagonal.data(), n),
               off = Eigen::Map<const Vector>(off_diagonal.data(), n - 1);
  Eigen::SelfAdjointEigenSolver<Extended> solver;
  solver.computeFromTridiagonal(d, off);
  std::vector<std::vector<long double>> vectors(diagonal.size());
  for (Eigen::Index j = 0; j < n; ++j)
    vectors[static_cast<std::size_t>(j)].assign(solver.eigenvectors().col(j).data(),
                                                solver.eigenvectors().col(j).data() + n);
  return vectors;
}

std::array<long double, 3> solve_3x3(const std::array<std::array<long double, 3>, 3>& a,
                                     const std::array<long double, 3>& b) {
  Eigen::Matrix<long double, 3, 3> m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = a[i][j];
  const Eigen::Matrix<long double, 3, 1> x = m.fullPivLu().solve(Eigen::Matrix<long double, 3, 1>(b[0], b[1], b[2]));
  return {x[0], x[1], x[2]};
}

}  // namespace slurry
