// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/field_views.hpp"
#include "base/loop_name.hpp"
#include "base/point_sets.hpp"
#include "base/views.hpp"
#include "ewald/ranks/batched_convolution.hpp"
#include "ewald/ranks/rank_side.hpp"
#include "parallel/row_route.hpp"

namespace slurry {
namespace batched_travel {

template <class Space>
using Integers = Kokkos::View<int*, typename Space::memory_space>;
template <class Space>
using Numbers = Kokkos::View<double*, typename Space::memory_space>;

/// Memory for arrays that live until the next begin(). In every round, arrays are taken in about the same order and
/// with the same sizes. The memory is kept, because a device allocates and frees memory slowly.
template <class Space>
class Arrays {
 public:
  void begin() { next_ = 0; }
  template <class View>
  View take(std::size_t rows, std::size_t width) {
    if (next_ == blocks_.size()) blocks_.emplace_back();
    Numbers<Space>& block = blocks_[next_++];
    const std::size_t bytes = rows * width * sizeof(typename View::value_type),
                      numbers = (bytes + sizeof(double) - 1) / sizeof(double);
    if (block.extent(0) < numbers) {
      block = {};
      block = Numbers<Space>(Kokkos::view_alloc("slurry::ranks::array", Kokkos::WithoutInitializing),
                             numbers + numbers / 16);
    }
    return View(reinterpret_cast<typename View::value_type*>(block.data()), rows);
  }

 private:
  std::vector<Numbers<Space>> blocks_;
  std::size_t next_ = 0;
};

/// Does what Slabs::placed and Slabs::plane do, in loops of any space.
struct Placing {
  double lower, length, spacing;
  int planes;
  bool periodic;

  explicit Placing(const Slabs& s)
      : lower(s.lower), length(s.length), spacing(s.spacing), planes(s.planes()), periodic(s.periodic) {}
  KOKKOS_FUNCTION double placed(double x) const {
    if (!periodic) return x;
    double u = x - lower;
    u -= length * std::floor(u * (1 / length));
    if (u < 0 || u >= length) u = 0;
    return lower + u;
  }
  KOKKOS_FUNCTION int plane(double placed_x) const {
    const double p = std::floor((placed_x - lower) / spacing);
    return p < 0 ? 0 : p > planes - 1 ? planes - 1 : static_cast<int>(p);
  }
};

template <class Space>
void planes_of_points(const Space& space, const Placing& placing, const ConstVectors<Space>& x,
                      const Integers<Space>& plane) {
  Kokkos::parallel_for(
      "slurry::ranks::plane"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(x.extent(0))),
      KOKKOS_LAMBDA(int i) { plane(i) = placing.plane(placing.placed(x(i, 0))); });
}

template <class Space>
std::vector<int> points_in_planes(const Space& space, const Integers<Space>& plane, int planes) {
  const Integers<Space> count("slurry::ranks::count", planes);
  Kokkos::parallel_for(
      "slurry::ranks::count"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(plane.extent(0))),
      KOKKOS_LAMBDA(int i) { Kokkos::atomic_add(&count(plane(i)), 1); });
  space.fence();
  std::vector<int> all(planes);
  Kokkos::deep_copy(Kokkos::View<int*, Kokkos::HostSpace>(all.data(), all.size()), count);
  return all;
}

/// Returns the number of points in planes [first, end).
template <class Space>
int points_between(const Space& space, const Integers<Space>& plane, int first, int end) {
  int count = 0;
  Kokkos::parallel_reduce(
      "slurry::ranks::points_between"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(plane.extent(0))),
      KOKKOS_LAMBDA(int i, int& sum) { sum += plane(i) >= first && plane(i) < end ? 1 : 0; }, count);
  return count;
}
/// Writes the numbers of the points in planes [first, end) to `to`, from place `at` on, in rising order.
template <class Space>
void list_between(const Space& space, const Integers<Space>& plane, int first, int end, const Integers<Space>& to,
                  int at) {
  Kokkos::parallel_scan(
      "slurry::ranks::list_between"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(plane.extent(0))),
      KOKKOS_LAMBDA(int i, int& before, bool last) {
        const bool inside = plane(i) >= first && plane(i) < end;
        if (last && inside) to(at + before) = i;
        before += inside ? 1 : 0;
      });
}

/// Returns the number of points whose x, moved by `by`, lies between low and high. Both limits are included.
template <class Space>
int points_within(const Space& space, const Vectors<Space>& x, double by, double low, double high) {
  int count = 0;
  Kokkos::parallel_reduce(
      "slurry::ranks::points_within"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(x.extent(0))),
      KOKKOS_LAMBDA(int i, int& sum) { sum += x(i, 0) + by >= low && x(i, 0) + by <= high ? 1 : 0; }, count);
  return count;
}
template <class Space>
void list_within(const Space& space, const Vectors<Space>& x, double by, double low, double high,
                 const Integers<Space>& to, const Numbers<Space>& moved, int at) {
  Kokkos::parallel_scan(
      "slurry::ranks::list_within"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(x.extent(0))),
      KOKKOS_LAMBDA(int i, int& before, bool last) {
        const bool inside = x(i, 0) + by >= low && x(i, 0) + by <= high;
        if (last && inside) {
          to(at + before) = i;
          moved(at + before) = by;
        }
        before += inside ? 1 : 0;
      });
}

/// Copies rows of `width` numbers: row number(k) becomes row k, or with `back` row k becomes row number(k).
template <bool back, class Space>
void copy_rows(const Space& space, const Integers<Space>& number, int width, const double* from, double* to) {
  Kokkos::parallel_for(
      "slurry::ranks::copy_rows"_loop,
      Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(space, 0, std::int64_t(number.extent(0)) * width),
      KOKKOS_LAMBDA(std::int64_t k) {
        const std::int64_t there = std::int64_t(number(k / width)) * width + k % width;
        if (back)
          to[there] = from[k];
        else
          to[k] = from[there];
      });
}

template <class Space>
void place(const Space& space, const Placing& placing, const Vectors<Space>& given, const Vectors<Space>& placed) {
  Kokkos::parallel_for(
      "slurry::ranks::place"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(given.extent(0))),
      KOKKOS_LAMBDA(int i) { placed(i, 0) = placing.placed(given(i, 0)); });
}
template <class Space>
void move(const Space& space, const Numbers<Space>& by, const Vectors<Space>& x) {
  Kokkos::parallel_for(
      "slurry::ranks::move"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(x.extent(0))),
      KOKKOS_LAMBDA(int i) { x(i, 0) += by(i); });
}

}  // namespace batched_travel

/// Takes points and their data from rank to rank for a RankedEwaldOf that computes on devices. It does what HostTravel
/// does, in the memory of a space. Rows arrive in the same order.
template <class SpaceOfRank, template <class> class Transforms>
class BatchedTravel {
 public:
  using Space = SpaceOfRank;
  using Share = BatchedShare<Space, Transforms>;
  using Integers = batched_travel::Integers<Space>;
  using Numbers = batched_travel::Numbers<Space>;
  using Places = Integers;  ///< planes of points
  static constexpr bool half_shell = false;

  /// Way of rows from rank to rank. It holds the numbers of the rows that go out, partner by partner, and the places
  /// where the rows of each partner begin.
  struct Route {
    std::vector<int> partners;
    Integers sent;
    std::vector<std::size_t> first_out{0}, first_in{0};
    std::size_t arriving() const { return first_in.back(); }
  };
  struct Ghosts {
    Route route;
    Numbers moved;  ///< length that is added to x of each arriving copy [length]
  };

  BatchedTravel(Communicator& ranks, WireKind kind) : ranks_(&ranks), wire_(make_wire<Space>(ranks, kind)) {}
  BatchedTravel(Communicator& ranks, std::unique_ptr<Wire<Space>> wire) : ranks_(&ranks), wire_(std::move(wire)) {}

  typename Share::Transforms transforms() const {
    typename Share::Transforms t;
    t.wire = wire_.get();
    return t;
  }
  typename RankSide<Space>::Way way(const typename Share::Transforms& t) const {
    return {std::string(wire_->name()), t.seconds, t.bytes};
  }

  /// Begins with new points or a new density. Arrays that are made from now on live until the next call of the same
  /// function.
  void begin_points() { begin(0); }
  void begin_density() { begin(1); }
  /// Memory for vectors or numbers.
  template <class View>
  View room(std::size_t rows) const {
    constexpr std::size_t width = View::rank == 2 ? 3 : 1;
    return memory_[now_]->template take<View>(rows, width);
  }
  Vectors<Space> zeros(std::size_t rows) const {
    const auto all = room<Vectors<Space>>(rows);
    Kokkos::deep_copy(space_, Numbers(all.data(), all.size()), 0.0);
    return all;
  }

  Places places(const Slabs& slabs, const ConstVectors<Space>& x) const {
    const auto plane = room<Integers>(x.extent(0));
    batched_travel::planes_of_points<Space>(space_, batched_travel::Placing(slabs), x, plane);
    return plane;
  }
  void count(const Slabs& slabs, const Places& places, std::vector<double>& planes) const {
    const auto found = batched_travel::points_in_planes(space_, places, slabs.planes());
    for (std::size_t p = 0; p < found.size(); ++p) planes[p] += found[p];
  }
  Route to_owners(const Slabs& slabs, const Places& places) const {
    std::vector<std::size_t> of_rank;
    for (int q = 0; q < ranks_->size(); ++q)
      of_rank.push_back(slabs.is_empty(q) ? 0
                                          : batched_travel::points_between<Space>(space_, places, slabs.border[q],
                                                                                  slabs.border[q + 1]));
    std::set<int> partners{ranks_->left(), ranks_->rank(), ranks_->right()};
    bool goes_far = false;
    for (int q = 0; q < ranks_->size(); ++q) goes_far = goes_far || (of_rank[q] > 0 && !partners.count(q));
    if (ranks_->any(goes_far))
      for (int q = 0; q < ranks_->size(); ++q) partners.insert(q);
    std::vector<std::size_t> count;
    for (const int q : partners) count.push_back(of_rank[q]);
    Route route = made({partners.begin(), partners.end()}, count);
    for (std::size_t i = 0; i < route.partners.size(); ++i) {
      const int q = route.partners[i];
      if (count[i] > 0)
        batched_travel::list_between<Space>(space_, places, slabs.border[q], slabs.border[q + 1], route.sent,
                                            static_cast<int>(route.first_out[i]));
    }
    return route;
  }
  Ghosts to_neighbours(const Slabs& slabs, const Vectors<Space>& placed, double reach, GhostSide) const {
    struct Copies {
      int to, count;
      double by;
    };
    const int me = ranks_->rank();
    std::vector<int> partners;
    std::vector<std::size_t> count;
    std::vector<Copies> all;
    for (int q = 0; q < ranks_->size(); ++q) {
      const auto images = images_within(slabs, me, q, reach);
      if (images.empty() && images_within(slabs, q, me, reach).empty()) continue;
      partners.push_back(q);
      count.push_back(0);
      for (const SlabImage& image : images) {
        const double by = image.periods * slabs.length;
        all.push_back(
            {q, batched_travel::points_within<Space>(space_, placed, by, slabs.begin(q) - reach, slabs.end(q) + reach),
             by});
        count.back() += all.back().count;
      }
    }
    Ghosts g;
    g.route = made(std::move(partners), count);
    const auto moves = room<Numbers>(g.route.first_out.back());
    int at = 0;
    for (const Copies& c : all) {
      if (c.count > 0)
        batched_travel::list_within<Space>(space_, placed, c.by, slabs.begin(c.to) - reach, slabs.end(c.to) + reach,
                                           g.route.sent, moves, at);
      at += c.count;
    }
    g.moved = room<Numbers>(g.route.arriving());
    exchange(g.route, false, 1, moves.data(), g.moved.data());
    return g;
  }
  Vectors<Space> copies(const Ghosts& ghosts, const Vectors<Space>& placed) const {
    const Vectors<Space> there = vectors(ghosts.route, placed);
    batched_travel::move<Space>(space_, ghosts.moved, there);
    return there;
  }
  Vectors<Space> placed(const Slabs& slabs, const Vectors<Space>& given, bool apart) const {
    Vectors<Space> placed = given;
    if (apart) {
      placed = room<Vectors<Space>>(given.extent(0));
      Kokkos::deep_copy(placed, given);
    }
    batched_travel::place<Space>(space_, batched_travel::Placing(slabs), given, placed);
    return placed;
  }

  Vectors<Space> vectors(const Route& route, const ConstVectors<Space>& mine) const {
    const auto to = room<Vectors<Space>>(route.arriving());
    there(route, 3, mine.data(), to.data());
    return to;
  }
  FieldScalars<Space> numbers(const Route& route, const PointCharges<Space>& mine) const {
    const auto to = room<FieldScalars<Space>>(route.arriving());
    there(route, 1, mine.data(), to.data());
    return to;
  }
  template <std::size_t Width>
  void home(const Route& route, const double* found, std::size_t, double* to) const {
    const auto back = room<Numbers>(route.first_out.back() * Width);
    exchange(route, true, Width, found, back.data());
    if (to) batched_travel::copy_rows<true, Space>(space_, route.sent, Width, back.data(), to);
    space_.fence();
  }

 private:
  void begin(int arrays) {
    now_ = arrays;
    memory_[now_]->begin();
  }
  Route made(std::vector<int> partners, const std::vector<std::size_t>& count) const {
    Route r;
    std::vector<std::vector<std::size_t>> counts;
    for (const std::size_t some : count) {
      counts.push_back({some});
      r.first_out.push_back(r.first_out.back() + some);
    }
    for (const auto& some : ranks_->exchange_with(partners, counts))
      r.first_in.push_back(r.first_in.back() + some.at(0));
    r.partners = std::move(partners);
    r.sent = room<Integers>(r.first_out.back());
    return r;
  }
  void there(const Route& route, int width, const double* mine, double* to) const {
    const auto out = room<Numbers>(route.first_out.back() * width);
    batched_travel::copy_rows<false, Space>(space_, route.sent, width, mine, out.data());
    exchange(route, false, width, out.data(), to);
  }
  /// Sends packed rows, partner by partner. back: rows that had arrived go home. Rows from a rank to itself are copied.
  void exchange(const Route& route, bool back, std::size_t width, const double* packed, double* to) const {
    const auto& leave = back ? route.first_in : route.first_out;
    const auto& come = back ? route.first_out : route.first_in;
    std::vector<WirePart> out, in;
    for (std::size_t i = 0; i < route.partners.size(); ++i) {
      double* const from = const_cast<double*>(packed) + width * leave[i];
      const std::size_t leaving = width * (leave[i + 1] - leave[i]), coming = width * (come[i + 1] - come[i]);
      if (route.partners[i] == ranks_->rank()) {
        Kokkos::deep_copy(space_, Numbers(to + width * come[i], coming), Numbers(from, leaving));
        continue;
      }
      out.push_back({route.partners[i], from, leaving});
      in.push_back({route.partners[i], to + width * come[i], coming});
    }
    wire_->exchange(space_, out, in);
    space_.fence();  // packed rows may go now
  }

  Space space_;
  Communicator* ranks_;
  std::unique_ptr<Wire<Space>> wire_;
  using Arrays = batched_travel::Arrays<Space>;
  std::array<std::shared_ptr<Arrays>, 2> memory_{std::make_shared<Arrays>(), std::make_shared<Arrays>()};
  int now_ = 0;
};

}  // namespace slurry
