// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#include "base/fft.hpp"
#include "base/loop_name.hpp"
#include "base/reserved_memory.hpp"
#include "ewald/far/convolution.hpp"
#include "ewald/far/convolution_memory.hpp"
#include "ewald/far/plane_tables.hpp"
#include "ewald/far/plane_transforms.hpp"
#include "ewald/far/row_pairs.hpp"
#include "ewald/far/symbol.hpp"
#include "slurry/error.hpp"

// Host form: every thread takes whole planes through padding, transform, multiplication and back in a buffer that
// stays in its cache.  What is between the transforms along x and those of the planes lies
// in the memory of the grids themselves, z-plane by z-plane as [mode][component][y]: large grids are held up by memory.
namespace slurry {
namespace fused_convolution {

using clock = std::chrono::steady_clock;

/// Seconds of one thread in the three parts of the fused loop. They fill a cache line of their own.
struct alignas(64) PlaneSeconds {
  double forward = 0, multiply = 0, backward = 0;
};

inline double seconds_since(clock::time_point& t) {
  const auto now = clock::now();
  const double s = std::chrono::duration<double>(now - t).count();
  t = now;
  return s;
}

}  // namespace fused_convolution

/// Coefficients of modes along x, as they lie between the transforms along x and those of the planes:
/// [z][slot][component][y]. A slot is the place of a mode. They fit into the memory of a grid: twice the number of
/// modes is at most transform_x + 2, which is less than the pitch.
template <class Complex>
struct ModeRows {
  Complex* first = nullptr;  ///< null: there are none
  std::size_t plane = 0;     ///< numbers from one z-plane to the next
  int components = 3, rows = 0;
  Complex* at(int z, int slot, int component) const {
    return first + z * plane + (std::size_t(slot) * components + component) * rows;
  }
};

/// Part of a convolution that one of several processes does. It transforms the rows along x of the first `planes`
/// z-planes of its own grids, and the padded planes of `modes`, which are in rising order.
struct ConvolutionShare {
  int planes = 0;
  std::vector<int> modes;
};

template <class Space, class Real>
class HostConvolution final : public Convolution<Space, Real> {
 public:
  using Complex = std::complex<Real>;
  using PlaneSeconds = fused_convolution::PlaneSeconds;
  using clock = fused_convolution::clock;
  using Values = GridValues<Space, Real>;
  static constexpr int modes_at_once = 64 / sizeof(Complex);  // when planes turn into rows: a line of the cache

  struct ClassPlan : PlaneTables<Real>::Class {
    PlaneTransforms<Real> transforms;
    int pitch;
    std::size_t size;  // of a plane
  };

  FarGrid grid;
  int components = 3;  // of the spread grid
  int outputs = 3;     // of a result
  PlaneTables<Real> tables;
  int modes = 0;         // x-modes inside the ball
  int row_planes = 0;    // z-planes whose rows are transformed here
  std::vector<int> own;  // modes whose planes are transformed here; their slots
  int pairs = 0;         // of the rows of a component in a z-plane, in whole blocks
  int row_pitch = 0;     // of a pair
  int held = 0;          // planes of a mode at most; behind them lies the turned one
  std::vector<ClassPlan> classes;
  LineTransformOf<Real> rows_in, rows_out;  // of a block
  UsedRows all_rows;
  std::vector<int> reach_y, reach_z;  // of each mode: largest index along y (z) that is inside the ball
  ReservedMemory buffers;       // not every thread takes a plane of the zero mode, and not every call uses all fields
  std::size_t buffer_size = 0;  // of a thread
  std::vector<PlaneSeconds> plane_seconds;
  std::vector<ModeRows<Complex>> fields;  // of a call; the next one allocates nothing
  Kokkos::Experimental::UniqueToken<Space> tokens;

  /// share: null where one process does all of it.
  HostConvolution(const EwaldParameters& p, const FarGrid& g, const EwaldSplit& split, const KaiserBessel& window,
                  int count, const ConvolutionShare* share = nullptr)
      : grid(g),
        components(count),
        outputs(count == 1 ? 1 : 3),
        tables(p, g, split, window, most_plane_classes, share ? &share->modes : nullptr),
        modes(tables.modes()),
        row_planes(share ? share->planes : g.total[2]) {
    for (int mode = 0; mode < modes; ++mode)
      if (!tables.multiplier[mode].empty()) own.push_back(mode);
    this->zero_mode_constant_ = tables.zero_mode_constant;
    this->padding_ = tables.padding;
    pairs = whole_blocks(row_pairs(grid.total[1]));
    row_pitch = buffer_pitch(grid.transform_x);
    held = components + outputs + (p.pressure ? 1 : 0);
    using Lines = LineTransformOf<Real>;
    using D = TransformDirection;
    for (const auto& shared : tables.classes) {
      PlaneTransforms<Real> transforms(shared.planes.size[0], shared.planes.size[1], p.deterministic);
      const int pitch = transforms.pitch();
      const std::size_t size = transforms.size();
      buffer_size = std::max(buffer_size, (held + 1) * size);
      classes.push_back({shared, std::move(transforms), pitch, size});
    }
    const LineBatch rows{grid.transform_x, lines_at_once, 1, row_pitch, p.deterministic};
    rows_in = Lines::complex_lines(rows, rows, D::forward);
    rows_out = Lines::complex_lines(rows, rows, D::backward);
    buffer_size = std::max(buffer_size, (components + 1) * rows_size());
    buffer_size = (buffer_size + 7) / 8 * 8;
    all_rows = UsedRows(grid);
    all_rows.include(grid, 0, grid.total[1], 0, grid.total[2]);
    buffers = ReservedMemory(sizeof(Complex) * buffer_size * tokens.size());
    plane_seconds.resize(tokens.size());
    for (int mode = 0; mode < modes; ++mode) {
      const auto& m = tables.multiplier[mode];
      const auto& n = classes[tables.class_of_mode[mode]].planes.size;
      const int quadrant = n[0] / 2 + 1;
      int y = 0, z = 0;
      for (std::size_t i = 0; i < m.size(); ++i)
        if (m[i] != 0) {
          y = std::max(y, static_cast<int>(i % quadrant));
          z = static_cast<int>(i / quadrant);
        }
      reach_y.push_back(y);
      reach_z.push_back(z);
    }
  }

  Complex* buffer_of(int token) const { return static_cast<Complex*>(buffers.data()) + buffer_size * token; }
  std::size_t rows_size() const { return std::size_t(pairs) * row_pitch; }

  /// The coefficients of all modes in the memory of a grid.
  ModeRows<Complex> coefficients(const Values& values, int count) const {
    if (values.extent(0) == 0) return {};
    return {reinterpret_cast<Complex*>(values.data()), grid.row(1, 0, 0, count) / 2, count, grid.total[1]};
  }

  /// The pairs of rows of a plane in which at least one row is used.
  template <class Visit>
  int visit_pairs(const UsedRows& used, int z, const Visit& visit) const {
    int k = 0;
    for (int y = 0; y < grid.total[1]; y += 2)
      if (used.row(z, y) || (y + 1 < grid.total[1] && used.row(z, y + 1))) visit(k++, y);
    return k;
  }
  /// Works on whole blocks. Numbers behind `count` in the last block are transformed too, but nobody reads them.
  void transform_rows(const LineTransformOf<Real>& lines, int count, const Complex* from, Complex* to) const {
    for (int k = 0; k < count; k += lines_at_once)
      lines.execute(from + std::size_t(k) * row_pitch, to + std::size_t(k) * row_pitch);
  }

  // x-transforms of the rows of a z-plane that are used, two neighbouring rows of a component as one
  void forward_rows(const Space& space, const Values& values, const UsedRows& used) {
    const ModeRows<Complex> all_modes = coefficients(values, components);
    Kokkos::parallel_for(
        "slurry::far_field::fft_rows"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, row_planes).set_chunk_size(1),
        [&](int z) {
          if (!used.plane(z)) return;
          const int token = tokens.acquire();
          Complex* const buffer = buffer_of(token);  // of rows; behind them their coefficients
          Complex* const transformed = buffer + components * rows_size();
          const int ny = grid.total[1], n = grid.transform_x;
          const int count = visit_pairs(used, z, [&](int k, int y) {
            Complex* const both = buffer + std::size_t(k) * row_pitch;
            const auto row = [&](int i, int c) { return values.data() + grid.row(z, y + i, c, components); };
            const bool two = y + 1 < ny;
            if (two && grid.interleaved(components)) {
              if (components == 3)
                pair_columns<3>(row(0, 0), row(1, 0), n, both, rows_size());
              else
                pair_columns<4>(row(0, 0), row(1, 0), n, both, rows_size());
              return;
            }
            const int step = static_cast<int>(grid.step(components));
            for (int c = 0; c < components; ++c)
              pair_rows(row(0, c), two ? row(1, c) : nullptr, n, step, both + c * rows_size());
          });
          const bool all = count == row_pairs(ny);
          for (int c = 0; c < components; ++c) {
            transform_rows(rows_in, count, buffer + c * rows_size(), transformed);
            for (int j = 0; j < modes; ++j) {
              Complex* const out = all_modes.at(z, j, c);
              const Complex* k = transformed + j;
              const std::ptrdiff_t opposite = j == 0 ? 0 : n - 2 * j;
              const auto split = [&](int y) {
                if (y + 1 < ny) return split_pair(k[0], k[opposite], out + y);
                Complex last[2];
                split_pair(k[0], k[opposite], last);
                out[y] = last[0];
              };
              if (all) {
                for (int y = 0; y < ny; y += 2, k += row_pitch) split(y);
              } else {
                std::fill_n(out, ny, Complex(0));
                visit_pairs(used, z, [&](int, int y) {
                  split(y);
                  k += row_pitch;
                });
              }
            }
          }
          tokens.release(token);
        });
  }

  // the way back, with the halo
  void backward_rows(const Space& space, const Values& values, int count, const UsedRows& used) {
    const ModeRows<Complex> all_modes = coefficients(values, count);
    Kokkos::parallel_for(
        "slurry::far_field::ifft_rows"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, row_planes).set_chunk_size(1),
        [&](int z) {
          if (!used.plane(z)) return;
          const int token = tokens.acquire();
          Complex* const buffer = buffer_of(token);  // of rows; behind them the coefficients of one
          Complex* const transformed = buffer + count * rows_size();
          const int ny = grid.total[1], n = grid.transform_x;
          const std::size_t apart = std::size_t(count) * ny;  // two modes
          const auto join = [&](int k, const Complex* pair, Complex* row) {
            if (k == 0 || 2 * k == n)  // their own opposites: coefficients of real rows are real
              row[k] = Complex(pair[0].real(), pair[1].real());
            else
              join_pair(pair, row[k], row[n - k]);
          };
          for (int c = 0; c < count; ++c) {
            int lines = 0;
            for (int j = 0; j < modes; j += modes_at_once) {
              const int some = std::min(modes_at_once, modes - j);
              const Complex* const in = all_modes.at(z, j, c);
              lines = visit_pairs(used, z, [&](int k, int y) {
                Complex* const row = transformed + std::size_t(k) * row_pitch;
                for (int m = 0; m < some; ++m) {
                  if (y + 1 < ny) {
                    join(j + m, in + m * apart + y, row);
                  } else {
                    const Complex last[2] = {in[m * apart + y], Complex(0)};
                    join(j + m, last, row);
                  }
                }
              });
            }
            for (int row = 0; row < lines; ++row)
              std::fill(transformed + std::size_t(row) * row_pitch + modes,
                        transformed + std::size_t(row) * row_pitch + std::max(modes, n - modes + 1), Complex(0));
            transform_rows(rows_out, lines, transformed, buffer + c * rows_size());
          }
          visit_pairs(used, z, [&](int k, int y) {
            const Complex* const both = buffer + std::size_t(k) * row_pitch;
            const auto row = [&](int i, int c) { return values.data() + grid.row(z, y + i, c, count); };
            const bool two = y + 1 < ny;
            if (two && count == 3 && grid.interleaved(3)) {
              part_columns<3>(both, rows_size(), n, row(0, 0), row(1, 0));
            } else {
              const int step = static_cast<int>(grid.step(count));
              for (int c = 0; c < count; ++c)
                part_rows(both + c * rows_size(), n, row(0, c), two ? row(1, c) : nullptr, step);
            }
            for (int i = 0; i < (two ? 2 : 1); ++i) fill_row_halo(grid, row(i, 0), count);
          });
          tokens.release(token);
        });
  }

  // symbol::project of `count` modes that follow each other along y; multipliers go forwards or, where wave numbers are
  // negative, backwards (Step).  Without branches, and by real numbers: for vectors.
  template <bool Net, int Step>
  static void project_row(int count, Real kx, const double* ky, Real kz, const Real* m, Complex* f, std::size_t size) {
    Real *const x = parts(f), *const y = parts(f + size), *const z = parts(f + 2 * size),
                *const s = parts(f + 3 * size);
#pragma GCC ivdep
    for (int i = 0; i < count; ++i)
      symbol::project<Net>(m[Step * i], kx, static_cast<Real>(ky[i]), kz, x + 2 * i, y + 2 * i, z + 2 * i, s + 2 * i);
  }
  static Real* parts(Complex* f) {
    return reinterpret_cast<Real*>(f);
  }

  template <bool Net>
  void project(const ClassPlan& c, int mode, Complex* f) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1], quadrant = ny / 2 + 1;
    const std::size_t size = c.size;
    const Real kx = static_cast<Real>(tables.kx[mode]);
    const int upper = first_upper(ny, reach_y[mode]), lower = std::min(reach_y[mode] + 1, upper);
    for (int iz = 0; iz < nz; ++iz) {
      if (!inside_reach(iz, nz, reach_z[mode])) {
        for (int d = 0; d < 3; ++d) std::fill_n(f + d * size + std::size_t(iz) * c.pitch, ny, Complex(0));
        continue;
      }
      const Real kz = static_cast<Real>(c.kz[iz]);
      const Real* const m = tables.multiplier[mode].data() + std::size_t(2 * iz <= nz ? iz : nz - iz) * quadrant;
      Complex* const row = f + std::size_t(iz) * c.pitch;
      project_row<Net, 1>(lower, kx, c.ky.data(), kz, m, row, size);
      for (int d = 0; d < 3; ++d) std::fill(row + d * size + lower, row + d * size + upper, Complex(0));
      project_row<Net, -1>(ny - upper, kx, &c.ky[upper], kz, m + ny - upper, row + upper, size);
    }
    // the one-dimensional zero mode (2-periodic) has no velocity along its free direction
    if (kx == 0) f[2 * size] = 0;
  }

  // m s, in place
  void multiply(const ClassPlan& c, int mode, Complex* f) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1], quadrant = ny / 2 + 1;
    for (int iz = 0; iz < nz; ++iz) {
      const Real* const m = tables.multiplier[mode].data() + std::size_t(2 * iz <= nz ? iz : nz - iz) * quadrant;
      Complex* const row = f + std::size_t(iz) * c.pitch;
      const bool kept = inside_reach(iz, nz, reach_z[mode]);
      for (int iy = 0; iy < ny; ++iy) row[iy] = kept ? row[iy] * m[2 * iy <= ny ? iy : ny - iy] : Complex(0);
    }
  }

  void pressure_of(const ClassPlan& c, int mode, const Complex* f, Complex* out) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1], quadrant = ny / 2 + 1;
    const std::size_t size = c.size;
    const Real a = static_cast<Real>(tables.kx[mode]);
    for (int iz = 0; iz < nz; ++iz) {
      const Real kz = static_cast<Real>(c.kz[iz]);
      const Real* const m = tables.multiplier[mode].data() + std::size_t(2 * iz <= nz ? iz : nz - iz) * quadrant;
      const Complex* const fx = f + std::size_t(iz) * c.pitch;
      if (!inside_reach(iz, nz, reach_z[mode])) {
        std::fill_n(out + std::size_t(iz) * c.pitch, ny, Complex(0));
        continue;
      }
      for (int iy = 0; iy < ny; ++iy)
        out[std::size_t(iz) * c.pitch + iy] =
            symbol::pressure(m[2 * iy <= ny ? iy : ny - iy], a, static_cast<Real>(c.ky[iy]), kz, fx[iy], fx[size + iy],
                             fx[2 * size + iy]);
    }
  }

  // out = (1 - p k^2) in, for the modes that are not dropped
  void apply_laplacian(const ClassPlan& c, int mode, double p, const Complex* in, Complex* out) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1];
    const std::size_t size = c.size;
    for (int component = 0; component < outputs; ++component)
      for (int iz = 0; iz < nz; ++iz) {
        const Real base = static_cast<Real>(1 - p * (tables.kx[mode] * tables.kx[mode] + c.kz[iz] * c.kz[iz]));
        const Real factor = static_cast<Real>(p);
        const std::size_t row = component * size + std::size_t(iz) * c.pitch;
        for (int iy = 0; iy < ny; ++iy) {
          const Real ky = static_cast<Real>(c.ky[iy]);
          out[row + iy] = (base - factor * ky * ky) * in[row + iy];
        }
      }
  }

  Complex* turned_plane(const ClassPlan& c, int token) const {
    return buffer_of(token) + held * c.size;
  }

  // planes of a mode from a grid, padded and transformed: rows along y that are inside the ball
  void forward_planes(const ClassPlan& c, int slot, const ModeRows<Complex>& from, Complex* f, Complex* turned,
                      const UsedRows& used) const {
    const int ny = grid.total[1], nz = grid.total[2];
    for (int component = 0; component < components; ++component) {
      Complex* const plane = f + component * c.size;
      for (int z = 0; z < nz; ++z) {
        Complex* const row = plane + std::size_t(z) * c.pitch;
        if (used.plane(z))
          std::memcpy(static_cast<void*>(row), from.at(z, slot, component), ny * sizeof(Complex));
        else
          std::fill_n(row, ny, Complex(0));
      }
      c.transforms.forward(plane, turned, ny, nz, reach_z[own[slot]], [&](int y) { return used.row_of_any_plane(y); });
    }
  }

  // and the way back, `count` of them
  void backward_planes(const ClassPlan& c, int slot, Complex* f, Complex* turned, int count,
                       const ModeRows<Complex>& to, const UsedRows& used) const {
    for (int component = 0; component < count; ++component) {
      Complex* const plane = f + component * c.size;
      c.transforms.backward(plane, turned, reach_y[own[slot]], grid.total[2], [&](int z) { return used.plane(z); });
      for (int z = 0; z < grid.total[2]; ++z)
        if (used.plane(z))
          std::memcpy(static_cast<void*>(to.at(z, slot, component)), plane + std::size_t(z) * c.pitch,
                      grid.total[1] * sizeof(Complex));
    }
  }

  void planes(const Space& space, const ModeRows<Complex>& spread, const std::vector<ModeRows<Complex>>& results,
              const std::vector<double>& laplacian, const ModeRows<Complex>& pressure, const UsedRows& used) {
    using fused_convolution::seconds_since;
    for (auto& l : plane_seconds) l = PlaneSeconds{};
    Kokkos::parallel_for(
        "slurry::far_field::planes"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, static_cast<int>(own.size()))
            .set_chunk_size(1),
        [&](int slot) {
          const int token = tokens.acquire();
          const int mode = own[slot];
          const ClassPlan& c = classes[tables.class_of_mode[mode]];
          const std::size_t size = c.size;
          Complex* const f = buffer_of(token);
          Complex* const scratch = f + components * size;
          Complex* const turned = turned_plane(c, token);
          PlaneSeconds& spent = plane_seconds[token];
          auto t = clock::now();
          forward_planes(c, slot, spread, f, turned, used);
          spent.forward += seconds_since(t);
          if (pressure.first) {
            Complex* const p = scratch + outputs * size;
            pressure_of(c, mode, f, p);
            spent.multiply += seconds_since(t);
            backward_planes(c, slot, p, turned, 1, pressure, used);
            spent.backward += seconds_since(t);
          }
          if (components == 4)
            project<true>(c, mode, f);
          else if (components == 3)
            project<false>(c, mode, f);
          else
            multiply(c, mode, f);
          spent.multiply += seconds_since(t);
          for (std::size_t o = laplacian.size(); o-- > 0;) {  // what came in is overwritten last
            Complex* result = f;
            if (o > 0 || laplacian[o] != 0) {
              result = o > 0 ? scratch : f;
              apply_laplacian(c, mode, laplacian[o], f, result);
              spent.multiply += seconds_since(t);
            }
            backward_planes(c, slot, result, turned, outputs, results[o], used);
            spent.backward += seconds_since(t);
          }
          tokens.release(token);
        });
  }

  // of the velocities f and e of one mode
  template <bool Sources>
  void combine_radii(const ClassPlan& c, int mode, Complex* f, Complex* e) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1];
    for (int component = 0; component < 3; ++component)
      for (int iz = 0; iz < nz; ++iz) {
        const std::size_t row = component * c.size + std::size_t(iz) * c.pitch;
        const double base = tables.kx[mode] * tables.kx[mode] + c.kz[iz] * c.kz[iz];
        for (int iy = 0; iy < ny; ++iy) {
          const Real k2 = static_cast<Real>(base + c.ky[iy] * c.ky[iy]);
          symbol::radii<Sources>(k2, f[row + iy], e[row + iy]);
        }
      }
  }

  /// The planes of apply_radii().
  void planes_radii(const Space& space, const ModeRows<Complex>& force_rows, const ModeRows<Complex>& weighted_rows,
                    const FiniteSides& sides, const UsedRows& used) {
    using fused_convolution::seconds_since;
    if (components != 3) throw Error("bodies of different radii need grids with three components");
    for (auto& l : plane_seconds) l = PlaneSeconds{};
    Kokkos::parallel_for(
        "slurry::far_field::planes_radii"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, static_cast<int>(own.size()))
            .set_chunk_size(1),
        [&](int slot) {
          const int token = tokens.acquire();
          const int mode = own[slot];
          const ClassPlan& c = classes[tables.class_of_mode[mode]];
          const std::size_t size = c.size;
          Complex* const f = buffer_of(token);
          Complex* const e = f + 3 * size;
          Complex* const turned = turned_plane(c, token);
          PlaneSeconds& spent = plane_seconds[token];
          auto begun = clock::now();
          forward_planes(c, slot, force_rows, f, turned, used);
          if (sides.sources) forward_planes(c, slot, weighted_rows, e, turned, used);
          spent.forward += seconds_since(begun);
          project<false>(c, mode, f);
          if (sides.sources) {
            project<false>(c, mode, e);
            combine_radii<true>(c, mode, f, e);
          } else {
            combine_radii<false>(c, mode, f, e);
          }
          spent.multiply += seconds_since(begun);
          backward_planes(c, slot, f, turned, 3, force_rows, used);
          if (sides.targets) backward_planes(c, slot, e, turned, 3, weighted_rows, used);
          spent.backward += seconds_since(begun);
          tokens.release(token);
        });
  }

  void apply_radii(const Space& space, const Values& forces, const Values& weighted, const FiniteSides& sides,
                   StageTimes& times, const UsedRows* rows) override {
    using fused_convolution::seconds_since;
    const UsedRows& used = rows ? *rows : all_rows;
    auto t = clock::now();
    forward_rows(space, forces, used);
    if (sides.sources) forward_rows(space, weighted, used);
    space.fence();
    times["FFT"] += seconds_since(t);
    planes_radii(space, coefficients(forces, 3), coefficients(weighted, 3), sides, used);
    space.fence();
    share_laps(seconds_since(t), times);
    backward_rows(space, forces, 3, used);
    if (sides.targets) backward_rows(space, weighted, 3, used);
    space.fence();
    times["IFFT"] += seconds_since(t);
  }

  // the seconds of each thread divide the wall time of the planes
  void share_laps(double wall, StageTimes& times) const {
    PlaneSeconds sum;
    for (const auto& l : plane_seconds) {
      sum.forward += l.forward;
      sum.multiply += l.multiply;
      sum.backward += l.backward;
    }
    const double all = std::max(sum.forward + sum.multiply + sum.backward, 1e-300);
    times["FFT"] += wall * sum.forward / all;
    times["CNV"] += wall * sum.multiply / all;
    times["IFFT"] += wall * sum.backward / all;
  }

  void apply(const Space& space, const Values& spread, const std::vector<Values>& results,
             const std::vector<double>& laplacian, const Values& pressure, StageTimes& times,
             const UsedRows* rows) override {
    using fused_convolution::seconds_since;
    const UsedRows& used = rows ? *rows : all_rows;
    auto t = clock::now();
    forward_rows(space, spread, used);
    space.fence();
    times["FFT"] += seconds_since(t);
    fields.clear();
    for (const Values& result : results) fields.push_back(coefficients(result, outputs));
    planes(space, coefficients(spread, components), fields, laplacian, coefficients(pressure, 1), used);
    space.fence();
    share_laps(seconds_since(t), times);
    for (const Values& result : results) backward_rows(space, result, outputs, used);
    if (pressure.extent(0) > 0) backward_rows(space, pressure, 1, used);
    space.fence();
    times["IFFT"] += seconds_since(t);
  }
};

extern template class HostConvolution<Host, double>;
extern template class HostConvolution<Host, float>;

}  // namespace slurry
