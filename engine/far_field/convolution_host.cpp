// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstring>

#include "base/loop_name.hpp"
#include "far_field/convolution_impl.hpp"
#include "far_field/convolution_memory.hpp"
#include "far_field/fft.hpp"
#include "far_field/plane_tables.hpp"
#include "slurry/error.hpp"

// Host form: every thread takes whole planes through padding, transform, multiplication and back in a buffer that
// stays in its cache (cpu-kernels.md section 5).
namespace slurry {
namespace {

using clock = std::chrono::steady_clock;

/// Seconds of one thread in the three parts of the fused loop, on a cache line of its own.
struct alignas(64) Lap {
  double forward = 0, multiply = 0, backward = 0;
};

double seconds_since(clock::time_point& t) {
  const auto now = clock::now();
  const double s = std::chrono::duration<double>(now - t).count();
  t = now;
  return s;
}

}  // namespace

template <class Space, class Real>
struct HostConvolution {
  using Complex = std::complex<Real>;
  using HostComplex = Kokkos::View<Complex*, typename Space::memory_space>;
  static constexpr int modes_at_once = 64 / sizeof(Complex);  // when planes turn into rows: a line of the cache

  struct ClassPlan : PlaneTables<Real>::Class {
    int pitch = 0;
    LineTransformOf<Real> rows_forward, rows_backward, columns_forward, columns_backward;
    std::size_t plane_size() const { return std::size_t(pitch) * this->planes.size[1]; }
  };

  FarGrid grid;
  int components = 3;  // of the spread grid
  int outputs = 3;     // of a result
  PlaneTables<Real> tables;
  int modes = 0;      // x-modes inside the ball
  int pairs = 0;      // of the rows of a component in a z-plane
  int row_pitch = 0;  // of a pair
  std::vector<ClassPlan> classes;
  LineTransformOf<Real> rows_in, rows_out, rows_out_of_one;
  std::vector<HostComplex> spectra;
  HostComplex pressure_spectrum;
  HostComplex buffers;
  std::size_t buffer_size = 0;
  std::vector<Lap> laps;
  Kokkos::Experimental::UniqueToken<Space> tokens;

  HostConvolution(const EwaldParameters& p, const FarGrid& g, const EwaldSplit& split, const KaiserBessel& window,
                  int count)
      : grid(g), components(count), outputs(count == 1 ? 1 : 3), tables(p, g, split, window), modes(tables.modes()) {
    pairs = row_pairs(grid.total[1]);
    row_pitch = buffer_pitch(grid.transform_x);
    for (const auto& shared : tables.classes) {
      ClassPlan c{shared, 0, {}, {}, {}, {}};
      const int ny = c.planes.size[0], nz = c.planes.size[1];
      c.pitch = buffer_pitch(ny);
      using D = TransformDirection;
      const LineBatch rows{ny, grid.total[2], 1, c.pitch, p.deterministic},
          columns{nz, ny, c.pitch, 1, p.deterministic};
      c.rows_forward = LineTransformOf<Real>::complex_lines(rows, D::forward);
      c.rows_backward = LineTransformOf<Real>::complex_lines(rows, D::backward);
      c.columns_forward = LineTransformOf<Real>::complex_lines(columns, D::forward);
      c.columns_backward = LineTransformOf<Real>::complex_lines(columns, D::backward);
      buffer_size = std::max(buffer_size, (components + outputs + (p.pressure ? 1 : 0)) * c.plane_size());
      classes.push_back(std::move(c));
    }
    const auto rows = [&](int of, TransformDirection direction) {
      return LineTransformOf<Real>::complex_lines({grid.transform_x, of * pairs, 1, row_pitch, p.deterministic},
                                                  direction);
    };
    rows_in = rows(components, TransformDirection::forward);
    rows_out = rows(outputs, TransformDirection::backward);
    if (p.pressure) rows_out_of_one = rows(1, TransformDirection::backward);
    buffer_size = std::max(buffer_size, std::size_t(components) * pairs * row_pitch);
    buffer_size = (buffer_size + 7) / 8 * 8;
    buffers = HostComplex(Kokkos::view_alloc("slurry::far_field::buffers", Kokkos::WithoutInitializing),
                          buffer_size * tokens.size());
    laps.resize(tokens.size());
  }

  std::size_t plane(int mode, int component, int stride) const {
    return (std::size_t(mode) * stride + component) * grid.total[2] * grid.total[1];
  }
  int stride_of(std::size_t spectrum) const { return spectrum == 0 ? components : outputs; }

  // x-transforms of all rows of a z-plane, then scattered to [mode][component][z][y].  Two neighbouring rows a and b of
  // a component are transformed as one, z = a + i b, in 0.5 to 0.8 of the time that FFTW takes for real ones:
  // A(k) = (Z(k) + conj Z(-k))/2,  i B(k) = (Z(k) - conj Z(-k))/2.
  void forward_rows(const Space& space, const GridValues<Space, Real>& values, const HostComplex& spectrum) {
    Kokkos::parallel_for(
        "slurry::far_field::fft_rows"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, grid.total[2]).set_chunk_size(1),
        [&](int z) {
          const int token = tokens.acquire();
          Complex* const buffer = buffers.data() + buffer_size * token;
          const int ny = grid.total[1], n = grid.transform_x;
          for (int c = 0; c < components; ++c)
            for (int y = 0; y < ny; y += 2) {
              const Real* const a = values.data() + grid.row(z, y, c, components);
              const Real* const b = y + 1 < ny ? values.data() + grid.row(z, y + 1, c, components) : nullptr;
              Complex* const both = buffer + std::size_t(c * pairs + y / 2) * row_pitch;
              for (int x = 0; x < n; ++x) both[x] = Complex(a[x], b ? b[x] : Real(0));
            }
          rows_in.execute(buffer);
          for (int j = 0; j < modes; ++j)
            for (int c = 0; c < components; ++c) {
              Complex* const out = spectrum.data() + plane(j, c, components) + std::size_t(z) * ny;
              const Complex* k = buffer + std::size_t(c) * pairs * row_pitch + j;
              const std::ptrdiff_t opposite = j == 0 ? 0 : n - 2 * j;
              for (int y = 0; y < ny; y += 2, k += row_pitch) {
                const Complex sum = Real(0.5) * (k[0] + std::conj(k[opposite])),
                              rest = Real(0.5) * (k[0] - std::conj(k[opposite]));
                out[y] = sum;
                if (y + 1 < ny) out[y + 1] = Complex(rest.imag(), -rest.real());
              }
            }
          tokens.release(token);
        });
  }

  // the first `count` of a spectrum's `stride` components, two rows at a time as above
  void backward_rows(const Space& space, const HostComplex& spectrum, int stride, int count,
                     const LineTransformOf<Real>& lines, const GridValues<Space, Real>& values) {
    Kokkos::parallel_for(
        "slurry::far_field::ifft_rows"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, grid.total[2]).set_chunk_size(1),
        [&](int z) {
          const int token = tokens.acquire();
          Complex* const buffer = buffers.data() + buffer_size * token;
          const int ny = grid.total[1], n = grid.transform_x;
          const std::size_t apart = std::size_t(stride) * grid.total[2] * ny;  // the planes of two modes
          for (int c = 0; c < count; ++c)
            for (int j = 0; j < modes; j += modes_at_once) {
              const int some = std::min(modes_at_once, modes - j);
              const Complex* const in = spectrum.data() + plane(j, c, stride) + std::size_t(z) * ny;
              Complex* row = buffer + std::size_t(c) * pairs * row_pitch;
              for (int y = 0; y < ny; y += 2, row += row_pitch)
                for (int m = 0; m < some; ++m) {
                  const Complex a = in[m * apart + y], b = y + 1 < ny ? in[m * apart + y + 1] : Complex(0);
                  const int k = j + m;
                  if (k == 0 || 2 * k == n) {  // their own opposites: coefficients of real rows are real
                    row[k] = Complex(a.real(), b.real());
                  } else {
                    row[k] = Complex(a.real() - b.imag(), a.imag() + b.real());
                    row[n - k] = Complex(a.real() + b.imag(), b.real() - a.imag());
                  }
                }
            }
          for (int row = 0; row < count * pairs; ++row)
            std::fill(buffer + std::size_t(row) * row_pitch + modes,
                      buffer + std::size_t(row) * row_pitch + std::max(modes, n - modes + 1), Complex(0));
          lines.execute(buffer);
          for (int c = 0; c < count; ++c)
            for (int y = 0; y < ny; y += 2) {
              Real* const a = values.data() + grid.row(z, y, c, count);
              const Complex* const both = buffer + std::size_t(c * pairs + y / 2) * row_pitch;
              for (int x = 0; x < n; ++x) a[x] = both[x].real();
              if (y + 1 == ny) continue;
              Real* const b = values.data() + grid.row(z, y + 1, c, count);
              for (int x = 0; x < n; ++x) b[x] = both[x].imag();
            }
          tokens.release(token);
        });
  }

  // m [F - k (k.F)/k^2 + i k s], in place over F
  template <bool Net>
  void project(const ClassPlan& c, int mode, Complex* f) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1], quadrant = ny / 2 + 1;
    const std::size_t size = c.plane_size();
    const Real a = static_cast<Real>(tables.kx[mode]);
    for (int iz = 0; iz < nz; ++iz) {
      const Real kz = static_cast<Real>(c.kz[iz]);
      const Real* const m = tables.multiplier[mode].data() + std::size_t(2 * iz <= nz ? iz : nz - iz) * quadrant;
      Complex *const fx = f + std::size_t(iz) * c.pitch, *const fy = fx + size, *const fz = fy + size;
      [[maybe_unused]] const Complex* const s = fz + size;
      for (int iy = 0; iy < ny; ++iy) {
        const Real factor = m[2 * iy <= ny ? iy : ny - iy];
        if (factor == 0) {
          fx[iy] = fy[iy] = fz[iy] = 0;
          continue;
        }
        const Real ky = static_cast<Real>(c.ky[iy]), k2 = a * a + ky * ky + kz * kz;
        const Real inverse = k2 > 0 ? 1 / k2 : Real(0);
        Complex along = (a * fx[iy] + ky * fy[iy] + kz * fz[iy]) * inverse;
        if constexpr (Net) along -= Complex(-s[iy].imag(), s[iy].real());
        fx[iy] = factor * (fx[iy] - a * along);
        fy[iy] = factor * (fy[iy] - ky * along);
        // the one-dimensional zero mode (2-periodic) has no velocity along its free direction
        fz[iy] = k2 > 0 ? factor * (fz[iy] - kz * along) : Complex(0);
      }
    }
  }

  // m s, in place
  void multiply(const ClassPlan& c, int mode, Complex* f) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1], quadrant = ny / 2 + 1;
    for (int iz = 0; iz < nz; ++iz) {
      const Real* const m = tables.multiplier[mode].data() + std::size_t(2 * iz <= nz ? iz : nz - iz) * quadrant;
      Complex* const row = f + std::size_t(iz) * c.pitch;
      for (int iy = 0; iy < ny; ++iy) row[iy] *= m[2 * iy <= ny ? iy : ny - iy];
    }
  }

  // -i m (k.F) of the spread forces
  void pressure_of(const ClassPlan& c, int mode, const Complex* f, Complex* out) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1], quadrant = ny / 2 + 1;
    const std::size_t size = c.plane_size();
    const Real a = static_cast<Real>(tables.kx[mode]);
    for (int iz = 0; iz < nz; ++iz) {
      const Real kz = static_cast<Real>(c.kz[iz]);
      const Real* const m = tables.multiplier[mode].data() + std::size_t(2 * iz <= nz ? iz : nz - iz) * quadrant;
      const Complex* const fx = f + std::size_t(iz) * c.pitch;
      for (int iy = 0; iy < ny; ++iy) {
        const Complex along = a * fx[iy] + static_cast<Real>(c.ky[iy]) * fx[size + iy] + kz * fx[2 * size + iy];
        out[std::size_t(iz) * c.pitch + iy] = m[2 * iy <= ny ? iy : ny - iy] * Complex(along.imag(), -along.real());
      }
    }
  }

  // out = (1 - p k^2) in, for the modes that are not dropped
  void apply_laplacian(const ClassPlan& c, int mode, double p, const Complex* in, Complex* out) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1];
    const std::size_t size = c.plane_size();
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

  void copy_back(const ClassPlan& c, int mode, const Complex* in, Complex* spectrum, int stride, int count) const {
    for (int component = 0; component < count; ++component)
      for (int z = 0; z < grid.total[2]; ++z)
        std::memcpy(static_cast<void*>(spectrum + plane(mode, component, stride) + std::size_t(z) * grid.total[1]),
                    in + component * c.plane_size() + std::size_t(z) * c.pitch, grid.total[1] * sizeof(Complex));
  }

  void planes(const Space& space, const std::vector<double>& laplacian, bool pressure) {
    for (auto& l : laps) l = Lap{};
    Kokkos::parallel_for(
        "slurry::far_field::planes"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, modes).set_chunk_size(1),
        [&](int mode) {
          const int token = tokens.acquire();
          const ClassPlan& c = classes[tables.class_of_mode[mode]];
          const std::size_t size = c.plane_size();
          Complex* const f = buffers.data() + buffer_size * token;
          Complex* const scratch = f + components * size;
          Lap& lap = laps[token];
          auto t = clock::now();
          const Complex* const in = spectra[0].data();
          for (int component = 0; component < components; ++component)
            forward_plane(c, in + plane(mode, component, components), f + component * size);
          lap.forward += seconds_since(t);
          if (pressure) {
            Complex* const p = scratch + outputs * size;
            pressure_of(c, mode, f, p);
            lap.multiply += seconds_since(t);
            c.columns_backward.execute(p);
            c.rows_backward.execute(p);
            copy_back(c, mode, p, pressure_spectrum.data(), 1, 1);
            lap.backward += seconds_since(t);
          }
          if (components == 4)
            project<true>(c, mode, f);
          else if (components == 3)
            project<false>(c, mode, f);
          else
            multiply(c, mode, f);
          lap.multiply += seconds_since(t);
          for (std::size_t o = laplacian.size(); o-- > 0;) {  // the input's spectrum is overwritten last
            Complex* result = f;
            if (o > 0 || laplacian[o] != 0) {
              result = o > 0 ? scratch : f;
              apply_laplacian(c, mode, laplacian[o], f, result);
              lap.multiply += seconds_since(t);
            }
            for (int component = 0; component < outputs; ++component) {
              c.columns_backward.execute(result + component * size);
              c.rows_backward.execute(result + component * size);
            }
            copy_back(c, mode, result, spectra[o].data(), stride_of(o), outputs);
            lap.backward += seconds_since(t);
          }
          tokens.release(token);
        });
  }

  // a plane of an input spectrum, padded and transformed
  void forward_plane(const ClassPlan& c, const Complex* in, Complex* target) const {
    for (int z = 0; z < grid.total[2]; ++z) {
      Complex* const row = target + std::size_t(z) * c.pitch;
      std::memcpy(static_cast<void*>(row), in + std::size_t(z) * grid.total[1], grid.total[1] * sizeof(Complex));
      std::fill(row + grid.total[1], row + c.pitch, Complex(0));
    }
    std::fill(target + std::size_t(grid.total[2]) * c.pitch, target + c.plane_size(), Complex(0));
    c.rows_forward.execute(target);
    c.columns_forward.execute(target);
  }

  // f = U0 = f - k^2 e (e only where the sources have a size), e = U1 = -k^2 f of the velocities f and e of one mode
  template <bool Sources>
  void combine_radii(const ClassPlan& c, int mode, Complex* f, Complex* e) const {
    const int ny = c.planes.size[0], nz = c.planes.size[1];
    for (int component = 0; component < 3; ++component)
      for (int iz = 0; iz < nz; ++iz) {
        const std::size_t row = component * c.plane_size() + std::size_t(iz) * c.pitch;
        const double base = tables.kx[mode] * tables.kx[mode] + c.kz[iz] * c.kz[iz];
        for (int iy = 0; iy < ny; ++iy) {
          const Real k2 = static_cast<Real>(base + c.ky[iy] * c.ky[iy]);
          const Complex plain = f[row + iy];
          if constexpr (Sources) f[row + iy] = plain - k2 * e[row + iy];
          e[row + iy] = -k2 * plain;
        }
      }
  }

  void apply_radii(const Space& space, const GridValues<Space, Real>& forces, const GridValues<Space, Real>& weighted,
                   const FiniteSides& sides, StageTimes& times) {
    if (components != 3) throw Error("bodies of any radius are summed with three components");
    while (spectra.size() < 2)
      spectra.emplace_back(Kokkos::view_alloc("slurry::far_field::spectrum", Kokkos::WithoutInitializing),
                           plane(modes, 0, 3));
    auto t = clock::now();
    forward_rows(space, forces, spectra[0]);
    if (sides.sources) forward_rows(space, weighted, spectra[1]);
    space.fence();
    times[Stage::fft] += seconds_since(t);
    for (auto& l : laps) l = Lap{};
    Kokkos::parallel_for(
        "slurry::far_field::planes_radii"_loop,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, modes).set_chunk_size(1),
        [&](int mode) {
          const int token = tokens.acquire();
          const ClassPlan& c = classes[tables.class_of_mode[mode]];
          const std::size_t size = c.plane_size();
          Complex* const f = buffers.data() + buffer_size * token;
          Complex* const e = f + 3 * size;
          Lap& lap = laps[token];
          auto begun = clock::now();
          for (int side = 0; side < (sides.sources ? 2 : 1); ++side)
            for (int component = 0; component < 3; ++component)
              forward_plane(c, spectra[side].data() + plane(mode, component, 3), f + (3 * side + component) * size);
          lap.forward += seconds_since(begun);
          project<false>(c, mode, f);
          if (sides.sources) {
            project<false>(c, mode, e);
            combine_radii<true>(c, mode, f, e);
          } else {
            combine_radii<false>(c, mode, f, e);
          }
          lap.multiply += seconds_since(begun);
          for (int component = 0; component < (sides.targets ? 6 : 3); ++component) {
            c.columns_backward.execute(f + component * size);
            c.rows_backward.execute(f + component * size);
          }
          copy_back(c, mode, f, spectra[0].data(), 3, 3);
          if (sides.targets) copy_back(c, mode, e, spectra[1].data(), 3, 3);
          lap.backward += seconds_since(begun);
          tokens.release(token);
        });
    space.fence();
    share_laps(seconds_since(t), times);
    backward_rows(space, spectra[0], 3, 3, rows_out, forces);
    fill_halo(space, grid, forces, 3);
    if (sides.targets) {
      backward_rows(space, spectra[1], 3, 3, rows_out, weighted);
      fill_halo(space, grid, weighted, 3);
    }
    space.fence();
    times[Stage::ifft] += seconds_since(t);
  }

  // the threads' own laps divide the wall time of the planes
  void share_laps(double wall, StageTimes& times) const {
    Lap sum;
    for (const auto& l : laps) {
      sum.forward += l.forward;
      sum.multiply += l.multiply;
      sum.backward += l.backward;
    }
    const double all = std::max(sum.forward + sum.multiply + sum.backward, 1e-300);
    times[Stage::fft] += wall * sum.forward / all;
    times[Stage::cnv] += wall * sum.multiply / all;
    times[Stage::ifft] += wall * sum.backward / all;
  }

  void apply(const Space& space, const GridValues<Space, Real>& spread,
             const std::vector<GridValues<Space, Real>>& results, const std::vector<double>& laplacian,
             const GridValues<Space, Real>& pressure, StageTimes& times) {
    while (spectra.size() < results.size())
      spectra.emplace_back(Kokkos::view_alloc("slurry::far_field::spectrum", Kokkos::WithoutInitializing),
                           plane(modes, 0, stride_of(spectra.size())));
    const bool with_pressure = pressure.extent(0) > 0;
    if (with_pressure && pressure_spectrum.extent(0) == 0)
      pressure_spectrum = HostComplex(Kokkos::view_alloc("slurry::far_field::pressure", Kokkos::WithoutInitializing),
                                      plane(modes, 0, 1));
    auto t = clock::now();
    forward_rows(space, spread, spectra[0]);
    space.fence();
    times[Stage::fft] += seconds_since(t);
    planes(space, laplacian, with_pressure);
    space.fence();
    share_laps(seconds_since(t), times);
    for (std::size_t o = 0; o < results.size(); ++o) {
      backward_rows(space, spectra[o], stride_of(o), outputs, rows_out, results[o]);
      fill_halo(space, grid, results[o], outputs);
    }
    if (with_pressure) {
      backward_rows(space, pressure_spectrum, 1, 1, rows_out_of_one, pressure);
      fill_halo(space, grid, pressure, 1);
    }
    space.fence();
    times[Stage::ifft] += seconds_since(t);
  }
};

template class Convolution<CoreSpace, double>;
template class Convolution<CoreSpace, float>;

}  // namespace slurry
