// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/convolution_published.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>

#include "base/box_transforms.hpp"
#include "base/loop_name.hpp"
#include "base/stage_timer.hpp"
#include "ewald/far/plane_tables.hpp"
#include "ewald/far/symbol.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

template <class Space>
using Flat = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;

/// The padded box of a component: rows of n[0] real numbers with room for their coefficients, or the coefficients.
struct PaddedBox {
  int n[3] = {1, 1, 1};
  int half = 1;   // coefficients of a row
  int modes = 1;  // of them inside the ball
  KOKKOS_FUNCTION std::int64_t coefficients() const { return std::int64_t(half) * n[1] * n[2]; }
  /// From one box to the next, whole cache lines.
  KOKKOS_FUNCTION std::int64_t apart() const { return (coefficients() + 7) / 8 * 8; }
};

/// The transforms of a box, wherever it lies.
template <class Space, class Real>
class BoxTransforms {
 public:
  using Complex = std::complex<Real>;

  explicit BoxTransforms(const BoxShape& box)
      : forward_(plan(box, TransformDirection::forward)), backward_(plan(box, TransformDirection::backward)) {}

  /// `count` boxes, one after the other; on the host each by a thread.
  void forward(const Space& space, Complex* boxes, std::int64_t size, int count) const {
    each(space, count, [=, this](int c) {
      Complex* const box = boxes + c * size;
      forward_.execute(reinterpret_cast<const Real*>(box), box);
    });
  }
  void backward(const Space& space, Complex* boxes, std::int64_t size, int count) const {
    each(space, count, [=, this](int c) {
      Complex* const box = boxes + c * size;
      backward_.execute(box, reinterpret_cast<Real*>(box));
    });
  }

 private:
  static LineTransformOf<Real> plan(const BoxShape& box, TransformDirection direction) {
    if constexpr (is_host_space<Space>)
      return host_box_transform<Real>(box, direction);
    else
      return device_box_transform<Real>(box, direction, Space().cuda_stream());
  }
  template <class Transform>
  static void each(const Space& space, int count, const Transform& transform) {
    if constexpr (is_host_space<Space>) {
      Kokkos::parallel_for(
          "slurry::far_field::boxes"_loop,
          Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, count).set_chunk_size(1), transform);
    } else {
      for (int c = 0; c < count; ++c) transform(c);
    }
  }
  LineTransformOf<Real> forward_, backward_;
};

template <class Real, class Space>
using Numbers = Kokkos::View<Real*, typename Space::memory_space>;
template <class Real, class Space>
using Boxes = Kokkos::View<Kokkos::complex<Real>*, typename Space::memory_space>;

template <class Space, class Real, class From>
Numbers<Real, Space> in_space(const From& host, const char* label) {
  Numbers<Real, Space> v(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), host.size());
  const std::vector<Real> rounded(host.begin(), host.end());
  Kokkos::deep_copy(v, Kokkos::View<const Real*, Kokkos::HostSpace>(rounded.data(), rounded.size()));
  return v;
}

template <class Space, class Real>
struct Tables {
  Numbers<Real, Space> kx, ky, kz, multiplier;
};

/// The grid's components into their boxes from `first` on, zeros around them.  used: rows of the grid that hold
/// anything; empty: all.
template <class Space, class Real>
void pad(const Space& space, const FarGrid& grid, const PaddedBox& box, const GridValues<Space, Real>& values,
         int components, const Numbers<char, Space>& used, const Boxes<Real, Space>& boxes, int first) {
  const std::int64_t size = 2 * box.coefficients(), row = 2 * std::int64_t(box.half);
  Real* const out = reinterpret_cast<Real*>(boxes.data() + first * box.apart());
  Kokkos::parallel_for(
      "slurry::far_field::pad"_loop, Flat<Space>(space, 0, size * components), KOKKOS_LAMBDA(std::int64_t i) {
        const int c = static_cast<int>(i / size), x = static_cast<int>(i % row);
        const int y = static_cast<int>(i % size / row % box.n[1]), z = static_cast<int>(i % size / row / box.n[1]);
        const bool inside = x < grid.total[0] && y < grid.total[1] && z < grid.total[2] &&
                            (used.extent(0) == 0 || used(std::size_t(z) * grid.total[1] + y) != 0);
        out[c * 2 * box.apart() + i % size] =
            inside ? values(grid.row(z, y, c, components) + x * grid.step(components)) : Real(0);
      });
}

/// The reverse, of `components` boxes from `first` on, with the halo along x.
template <class Space, class Real>
void cut(const Space& space, const FarGrid& grid, const PaddedBox& box, const Boxes<Real, Space>& boxes, int first,
         const GridValues<Space, Real>& values, int components) {
  const std::int64_t row = 2 * std::int64_t(box.half);
  const Real* const in = reinterpret_cast<const Real*>(boxes.data() + first * box.apart());
  const std::int64_t inside = std::int64_t(grid.total[0]) * grid.total[1] * grid.total[2];
  Kokkos::parallel_for(
      "slurry::far_field::cut"_loop, Flat<Space>(space, 0, inside * components), KOKKOS_LAMBDA(std::int64_t i) {
        const int c = static_cast<int>(i / inside), x = static_cast<int>(i % grid.total[0]);
        const int y = static_cast<int>(i % inside / grid.total[0] % grid.total[1]),
                  z = static_cast<int>(i % inside / grid.total[0] / grid.total[1]);
        values(grid.row(z, y, c, components) + x * grid.step(components)) =
            in[c * 2 * box.apart() + (std::int64_t(z) * box.n[1] + y) * row + x];
      });
  fill_halo(space, grid, values, components);
}

/// Wave vector and multiplier of the i-th coefficient.
template <class Space, class Real>
struct Mode {
  Real kx, ky, kz, multiplier;
  KOKKOS_INLINE_FUNCTION Mode(const PaddedBox& box, const Tables<Space, Real>& t, std::int64_t i) {
    const int x = static_cast<int>(i % box.half), y = static_cast<int>(i / box.half % box.n[1]),
              z = static_cast<int>(i / box.half / box.n[1]);
    kx = t.kx(x);
    ky = t.ky(y);
    kz = t.kz(z);
    const int rows = box.n[1] / 2 + 1;
    const std::int64_t quadrant = std::int64_t(box.n[2] / 2 + 1) * rows;
    multiplier = x < box.modes ? t.multiplier(x * quadrant + std::int64_t(2 * z <= box.n[2] ? z : box.n[2] - z) * rows +
                                              (2 * y <= box.n[1] ? y : box.n[1] - y))
                               : Real(0);
  }
};

template <class Real>
KOKKOS_INLINE_FUNCTION Real* parts(Kokkos::complex<Real>& c) {
  return reinterpret_cast<Real*>(&c);
}

/// An element of A in the boxes of a mode.
template <class Real>
struct Products {
  const Kokkos::complex<Real>* first;
  std::int64_t size;
  KOKKOS_INLINE_FUNCTION Kokkos::complex<Real> operator()(int i, int l) const { return first[(3 * i + l) * size]; }
};

/// CNV: velocities into the first three boxes, of the components from there on; the pressure into box `pressure`, if
/// that is not -1.
template <class Space, class Real>
void multiply(const Space& space, const PaddedBox& box, const Tables<Space, Real>& tables,
              const Boxes<Real, Space>& boxes, int components, int pressure) {
  using Complex = Kokkos::complex<Real>;
  const std::int64_t size = box.apart();
  Complex* const all = boxes.data();
  Kokkos::parallel_for(
      "slurry::far_field::cnv"_loop, Flat<Space>(space, 0, box.coefficients()), KOKKOS_LAMBDA(std::int64_t i) {
        const Mode<Space, Real> k(box, tables, i);
        if (components == 1) {
          all[i] *= k.multiplier;
          return;
        }
        Complex x = all[i], y = all[i + size], z = all[i + 2 * size], s(0), p(0);
        if (k.multiplier == 0) {
          x = y = z = Complex(0);
        } else {
          if (components == 4) s = all[i + 3 * size];
          if (components == 12)
            s = symbol::from_products(k.kx, k.ky, k.kz, Products<Real>{all + i + 3 * size, size}, x, y, z);
          p = symbol::pressure(k.multiplier, k.kx, k.ky, k.kz, x, y, z);
          symbol::project<true>(k.multiplier, k.kx, k.ky, k.kz, parts(x), parts(y), parts(z), parts(s));
          // the one-dimensional zero mode (2-periodic) has no velocity along its free direction
          if (k.kx == 0 && k.ky == 0 && k.kz == 0) z = Complex(0);
        }
        all[i] = x;
        all[i + size] = y;
        all[i + 2 * size] = z;
        if (pressure >= 0) all[i + pressure * size] = p;
      });
}

/// Boxes from `to` on = (1 - g k^2) times the first ones.
template <class Space, class Real>
void apply_laplacian(const Space& space, const PaddedBox& box, const Tables<Space, Real>& tables,
                     const Boxes<Real, Space>& boxes, int count, double g, int to) {
  const std::int64_t size = box.apart();
  const auto all = boxes;
  Kokkos::parallel_for(
      "slurry::far_field::laplacian"_loop, Flat<Space>(space, 0, box.coefficients()), KOKKOS_LAMBDA(std::int64_t i) {
        const Mode<Space, Real> k(box, tables, i);
        const Real factor = static_cast<Real>(1 - g * (k.kx * k.kx + k.ky * k.ky + k.kz * k.kz));
        for (int c = 0; c < count; ++c) all(i + (to + c) * size) = factor * all(i + c * size);
      });
}

/// symbol::radii of boxes 0 to 2 (velocities of F) and 3 to 5 (of F2).
template <bool Sources, class Space, class Real>
void combine_radii(const Space& space, const PaddedBox& box, const Tables<Space, Real>& tables,
                   const Boxes<Real, Space>& boxes) {
  const std::int64_t size = box.apart();
  const auto all = boxes;
  Kokkos::parallel_for(
      "slurry::far_field::radii"_loop, Flat<Space>(space, 0, box.coefficients()), KOKKOS_LAMBDA(std::int64_t i) {
        const Mode<Space, Real> k(box, tables, i);
        const Real k2 = k.kx * k.kx + k.ky * k.ky + k.kz * k.kz;
        for (int c = 0; c < 3; ++c) symbol::radii<Sources>(k2, all(i + c * size), all(i + (3 + c) * size));
      });
}

template <class Space, class Real>
class WholeBoxes final : public Convolution<Space, Real> {
 public:
  WholeBoxes(const EwaldParameters& p, const FarGrid& grid, const EwaldSplit& split, const KaiserBessel& window,
             int components)
      : WholeBoxes(p, grid, components, PlaneTables<Real>(p, grid, split, window, 1)) {}

  void apply(const Space& space, const GridValues<Space, Real>& spread,
             const std::vector<GridValues<Space, Real>>& results, const std::vector<double>& laplacian,
             const GridValues<Space, Real>& pressure, StageTimes& times, const UsedRows* rows) override {
    const bool with_pressure = pressure.extent(0) > 0;
    // pressure behind the velocities and one more result
    const int pressure_box = with_pressure ? 2 * outputs_ : -1;
    reserve(std::max({components_, results.size() > 1 ? 2 * outputs_ : 0, pressure_box + 1}));
    {
      const StageScope scope(times, "FFT");
      pad<Space, Real>(space, grid_, box_, spread, components_, used(rows), boxes_, 0);
      transforms_.forward(space, raw(0), box_.apart(), components_);
      space.fence();
    }
    {
      const StageScope scope(times, "CNV");
      multiply<Space, Real>(space, box_, tables_, boxes_, components_, pressure_box);
      space.fence();
    }
    if (with_pressure) {
      const StageScope scope(times, "IFFT");
      backward(space, pressure_box, 1, pressure);
    }
    for (std::size_t o = laplacian.size(); o-- > 0;) {  // the velocities themselves go last
      const int to = o > 0 ? outputs_ : 0;
      if (o > 0 || laplacian[o] != 0) {
        const StageScope scope(times, "CNV");
        apply_laplacian<Space, Real>(space, box_, tables_, boxes_, outputs_, laplacian[o], to);
        space.fence();
      }
      const StageScope scope(times, "IFFT");
      backward(space, to, outputs_, results[o]);
    }
  }

  void apply_radii(const Space& space, const GridValues<Space, Real>& forces, const GridValues<Space, Real>& weighted,
                   const FiniteSides& sides, StageTimes& times, const UsedRows* rows) override {
    if (components_ != 3) throw Error("bodies of different radii need grids with three components");
    reserve(6);
    const int in = sides.sources ? 2 : 1;
    {
      const StageScope scope(times, "FFT");
      pad<Space, Real>(space, grid_, box_, forces, 3, used(rows), boxes_, 0);
      if (sides.sources) pad<Space, Real>(space, grid_, box_, weighted, 3, used(rows), boxes_, 3);
      transforms_.forward(space, raw(0), box_.apart(), 3 * in);
      space.fence();
    }
    {
      const StageScope scope(times, "CNV");
      for (int i = 0; i < in; ++i) {
        const Boxes<Real, Space> three(boxes_.data() + 3 * i * box_.apart(), 3 * box_.apart());
        multiply<Space, Real>(space, box_, tables_, three, 3, -1);
      }
      if (sides.sources)
        combine_radii<true, Space, Real>(space, box_, tables_, boxes_);
      else
        combine_radii<false, Space, Real>(space, box_, tables_, boxes_);
      space.fence();
    }
    const StageScope scope(times, "IFFT");
    backward(space, 0, 3, forces);
    if (sides.targets) backward(space, 3, 3, weighted);
  }

 private:
  WholeBoxes(const EwaldParameters& p, const FarGrid& grid, int components, const PlaneTables<Real>& planes)
      : grid_(grid),
        components_(components),
        outputs_(p.layer == Layer::coulomb ? 1 : 3),
        box_(padded(grid, planes)),
        transforms_({box_.n[0], box_.n[1], box_.n[2]}) {
    tables_.kx = in_space<Space, Real>(planes.kx, "slurry::far_field::kx");
    tables_.ky = in_space<Space, Real>(planes.classes[0].ky, "slurry::far_field::ky");
    tables_.kz = in_space<Space, Real>(planes.classes[0].kz, "slurry::far_field::kz");
    std::vector<Real> all;
    all.reserve(planes.classes[0].quadrant() * box_.modes);
    for (const auto& mode : planes.multiplier) all.insert(all.end(), mode.begin(), mode.end());
    tables_.multiplier = in_space<Space, Real>(all, "slurry::far_field::multiplier");
    this->zero_mode_constant_ = planes.zero_mode_constant;
    // here the modes beyond the ball are padded too
    this->padding_ = double(box_.n[1]) * box_.n[2] / (double(grid.points[1]) * grid.points[2]);
  }
  static PaddedBox padded(const FarGrid& grid, const PlaneTables<Real>& planes) {
    const auto& size = planes.classes[0].planes.size;
    return {{grid.transform_x, size[0], size[1]}, grid.transform_x / 2 + 1, planes.modes()};
  }
  void reserve(int boxes) {
    const std::size_t size = std::size_t(boxes) * box_.apart();
    if (boxes_.extent(0) < size)
      boxes_ = Boxes<Real, Space>(Kokkos::view_alloc("slurry::far_field::boxes", Kokkos::WithoutInitializing), size);
  }
  std::complex<Real>* raw(int first) const {
    return reinterpret_cast<std::complex<Real>*>(boxes_.data() + first * box_.apart());
  }
  void backward(const Space& space, int first, int count, const GridValues<Space, Real>& values) {
    transforms_.backward(space, raw(first), box_.apart(), count);
    cut<Space, Real>(space, grid_, box_, boxes_, first, values, count);
    space.fence();
  }
  /// As the loops want them; a device's rows are all used.
  Numbers<char, Space> used(const UsedRows* rows) {
    if (!is_host_space<Space> || !rows) return {};
    std::vector<char> all;
    for (int z = 0; z < grid_.total[2]; ++z)
      for (int y = 0; y < grid_.total[1]; ++y) all.push_back(rows->row(z, y) ? 1 : 0);
    return in_space<Space, char>(all, "slurry::far_field::used");
  }

  FarGrid grid_;
  int components_, outputs_;  // of the spread grid and of a result
  PaddedBox box_;
  BoxTransforms<Space, Real> transforms_;
  Tables<Space, Real> tables_;
  Boxes<Real, Space> boxes_;  // one after the other
};

}  // namespace

template <class Space, class Real>
std::unique_ptr<Convolution<Space, Real>> PublishedConvolution<Space, Real>::make(const EwaldParameters& p,
                                                                                  const FarGrid& grid,
                                                                                  const EwaldSplit& split,
                                                                                  const KaiserBessel& window,
                                                                                  int components) {
  return std::make_unique<WholeBoxes<Space, Real>>(p, grid, split, window, components);
}

#define SLURRY_INSTANTIATE(Space)                      \
  template struct PublishedConvolution<Space, double>; \
  template struct PublishedConvolution<Space, float>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
