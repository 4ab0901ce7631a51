// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/grid_transfer.hpp"

#include <algorithm>
#include <string>

#include "base/execution.hpp"
#include "base/loop_name.hpp"

// Device form: direction by direction, x on the fine side, a row to a thread.
namespace slurry {
namespace {

/// out = sum of count rows of `width` numbers, `stride` apart, each times its weight.
template <class Real>
KOKKOS_INLINE_FUNCTION void sum_rows(Real* out, int width, const Real* weights, int count, const Real* rows,
                                     std::size_t stride) {
  for (int i = 0; i < width; ++i) out[i] = 0;
  for (int j = 0; j < count; ++j) {
    const Real weight = weights[j];
    const Real* const row = rows + std::size_t(j) * stride;
    for (int i = 0; i < width; ++i) out[i] += weight * row[i];
  }
}

}  // namespace

template <class Space, class Real>
struct DeviceTransfer final : GridTransfer<Space, Real> {
  using Base = GridTransfer<Space, Real>;
  using Base::band_, Base::coarse_, Base::fine_, Base::scale_;
  using typename Base::Band, typename Base::Numbers;
  Numbers along_x, plane, block;  // [zf][yf][c][xc], [zf][yc][c][xc], [zc][yc][c][xc]

  template <class... Arguments>
  explicit DeviceTransfer(const Arguments&... a) : Base(a...) {
    const auto numbers = [](const std::string& label, std::size_t count) {
      return Numbers(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), count);
    };
    const std::size_t width = 4 * std::size_t(band_[0].coarse);  // up to four components
    along_x = numbers("slurry::transfer::along_x", std::size_t(band_[2].fine) * band_[1].fine * width);
    plane = numbers("slurry::transfer::plane", std::size_t(band_[2].fine) * band_[1].coarse * width);
    block = numbers("slurry::transfer::block", std::size_t(band_[2].coarse) * band_[1].coarse * width);
  }
  void restrict_to(const Space& space, const GridValues<Space, Real>& fine, const GridValues<Space, Real>& coarse,
                   int components) const override;
  void prolong_from(const Space& space, const GridValues<Space, Real>& coarse,
                    const GridValues<Space, Real>& fine) const override;
};

template <class Space, class Real>
void DeviceTransfer<Space, Real>::restrict_to(const Space& space, const GridValues<Space, Real>& fine,
                                              const GridValues<Space, Real>& coarse, int components) const {
  const FarGrid f = fine_, g = coarse_;
  const Band bx = band_[0], by = band_[1], bz = band_[2];
  const int width = components * bx.coarse;
  const Numbers rows = this->along_x, plane = this->plane, block = this->block;
  Kokkos::parallel_for(
      "slurry::transfer::restrict_x"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.fine * components),
      KOKKOS_LAMBDA(int r) {
        const int c = r % components, y = r / components % by.fine, z = r / components / by.fine;
        const Real* const in = fine.data() + f.row(z, y, c, components);
        Real* const out = rows.data() + std::size_t(r) * bx.coarse;
        for (int j = 0; j < bx.coarse; ++j) {
          const Real *const w = bx.up.data() + bx.row(j), *const x = in + bx.first_fine(j);
          const int count = bx.row(j + 1) - bx.row(j);
          Real sum = 0;
          for (int i = 0; i < count; ++i) sum += w[i] * x[i];
          out[j] = sum;
        }
      });
  Kokkos::parallel_for(
      "slurry::transfer::restrict_y"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.coarse),
      KOKKOS_LAMBDA(int r) {
        const int y = r % by.coarse, z = r / by.coarse;
        sum_rows(plane.data() + std::size_t(r) * width, width, by.up.data() + by.row(y), by.row(y + 1) - by.row(y),
                 rows.data() + (std::size_t(z) * by.fine + by.first_fine(y)) * width, width);
      });
  Kokkos::parallel_for(
      "slurry::transfer::restrict_z"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.coarse * by.coarse),
      KOKKOS_LAMBDA(int r) {
        const int y = r % by.coarse, z = r / by.coarse;
        sum_rows(block.data() + std::size_t(r) * width, width, bz.up.data() + bz.row(z), bz.row(z + 1) - bz.row(z),
                 plane.data() + (std::size_t(bz.first_fine(z)) * by.coarse + y) * width,
                 std::size_t(by.coarse) * width);
      });
  // a block that goes around the box meets a stored node more than once: the stored rows own the sums
  const int own_y = rows_apart(g, 1, by.coarse), own_z = rows_apart(g, 2, bz.coarse);
  Kokkos::parallel_for(
      "slurry::transfer::restrict_add"_loop, Kokkos::RangePolicy<Space>(space, 0, own_z * own_y * components),
      KOKKOS_LAMBDA(int r) {
        const int c = r % components, first_y = r / components % own_y, first_z = r / components / own_y;
        Real* const out = coarse.data() + g.row(stored_node(g, 2, bz.first_stored + first_z),
                                                stored_node(g, 1, by.first_stored + first_y), c, components);
        for (int z = first_z; z < bz.coarse; z += own_z)
          for (int y = first_y; y < by.coarse; y += own_y) {
            const Real* const in = block.data() + (std::size_t(z) * by.coarse + y) * width + std::size_t(c) * bx.coarse;
            for (int x = 0; x < bx.coarse; ++x) out[stored_node(g, 0, bx.first_stored + x)] += in[x];
          }
      });
}

template <class Space, class Real>
void DeviceTransfer<Space, Real>::prolong_from(const Space& space, const GridValues<Space, Real>& coarse,
                                               const GridValues<Space, Real>& fine) const {
  constexpr int components = 3;
  const FarGrid f = fine_, g = coarse_;
  const Band bx = band_[0], by = band_[1], bz = band_[2];
  const int width = components * bx.coarse, points = g.window;
  const Real scale = scale_;
  const Numbers rows = this->along_x, plane = this->plane, block = this->block;
  Kokkos::parallel_for(
      "slurry::transfer::prolong_copy"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.coarse * by.coarse),
      KOKKOS_LAMBDA(int r) {
        const int y = stored_node(g, 1, by.first_stored + r % by.coarse),
                  z = stored_node(g, 2, bz.first_stored + r / by.coarse);
        for (int c = 0; c < components; ++c) {
          const Real* const in = coarse.data() + g.row(z, y, c, components);
          Real* const out = block.data() + std::size_t(r) * width + std::size_t(c) * bx.coarse;
          for (int x = 0; x < bx.coarse; ++x) out[x] = in[stored_node(g, 0, bx.first_stored + x)];
        }
      });
  Kokkos::parallel_for(
      "slurry::transfer::prolong_z"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.coarse),
      KOKKOS_LAMBDA(int r) {
        const int y = r % by.coarse, z = r / by.coarse;
        sum_rows(plane.data() + std::size_t(r) * width, width, bz.down.data() + std::size_t(z) * points, points,
                 block.data() + (std::size_t(bz.first_coarse(z)) * by.coarse + y) * width,
                 std::size_t(by.coarse) * width);
      });
  Kokkos::parallel_for(
      "slurry::transfer::prolong_y"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.fine),
      KOKKOS_LAMBDA(int r) {
        const int y = r % by.fine, z = r / by.fine;
        sum_rows(rows.data() + std::size_t(r) * width, width, by.down.data() + std::size_t(y) * points, points,
                 plane.data() + (std::size_t(z) * by.coarse + by.first_coarse(y)) * width, width);
      });
  Kokkos::parallel_for(
      "slurry::transfer::prolong_x"_loop, Kokkos::RangePolicy<Space>(space, 0, bz.fine * by.fine * components),
      KOKKOS_LAMBDA(int r) {
        const int c = r % components, y = r / components % by.fine, z = r / components / by.fine;
        const Real* const in = rows.data() + std::size_t(r) * bx.coarse;
        Real* const out = fine.data() + f.row(z, y, c, components);
        for (int i = 0; i < bx.fine; ++i) {
          const Real *const w = bx.down.data() + std::size_t(i) * points, *const x = in + bx.first_coarse(i);
          Real sum = 0;
          for (int j = 0; j < points; ++j) sum += w[j] * x[j];
          out[i] += scale * sum;
        }
      });
  fill_halo(space, f, fine, components);
}

template <class Space, class Real>
std::unique_ptr<GridTransfer<Space, Real>> RowTransfer<Space, Real>::make(
    const EwaldParameters& fine, const FarGrid& fine_grid, const EwaldParameters& coarse, const FarGrid& coarse_grid,
    const EwaldSplit& coarse_split, const TransferPlace& place) {
  return std::make_unique<DeviceTransfer<Space, Real>>(fine, fine_grid, coarse, coarse_grid, coarse_split, place);
}

template struct RowTransfer<Kokkos::Cuda, double>;
template struct RowTransfer<Kokkos::Cuda, float>;

}  // namespace slurry
