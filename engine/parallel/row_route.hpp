// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "parallel/slabs.hpp"
#include "slurry/communicator.hpp"

namespace slurry {

/// The way of rows between ranks. It is made once for the places of points; everything that belongs to the points then
/// travels along it, and what is found for them travels back. Rows that arrive lie in the order of the ranks that sent
/// them, and of their numbers there, so that the same ranks give the same order.
class RowRoute {
 public:
  RowRoute() = default;
  /// to[i]: numbers of this rank's rows that go to rank partners[i]; a row may go to several ranks, and several times
  /// to one. partners: rising; a partner names this rank among its own. All ranks make the route together.
  RowRoute(Communicator& ranks, std::vector<int> partners, std::vector<std::vector<std::size_t>> to);

  /// Number of rows that arrive here.
  std::size_t arriving() const { return arriving_; }
  /// Numbers of the rows that go out, in the order in which back() returns them.
  const std::vector<std::size_t>& sent() const { return sent_; }

  /// Sends this rank's rows on their way and returns those that arrive.
  template <TravellingRow Row>
  std::vector<Row> there(std::span<const Row> rows) const {
    std::vector<std::vector<Row>> out(partners_.size());
    std::vector<Row> all;
    all.reserve(arriving_);
    const auto pick = [&](std::size_t i, std::vector<Row>& to) {
      for (const std::size_t k : to_[i]) to.push_back(rows[k]);
    };
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      if (is_own(i)) continue;
      out[i].reserve(to_[i].size());
      pick(i, out[i]);
    }
    const auto in = ranks_->exchange_with(partners_, out);
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      if (is_own(i))
        pick(i, all);
      else
        all.insert(all.end(), in[i].begin(), in[i].end());
    }
    return all;
  }
  /// Sends rows back, one for each row that had arrived and in that order. Returns one row for each entry of sent().
  template <TravellingRow Row>
  std::vector<Row> back(std::span<const Row> rows) const {
    std::vector<std::vector<Row>> out(partners_.size());
    std::span<const Row> own;
    std::size_t next = 0;
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      const std::span<const Row> part = rows.subspan(next, from_[i]);
      next += from_[i];
      if (is_own(i))
        own = part;
      else
        out[i].assign(part.begin(), part.end());
    }
    const auto in = ranks_->exchange_with(partners_, out);
    std::vector<Row> all;
    all.reserve(sent_.size());
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      const std::span<const Row> part = is_own(i) ? own : std::span<const Row>(in[i]);
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }

 private:
  /// Rows that stay on this rank take no message.
  bool is_own(std::size_t partner) const { return partners_[partner] == ranks_->rank(); }

  Communicator* ranks_ = nullptr;
  std::vector<int> partners_;
  std::vector<std::vector<std::size_t>> to_;
  std::vector<std::size_t> from_, sent_;  // rows that arrive from each partner; numbers of those that go out
  std::size_t arriving_ = 0;
};

/// Way to the owners of places (theory/many-ranks.md (M1), (M2)).
struct Migration {
  RowRoute route;
  bool far = false;  ///< a point went further than to a neighbour, so that every rank exchanged rows with every rank
};

/// Makes the way of this rank's points to the ranks that own their places. placed_x: Slabs::placed of each point
/// [length].
Migration migration(Communicator& ranks, const Slabs& slabs, std::span<const double> placed_x);

/// Way of copies of points to all slabs that they are closer to than `reach` (theory/many-ranks.md (G1)-(G3)).
struct GhostRoute {
  RowRoute route;
  std::vector<double> moved;  ///< for each arriving copy, what is to be added to its x [length]
};

/// The copies that a rank wants.
enum class GhostSide {
  both,  ///< all
  right  ///< those that lie behind its slab: each pair of slabs then meets on one of its ranks alone
};

/// Makes the way of copies. placed_x: of the points that this rank owns. A slab that lies within reach of its own
/// images gets copies of its own points.
GhostRoute ghost_route(Communicator& ranks, const Slabs& slabs, std::span<const double> placed_x, double reach,
                       GhostSide side = GhostSide::both);

}  // namespace slurry
