// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/fft.hpp"
#include "base/loop_name.hpp"
#include "ewald/far/convolution.hpp"
#include "ewald/far/plane_tables.hpp"
#include "ewald/far/symbol.hpp"
#include "slurry/error.hpp"

// Device form: batches of planes of one size go together through padding, transform, multiplication and back.  Spectra
// are [mode][component][z][y], so that planes are contiguous and the transposition comes with the transform along x
// a batch is [component][mode][N_z][N_y].
namespace slurry {
namespace {

/// Books the time since the last stage, once the work of it is done.
template <class Space>
class StageWatch {
 public:
  StageWatch(const Space& space, StageTimes& times) : space_(space), times_(times) {}
  void ends(std::string_view stage) {
    space_.fence();
    const auto now = clock::now();
    times_[stage] += std::chrono::duration<double>(now - start_).count();
    start_ = now;
  }

 private:
  using clock = std::chrono::steady_clock;
  const Space& space_;
  StageTimes& times_;
  clock::time_point start_ = clock::now();
};

template <class Space, class T>
Kokkos::View<T*, typename Space::memory_space> in_space(const std::vector<T>& host, const char* label) {
  Kokkos::View<T*, typename Space::memory_space> v(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing),
                                                   host.size());
  Kokkos::deep_copy(v, Kokkos::View<const T*, Kokkos::HostSpace>(host.data(), host.size()));
  return v;
}

/// Sizes of a batch, and where its modes lie in a spectrum.
struct BatchShape {
  int ny = 0, nz = 0;            // padded plane
  int total_y = 0, total_z = 0;  // plane of the spectrum
  int capacity = 0;              // modes that a batch holds
  int first = 0, modes = 0;      // modes that it holds now

  KOKKOS_FUNCTION std::size_t plane() const { return std::size_t(ny) * nz; }
  /// Row z of a component of the batch's m-th mode in a spectrum of `stride` components.
  KOKKOS_FUNCTION std::size_t spectrum_row(int m, int component, int stride, int z) const {
    return ((std::size_t(first + m) * stride + component) * total_z + z) * total_y;
  }
};

template <class Space>
using Flat = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;

/// Planes of the spectrum into the batch, zeros beyond them.
template <class Space, class View>
void pad(const Space& space, const BatchShape& b, int components, const View& spectrum, const View& batch) {
  using Complex = typename View::value_type;
  Kokkos::parallel_for(
      "slurry::far_field::pad"_loop, Flat<Space>(space, 0, std::int64_t(b.plane()) * b.modes * components),
      KOKKOS_LAMBDA(std::int64_t i) {
        const int y = static_cast<int>(i % b.ny), row = static_cast<int>(i / b.ny), z = row % b.nz;
        const int m = row / b.nz % b.modes, c = row / b.nz / b.modes;
        const bool inside = y < b.total_y && z < b.total_z;
        batch((std::size_t(c) * b.capacity + m) * b.plane() + std::size_t(z) * b.ny + y) =
            inside ? spectrum(b.spectrum_row(m, c, components, z) + y) : Complex(0);
      });
}

/// The reverse for `count` components: what lies beyond the planes of the spectrum is dropped.
template <class Space, class View>
void cut(const Space& space, const BatchShape& b, int stride, int count, const View& batch, const View& spectrum) {
  Kokkos::parallel_for(
      "slurry::far_field::cut"_loop, Flat<Space>(space, 0, std::int64_t(b.total_y) * b.total_z * b.modes * count),
      KOKKOS_LAMBDA(std::int64_t i) {
        const int y = static_cast<int>(i % b.total_y), row = static_cast<int>(i / b.total_y), z = row % b.total_z;
        const int m = row / b.total_z % b.modes, c = row / b.total_z / b.modes;
        spectrum(b.spectrum_row(m, c, stride, z) + y) =
            batch((std::size_t(c) * b.capacity + m) * b.plane() + std::size_t(z) * b.ny + y);
      });
}

/// Wave numbers of a class of planes and its multipliers, one quadrant per mode.
template <class Space, class Real>
struct ClassTables {
  Kokkos::View<Real*, typename Space::memory_space> kx, ky, kz, multiplier;  // kx: from the first mode of the class
};

/// Real and imaginary part of a coefficient.
template <class Real>
KOKKOS_INLINE_FUNCTION Real* parts(Kokkos::complex<Real>& c) {
  return reinterpret_cast<Real*>(&c);
}

/// symbol::project of a batch.
template <bool Net, class Space, class Real, class View>
void project(const Space& space, const BatchShape& b, const ClassTables<Space, Real>& t, int first_of_class,
             const View& batch) {
  using Complex = typename View::value_type;
  const int quadrant_y = b.ny / 2 + 1;
  const std::size_t quadrant = std::size_t(b.nz / 2 + 1) * quadrant_y, component = b.plane() * b.capacity;
  const int skipped = b.first - first_of_class;
  Kokkos::parallel_for(
      "slurry::far_field::cnv"_loop, Flat<Space>(space, 0, std::int64_t(b.plane()) * b.modes),
      KOKKOS_LAMBDA(std::int64_t i) {
        const int y = static_cast<int>(i % b.ny), row = static_cast<int>(i / b.ny), z = row % b.nz, m = row / b.nz;
        const Real factor =
            t.multiplier((skipped + m) * quadrant + std::size_t(2 * z <= b.nz ? z : b.nz - z) * quadrant_y +
                         (2 * y <= b.ny ? y : b.ny - y));
        Complex& fx = batch(i);
        Complex& fy = batch(i + component);
        Complex& fz = batch(i + 2 * component);
        if (factor == 0) {
          fx = fy = fz = Complex(0);
          return;
        }
        const Real kx = t.kx(skipped + m), ky = t.ky(y), kz = t.kz(z);
        symbol::project<Net>(factor, kx, ky, kz, parts(fx), parts(fy), parts(fz),
                             parts(batch(i + (Net ? 3 : 0) * component)));
        // the one-dimensional zero mode (2-periodic) has no velocity along its free direction
        if (kx == 0 && ky == 0 && kz == 0) fz = Complex(0);
      });
}

/// m s, in place.
template <class Space, class Real, class View>
void multiply(const Space& space, const BatchShape& b, const ClassTables<Space, Real>& t, int first_of_class,
              const View& batch) {
  const int quadrant_y = b.ny / 2 + 1;
  const std::size_t quadrant = std::size_t(b.nz / 2 + 1) * quadrant_y;
  const int skipped = b.first - first_of_class;
  Kokkos::parallel_for(
      "slurry::far_field::cnv"_loop, Flat<Space>(space, 0, std::int64_t(b.plane()) * b.modes),
      KOKKOS_LAMBDA(std::int64_t i) {
        const int y = static_cast<int>(i % b.ny), row = static_cast<int>(i / b.ny), z = row % b.nz, m = row / b.nz;
        batch(i) *= t.multiplier((skipped + m) * quadrant + std::size_t(2 * z <= b.nz ? z : b.nz - z) * quadrant_y +
                                 (2 * y <= b.ny ? y : b.ny - y));
      });
}

/// symbol::pressure of the spread forces.
template <class Space, class Real, class View>
void pressure_of(const Space& space, const BatchShape& b, const ClassTables<Space, Real>& t, int first_of_class,
                 const View& batch, const View& out) {
  const int quadrant_y = b.ny / 2 + 1;
  const std::size_t quadrant = std::size_t(b.nz / 2 + 1) * quadrant_y, component = b.plane() * b.capacity;
  const int skipped = b.first - first_of_class;
  Kokkos::parallel_for(
      "slurry::far_field::pressure"_loop, Flat<Space>(space, 0, std::int64_t(b.plane()) * b.modes),
      KOKKOS_LAMBDA(std::int64_t i) {
        const int y = static_cast<int>(i % b.ny), row = static_cast<int>(i / b.ny), z = row % b.nz, m = row / b.nz;
        const Real factor =
            t.multiplier((skipped + m) * quadrant + std::size_t(2 * z <= b.nz ? z : b.nz - z) * quadrant_y +
                         (2 * y <= b.ny ? y : b.ny - y));
        out(i) = symbol::pressure(factor, t.kx(skipped + m), t.ky(y), t.kz(z), batch(i), batch(i + component),
                                  batch(i + 2 * component));
      });
}

/// out = (1 - p k^2) in, `count` components.
template <class Space, class Real, class View>
void apply_laplacian(const Space& space, const BatchShape& b, const ClassTables<Space, Real>& t, int first_of_class,
                     int count, double p, const View& in, const View& out) {
  const std::size_t component = b.plane() * b.capacity;
  const int skipped = b.first - first_of_class;
  Kokkos::parallel_for(
      "slurry::far_field::laplacian"_loop, Flat<Space>(space, 0, std::int64_t(b.plane()) * b.modes),
      KOKKOS_LAMBDA(std::int64_t i) {
        const int y = static_cast<int>(i % b.ny), row = static_cast<int>(i / b.ny), z = row % b.nz, m = row / b.nz;
        const Real kx = t.kx(skipped + m), ky = t.ky(y), kz = t.kz(z);
        const Real factor = static_cast<Real>(1 - p * (kx * kx + ky * ky + kz * kz));
        for (int c = 0; c < count; ++c) out(i + c * component) = factor * in(i + c * component);
      });
}

/// symbol::radii of three components.
template <bool Sources, class Space, class Real, class View>
void combine_radii(const Space& space, const BatchShape& b, const ClassTables<Space, Real>& t, int first_of_class,
                   const View& f, const View& e) {
  const std::size_t component = b.plane() * b.capacity;
  const int skipped = b.first - first_of_class;
  Kokkos::parallel_for(
      "slurry::far_field::radii"_loop, Flat<Space>(space, 0, std::int64_t(b.plane()) * b.modes),
      KOKKOS_LAMBDA(std::int64_t i) {
        const int y = static_cast<int>(i % b.ny), row = static_cast<int>(i / b.ny), z = row % b.nz, m = row / b.nz;
        const Real kx = t.kx(skipped + m), ky = t.ky(y), kz = t.kz(z), k2 = kx * kx + ky * ky + kz * kz;
        for (int c = 0; c < 3; ++c) symbol::radii<Sources>(k2, f(i + c * component), e(i + c * component));
      });
}

}  // namespace

template <class Space, class Real>
class DeviceConvolution final : public Convolution<Space, Real> {
 public:
  using memory = typename Space::memory_space;
  using Spectrum = Kokkos::View<Kokkos::complex<Real>*, memory>;
  using Lines = LineTransformOf<Real>;
  using HostComplex = std::complex<Real>;  // what the transform interface speaks of

  /// Bytes of a batch of planes, about.
  static constexpr std::size_t batch_bytes = std::size_t(1) << 30;

  struct ClassPlan {
    PlaneClass planes;
    BatchShape shape;
    ClassTables<Space, Real> tables;
    Lines forward, backward, backward_one;
  };

  FarGrid grid;
  int components = 3;  // of the spread grid
  int outputs = 3;     // of a result
  PlaneTables<Real> tables;
  int modes = 0;         // x-modes inside the ball
  int coefficients = 0;  // of a real row
  std::vector<ClassPlan> classes;
  std::optional<DeviceTransforms<Real>> transforms;
  Lines real_rows, complex_rows, complex_rows_of_result, complex_rows_of_one;
  std::vector<Spectrum> spectra;
  Spectrum batch, scratch, pressure_batch, pressure_spectrum;
  std::size_t batch_size = 0;  // of a result

  DeviceConvolution(const EwaldParameters& p, const FarGrid& g, const EwaldSplit& split, const KaiserBessel& window,
                    int count)
      : grid(g),
        components(count),
        outputs(count == 1 ? 1 : 3),
        tables(p, g, split, window),
        modes(tables.modes()),
        coefficients(g.transform_x / 2 + 1) {
    transforms.emplace(Space().cuda_stream());
    std::size_t size = 0, one = 0;
    for (const auto& shared : tables.classes) {
      ClassPlan c;
      c.planes = shared.planes;
      const std::size_t plane = std::size_t(c.planes.size[0]) * c.planes.size[1];
      const int most = static_cast<int>(
          std::max<std::size_t>(1, batch_bytes / (plane * components * sizeof(Kokkos::complex<Real>))));
      const int batches = (shared.modes() + most - 1) / most;
      c.shape = {c.planes.size[0], c.planes.size[1], grid.total[1], grid.total[2],
                 (shared.modes() + batches - 1) / batches};
      size = std::max(size, components * plane * c.shape.capacity);
      batch_size = std::max(batch_size, outputs * plane * c.shape.capacity);
      one = std::max(one, plane * c.shape.capacity);
      fill_tables(shared, c.tables);
      const PlaneBatch all{c.planes.size[1], c.planes.size[0], components * c.shape.capacity};
      const PlaneBatch result{c.planes.size[1], c.planes.size[0], outputs * c.shape.capacity};
      c.forward = transforms->complex_planes(all, TransformDirection::forward);
      c.backward = transforms->complex_planes(result, TransformDirection::backward);
      if (p.pressure)
        c.backward_one = transforms->complex_planes({c.planes.size[1], c.planes.size[0], c.shape.capacity},
                                                    TransformDirection::backward);
      classes.push_back(std::move(c));
    }
    tables.multiplier = {};  // they live on the device now
    this->zero_mode_constant_ = tables.zero_mode_constant;
    this->padding_ = tables.padding;
    batch = Spectrum("slurry::far_field::batch", size);
    real_rows = transforms->real_to_complex(real_lines(components), coefficient_lines(components));
    complex_rows = transforms->complex_to_real(coefficient_lines(components), real_lines(outputs));
    if (!p.pressure) return;
    pressure_batch = Spectrum("slurry::far_field::pressure_batch", one);
    complex_rows_of_one = transforms->complex_to_real(coefficient_lines(1), real_lines(1));
  }

  // lines along x of one component
  LineBatch real_lines(int of) const {
    return {grid.transform_x, grid.total[1] * grid.total[2], 1, std::ptrdiff_t(of) * grid.pitch};
  }
  LineBatch coefficient_lines(int of) const {
    return {coefficients, grid.total[1] * grid.total[2], std::ptrdiff_t(of) * grid.total[1] * grid.total[2], 1};
  }

  void fill_tables(const typename PlaneTables<Real>::Class& c, ClassTables<Space, Real>& t) const {
    const auto first = c.planes.first_mode;
    const auto rounded = [](auto from, auto to) { return std::vector<Real>(from, to); };
    t.kx = in_space<Space>(rounded(tables.kx.begin() + first, tables.kx.begin() + c.planes.last_mode + 1),
                           "slurry::far_field::kx");
    t.ky = in_space<Space>(rounded(c.ky.begin(), c.ky.end()), "slurry::far_field::ky");
    t.kz = in_space<Space>(rounded(c.kz.begin(), c.kz.end()), "slurry::far_field::kz");
    std::vector<Real> all;
    all.reserve(c.quadrant() * c.modes());
    for (int j = first; j <= c.planes.last_mode; ++j)
      all.insert(all.end(), tables.multiplier[j].begin(), tables.multiplier[j].end());
    t.multiplier = in_space<Space>(all, "slurry::far_field::multiplier");
  }

  int stride_of(std::size_t spectrum) const { return spectrum == 0 ? components : outputs; }
  std::size_t component_size() const { return std::size_t(grid.total[1]) * grid.total[2]; }
  static HostComplex* raw(const Spectrum& s, std::size_t offset = 0) {
    return reinterpret_cast<HostComplex*>(s.data() + offset);
  }

  void forward_rows(const GridValues<Space, Real>& values, const Spectrum& spectrum) const {
    for (int c = 0; c < components; ++c)
      real_rows.execute(values.data() + std::size_t(c) * grid.pitch, raw(spectrum, c * component_size()));
  }

  void apply_radii(const Space& space, const GridValues<Space, Real>& forces, const GridValues<Space, Real>& weighted,
                   const FiniteSides& sides, StageTimes& times, const UsedRows*) override {
    if (components != 3) throw Error("bodies of different radii need grids with three components");
    StageWatch watch(space, times);
    while (spectra.size() < 2)
      spectra.emplace_back(Kokkos::view_alloc("slurry::far_field::spectrum", Kokkos::WithoutInitializing),
                           coefficients * 3 * component_size());
    if (scratch.extent(0) == 0) scratch = Spectrum("slurry::far_field::scratch", batch_size);
    forward_rows(forces, spectra[0]);
    if (sides.sources) forward_rows(weighted, spectra[1]);
    for (ClassPlan& c : classes)
      for (int first = c.planes.first_mode; first <= c.planes.last_mode; first += c.shape.capacity) {
        BatchShape b = c.shape;
        b.first = first;
        b.modes = std::min(b.capacity, c.planes.last_mode + 1 - first);
        const Spectrum* const both[2] = {&batch, &scratch};
        for (int i = 0; i < (sides.sources ? 2 : 1); ++i) {
          pad(space, b, 3, spectra[i], *both[i]);
          c.forward.execute(raw(*both[i]));
        }
        watch.ends("FFT");
        for (int i = 0; i < (sides.sources ? 2 : 1); ++i)
          project<false>(space, b, c.tables, c.planes.first_mode, *both[i]);
        if (sides.sources)
          combine_radii<true>(space, b, c.tables, c.planes.first_mode, batch, scratch);
        else
          combine_radii<false>(space, b, c.tables, c.planes.first_mode, batch, scratch);
        watch.ends("CNV");
        for (int i = 0; i < (sides.targets ? 2 : 1); ++i) {
          c.backward.execute(raw(*both[i]));
          cut(space, b, 3, 3, *both[i], spectra[i]);
        }
        watch.ends("IFFT");
      }
    backward_rows(space, spectra[0], 3, 3, complex_rows, forces);
    fill_halo(space, grid, forces, 3);
    if (sides.targets) {
      backward_rows(space, spectra[1], 3, 3, complex_rows, weighted);
      fill_halo(space, grid, weighted, 3);
    }
    watch.ends("IFFT");
  }

  // the first `count` of a spectrum's `stride` components
  void backward_rows(const Space& space, const Spectrum& spectrum, std::size_t stride, int count, Lines& lines,
                     const GridValues<Space, Real>& values) {
    Kokkos::deep_copy(space,
                      Kokkos::subview(spectrum, std::make_pair(modes * stride * component_size(), spectrum.extent(0))),
                      Kokkos::complex<Real>(0));
    for (int c = 0; c < count; ++c)
      lines.execute(raw(spectrum, c * component_size()), values.data() + std::size_t(c) * grid.pitch);
  }

  void apply(const Space& space, const GridValues<Space, Real>& spread,
             const std::vector<GridValues<Space, Real>>& results, const std::vector<double>& laplacian,
             const GridValues<Space, Real>& pressure, StageTimes& times, const UsedRows*) override {
    StageWatch watch(space, times);
    while (spectra.size() < results.size())
      spectra.emplace_back(Kokkos::view_alloc("slurry::far_field::spectrum", Kokkos::WithoutInitializing),
                           coefficients * stride_of(spectra.size()) * component_size());
    if (results.size() > 1 && scratch.extent(0) == 0) scratch = Spectrum("slurry::far_field::scratch", batch_size);
    const bool with_pressure = pressure.extent(0) > 0;
    if (with_pressure && pressure_spectrum.extent(0) == 0)
      pressure_spectrum = Spectrum(Kokkos::view_alloc("slurry::far_field::pressure", Kokkos::WithoutInitializing),
                                   coefficients * component_size());
    forward_rows(spread, spectra[0]);
    for (ClassPlan& c : classes)
      for (int first = c.planes.first_mode; first <= c.planes.last_mode; first += c.shape.capacity) {
        BatchShape b = c.shape;
        b.first = first;
        b.modes = std::min(b.capacity, c.planes.last_mode + 1 - first);
        pad(space, b, components, spectra[0], batch);
        c.forward.execute(raw(batch));
        watch.ends("FFT");
        if (with_pressure) {
          pressure_of(space, b, c.tables, c.planes.first_mode, batch, pressure_batch);
          watch.ends("CNV");
          c.backward_one.execute(raw(pressure_batch));
          cut(space, b, 1, 1, pressure_batch, pressure_spectrum);
          watch.ends("IFFT");
        }
        if (components == 4)
          project<true>(space, b, c.tables, c.planes.first_mode, batch);
        else if (components == 3)
          project<false>(space, b, c.tables, c.planes.first_mode, batch);
        else
          multiply(space, b, c.tables, c.planes.first_mode, batch);
        watch.ends("CNV");
        for (std::size_t o = laplacian.size(); o-- > 0;) {  // the input's spectrum is overwritten last
          const Spectrum& result = o > 0 ? scratch : batch;
          if (o > 0 || laplacian[o] != 0) {
            apply_laplacian(space, b, c.tables, c.planes.first_mode, outputs, laplacian[o], batch, result);
            watch.ends("CNV");
          }
          c.backward.execute(raw(result));
          cut(space, b, stride_of(o), outputs, result, spectra[o]);
          watch.ends("IFFT");
        }
      }
    for (std::size_t o = 0; o < results.size(); ++o) {
      Lines* lines = &complex_rows;
      if (o > 0 && components != outputs) {
        if (!complex_rows_of_result)
          complex_rows_of_result = transforms->complex_to_real(coefficient_lines(outputs), real_lines(outputs));
        lines = &complex_rows_of_result;
      }
      backward_rows(space, spectra[o], stride_of(o), outputs, *lines, results[o]);
      fill_halo(space, grid, results[o], outputs);
    }
    if (with_pressure) {
      backward_rows(space, pressure_spectrum, 1, 1, complex_rows_of_one, pressure);
      fill_halo(space, grid, pressure, 1);
    }
    watch.ends("IFFT");
  }
};

template <class Space, class Real>
std::unique_ptr<Convolution<Space, Real>> BatchedConvolution<Space, Real>::make(const EwaldParameters& p,
                                                                                const FarGrid& grid,
                                                                                const EwaldSplit& split,
                                                                                const KaiserBessel& window,
                                                                                int components) {
  return std::make_unique<DeviceConvolution<Space, Real>>(p, grid, split, window, components);
}

template struct BatchedConvolution<Kokkos::Cuda, double>;
template struct BatchedConvolution<Kokkos::Cuda, float>;

}  // namespace slurry
