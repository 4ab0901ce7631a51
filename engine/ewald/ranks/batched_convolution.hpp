// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "base/loop_name.hpp"
#include "ewald/far/far_field.hpp"
#include "ewald/far/plane_batches.hpp"
#include "ewald/ranks/slab_parts.hpp"
#include "ewald/ranks/wire.hpp"
#include "slurry/error.hpp"

// The convolution over ranks on devices: the same steps as RankedConvolution, (T1)-(T4) of theory/many-ranks.md. Each
// step packs for all ranks by one loop, and what a rank receives from all others lies in one array.
namespace slurry {
namespace batched_ranks {

template <class Space, class T>
using Array = Kokkos::View<T*, typename Space::memory_space>;
template <class Space, class Real>
using Coefficients = Array<Space, Kokkos::complex<Real>>;
template <class Space>
using Loop = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;

/// Part of some rows that one rank has. Its columns lie in the whole grid from column `first` on.
template <class Real>
struct Columns {
  const Real* data = nullptr;  ///< [row][pitch]
  int first = 0, count = 0, pitch = 0;
};

/// Sets whole rows along x to the sums of the parts that the ranks have, added in the order of the ranks. total: number
/// of columns of the whole grid. period: whether x is periodic. length: count of numbers that are set in a row. pitch:
/// distance between rows.
template <class Real, class Space>
void add_columns(const Space& space, const Array<Space, Columns<Real>>& ranks, std::int64_t rows, int total,
                 bool period, int length, int pitch, const GridValues<Space, Real>& values) {
  const int count = static_cast<int>(ranks.extent(0));
  Kokkos::parallel_for(
      "slurry::far_field::add_columns"_loop, Loop<Space>(space, 0, rows * length), KOKKOS_LAMBDA(std::int64_t k) {
        const std::int64_t row = k / length;
        const int x = static_cast<int>(k % length);
        Real sum = 0;
        for (int r = 0; r < count && x < total; ++r) {
          const Columns<Real>& c = ranks(r);
          int i = x - c.first;  // more than one column of a part may lie on the same one of the grid
          if (period) i = (i % total + total) % total;
          for (; i >= 0 && i < c.count; i += total) sum += c.data[row * c.pitch + i];
        }
        values(row * pitch + x) = sum;
      });
}

/// Copies the columns of a part from whole rows, the reverse of add_columns(). The rest of a row of the part becomes
/// zero.
template <class Real, class Space>
void take_columns(const Space& space, const GridValues<Space, Real>& values, std::int64_t rows, int total, bool period,
                  int pitch, const Columns<Real>& part, Real* to) {
  Kokkos::parallel_for(
      "slurry::far_field::take_columns"_loop, Loop<Space>(space, 0, rows * part.pitch), KOKKOS_LAMBDA(std::int64_t k) {
        const std::int64_t row = k / part.pitch;
        const int i = static_cast<int>(k % part.pitch);
        int x = part.first + i;
        if (period) x = (x % total + total) % total;
        to[k] = i < part.count ? values(row * pitch + x) : Real(0);
      });
}

/// Copies blocks of `size` numbers. forward: block order(j) becomes block j; otherwise the reverse.
template <bool forward, class Real, class Space>
void reorder(const Space& space, const Array<Space, int>& order, std::int64_t size,
             const Coefficients<Space, Real>& from, const Coefficients<Space, Real>& to) {
  Kokkos::parallel_for(
      "slurry::far_field::reorder"_loop, Loop<Space>(space, 0, std::int64_t(order.extent(0)) * size),
      KOKKOS_LAMBDA(std::int64_t k) {
        const std::int64_t there = order(k / size) * size + k % size;
        if (forward)
          to(k) = from(there);
        else
          to(there) = from(k);
      });
}

/// Shape of the coefficients of this rank's modes: [slot][component][z][y].
struct ModeShape {
  int slots = 0, stride = 0, nz = 0, ny = 0;  ///< stride: number of components of a slot in the spectrum
};

/// Moves the first `count` components between a spectrum and arrays for the ranks, [rank][slot][component][z of the
/// rank][y]. first: first z-plane of each rank, and the end of the last one. gather: true from the arrays to the
/// spectrum, false the other way.
template <bool gather, class Real, class Space>
void by_ranks(const Space& space, const ModeShape& m, int count, const Array<Space, int>& first,
              const Coefficients<Space, Real>& arrays, const Coefficients<Space, Real>& spectrum) {
  Kokkos::parallel_for(
      "slurry::far_field::by_ranks"_loop, Loop<Space>(space, 0, std::int64_t(m.slots) * count * m.nz * m.ny),
      KOKKOS_LAMBDA(std::int64_t k) {
        const int y = static_cast<int>(k % m.ny), z = static_cast<int>(k / m.ny % m.nz);
        const std::int64_t component = k / m.ny / m.nz, slot = component / count, c = component % count;
        int r = 0;
        while (z >= first(r + 1)) ++r;
        const std::int64_t planes = first(r + 1) - first(r);
        const std::int64_t there =
            std::int64_t(m.slots) * count * m.ny * first(r) + (component * planes + z - first(r)) * m.ny + y;
        const std::int64_t here = ((slot * m.stride + c) * m.nz + z) * m.ny + y;
        if (gather)
          spectrum(here) = arrays(there);
        else
          arrays(there) = spectrum(here);
      });
}

/// Makes an array larger if it is too small. Its numbers are then lost.
template <class View>
const View& room(View& v, std::size_t n) {
  if (v.extent(0) < n) {
    v = View();
    v = View(Kokkos::view_alloc("slurry::far_field::travelling", Kokkos::WithoutInitializing), n);
  }
  return v;
}

}  // namespace batched_ranks

/// Rows and planes that a rank transforms, with their memory. They do not depend on the borders between ranks.
template <class Space, class Real, class Transforms>
struct BatchedTransforms {
  using Batches = PlaneBatches<Space, Real, Transforms>;
  using Coefficients = batched_ranks::Coefficients<Space, Real>;
  using Lines = LineTransformOf<Real>;

  BatchedTransforms(const Space& space, const EwaldParameters& p, const FarGrid& whole, const EwaldSplit& split,
                    const KaiserBessel& window, int components, int row_planes, const std::vector<int>& modes)
      : transforms(space),
        planes(p, whole, split, window, components, transforms, &modes),
        rows(whole.total[1] * row_planes) {
    if (rows == 0) return;
    const auto real = [&](int of) { return LineBatch{whole.transform_x, rows, 1, std::ptrdiff_t(of) * whole.pitch}; };
    const auto coefficients = [&](int of) {
      return LineBatch{whole.transform_x / 2 + 1, rows, std::ptrdiff_t(of) * rows, 1};
    };
    real_rows = transforms.real_to_complex(real(components), coefficients(components));
    complex_rows = transforms.complex_to_real(coefficients(planes.outputs), real(planes.outputs));
    if (p.pressure) complex_rows_of_one = transforms.complex_to_real(coefficients(1), real(1));
  }

  Transforms transforms;
  Batches planes;
  int rows;  ///< number of rows of each component, in all z-planes whose rows are transformed here
  Lines real_rows, complex_rows, complex_rows_of_one;
  std::vector<Coefficients> spectra;
  Coefficients pressure_spectrum;
};

/// The memory that arrays need while they travel. It is kept from call to call.
template <class Space, class Real>
struct TravellingArrays {
  GridValues<Space, Real> rows;                        ///< whole rows of this rank's z-planes
  batched_ranks::Coefficients<Space, Real> row_modes;  ///< modes of these rows, [mode][component][z][y]
  /// modes and columns that go to all ranks or come from them, one rank after the other
  batched_ranks::Coefficients<Space, Real> out_modes, in_modes;
  GridValues<Space, Real> out_columns, in_columns;
};

template <class Space, template <class> class TransformsOf>
class BatchedShare;

/// The convolution over ranks on devices (Convolution).
template <class Space, class Real, template <class> class TransformsOf>
class BatchedRankedConvolution final : public Convolution<Space, Real> {
 public:
  using Values = GridValues<Space, Real>;
  using Transforms = TransformsOf<Real>;

  BatchedRankedConvolution(Communicator& ranks, const BatchedShare<Space, TransformsOf>& share,
                           const EwaldParameters& p, const FarGrid& whole, const EwaldSplit& split,
                           const KaiserBessel& window, int components);

  void apply(const Space& space, const Values& spread, const std::vector<Values>& results,
             const std::vector<double>& laplacian, const Values& pressure, StageTimes& times,
             const UsedRows*) override {
    auto& spectra = own_->spectra;
    const std::size_t slots = own_->planes.own.size();
    while (spectra.size() < results.size())
      spectra.push_back(own_->planes.spectrum(slots, own_->planes.stride_of(spectra.size())));
    const bool with_pressure = pressure.extent(0) > 0;
    if (with_pressure && own_->pressure_spectrum.extent(0) == 0)
      own_->pressure_spectrum = own_->planes.spectrum(slots, 1);
    typename Batches::Watch watch(space, times);
    forward(space, spread, spectra[0]);
    watch.ends("FFT");
    own_->planes.apply(space, spectra, laplacian, with_pressure ? own_->pressure_spectrum : Coefficients(), watch);
    for (std::size_t o = 0; o < results.size(); ++o)
      backward(space, spectra[o], own_->planes.stride_of(o), own_->planes.outputs, own_->complex_rows, results[o]);
    if (with_pressure) backward(space, own_->pressure_spectrum, 1, 1, own_->complex_rows_of_one, pressure);
    watch.ends("IFFT");
  }
  void apply_radii(const Space& space, const Values& forces, const Values& weighted, const FiniteSides& sides,
                   StageTimes& times, const UsedRows*) override {
    if (own_->planes.components != 3) throw Error("bodies of different radii need grids with three components");
    auto& spectra = own_->spectra;
    while (spectra.size() < 2) spectra.push_back(own_->planes.spectrum(own_->planes.own.size(), 3));
    typename Batches::Watch watch(space, times);
    forward(space, forces, spectra[0]);
    if (sides.sources) forward(space, weighted, spectra[1]);
    watch.ends("FFT");
    own_->planes.apply_radii(space, spectra, sides, watch);
    backward(space, spectra[0], 3, 3, own_->complex_rows, forces);
    if (sides.targets) backward(space, spectra[1], 3, 3, own_->complex_rows, weighted);
    watch.ends("IFFT");
  }

 private:
  using Coefficients = batched_ranks::Coefficients<Space, Real>;
  using Columns = batched_ranks::Columns<Real>;
  using Batches = PlaneBatches<Space, Real, Transforms>;
  using Lines = LineTransformOf<Real>;

  void forward(const Space& space, const Values& slab, const Coefficients& spectrum);
  void backward(const Space& space, const Coefficients& spectrum, int stride, int count, const Lines& lines,
                const Values& slab);
  void travel(const Space& space, const std::vector<WirePart>& out, const std::vector<WirePart>& in);

  int me() const { return ranks_->rank(); }
  int planes_of(int rank) const { return planes_[rank + 1] - planes_[rank]; }
  bool has_slab(int rank) const { return parts_[rank].points[0] > 0; }
  /// Count of numbers in a z-plane of a rank's part.
  std::size_t plane_of(int rank, int components) const { return parts_[rank].row(1, 0, 0, components); }
  int slots_of(int rank) const { return first_mode_[rank + 1] - first_mode_[rank]; }
  Columns columns_of(int rank, const Real* data) const {
    return {data, first_column_[rank], parts_[rank].total[0], parts_[rank].pitch};
  }
  static Real* numbers(const Coefficients& c, std::size_t at) { return reinterpret_cast<Real*>(c.data() + at); }

  Communicator* ranks_;
  typename BatchedShare<Space, TransformsOf>::Transforms* way_;
  FarGrid whole_;
  std::vector<FarGrid> parts_;                            // of each rank
  std::vector<int> first_column_;                         // of each part
  std::vector<int> planes_;                               // first z-plane of each rank
  std::vector<int> first_mode_;                           // of each rank, in the order in which modes travel
  batched_ranks::Array<Space, int> order_, first_plane_;  // modes in that order; planes_
  std::shared_ptr<BatchedTransforms<Space, Real, Transforms>> own_;
  std::shared_ptr<TravellingArrays<Space, Real>> memory_;
};

/// The slab of a far field that one rank's device spreads on and gathers from (SlabParts).
template <class Space, template <class> class TransformsOf>
class BatchedShare final : public FarShare<Space>, public SlabParts {
 public:
  /// Transforms and arrays of a rank for sums in one precision. They are kept when the borders between ranks change.
  template <class Real>
  struct Kept {
    std::map<int, std::shared_ptr<BatchedTransforms<Space, Real, TransformsOf<Real>>>> made;  ///< by components
    std::shared_ptr<TravellingArrays<Space, Real>> memory = std::make_shared<TravellingArrays<Space, Real>>();
  };
  /// State that a rank keeps for sums in either precision, with its connection to the other ranks.
  struct Transforms {
    Wire<Space>* wire = nullptr;
    /// seconds for which arrays of the grid travelled, and bytes of them that left this rank
    double seconds = 0, bytes = 0;
    std::tuple<Kept<double>, Kept<float>> kept{};
    template <class Real>
    Kept<Real>& of() {
      return std::get<Kept<Real>>(kept);
    }
  };

  BatchedShare(Communicator& ranks, const EwaldParameters& parameters, Slabs slabs, std::vector<std::vector<int>> modes,
               Transforms& transforms)
      : SlabParts(parameters, std::move(slabs), std::move(modes)), ranks_(&ranks), transforms_(&transforms) {}

  Transforms& transforms() const { return *transforms_; }
  FarGrid part(const FarGrid& whole) const override { return part_of(whole, ranks_->rank()); }
  void make(const EwaldParameters& parameters, const FarGrid& whole, const EwaldSplit& split,
            const KaiserBessel& window, int components,
            std::unique_ptr<Convolution<Space, double>>& made) const override {
    made = in_precision<double>(parameters, whole, split, window, components);
  }
  void make(const EwaldParameters& parameters, const FarGrid& whole, const EwaldSplit& split,
            const KaiserBessel& window, int components,
            std::unique_ptr<Convolution<Space, float>>& made) const override {
    made = in_precision<float>(parameters, whole, split, window, components);
  }

 private:
  template <class Real>
  std::unique_ptr<Convolution<Space, Real>> in_precision(const EwaldParameters& parameters, const FarGrid& whole,
                                                         const EwaldSplit& split, const KaiserBessel& window,
                                                         int components) const {
    return std::make_unique<BatchedRankedConvolution<Space, Real, TransformsOf>>(*ranks_, *this, parameters, whole,
                                                                                 split, window, components);
  }

  Communicator* ranks_;
  Transforms* transforms_;
};

template <class Space, class Real, template <class> class TransformsOf>
BatchedRankedConvolution<Space, Real, TransformsOf>::BatchedRankedConvolution(
    Communicator& ranks, const BatchedShare<Space, TransformsOf>& share, const EwaldParameters& p, const FarGrid& whole,
    const EwaldSplit& split, const KaiserBessel& window, int components)
    : ranks_(&ranks),
      way_(&share.transforms()),
      whole_(whole),
      planes_(row_planes_of_ranks(whole.total[2], ranks.size())),
      memory_(share.transforms().template of<Real>().memory) {
  std::vector<int> order;
  for (int r = 0; r < ranks.size(); ++r) {
    parts_.push_back(share.part_of(whole, r));
    first_column_.push_back(share.first_column(whole, r));
    first_mode_.push_back(static_cast<int>(order.size()));
    order.insert(order.end(), share.modes()[r].begin(), share.modes()[r].end());
  }
  first_mode_.push_back(static_cast<int>(order.size()));
  order_ = plane_batches::in_space<Space>(order, "slurry::far_field::order_of_modes");
  first_plane_ = plane_batches::in_space<Space>(planes_, "slurry::far_field::planes_of_ranks");
  own_ = share.transforms().template of<Real>().made[components];
  if (!own_)
    own_ = share.transforms().template of<Real>().made[components] =
        std::make_shared<BatchedTransforms<Space, Real, Transforms>>(Space(), p, whole, split, window, components,
                                                                     planes_of(me()), share.modes()[me()]);
  this->zero_mode_constant_ = own_->planes.tables.zero_mode_constant;
  this->padding_ = own_->planes.tables.padding;
}

template <class Space, class Real, template <class> class TransformsOf>
void BatchedRankedConvolution<Space, Real, TransformsOf>::travel(const Space& space, const std::vector<WirePart>& out,
                                                                 const std::vector<WirePart>& in) {
  using clock = std::chrono::steady_clock;
  space.fence();
  const auto begun = clock::now();
  way_->wire->exchange(space, out, in);
  space.fence();
  way_->seconds += std::chrono::duration<double>(clock::now() - begun).count();
  for (const WirePart& p : out) way_->bytes += static_cast<double>(p.bytes);
}

/// Does (T1) and (T2), with the transforms along x in between. Planes of slabs leave from their own memory.
template <class Space, class Real, template <class> class TransformsOf>
void BatchedRankedConvolution<Space, Real, TransformsOf>::forward(const Space& space, const Values& slab,
                                                                  const Coefficients& spectrum) {
  using batched_ranks::room;
  const int components = own_->planes.components;
  TravellingArrays<Space, Real>& m = *memory_;
  std::vector<WirePart> out, in;
  std::vector<Columns> columns;
  std::size_t arriving = 0;
  for (int r = 0; r < ranks_->size(); ++r)
    if (r != me() && has_slab(r)) arriving += planes_of(me()) * plane_of(r, components);
  Real* next = room(m.in_columns, arriving).data();
  for (int r = 0; r < ranks_->size(); ++r) {
    if (r != me() && has_slab(me()))
      out.push_back(
          {r, slab.data() + planes_[r] * plane_of(me(), components), planes_of(r) * plane_of(me(), components)});
    if (!has_slab(r)) continue;
    if (r == me()) {
      columns.push_back(columns_of(r, slab.data() + planes_[r] * plane_of(r, components)));
      continue;
    }
    const std::size_t theirs = planes_of(me()) * plane_of(r, components);
    in.push_back({r, next, theirs});
    columns.push_back(columns_of(r, next));
    next += theirs;
  }
  travel(space, out, in);
  const std::int64_t block = std::int64_t(own_->rows) * components;  // rows here, and numbers of a mode
  room(m.rows, std::size_t(own_->rows) * std::max(components, own_->planes.outputs) * whole_.pitch);
  room(m.row_modes, std::size_t(whole_.transform_x / 2 + 1) * own_->rows * std::max(components, own_->planes.outputs));
  if (block > 0) {
    const auto ranks = plane_batches::in_space<Space>(columns, "slurry::far_field::columns");
    batched_ranks::add_columns<Real>(space, ranks, block, whole_.total[0], whole_.periodic[0], whole_.transform_x,
                                     whole_.pitch, m.rows);
    for (int c = 0; c < components; ++c)
      own_->real_rows.execute(m.rows.data() + std::size_t(c) * whole_.pitch,
                              Batches::raw(m.row_modes, std::size_t(c) * own_->rows));
  }
  room(m.out_modes, std::size_t(block) * first_mode_.back());
  if (block > 0) batched_ranks::reorder<true, Real>(space, order_, block, m.row_modes, m.out_modes);
  const std::size_t plane = std::size_t(slots_of(me())) * components * whole_.total[1];
  room(m.in_modes, plane * whole_.total[2]);
  out.clear();
  in.clear();
  for (int r = 0; r < ranks_->size(); ++r) {
    if (r == me()) {
      const std::size_t from = std::size_t(block) * first_mode_[r], count = plane * planes_of(r);
      Kokkos::deep_copy(space,
                        Kokkos::subview(m.in_modes, std::make_pair(plane * planes_[r], plane * planes_[r] + count)),
                        Kokkos::subview(m.out_modes, std::make_pair(from, from + count)));
      continue;
    }
    out.push_back({r, numbers(m.out_modes, std::size_t(block) * first_mode_[r]), 2 * std::size_t(block) * slots_of(r)});
    in.push_back({r, numbers(m.in_modes, plane * planes_[r]), 2 * plane * planes_of(r)});
  }
  travel(space, out, in);
  batched_ranks::by_ranks<true, Real>(space, {slots_of(me()), components, whole_.total[2], whole_.total[1]}, components,
                                      first_plane_, m.in_modes, spectrum);
}

/// Does (T3) and (T4), with the transforms along x in between. Planes of slabs arrive in their own memory.
template <class Space, class Real, template <class> class TransformsOf>
void BatchedRankedConvolution<Space, Real, TransformsOf>::backward(const Space& space, const Coefficients& spectrum,
                                                                   int stride, int count, const Lines& lines,
                                                                   const Values& slab) {
  using batched_ranks::room;
  TravellingArrays<Space, Real>& m = *memory_;
  const std::size_t plane = std::size_t(slots_of(me())) * count * whole_.total[1];
  const std::int64_t block = std::int64_t(own_->rows) * count;
  room(m.out_modes, plane * whole_.total[2]);
  room(m.in_modes, std::size_t(block) * first_mode_.back());
  batched_ranks::by_ranks<false, Real>(space, {slots_of(me()), stride, whole_.total[2], whole_.total[1]}, count,
                                       first_plane_, m.out_modes, spectrum);
  std::vector<WirePart> out, in;
  for (int r = 0; r < ranks_->size(); ++r) {
    if (r == me()) {
      const std::size_t to = std::size_t(block) * first_mode_[r], some = plane * planes_of(r);
      Kokkos::deep_copy(space, Kokkos::subview(m.in_modes, std::make_pair(to, to + some)),
                        Kokkos::subview(m.out_modes, std::make_pair(plane * planes_[r], plane * planes_[r] + some)));
      continue;
    }
    out.push_back({r, numbers(m.out_modes, plane * planes_[r]), 2 * plane * planes_of(r)});
    in.push_back({r, numbers(m.in_modes, std::size_t(block) * first_mode_[r]), 2 * std::size_t(block) * slots_of(r)});
  }
  travel(space, out, in);
  const std::size_t inside = std::size_t(block) * first_mode_.back(),
                    all = std::size_t(block) * (whole_.transform_x / 2 + 1);
  if (block > 0) {
    batched_ranks::reorder<false, Real>(space, order_, block, m.in_modes, m.row_modes);
    Kokkos::deep_copy(space, Kokkos::subview(m.row_modes, std::make_pair(inside, all)), Kokkos::complex<Real>(0));
    for (int c = 0; c < count; ++c)
      lines.execute(Batches::raw(m.row_modes, std::size_t(c) * own_->rows),
                    m.rows.data() + std::size_t(c) * whole_.pitch);
  }
  out.clear();
  in.clear();
  std::size_t leaving = 0;
  for (int r = 0; r < ranks_->size(); ++r)
    if (r != me() && has_slab(r)) leaving += planes_of(me()) * plane_of(r, count);
  Real* next = room(m.out_columns, leaving).data();
  for (int r = 0; r < ranks_->size(); ++r) {
    if (r != me() && has_slab(me()))
      in.push_back({r, slab.data() + planes_[r] * plane_of(me(), count), planes_of(r) * plane_of(me(), count)});
    if (!has_slab(r)) continue;
    Real* const to = r == me() ? slab.data() + planes_[r] * plane_of(r, count) : next;
    batched_ranks::take_columns<Real>(space, m.rows, block, whole_.total[0], whole_.periodic[0], whole_.pitch,
                                      columns_of(r, nullptr), to);
    if (r == me()) continue;
    const std::size_t theirs = planes_of(me()) * plane_of(r, count);
    out.push_back({r, to, theirs});
    next += theirs;
  }
  travel(space, out, in);
}

}  // namespace slurry
