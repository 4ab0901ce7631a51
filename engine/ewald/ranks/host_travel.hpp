// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "base/field_views.hpp"
#include "base/point_sets.hpp"
#include "base/views.hpp"
#include "ewald/ranks/rank_side.hpp"
#include "ewald/ranks/ranked_convolution.hpp"
#include "ewald/ranks/wire.hpp"
#include "parallel/row_route.hpp"

namespace slurry {

/// Takes points and their data from rank to rank for a RankedEwaldOf on hosts, as rows of messages.
class HostTravel {
 public:
  using Space = Host;
  using Share = SlabShare;
  using Route = RowRoute;
  using Ghosts = GhostRoute;
  using Places = std::vector<double>;  ///< placed x of points [length]
  /// Each pair of points across a border is evaluated on one of the two ranks only.
  static constexpr bool half_shell = true;

  HostTravel(Communicator& ranks, WireKind) : ranks_(&ranks) {}

  typename Share::Transforms transforms() const { return {}; }
  RankSide<Host>::Way way(const Share::Transforms&) const { return {}; }

  /// Begins with new points or a new density. Arrays that are made from now on live at least until the next call of the
  /// same function.
  void begin_points() {}
  void begin_density() {}
  /// Memory for vectors or numbers.
  template <class View>
  View room(std::size_t rows) const {
    return View(Kokkos::view_alloc("slurry::ranks::rows", Kokkos::WithoutInitializing), rows);
  }
  Vectors<Host> zeros(std::size_t rows) const { return Vectors<Host>("slurry::ranks::velocity", rows); }

  Places places(const Slabs& slabs, const ConstVectors<Host>& x) const {
    Places placed;
    placed.reserve(x.extent(0));
    for (std::size_t i = 0; i < x.extent(0); ++i) placed.push_back(slabs.placed(x(i, 0)));
    return placed;
  }
  /// Adds the number of points in each plane to `planes`.
  void count(const Slabs& slabs, const Places& places, std::vector<double>& planes) const {
    for (const double x : places) planes[slabs.plane(x)] += 1;
  }
  /// Makes the way of this rank's points to the owners of their places.
  Route to_owners(const Slabs& slabs, const Places& places) const { return migration(*ranks_, slabs, places).route; }
  /// Makes the way of copies of this rank's points to the ranks whose slabs are within reach [length].
  Ghosts to_neighbours(const Slabs& slabs, const Vectors<Host>& placed, double reach, GhostSide side) const {
    std::vector<double> x;
    x.reserve(placed.extent(0));
    for (std::size_t i = 0; i < placed.extent(0); ++i) x.push_back(placed(i, 0));
    return ghost_route(*ranks_, slabs, x, reach, side);
  }
  /// Returns the positions of the copies that arrive here. They are moved to the images that are close to this rank's
  /// slab.
  Vectors<Host> copies(const Ghosts& ghosts, const Vectors<Host>& placed) const {
    const Vectors<Host> copies = vectors(ghosts.route, placed);
    for (std::size_t i = 0; i < copies.extent(0); ++i) copies(i, 0) += ghosts.moved[i];
    return copies;
  }
  /// Returns the points with x in the first period. apart: uses memory of its own, so that the given points stay
  /// unchanged.
  Vectors<Host> placed(const Slabs& slabs, const Vectors<Host>& given, bool apart) const {
    Vectors<Host> placed = given;
    if (apart) {
      placed = room<Vectors<Host>>(given.extent(0));
      Kokkos::deep_copy(placed, given);
    }
    for (std::size_t i = 0; i < placed.extent(0); ++i) placed(i, 0) = slabs.placed(placed(i, 0));
    return placed;
  }

  Vectors<Host> vectors(const RowRoute& route, const ConstVectors<Host>& mine) const {
    const auto to = room<Vectors<Host>>(route.arriving());
    route.there(rows_of<3>(mine.data(), mine.extent(0)),
                std::span(reinterpret_cast<Row<3>*>(to.data()), route.arriving()));
    return to;
  }
  FieldScalars<Host> numbers(const RowRoute& route, const PointCharges<Host>& mine) const {
    const auto to = room<FieldScalars<Host>>(route.arriving());
    route.there(std::span<const double>(mine.data(), mine.extent(0)), std::span<double>(to.data(), route.arriving()));
    return to;
  }
  /// Takes results home: each rank gets the results of its own share. to: null if the results are not wanted.
  template <std::size_t Width>
  void home(const RowRoute& route, const double* found, std::size_t rows, double* to) const {
    route.back(rows_of<Width>(found, rows), [to](std::size_t number, const Row<Width>& row) {
      if (to) std::copy(row.begin(), row.end(), to + Width * number);
    });
  }
  /// Adds the results at the copies to the points of which they are copies.
  void add_home(const RowRoute& route, const Vectors<Host>& found, const Vectors<Host>& to) const {
    route.back(rows_of<3>(found.data(), found.extent(0)), [&](std::size_t number, const Row<3>& row) {
      for (int d = 0; d < 3; ++d) to(number, d) += row[d];
    });
  }

 private:
  template <std::size_t Width>
  using Row = std::array<double, Width>;  // as it travels

  template <std::size_t Width>
  static std::span<const Row<Width>> rows_of(const double* numbers, std::size_t rows) {
    static_assert(sizeof(Row<Width>) == Width * sizeof(double));
    return {reinterpret_cast<const Row<Width>*>(numbers), rows};
  }

  Communicator* ranks_;
};

}  // namespace slurry
