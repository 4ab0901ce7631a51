// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <type_traits>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "slurry/error.hpp"
#include "yardsticks/direct_sums/pair_terms.hpp"
#include "yardsticks/direct_sums/published_step.hpp"

namespace slurry {
namespace {

using direct_sums::nearest_image;

/// Friction on sphere i from those on its list.
template <class Space>
struct FrictionOfNeighbours {
  using Numbers = Kokkos::View<const int*, typename Space::memory_space>;
  Numbers first, neighbours;
  ConstVectors<Space> x, v, external;
  Vectors<Space> forces;
  double box, inverse_box;

  KOKKOS_FUNCTION void operator()(int i) const {
    double sum[3] = {};
    for (int k = first(i); k < first(i + 1); ++k) add(i, neighbours(k), sum);
    for (int c = 0; c < 3; ++c) forces(i, c) = external(i, c) - sum[c];
  }

  KOKKOS_FUNCTION void add(int i, int j, double (&sum)[3]) const {
    double d[3], w[3], square = 0, along = 0;
    for (int c = 0; c < 3; ++c) {
      d[c] = nearest_image(x(i, c) - x(j, c), box, inverse_box);
      w[c] = v(i, c) - v(j, c);
      square += d[c] * d[c];
      along += d[c] * w[c];
    }
    if (square >= 9) return;
    using std::log;
    using std::sqrt;
    const double least = 1e-3;  // a gap that has closed is taken for this one
    const double gap = sqrt(square) - 2, s = gap > least ? gap : least;
    const double logarithm = log(s);
    const double squeeze = 0.25 / s - 9.0 / 40 * logarithm, shear = -logarithm / 6;
    for (int c = 0; c < 3; ++c) sum[c] += shear * w[c] + (squeeze - shear) * along / square * d[c];
  }
};

template <class Space, class Held>
struct Advance {
  Held held;
  ConstVectors<Space> v;
  Vectors<Space> read;
  double time, box;

  KOKKOS_FUNCTION void operator()(int i) const {
    for (int c = 0; c < 3; ++c) {
      auto& x = held(i, c);
      x.add(time * v(i, c));
      const double now = x.template read<double>();
      if (box > 0 && now < 0) x.add(box);
      if (box > 0 && now >= box) x.add(-box);
      read(i, c) = x.template read<double>();
    }
  }
};

/// Cells at least `reach` wide, and every pair of spheres in cells that touch.
class NeighbourLists {
 public:
  NeighbourLists(std::span<const double> x, double box, double reach) : x_(x), box_(box), reach_(reach) {
    const int count = static_cast<int>(x.size() / 3);
    cells_ = box > 0 ? std::clamp(static_cast<int>(box / reach), 1, 512) : 1;
    if (cells_ < 3) cells_ = 1;
    members_.resize(std::size_t(cells_) * cells_ * cells_);
    for (int i = 0; i < count; ++i) members_[cell_of(i)].push_back(i);
    first.push_back(0);
    for (int i = 0; i < count; ++i) {
      list(i);
      first.push_back(static_cast<int>(neighbours.size()));
    }
  }
  std::vector<int> first, neighbours;

 private:
  int along(int i, int c) const {
    const double turns = x_[3 * std::size_t(i) + c] / box_;
    return std::clamp(static_cast<int>((turns - std::floor(turns)) * cells_), 0, cells_ - 1);
  }
  std::size_t cell_of(int i) const {
    if (cells_ == 1) return 0;
    return (std::size_t(along(i, 0)) * cells_ + along(i, 1)) * cells_ + along(i, 2);
  }
  void list(int i) {
    if (cells_ == 1) return list_from(i, 0);
    const int at[3] = {along(i, 0), along(i, 1), along(i, 2)};
    for (int a = -1; a <= 1; ++a)
      for (int b = -1; b <= 1; ++b)
        for (int c = -1; c <= 1; ++c)
          list_from(i, (std::size_t((at[0] + a + cells_) % cells_) * cells_ + (at[1] + b + cells_) % cells_) * cells_ +
                           (at[2] + c + cells_) % cells_);
  }
  void list_from(int i, std::size_t cell) {
    for (const int j : members_[cell]) {
      double square = 0;
      for (int c = 0; c < 3; ++c) {
        const double d =
            nearest_image(x_[3 * std::size_t(i) + c] - x_[3 * std::size_t(j) + c], box_, box_ > 0 ? 1 / box_ : 0);
        square += d * d;
      }
      if (j != i && square < reach_ * reach_) neighbours.push_back(j);
    }
  }

  std::span<const double> x_;
  double box_, reach_;
  int cells_ = 1;
  std::vector<std::vector<int>> members_;
};

template <class View>
View numbers_of(const std::vector<int>& host, const char* label) {
  View v(std::string(label), host.size());
  Kokkos::deep_copy(v, Kokkos::View<const int*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(host.data(), host.size()));
  return v;
}

/// Seconds that f takes, its loops included.
template <class Space, class F>
double seconds_of(const Space& space, const F& f) {
  space.fence();
  const auto start = std::chrono::steady_clock::now();
  f();
  space.fence();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

template <class Space>
LaggedFriction<Space>::LaggedFriction(const Space& space, double box) : space_(space), box_(box) {}

template <class Space>
void LaggedFriction<Space>::find_neighbours(std::span<const double> positions, double reach) {
  const NeighbourLists lists(positions, box_, reach);
  first_ = numbers_of<Numbers>(lists.first, "slurry::direct_sums::first_neighbours");
  neighbours_ = numbers_of<Numbers>(lists.neighbours, "slurry::direct_sums::neighbours");
}

template <class Space>
void LaggedFriction<Space>::apply(const ConstVectors<Space>& positions, const ConstVectors<Space>& velocities,
                                  const ConstVectors<Space>& external, const Vectors<Space>& forces) const {
  Kokkos::parallel_for("slurry::direct_sums::friction"_loop,
                       Kokkos::RangePolicy<Space>(space_, 0, static_cast<int>(positions.extent(0))),
                       FrictionOfNeighbours<Space>{first_, neighbours_, positions, velocities, external, forces, box_,
                                                   box_ > 0 ? 1 / box_ : 0});
}

template <class Space>
HeldPositions<Space>::HeldPositions(const Space& space, DirectNumber number, std::span<const double> positions,
                                    double box)
    : space_(space), number_(number), box_(box), read_(to_space<Space>(positions, "slurry::direct_sums::read")) {
  const std::size_t n = positions.size() / 3;
  const auto fill = [&](auto& held, const char* label) {
    using View = std::remove_reference_t<decltype(held)>;
    held = View(std::string(label), n);
    const auto host = Kokkos::create_mirror_view(held);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < 3; ++c) host(i, c) = typename View::non_const_value_type(positions[3 * i + c]);
    Kokkos::deep_copy(held, host);
  };
  if (number == DirectNumber::extended) throw InputError("positions must be in fp32, fp64 or double-single");
  if (number == DirectNumber::fp32) fill(single_, "slurry::direct_sums::held");
  if (number == DirectNumber::fp64) fill(double_, "slurry::direct_sums::held");
  if (number == DirectNumber::double_single) fill(pair_, "slurry::direct_sums::held");
}

template <class Space>
void HeldPositions<Space>::advance(double time, const ConstVectors<Space>& velocities) {
  const auto move = [&](const auto& held) {
    using View = std::remove_cv_t<std::remove_reference_t<decltype(held)>>;
    Kokkos::parallel_for("slurry::direct_sums::advance"_loop,
                         Kokkos::RangePolicy<Space>(space_, 0, static_cast<int>(held.extent(0))),
                         Advance<Space, View>{held, velocities, read_, time, box_});
  };
  if (number_ == DirectNumber::fp32) move(single_);
  if (number_ == DirectNumber::fp64) move(double_);
  if (number_ == DirectNumber::double_single) move(pair_);
}

template <class Space>
PublishedStep<Space>::PublishedStep(const Space& space, const DirectForm& form, DirectNumber positions_in, double box,
                                    std::span<const double> positions, std::span<const double> forces)
    : space_(space),
      sum_(space, form, box),
      positions_(space, positions_in, positions, box),
      friction_(space, box),
      external_(to_space<Space>(forces, "slurry::direct_sums::external")),
      forces_("slurry::direct_sums::forces", forces.size() / 3) {
  sum_.set_particles(positions, forces);
  friction_.find_neighbours(positions);
}

template <class Space>
void PublishedStep<Space>::step(double time) {
  seconds_.integration += seconds_of(space_, [&] {
    positions_.advance(time, sum_.velocities());
    sum_.set_positions(positions_.read());
  });
  seconds_.lubrication += seconds_of(space_, [&] {
    friction_.apply(positions_.read(), sum_.velocities(), external_, forces_);
    sum_.set_forces(forces_);
  });
  seconds_.hydrodynamics += seconds_of(space_, [&] { sum_.run(); });
}

#define SLURRY_INSTANTIATE(Space)       \
  template class LaggedFriction<Space>; \
  template class HeldPositions<Space>;  \
  template class PublishedStep<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
