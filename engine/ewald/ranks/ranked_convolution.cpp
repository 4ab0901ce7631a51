// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/ranks/ranked_convolution.hpp"

#include <algorithm>
#include <chrono>
#include <span>

#include "base/loop_name.hpp"
#include "ewald/far/slab_grid.hpp"

namespace slurry {

FarGrid SlabParts::part_of(const FarGrid& whole, int rank) const {
  return slab_grid(whole, p_, slabs_.border[rank], slabs_.planes(rank), static_cast<int>(modes_[rank].size()));
}

int SlabParts::first_column(const FarGrid& whole, int rank) const {
  return whole.offset[0] - part_of(whole, rank).offset[0];
}

void SlabShare::make(const EwaldParameters& p, const FarGrid& whole, const EwaldSplit& split,
                     const KaiserBessel& window, int components,
                     std::unique_ptr<Convolution<Host, double>>& made) const {
  made = std::make_unique<RankedConvolution<double>>(*ranks_, *this, p, whole, split, window, components);
}
void SlabShare::make(const EwaldParameters& p, const FarGrid& whole, const EwaldSplit& split,
                     const KaiserBessel& window, int components,
                     std::unique_ptr<Convolution<Host, float>>& made) const {
  made = std::make_unique<RankedConvolution<float>>(*ranks_, *this, p, whole, split, window, components);
}

std::vector<std::vector<int>> modes_of_ranks(const std::vector<PlaneClass>& classes, int ranks) {
  std::vector<double> load(ranks, 0.0);
  std::vector<std::vector<int>> modes(ranks);
  for (const PlaneClass& c : classes)  // sizes fall from class to class
    for (int mode = c.first_mode; mode <= c.last_mode; ++mode) {
      const auto least = std::min_element(load.begin(), load.end());
      *least += double(c.size[0]) * c.size[1];
      modes[least - load.begin()].push_back(mode);
    }
  return modes;
}

std::vector<int> row_planes_of_ranks(int planes, int ranks) {
  std::vector<int> first;
  for (int r = 0; r <= ranks; ++r) first.push_back(static_cast<int>(static_cast<long>(planes) * r / ranks));
  return first;
}

namespace {

using ranks_clock = std::chrono::steady_clock;

double lap(ranks_clock::time_point& t) {
  const auto now = ranks_clock::now();
  const double s = std::chrono::duration<double>(now - t).count();
  t = now;
  return s;
}

/// Calls visit(first number, count of numbers) for the rows of a plane of a grid that hold their columns one after the
/// other: a row of each component, or one row of all.
template <class Visit>
void for_rows(const FarGrid& grid, int components, const Visit& visit) {
  const int lanes = static_cast<int>(grid.step(components));
  for (int y = 0; y < grid.total[1]; ++y)
    for (int c = 0; c < components; c += lanes) visit(grid.row(0, y, c, components), lanes);
}

std::size_t plane_size(const FarGrid& grid, int components) {
  return grid.row(1, 0, 0, components);
}

}  // namespace

template <class Real>
RankedConvolution<Real>::RankedConvolution(Communicator& ranks, const SlabShare& share, const EwaldParameters& p,
                                           const FarGrid& whole, const EwaldSplit& split, const KaiserBessel& window,
                                           int components)
    : ranks_(&ranks),
      whole_(whole),
      planes_(row_planes_of_ranks(whole.total[2], ranks.size())),
      modes_(share.modes()),
      at_once_(static_cast<int>(Host().concurrency())) {
  for (const int other : ranks.gather(at_once_)) at_once_ = std::min(at_once_, other);  // blocks are those of all ranks
  at_once_ = std::min(at_once_, whole.total[2]);
  for (int r = 0; r < ranks.size(); ++r) {
    const FarGrid& part = parts_.emplace_back(share.part_of(whole, r));
    const int n = whole.total[0], first = share.first_column(whole, r);
    std::vector<Columns>& columns = columns_.emplace_back();
    for (int i = 0; i < part.total[0];) {
      const int there = whole.periodic[0] ? ((first + i) % n + n) % n : first + i;
      columns.push_back({i, there, std::min(part.total[0] - i, n - there)});
      i += columns.back().count;
    }
  }
  const ConvolutionShare mine{at_once_, modes_[me()]};
  own_ = share.transforms<Real>()[components];
  if (!own_)
    own_ = share.transforms<Real>()[components] =
        std::make_shared<HostConvolution<Host, Real>>(p, whole, split, window, components, &mine);
  this->zero_mode_constant_ = own_->constant();
  this->padding_ = own_->padding_factor();
  FarGrid block = whole_;
  block.total[2] = at_once_;
  rows_ = Values("slurry::far_field::rows_of_rank", block.size(std::max(own_->components, own_->outputs)));
  const auto prepare = [&](auto& waves, int kind) {
    for (auto& wave : waves) {
      wave.messages = ranks.messages(kind);
      wave.out.resize(ranks.size());
      wave.in.resize(ranks.size());
    }
  };
  prepare(slabs_, 0);
  prepare(travelling_modes_, 1);
}

template <class Real>
typename RankedConvolution<Real>::Rows RankedConvolution<Real>::mode_rows(const Values& slab, int components) const {
  return {reinterpret_cast<Complex*>(slab.data()), plane_size(parts_[me()], components) / 2, components,
          whole_.total[1]};
}

/// Numbers of a rank's modes in one plane.
template <class Real>
std::size_t RankedConvolution<Real>::modes_size(int rank, int components) const {
  return modes_[rank].size() * components * whole_.total[1];
}
/// Numbers of one plane of a rank's slab that travel.
template <class Real>
std::size_t RankedConvolution<Real>::slab_size(int rank, int components) const {
  return std::size_t(whole_.total[1]) * components * parts_[rank].total[0];
}

template <class Real>
int RankedConvolution<Real>::blocks() const {
  int most = 0;
  for (int r = 0; r < ranks_->size(); ++r) most = std::max(most, planes_of(r));
  return (most + at_once_ - 1) / at_once_;
}
template <class Real>
typename RankedConvolution<Real>::Block RankedConvolution<Real>::block_of(int rank, int block) const {
  const int first = block * at_once_;
  return {planes_[rank] + first, planes_[rank] + std::min(first + at_once_, planes_of(rank))};
}

template <class Real>
template <class Visit>
void RankedConvolution<Real>::for_others(const Visit& visit) const {
  for (int r = 0; r < ranks_->size(); ++r)
    if (r != me()) visit(r);
}

/// Calls visit(k, z) for the planes z of a block, where k counts them.
template <class Real>
template <class Visit>
void RankedConvolution<Real>::for_planes(Block block, const Visit& visit) const {
  Kokkos::parallel_for("slurry::far_field::planes_of_ranks"_loop, Kokkos::RangePolicy<Host>(0, block.count()),
                       [&](int k) { visit(std::size_t(k), block.first + k); });
  Host().fence();
}

/// (T1) for a block: sends the planes of this slab to those who transform their rows. Empty slabs have nothing to send.
/// From then on, transformed values may arrive in the memory of these planes.
template <class Real>
void RankedConvolution<Real>::begin_slabs(int block, const Values& slab, Messages& arriving) {
  const int components = own_->components;
  Wave<Real>& wave = slabs_[block % 2];
  for_others([&](int r) {
    if (!has_slab(r)) return;
    const std::size_t size = slab_size(r, components);
    wave.in[r].resize(size * at_once_);
    for (int k = 0; k < block_of(me(), block).count(); ++k)
      wave.messages->receive(r, std::span(wave.in[r].data() + k * size, size));
  });
  const FarGrid& part = parts_[me()];
  const Rows modes = mode_rows(slab, components);
  const std::size_t size = slab_size(me(), components);
  for_others([&](int q) {
    const Block theirs = block_of(q, block);
    const auto expect_modes = [&] {
      for (int z = theirs.first; z < theirs.last; ++z)
        arriving.receive(q, std::span(modes.at(z, 0, 0), modes_size(me(), components)));
    };
    if (!has_slab(me())) return expect_modes();
    wave.out[q].resize(size * at_once_);
    for_planes(theirs, [&](std::size_t k, int z) {
      const Real* const from = slab.data() + z * plane_size(part, components);
      Real* to = wave.out[q].data() + k * size;
      for_rows(part, components,
               [&](std::size_t row, int lanes) { to = std::copy_n(from + row, part.total[0] * lanes, to); });
    });
    for (int k = 0; k < theirs.count(); ++k)
      wave.messages->send(q, std::span<const Real>(wave.out[q].data() + k * size, size));
    expect_modes();
  });
}

/// Adds what all slabs have of the rows of a block, in the order of the ranks.
template <class Real>
void RankedConvolution<Real>::add_slabs(int block, const Values& slab) {
  const int components = own_->components;
  Wave<Real>& wave = slabs_[block % 2];
  wave.messages->wait();
  for_planes(block_of(me(), block), [&](std::size_t k, int z) {
    Real* const rows = rows_.data() + k * plane_size(whole_, components);
    for_rows(whole_, components,
             [&](std::size_t row, int lanes) { std::fill_n(rows + row, whole_.transform_x * lanes, Real(0)); });
    for (int r = 0; r < ranks_->size(); ++r) {
      if (!has_slab(r)) continue;
      const FarGrid& part = parts_[r];
      const bool own = r == me();
      const Real* from =
          own ? slab.data() + z * plane_size(part, components) : wave.in[r].data() + k * slab_size(r, components);
      const std::size_t apart = own ? part.pitch : part.total[0];  // from row to row, in columns
      for_rows(whole_, components, [&](std::size_t row, int lanes) {
        for (const Columns& c : columns_[r]) {
          Real* const to = rows + row + std::size_t(c.whole) * lanes;
          const Real* const some = from + std::size_t(c.part) * lanes;
          for (int i = 0; i < c.count * lanes; ++i) to[i] += some[i];
        }
        from += apart * lanes;
      });
    }
  });
}

/// (T1) and (T2), with the transforms along x in between.
template <class Real>
void RankedConvolution<Real>::forward(const Host& space, const Values& slab) {
  const int components = own_->components;
  const std::size_t row = std::size_t(components) * whole_.total[1];
  const Rows modes = mode_rows(slab, components);
  const std::unique_ptr<Messages> arriving = ranks_->messages(1);
  begin_slabs(0, slab, *arriving);
  for (int block = 0; block < blocks(); ++block) {
    if (block + 1 < blocks()) begin_slabs(block + 1, slab, *arriving);
    add_slabs(block, slab);
    const Block mine = block_of(me(), block);
    own_->row_planes = mine.count();
    own_->forward_rows(space, rows_, own_->all_rows);
    space.fence();
    const Rows all = own_->coefficients(rows_, components);
    Wave<Complex>& wave = travelling_modes_[block % 2];
    wave.messages->wait();
    for (int q = 0; q < ranks_->size(); ++q)
      if (q != me()) wave.out[q].resize(modes_size(q, components) * at_once_);
    for_planes(mine, [&](std::size_t k, int z) {
      for (int q = 0; q < ranks_->size(); ++q) {
        Complex* out = q == me() ? modes.at(z, 0, 0) : wave.out[q].data() + k * modes_size(q, components);
        for (const int mode : modes_[q]) out = std::copy_n(all.at(static_cast<int>(k), mode, 0), row, out);
      }
    });
    for_others([&](int q) {
      const std::size_t theirs = modes_size(q, components);
      for (int k = 0; k < mine.count(); ++k)
        wave.messages->send(q, std::span<const Complex>(wave.out[q].data() + k * theirs, theirs));
    });
  }
  for (Wave<Complex>& wave : travelling_modes_) wave.messages->wait();
  arriving->wait();
}

/// (T3) for a block: sends what this rank's modes have of the planes of the others, and makes room for their modes.
template <class Real>
void RankedConvolution<Real>::begin_modes(int block, int components, const Values& slab) {
  Wave<Complex>& wave = travelling_modes_[block % 2];
  const Rows modes = mode_rows(slab, components);
  for_others([&](int q) {
    const Block theirs = block_of(q, block);
    for (int z = theirs.first; z < theirs.last; ++z)
      wave.messages->send(q, std::span<const Complex>(modes.at(z, 0, 0), modes_size(me(), components)));
  });
  for_others([&](int r) {
    const std::size_t size = modes_size(r, components);
    wave.in[r].resize(size * at_once_);
    for (int k = 0; k < block_of(me(), block).count(); ++k)
      wave.messages->receive(r, std::span(wave.in[r].data() + k * size, size));
  });
}

/// Puts the coefficients of all modes into the rows of a block.
template <class Real>
void RankedConvolution<Real>::collect_modes(int block, int components, const Values& slab) {
  const Rows modes = mode_rows(slab, components);
  Wave<Complex>& wave = travelling_modes_[block % 2];
  wave.messages->wait();
  const std::size_t row = std::size_t(components) * whole_.total[1];
  const Rows all = own_->coefficients(rows_, components);
  for_planes(block_of(me(), block), [&](std::size_t k, int z) {
    for (int r = 0; r < ranks_->size(); ++r) {
      const std::size_t size = modes_size(r, components);
      const Complex* some = r == me() ? modes.at(z, 0, 0) : wave.in[r].data() + k * size;
      for (const int mode : modes_[r]) {
        std::copy_n(some, row, all.at(static_cast<int>(k), mode, 0));
        some += row;
      }
    }
  });
}

/// (T4) for a block: gives every slab its columns of the rows.
template <class Real>
void RankedConvolution<Real>::hand_out(int block, int components, const Values& slab) {
  Wave<Real>& wave = slabs_[block % 2];
  const std::size_t in_plane = plane_size(whole_, components);
  const Block mine = block_of(me(), block);
  for (int q = 0; q < ranks_->size(); ++q) {
    if (!has_slab(q)) continue;
    const FarGrid& part = parts_[q];
    const bool own = q == me();
    const std::size_t size = slab_size(q, components), apart = own ? part.pitch : part.total[0];
    if (!own) wave.out[q].resize(size * at_once_);
    for_planes(mine, [&](std::size_t k, int z) {
      const Real* const rows = rows_.data() + k * in_plane;
      Real* const plane = own ? slab.data() + z * plane_size(part, components) : wave.out[q].data() + k * size;
      Real* to = plane;
      for_rows(whole_, components, [&](std::size_t row, int lanes) {
        for (const Columns& c : columns_[q])
          std::copy_n(rows + row + std::size_t(c.whole) * lanes, c.count * lanes, to + std::size_t(c.part) * lanes);
        to += apart * lanes;
      });
      for (int y = 0; y < part.total[1] && own; ++y)
        fill_row_halo(part, plane + part.row(0, y, 0, components), components);
    });
    for (int k = 0; k < mine.count() && !own; ++k)
      wave.messages->send(q, std::span<const Real>(wave.out[q].data() + k * size, size));
  }
  if (!has_slab(me())) return;
  const std::size_t size = slab_size(me(), components);
  for_others([&](int r) {
    wave.in[r].resize(size * at_once_);
    for (int k = 0; k < block_of(r, block).count(); ++k)
      wave.messages->receive(r, std::span(wave.in[r].data() + k * size, size));
  });
}

/// Puts what the others handed out of a block into this slab.
template <class Real>
void RankedConvolution<Real>::fill_slab(int block, int components, const Values& slab) {
  Wave<Real>& wave = slabs_[block % 2];
  wave.messages->wait();
  if (!has_slab(me())) return;
  const FarGrid& part = parts_[me()];
  const std::size_t size = slab_size(me(), components);
  for_others([&](int r) {
    for_planes(block_of(r, block), [&](std::size_t k, int z) {
      Real* const plane = slab.data() + z * plane_size(part, components);
      const Real* from = wave.in[r].data() + k * size;
      for_rows(part, components, [&](std::size_t row, int lanes) {
        std::copy_n(from, part.total[0] * lanes, plane + row);
        from += part.total[0] * lanes;
      });
      for (int y = 0; y < part.total[1]; ++y) fill_row_halo(part, plane + part.row(0, y, 0, components), components);
    });
  });
}

/// (T3) and (T4), with the transforms along x in between.
template <class Real>
void RankedConvolution<Real>::backward(const Host& space, int components, const Values& slab) {
  begin_modes(0, components, slab);
  for (int block = 0; block < blocks(); ++block) {
    if (block + 1 < blocks()) begin_modes(block + 1, components, slab);
    collect_modes(block, components, slab);
    own_->row_planes = block_of(me(), block).count();
    own_->backward_rows(space, rows_, components, own_->all_rows);
    space.fence();
    hand_out(block, components, slab);
    if (block > 0) fill_slab(block - 1, components, slab);
  }
  fill_slab(blocks() - 1, components, slab);
}

template <class Real>
void RankedConvolution<Real>::apply(const Host& space, const Values& spread, const std::vector<Values>& results,
                                    const std::vector<double>& laplacian, const Values& pressure, StageTimes& times,
                                    const UsedRows*) {
  const int components = own_->components, outputs = own_->outputs;
  auto t = ranks_clock::now();
  forward(space, spread);
  times["FFT"] += lap(t);
  std::vector<Rows> to;
  for (const Values& result : results) to.push_back(mode_rows(result, outputs));
  const bool has_pressure = pressure.extent(0) > 0;
  const Rows to_pressure = has_pressure ? mode_rows(pressure, 1) : Rows{};
  own_->planes(space, mode_rows(spread, components), to, laplacian, to_pressure, own_->all_rows);
  space.fence();
  own_->share_laps(lap(t), times);
  for (const Values& result : results) backward(space, outputs, result);
  if (has_pressure) backward(space, 1, pressure);
  times["IFFT"] += lap(t);
}

template <class Real>
void RankedConvolution<Real>::apply_radii(const Host& space, const Values& forces, const Values& weighted,
                                          const FiniteSides& sides, StageTimes& times, const UsedRows*) {
  auto t = ranks_clock::now();
  forward(space, forces);
  if (sides.sources) forward(space, weighted);
  times["FFT"] += lap(t);
  own_->planes_radii(space, mode_rows(forces, 3), mode_rows(weighted, 3), sides, own_->all_rows);
  space.fence();
  own_->share_laps(lap(t), times);
  backward(space, 3, forces);
  if (sides.targets) backward(space, 3, weighted);
  times["IFFT"] += lap(t);
}

template class RankedConvolution<double>;
template class RankedConvolution<float>;

}  // namespace slurry
