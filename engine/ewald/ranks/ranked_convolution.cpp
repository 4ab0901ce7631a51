// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/ranks/ranked_convolution.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "base/loop_name.hpp"
#include "slurry/error.hpp"

namespace slurry {

FarGrid SlabShare::part_of(const FarGrid& whole, int rank) const {
  FarGrid g = whole;
  g.points[0] = slabs_.planes(rank);
  g.periodic[0] = false;
  // coordinates are those of the whole box, so that a point's window has the same nodes and the same bits on any rank
  g.offset[0] = g.window / 2 + 1 - slabs_.border[rank];
  g.total[0] = g.transform_x = g.points[0] + g.window + 2;
  g.pitch = grid_pitch((g.total[0] + g.window + 8 + 7) / 8 * 8, p_, g.total[1]);
  return g;
}

int SlabShare::first_column(const FarGrid& whole, int rank) const {
  return whole.offset[0] - part_of(whole, rank).offset[0];
}

std::unique_ptr<Convolution<Host, double>> SlabShare::convolution(const EwaldParameters& parameters,
                                                                  const FarGrid& whole, const EwaldSplit& split,
                                                                  const KaiserBessel& window, int components) const {
  return std::make_unique<RankedConvolution>(*ranks_, *this, parameters, whole, split, window, components);
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

/// Calls row(k, z, y) for rows y of z-planes; k counts them. Rows of different planes may be done at the same time.
template <class Visit>
void for_rows(int planes, int rows, const Visit& row) {
  Kokkos::parallel_for("slurry::far_field::rows_of_ranks"_loop, Kokkos::RangePolicy<Host>(0, planes), [&](int z) {
    for (int y = 0; y < rows; ++y) row(std::size_t(z) * rows + y, z, y);
  });
  Host().fence();
}

}  // namespace

RankedConvolution::RankedConvolution(Communicator& ranks, const SlabShare& share, const EwaldParameters& p,
                                     const FarGrid& whole, const EwaldSplit& split, const KaiserBessel& window,
                                     int components)
    : ranks_(&ranks),
      whole_(whole),
      planes_(row_planes_of_ranks(whole.total[2], ranks.size())),
      modes_(modes_of_ranks(plane_classes(p, whole, FarMultiplier(p, split)), ranks.size())) {
  for (int r = 0; r < ranks.size(); ++r) {
    parts_.push_back(share.part_of(whole, r));
    const int n = whole.total[0], first = share.first_column(whole, r);
    std::vector<std::size_t>& columns = columns_.emplace_back();
    for (int i = 0; i < parts_[r].total[0]; ++i)
      columns.push_back(static_cast<std::size_t>(whole.periodic[0] ? ((first + i) % n + n) % n : first + i));
  }
  const ConvolutionShare mine{my_planes(), modes_[ranks.rank()]};
  own_ = std::make_unique<HostConvolution<Host, double>>(p, whole, split, window, components, &mine);
  zero_mode_constant_ = own_->constant();
  padding_ = own_->padding_factor();
}

GridValues<Host> RankedConvolution::row_values(int components) {
  GridValues<Host>& values = row_values_[components];
  if (values.extent(0) == 0) {
    FarGrid mine = whole_;
    mine.total[2] = std::max(1, my_planes());
    values = GridValues<Host>("slurry::far_field::rows_of_rank", mine.size(components));
  } else {
    Kokkos::deep_copy(values, 0.0);
  }
  return values;
}

/// (T1). Empty slabs have nothing to send.
void RankedConvolution::slabs_to_rows(const GridValues<Host>& slab, int components, const GridValues<Host>& rows) {
  const int me = ranks_->rank(), size = ranks_->size(), ny = whole_.total[1];
  const FarGrid& part = parts_[me];
  const std::size_t step = part.step(components), wide = std::size_t(part.total[0]) * components;
  std::vector<std::vector<double>> out(size);
  for (int q = 0; q < size && part.points[0] > 0; ++q) {
    const int first = planes_[q], count = planes_[q + 1] - first;
    out[q].resize(std::size_t(count) * ny * wide);
    for_rows(count, ny, [&](std::size_t k, int z, int y) {
      double* to = out[q].data() + k * wide;
      for (int c = 0; c < components; ++c) {
        const double* const from = slab.data() + part.row(first + z, y, c, components);
        for (int x = 0; x < part.total[0]; ++x) *to++ = from[x * step];
      }
    });
  }
  const auto in = ranks_->exchange(out);
  const std::size_t whole_step = whole_.step(components);
  for_rows(my_planes(), ny, [&](std::size_t k, int z, int y) {
    for (int c = 0; c < components; ++c) {
      double* const row = rows.data() + whole_.row(z, y, c, components);
      for (int x = 0; x < whole_.transform_x; ++x) row[x * whole_step] = 0;
      for (int r = 0; r < size; ++r) {
        const int total = parts_[r].total[0];
        if (in[r].empty()) continue;
        const double* const from = in[r].data() + (k * components + c) * total;
        const std::size_t* const column = columns_[r].data();
        for (int x = 0; x < total; ++x) row[column[x] * whole_step] += from[x];
      }
    }
  });
}

RankedConvolution::Rows RankedConvolution::mode_rows(ModePlanes& of) const {
  const int ny = whole_.total[1];
  return {of.numbers.data(), modes_[ranks_->rank()].size() * of.components * ny, of.components, ny};
}

RankedConvolution::Rows RankedConvolution::cleared_mode_rows(ModePlanes& of, int components) const {
  of.components = components;
  const std::size_t plane = modes_[ranks_->rank()].size() * components * whole_.total[1];
  of.numbers.assign(plane * whole_.total[2], 0);  // planes that no point uses are not written
  return mode_rows(of);
}

/// (T2)
void RankedConvolution::rows_to_modes(const GridValues<Host>& rows, int components, ModePlanes& to) {
  const int size = ranks_->size(), ny = whole_.total[1];
  const Rows all = own_->coefficients(rows, components);
  const std::size_t count = std::size_t(components) * ny;
  std::vector<std::vector<Complex>> out(size);
  for (int q = 0; q < size; ++q) {
    const std::vector<int>& modes = modes_[q];
    out[q].resize(my_planes() * modes.size() * count);
    for_rows(my_planes(), static_cast<int>(modes.size()), [&](std::size_t k, int z, int m) {
      std::copy_n(all.at(z, modes[m], 0), count, out[q].data() + k * count);
    });
  }
  const auto in = ranks_->exchange(out);
  const Rows mine = cleared_mode_rows(to, components);
  for (int r = 0; r < size; ++r) std::copy(in[r].begin(), in[r].end(), mine.first + planes_[r] * mine.plane);
}

/// (T3)
void RankedConvolution::modes_to_rows(const ModePlanes& from, const GridValues<Host>& rows) {
  const int me = ranks_->rank(), size = ranks_->size(), ny = whole_.total[1];
  const std::size_t count = std::size_t(from.components) * ny, plane = modes_[me].size() * count;
  std::vector<std::vector<Complex>> out(size);
  for (int q = 0; q < size; ++q)
    out[q].assign(from.numbers.begin() + static_cast<std::ptrdiff_t>(planes_[q] * plane),
                  from.numbers.begin() + static_cast<std::ptrdiff_t>(planes_[q + 1] * plane));
  const auto in = ranks_->exchange(out);
  const Rows all = own_->coefficients(rows, from.components);
  for (int r = 0; r < size; ++r)
    for_rows(my_planes(), static_cast<int>(modes_[r].size()), [&](std::size_t k, int z, int m) {
      std::copy_n(in[r].data() + k * count, count, all.at(z, modes_[r][m], 0));
    });
}

/// (T4)
void RankedConvolution::rows_to_slabs(const GridValues<Host>& rows, int components, const GridValues<Host>& slab) {
  const int me = ranks_->rank(), size = ranks_->size(), ny = whole_.total[1];
  const std::size_t whole_step = whole_.step(components);
  std::vector<std::vector<double>> out(size);
  for (int q = 0; q < size; ++q) {
    if (parts_[q].points[0] == 0) continue;
    const int total = parts_[q].total[0];
    const std::size_t* const column = columns_[q].data();
    out[q].resize(std::size_t(my_planes()) * ny * components * total);
    for_rows(my_planes(), ny, [&](std::size_t k, int z, int y) {
      double* to = out[q].data() + k * components * total;
      for (int c = 0; c < components; ++c) {
        const double* const from = rows.data() + whole_.row(z, y, c, components);
        for (int x = 0; x < total; ++x) *to++ = from[column[x] * whole_step];
      }
    });
  }
  const auto in = ranks_->exchange(out);
  const FarGrid& part = parts_[me];
  const std::size_t step = part.step(components);
  for (int r = 0; r < size; ++r) {
    if (in[r].empty()) continue;
    for_rows(planes_[r + 1] - planes_[r], ny, [&](std::size_t k, int z, int y) {
      const double* from = in[r].data() + k * components * part.total[0];
      for (int c = 0; c < components; ++c) {
        double* const row = slab.data() + part.row(planes_[r] + z, y, c, components);
        for (int x = 0; x < part.total[0]; ++x) row[x * step] = *from++;
      }
      fill_row_halo(part, slab.data() + part.row(planes_[r] + z, y, 0, components), components);
    });
  }
}

void RankedConvolution::apply(const Host& space, const GridValues<Host>& spread,
                              const std::vector<GridValues<Host>>& results, const std::vector<double>& laplacian,
                              const GridValues<Host>& pressure, StageTimes& times, const UsedRows*) {
  const UsedRows& used = own_->all_rows;
  const int components = own_->components, outputs = own_->outputs;
  auto t = ranks_clock::now();
  fields_.resize(results.size());
  {
    const GridValues<Host> rows = row_values(components);
    slabs_to_rows(spread, components, rows);
    own_->forward_rows(space, rows, used);
    space.fence();
    rows_to_modes(rows, components, sources_);
  }
  times["FFT"] += lap(t);
  std::vector<Rows> to;
  for (ModePlanes& field : fields_) to.push_back(cleared_mode_rows(field, outputs));
  const bool has_pressure = pressure.extent(0) > 0;
  const Rows to_pressure = has_pressure ? cleared_mode_rows(of_pressure_, 1) : Rows{};
  own_->planes(space, mode_rows(sources_), to, laplacian, to_pressure, used);
  space.fence();
  own_->share_laps(lap(t), times);
  const auto bring_back = [&](const ModePlanes& from, int count, const GridValues<Host>& slab) {
    const GridValues<Host> rows = row_values(count);
    modes_to_rows(from, rows);
    own_->backward_rows(space, rows, count, used);
    space.fence();
    rows_to_slabs(rows, count, slab);
  };
  for (std::size_t o = 0; o < results.size(); ++o) bring_back(fields_[o], outputs, results[o]);
  if (has_pressure) bring_back(of_pressure_, 1, pressure);
  times["IFFT"] += lap(t);
}

void RankedConvolution::apply_radii(const Host&, const GridValues<Host>&, const GridValues<Host>&, const FiniteSides&,
                                    StageTimes&, const UsedRows*) {
  throw Error("spheres with a radius each have no convolution over ranks");
}

}  // namespace slurry
