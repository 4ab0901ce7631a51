// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fft.hpp"
#include "base/loop_name.hpp"
#include "ewald/far/convolution.hpp"
#include "ewald/far/plane_tables.hpp"
#include "ewald/far/symbol.hpp"

// Part of a convolution on a device, between the transforms along x: batches of planes of one size go together through
// padding, transform, multiplication and back.  Spectra are [slot][component][z][y], so that planes are contiguous; a
// batch is [component][slot][N_z][N_y].  A slot is the place of a mode.
namespace slurry {
namespace plane_batches {

/// Waits until the work of a stage is done, and adds the time since the end of the stage before to its time.
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

/// Sizes of a batch, and where its modes lie in a spectrum. A mode has a slot there.
struct BatchShape {
  int ny = 0, nz = 0;            // padded plane
  int total_y = 0, total_z = 0;  // plane of the spectrum
  int capacity = 0;              // modes that a batch holds
  int first = 0, modes = 0;      // slots that it holds now

  KOKKOS_FUNCTION std::size_t plane() const { return std::size_t(ny) * nz; }
  /// Place of row z of a component of the batch's m-th mode, in a spectrum of `stride` components.
  KOKKOS_FUNCTION std::size_t spectrum_row(int m, int component, int stride, int z) const {
    return ((std::size_t(first + m) * stride + component) * total_z + z) * total_y;
  }
};

template <class Space>
using Flat = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;

/// Copies planes of the spectrum into the batch, and fills the batch with zeros beyond them.
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

/// Copies `count` components of the batch back into the planes of the spectrum. It drops what lies beyond these planes.
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
  Kokkos::View<Real*, typename Space::memory_space> kx, ky, kz, multiplier;  // kx: from the first slot of the class
};

/// Real and imaginary part of a coefficient.
template <class Real>
KOKKOS_INLINE_FUNCTION Real* parts(Kokkos::complex<Real>& c) {
  return reinterpret_cast<Real*>(&c);
}

/// Applies symbol::project to a batch.
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

/// Multiplies a batch by the multipliers, in place.
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

/// Computes symbol::pressure of the spread forces in a batch.
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

/// Computes out = (1 - p k^2) in, for `count` components.
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

/// Applies symbol::radii to three components.
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

}  // namespace plane_batches

/// Computes the planes of some modes along x on a device. Transforms has the functions of DeviceTransforms.
template <class Space, class Real, class Transforms>
class PlaneBatches {
 public:
  using Spectrum = Kokkos::View<Kokkos::complex<Real>*, typename Space::memory_space>;
  using Watch = plane_batches::StageWatch<Space>;

  /// grid: a grid with whole planes along y and z. wanted: modes whose planes this object computes, in rising order;
  /// null: all modes.
  PlaneBatches(const EwaldParameters& p, const FarGrid& grid, const EwaldSplit& split, const KaiserBessel& window,
               int count, Transforms& transforms, const std::vector<int>* wanted = nullptr)
      : components(count),
        outputs(count == 1 ? 1 : 3),
        plane_size(std::size_t(grid.total[1]) * grid.total[2]),
        tables(p, grid, split, window, most_plane_classes, wanted) {
    std::size_t size = 0, one = 0;
    for (int mode = 0; mode < tables.modes(); ++mode) {
      if (tables.multiplier[mode].empty()) continue;
      const int of = tables.class_of_mode[mode], slot = static_cast<int>(own.size());
      if (own.empty() || tables.class_of_mode[own.back()] != of)
        classes_.push_back({tables.classes[of].planes.size, slot, 0, {}, {}, {}, {}, {}});
      ++classes_.back().modes;
      own.push_back(mode);
    }
    for (ClassPlan& c : classes_) {
      const std::size_t plane = std::size_t(c.size[0]) * c.size[1];
      const int most = static_cast<int>(
          std::max<std::size_t>(1, batch_bytes / (plane * components * sizeof(Kokkos::complex<Real>))));
      const int batches = (c.modes + most - 1) / most;
      c.shape = {c.size[0], c.size[1], grid.total[1], grid.total[2], (c.modes + batches - 1) / batches};
      size = std::max(size, components * plane * c.shape.capacity);
      batch_size_ = std::max(batch_size_, outputs * plane * c.shape.capacity);
      one = std::max(one, plane * c.shape.capacity);
      fill_tables(c);
      const auto planes = [&](int of) { return PlaneBatch{c.size[1], c.size[0], of * c.shape.capacity}; };
      c.forward = transforms.complex_planes(planes(components), TransformDirection::forward);
      c.backward = transforms.complex_planes(planes(outputs), TransformDirection::backward);
      if (p.pressure) c.backward_one = transforms.complex_planes(planes(1), TransformDirection::backward);
    }
    tables.multiplier = {};  // they live on the device now
    batch_ = Spectrum("slurry::far_field::batch", size);
    if (p.pressure) pressure_batch_ = Spectrum("slurry::far_field::pressure_batch", one);
  }

  /// A spectrum with room for `slots` modes.
  Spectrum spectrum(std::size_t slots, int of) const {
    return Spectrum(Kokkos::view_alloc("slurry::far_field::spectrum", Kokkos::WithoutInitializing),
                    slots * of * plane_size);
  }
  int stride_of(std::size_t result) const { return result == 0 ? components : outputs; }

  /// Makes the spectra of results[o] = (1 + laplacian[o] Lap) of the velocity. spectra[0] holds what was spread, and
  /// then the first result; it has `components` components for each mode, and the others have `outputs`. pressure: may
  /// be empty.
  void apply(const Space& space, const std::vector<Spectrum>& spectra, const std::vector<double>& laplacian,
             const Spectrum& pressure, Watch& watch) {
    using namespace plane_batches;
    if (laplacian.size() > 1) make_scratch();
    const bool with_pressure = pressure.extent(0) > 0;
    for_batches([&](const ClassPlan& c, const BatchShape& b) {
      pad(space, b, components, spectra[0], batch_);
      c.forward.execute(raw(batch_));
      watch.ends("FFT");
      if (with_pressure) {
        pressure_of(space, b, c.tables, c.first_slot, batch_, pressure_batch_);
        watch.ends("CNV");
        c.backward_one.execute(raw(pressure_batch_));
        cut(space, b, 1, 1, pressure_batch_, pressure);
        watch.ends("IFFT");
      }
      if (components == 4)
        project<true>(space, b, c.tables, c.first_slot, batch_);
      else if (components == 3)
        project<false>(space, b, c.tables, c.first_slot, batch_);
      else
        multiply(space, b, c.tables, c.first_slot, batch_);
      watch.ends("CNV");
      for (std::size_t o = laplacian.size(); o-- > 0;) {  // the input's spectrum is overwritten last
        const Spectrum& result = o > 0 ? scratch_ : batch_;
        if (o > 0 || laplacian[o] != 0) {
          apply_laplacian(space, b, c.tables, c.first_slot, outputs, laplacian[o], batch_, result);
          watch.ends("CNV");
        }
        c.backward.execute(raw(result));
        cut(space, b, stride_of(o), outputs, result, spectra[o]);
        watch.ends("IFFT");
      }
    });
  }

  /// Makes the spectra of Convolution::apply_radii; both have three components.
  void apply_radii(const Space& space, const std::vector<Spectrum>& spectra, const FiniteSides& sides, Watch& watch) {
    using namespace plane_batches;
    make_scratch();
    for_batches([&](const ClassPlan& c, const BatchShape& b) {
      const Spectrum* const both[2] = {&batch_, &scratch_};
      for (int i = 0; i < (sides.sources ? 2 : 1); ++i) {
        pad(space, b, 3, spectra[i], *both[i]);
        c.forward.execute(raw(*both[i]));
      }
      watch.ends("FFT");
      for (int i = 0; i < (sides.sources ? 2 : 1); ++i) project<false>(space, b, c.tables, c.first_slot, *both[i]);
      if (sides.sources)
        combine_radii<true>(space, b, c.tables, c.first_slot, batch_, scratch_);
      else
        combine_radii<false>(space, b, c.tables, c.first_slot, batch_, scratch_);
      watch.ends("CNV");
      for (int i = 0; i < (sides.targets ? 2 : 1); ++i) {
        c.backward.execute(raw(*both[i]));
        cut(space, b, 3, 3, *both[i], spectra[i]);
      }
      watch.ends("IFFT");
    });
  }

  static std::complex<Real>* raw(const Spectrum& s, std::size_t offset = 0) {
    return reinterpret_cast<std::complex<Real>*>(s.data() + offset);
  }

  const int components;          ///< components of the spread grid
  const int outputs;             ///< components of a result
  const std::size_t plane_size;  ///< count of numbers in an unpadded plane
  PlaneTables<Real> tables;      ///< tables of the planes, without multipliers
  std::vector<int> own;          ///< the mode of each slot

 private:
  using Lines = LineTransformOf<Real>;
  /// Approximate number of bytes of a batch of planes.
  static constexpr std::size_t batch_bytes = std::size_t(1) << 30;

  struct ClassPlan {
    std::array<int, 2> size;
    int first_slot, modes;
    plane_batches::BatchShape shape;
    plane_batches::ClassTables<Space, Real> tables;
    Lines forward, backward, backward_one;
  };

  template <class Visit>
  void for_batches(const Visit& visit) const {
    for (const ClassPlan& c : classes_)
      for (int first = 0; first < c.modes; first += c.shape.capacity) {
        plane_batches::BatchShape b = c.shape;
        b.first = c.first_slot + first;
        b.modes = std::min(b.capacity, c.modes - first);
        visit(c, b);
      }
  }
  void make_scratch() {
    if (scratch_.extent(0) == 0) scratch_ = Spectrum("slurry::far_field::scratch", batch_size_);
  }
  void fill_tables(ClassPlan& c) const {
    const auto& of_class = tables.classes[tables.class_of_mode[own[c.first_slot]]];
    const auto rounded = [](const std::vector<double>& numbers) {
      return std::vector<Real>(numbers.begin(), numbers.end());
    };
    std::vector<Real> kx, all;
    all.reserve(of_class.quadrant() * c.modes);
    for (int slot = c.first_slot; slot < c.first_slot + c.modes; ++slot) {
      const auto& multiplier = tables.multiplier[own[slot]];
      kx.push_back(static_cast<Real>(tables.kx[own[slot]]));
      all.insert(all.end(), multiplier.begin(), multiplier.end());
    }
    c.tables.kx = plane_batches::in_space<Space>(kx, "slurry::far_field::kx");
    c.tables.ky = plane_batches::in_space<Space>(rounded(of_class.ky), "slurry::far_field::ky");
    c.tables.kz = plane_batches::in_space<Space>(rounded(of_class.kz), "slurry::far_field::kz");
    c.tables.multiplier = plane_batches::in_space<Space>(all, "slurry::far_field::multiplier");
  }

  std::vector<ClassPlan> classes_;
  Spectrum batch_, scratch_, pressure_batch_;
  std::size_t batch_size_ = 0;  // of a result
};

}  // namespace slurry
