// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <complex>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include "base/instantiations.hpp"
#include "ewald/far/convolution.hpp"
#include "ewald/far/multiplier.hpp"
#include "ewald/far/plane_classes.hpp"
#include "far_field_case.hpp"
#include "support/error_norms.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using test::Host;
using Complex = std::complex<double>;
using std::numbers::pi;

/// Grid as [component][x][y][z], without halo and pitch.
struct PlainGrid {
  int components, n[3];
  std::vector<double> v;
  PlainGrid(const FarGrid& g, int number)
      : components(number), n{g.total[0], g.total[1], g.total[2]}, v(std::size_t(components) * n[0] * n[1] * n[2]) {}
  double& at(int c, int x, int y, int z) { return v[((std::size_t(c) * n[0] + x) * n[1] + y) * n[2] + z]; }
};

/// Transform of one line by the definition: out_k = sum_j in_j exp(sign 2 pi i j k/n), j < length of in.
std::vector<Complex> slow_line(const std::vector<Complex>& in, int n, int sign, int wanted) {
  std::vector<Complex> out(wanted);
  for (int k = 0; k < wanted; ++k)
    for (std::size_t j = 0; j < in.size(); ++j) {
      const double angle = sign * 2 * pi * double((long(j) * k) % n) / n;
      out[k] += in[j] * Complex(std::cos(angle), std::sin(angle));
    }
  return out;
}

template <class Real = double>
struct Case {
  EwaldParameters p;
  ProlateSplit split;
  KaiserBessel window;
  FarGrid grid;
  int components;
  std::unique_ptr<Convolution<Host, Real>> convolution;
  Case(const Box& box, std::array<int, 3> size, int number = 3, bool interleave = false)
      : p(parameters(box, size)),
        split(p.shape, p.near_degree),
        window(p.window_points, p.window_shape),
        grid(test::make_test_grid(p, interleave)),
        components(number),
        convolution(FusedConvolution<Host, Real>::make(p, grid, split, window, number)) {}

  static EwaldParameters parameters(const Box& box, std::array<int, 3> size) {
    EwaldParameters p = test::far_field_parameters(box, size, 8.5, compiled_window(5));
    p.precision = sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64;
    return p;
  }

  GridValues<Host, Real> empty(int number) const { return GridValues<Host, Real>("grid", grid.size(number)); }
  GridValues<Host, Real> on_grid(PlainGrid& g) const {
    auto values = empty(g.components);
    for (int z = 0; z < g.n[2]; ++z)
      for (int y = 0; y < g.n[1]; ++y)
        for (int c = 0; c < g.components; ++c)
          for (int x = 0; x < g.n[0]; ++x)
            values(grid.row(z, y, c, g.components) + x * grid.step(g.components)) = static_cast<Real>(g.at(c, x, y, z));
    return values;
  }
  PlainGrid from_grid(const GridValues<Host, Real>& values, int number = 3) const {
    PlainGrid g(grid, number);
    for (int z = 0; z < g.n[2]; ++z)
      for (int y = 0; y < g.n[1]; ++y)
        for (int c = 0; c < number; ++c)
          for (int x = 0; x < g.n[0]; ++x) g.at(c, x, y, z) = values(grid.row(z, y, c, number) + x * grid.step(number));
    return g;
  }
  PlainGrid random_density(std::uint64_t seed) const {
    test::Random random(seed);
    PlainGrid g(grid, components);
    for (double& v : g.v) v = random.normal();
    return g;
  }

  /// Transform, projection, multiplier, window division and back by the formulas of theory/spectral-ewald.md (F2), mode
  /// by mode and without any fast transform.
  PlainGrid by_definition(PlainGrid& f, double laplacian) const {
    const FarMultiplier multiplier(p, split);
    const int periodicity = p.box.periodicity;
    PlainGrid u(grid, 3);
    const auto over_window = [&](int d, double k) {
      const double half = 0.5 * grid.window * grid.spacing[d];
      return 1 / std::pow(half * window.transform(k * half), 2);
    };
    const int nx = grid.transform_x;
    for (const PlaneClass& planes : plane_classes(p, grid, multiplier))
      for (int mode = planes.first_mode; mode <= planes.last_mode; ++mode) {
        const int ny = planes.size[0], nz = planes.size[1];
        const double k1 = 2 * pi * mode / (nx * grid.spacing[0]);
        std::vector<std::vector<Complex>> plane(components, std::vector<Complex>(std::size_t(ny) * nz));
        for (int c = 0; c < components; ++c) {
          std::vector<std::vector<Complex>> rows(f.n[1]);
          for (int y = 0; y < f.n[1]; ++y) {
            std::vector<Complex> line(f.n[2]);
            for (int z = 0; z < f.n[2]; ++z)
              for (int x = 0; x < f.n[0]; ++x) {
                const double angle = -2 * pi * double(long(x) * mode % nx) / nx;
                line[z] += f.at(c, x, y, z) * Complex(std::cos(angle), std::sin(angle));
              }
            rows[y] = slow_line(line, nz, -1, nz);
          }
          for (int z = 0; z < nz; ++z) {
            std::vector<Complex> line(f.n[1]);
            for (int y = 0; y < f.n[1]; ++y) line[y] = rows[y][z];
            const auto out = slow_line(line, ny, -1, ny);
            for (int y = 0; y < ny; ++y) plane[c][std::size_t(y) * nz + z] = out[y];
          }
        }
        std::function<double(double)> radial;
        for (int y = 0; y < ny; ++y) {
          const double k2 = 2 * pi / (ny * grid.spacing[1]) * (2 * y <= ny ? y : y - ny);
          const double periodic = periodicity == 0 ? 0 : (periodicity == 2 ? std::hypot(k1, k2) : k1);
          if (y == 0 || periodicity == 2)
            radial = multiplier.radial(periodic, multiplier.padding(periodic).kind,
                                       ny * grid.spacing[1] * nz * grid.spacing[2]);
          for (int z = 0; z < nz; ++z) {
            const std::size_t at = std::size_t(y) * nz + z;
            const double k3 = 2 * pi / (nz * grid.spacing[2]) * (2 * z <= nz ? z : z - nz);
            const double k[3] = {k1, k2, k3}, square = k1 * k1 + k2 * k2 + k3 * k3;
            double m = 0;
            if (std::sqrt(square) < multiplier.largest_wave_number() * (1 - 1e-9))
              m = radial(std::sqrt(std::max(0.0, square - periodic * periodic))) * over_window(0, k1) *
                  over_window(1, k2) * over_window(2, k3) * (1 - laplacian * square);
            Complex along = 0;
            if (square > 0) {
              along = (k[0] * plane[0][at] + k[1] * plane[1][at] + k[2] * plane[2][at]) / square;
              if (components == 4) along -= Complex(0, 1) * plane[3][at];
            } else {
              plane[2][at] = 0;  // no mean flow along the free direction of a film
            }
            for (int c = 0; c < 3; ++c) plane[c][at] = m * (plane[c][at] - k[c] * along);
          }
        }
        const double weight = (mode == 0 || 2 * mode == nx ? 1.0 : 2.0) / (double(nx) * ny * nz);
        for (int c = 0; c < 3; ++c) {
          std::vector<std::vector<Complex>> rows(nz);
          for (int z = 0; z < nz; ++z) {
            std::vector<Complex> line(ny);
            for (int y = 0; y < ny; ++y) line[y] = plane[c][std::size_t(y) * nz + z];
            rows[z] = slow_line(line, ny, 1, f.n[1]);
          }
          for (int y = 0; y < f.n[1]; ++y) {
            std::vector<Complex> line(nz);
            for (int z = 0; z < nz; ++z) line[z] = rows[z][y];
            const auto out = slow_line(line, nz, 1, f.n[2]);
            for (int z = 0; z < f.n[2]; ++z)
              for (int x = 0; x < f.n[0]; ++x) {
                const double angle = 2 * pi * double(long(x) * mode % nx) / nx;
                u.at(c, x, y, z) += weight * (out[z] * Complex(std::cos(angle), std::sin(angle))).real();
              }
          }
        }
      }
    return u;
  }
};

template <class Real = double>
void expect_definition(const Box& box, std::array<int, 3> size, int components, bool interleave) {
  Case<Real> c(box, size, components, interleave);
  EXPECT_EQ(c.grid.interleaved(components), interleave);
  PlainGrid f = c.random_density(1);
  const auto forces = c.on_grid(f), first = components == 3 ? forces : c.empty(3), second = c.empty(3);
  StageTimes times;
  const double g = 0.3 * c.p.cutoff_radius * c.p.cutoff_radius / 100, rounding = sizeof(Real) == 8 ? 2e-13 : 2e-6;
  c.convolution->apply(Host(), forces, {first, second}, {0, g}, {}, times);
  EXPECT_LT(test::relative_l2(c.from_grid(first).v, c.by_definition(f, 0).v), rounding) << box.periodicity;
  EXPECT_LT(test::relative_l2(c.from_grid(second).v, c.by_definition(f, g).v), rounding) << box.periodicity;
  EXPECT_GT(times["FFT"], 0);
  EXPECT_GT(times["IFFT"], 0);
}

TEST(Convolution, IsTheSumOverModesByDefinitionInEveryPeriodicity) {
  for (int components : {3, 4})
    for (bool interleave : {false, true}) {
      const auto expect = [&](const Box& box, std::array<int, 3> size) {
        expect_definition(box, size, components, interleave);
      };
      expect(Box{{1, 1, 1}, 3}, {10, 10, 10});
      expect(Box{{1.4, 0.8, 1}, 3}, {14, 8, 12});
      expect(Box{{1, 1, 1}, 3}, {8, 33, 8});  // most modes along y are outside the ball
      expect(Box{{1, 1, 1}, 1}, {10, 10, 10});
      expect(Box{{3, 1, 0.75}, 1}, {24, 8, 6});  // with tapered modes
      expect(Box{{1, 1, 1}, 2}, {8, 8, 8});
      expect(Box{{1, 1, 1}, 0}, {6, 6, 6});
    }
}

TEST(Convolution, IsTheSumOverModesInSinglePrecision) {
  for (int components : {3, 4})
    for (bool interleave : {false, true})
      for (int periodicity : {1, 3})
        expect_definition<float>(Box{{1, 1, 1}, periodicity}, {10, 10, 10}, components, interleave);
}

TEST(Convolution, ResultsMayOverwriteTheForcesAndRepeat) {
  Case c(Box{{1, 1, 1}, 1}, {10, 10, 10});
  PlainGrid f = c.random_density(2);
  StageTimes times;
  const auto forces = c.on_grid(f), result = c.empty(3), in_place = c.on_grid(f);
  c.convolution->apply(Host(), forces, {result}, {0}, {}, times);
  c.convolution->apply(Host(), in_place, {in_place}, {0}, {}, times);
  EXPECT_EQ(c.from_grid(result).v, c.from_grid(in_place).v);
}

/// Rows 3 to 5 in planes 1 and 2, the last row of plane 8, and what lies beside them in pairs of rows.
UsedRows some_rows(const FarGrid& grid) {
  UsedRows rows(grid);
  rows.include(grid, 3, 3, 1, 2);
  rows.include(grid, grid.total[1] - 1, 1, 8, 1);
  return rows;
}

template <class Real>
void expect_unused_rows_left_out(const Box& box, std::array<int, 3> size, int components, bool interleave) {
  constexpr Real untouched = 7;
  Case<Real> c(box, size, components, interleave);
  const UsedRows rows = some_rows(c.grid);
  PlainGrid f = c.random_density(6);
  const auto spread = c.on_grid(f), given = c.empty(components);
  std::vector<GridValues<Host, Real>> results = {c.empty(3), c.empty(3)};
  for (const auto& r : results) Kokkos::deep_copy(r, untouched);
  int beside = 0;
  for (int z = 0; z < c.grid.total[2]; ++z)
    for (int y = 0; y < c.grid.total[1]; ++y) {
      // its partner in a pair is transformed too: it holds zeros then, as after P2G
      const bool used = rows.row(z, y),
                 paired = y % 2 == 1 ? rows.row(z, y - 1) : y + 1 < c.grid.total[1] && rows.row(z, y + 1);
      beside += !used && paired;
      for (int k = 0; k < components; ++k)
        for (int x = 0; x < c.grid.total[0]; ++x) {
          if (!used) f.at(k, x, y, z) = 0;
          const std::size_t at = c.grid.row(z, y, k, components) + x * c.grid.step(components);
          given(at) = used ? spread(at) : paired ? Real(0) : std::numeric_limits<Real>::quiet_NaN();
        }
    }
  EXPECT_GT(beside, 0);
  StageTimes times;
  const double g = 0.3 * c.p.cutoff_radius * c.p.cutoff_radius / 100, rounding = sizeof(Real) == 8 ? 2e-13 : 2e-6;
  c.convolution->apply(Host(), given, results, {0, g}, {}, times, &rows);
  for (const double laplacian : {0.0, g}) {
    const auto all = c.by_definition(f, laplacian);
    const auto found = c.from_grid(results[laplacian > 0]);
    std::vector<double> a, b;
    for (int z = 0; z < c.grid.total[2]; ++z)
      for (int y = 0; y < c.grid.total[1]; ++y)
        for (int k = 0; k < 3; ++k)
          for (int x = 0; x < c.grid.total[0]; ++x) {
            const std::size_t at = ((std::size_t(k) * c.grid.total[0] + x) * c.grid.total[1] + y) * c.grid.total[2] + z;
            if (!rows.row(z, y)) continue;
            a.push_back(found.v[at]);
            b.push_back(all.v[at]);
          }
    EXPECT_LT(test::relative_l2(a, b), rounding) << box.periodicity;
    EXPECT_EQ(found.v[5], untouched);  // in plane 5, of which nothing is used
  }
}

TEST(Convolution, LeavesOutRowsThatNobodyUses) {
  for (const int components : {3, 4})
    for (const bool interleave : {false, true}) {
      for (const int periodicity : {0, 1, 2, 3})
        expect_unused_rows_left_out<double>({{1, 1, 1}, periodicity}, {10, 11, 10}, components, interleave);
      expect_unused_rows_left_out<double>({{1, 2, 2.4}, 3}, {8, 20, 24}, components, interleave);
      expect_unused_rows_left_out<float>({{1, 1, 1}, 1}, {10, 10, 10}, components, interleave);
    }
}

TEST(Convolution, FillsTheHaloOfItsResults) {
  for (const auto& [periodicity, interleave] : {std::pair{1, false}, {3, false}, {1, true}, {3, true}}) {
    Case c(Box{{1, 1, 1}, periodicity}, {10, 10, 10}, 3, interleave);
    PlainGrid f = c.random_density(5);
    StageTimes times;
    const auto values = c.on_grid(f);
    c.convolution->apply(Host(), values, {values}, {0}, {}, times);
    for (int z = 0; z < c.grid.total[2]; ++z)
      for (int y = 0; y < c.grid.total[1]; ++y)
        for (int k = 0; k < 3; ++k) {
          const double* const row = values.data() + c.grid.row(z, y, k, 3);
          const std::size_t step = c.grid.step(3);
          for (int x = 0; x < c.grid.window; ++x) ASSERT_EQ(row[(c.grid.total[0] + x) * step], row[x * step]) << x;
          ASSERT_NE(row[0], 0);
        }
  }
}

// the projected multiplier is symmetric: <u, K f> = <K u, f>
TEST(Convolution, IsSymmetric) {
  for (int periodicity : {0, 1, 2, 3}) {
    Case c(Box{{1, 1, 1}, periodicity}, {12, 12, 12});
    PlainGrid f = c.random_density(3), g = c.random_density(4);
    StageTimes times;
    const auto kf = c.on_grid(f), kg = c.on_grid(g);
    c.convolution->apply(Host(), kf, {kf}, {0}, {}, times);
    c.convolution->apply(Host(), kg, {kg}, {0}, {}, times);
    const auto a = c.from_grid(kf), b = c.from_grid(kg);
    double one = 0, other = 0;
    for (std::size_t i = 0; i < f.v.size(); ++i) {
      one += a.v[i] * g.v[i];
      other += b.v[i] * f.v[i];
    }
    EXPECT_NEAR(one / other, 1, 1e-12) << periodicity;
  }
}

TEST(Convolution, ConstantAndPaddingFactor) {
  const Case periodic(Box{{1, 1, 1}, 3}, {12, 12, 12}), pipe(Box{{1, 1, 1}, 1}, {24, 24, 24});
  EXPECT_DOUBLE_EQ(periodic.convolution->padding_factor(), 1);
  EXPECT_GT(pipe.convolution->padding_factor(), 1.5);
  EXPECT_EQ(pipe.convolution->constant(), FarMultiplier(pipe.p, pipe.split).constant());
}

}  // namespace
}  // namespace slurry
