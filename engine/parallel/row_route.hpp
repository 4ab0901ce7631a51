// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "parallel/slabs.hpp"
#include "slurry/communicator.hpp"

namespace slurry {

/// Way of rows from rank to rank. It is made once for the places of points. Data of the points then travel along it,
/// and results travel back. Rows that arrive are ordered by the rank that sent them and by their numbers there, so that
/// the same ranks give the same order.
class RowRoute {
 public:
  RowRoute() = default;
  /// to: numbers of the rows of this rank that go out, partner by partner. count: number of rows for each partner. A
  /// row may go to several ranks, and several times to one. partners: in rising order. If a rank is a partner, it names
  /// this rank among its own partners. All ranks make the route together.
  RowRoute(Communicator& ranks, std::vector<int> partners, std::vector<std::size_t> count, std::vector<std::size_t> to);

  /// Number of rows that arrive here.
  std::size_t arriving() const { return first_in_.empty() ? 0 : first_in_.back(); }

  /// Sends this rank's rows to their partners. to: room for the rows that arrive.
  template <TravellingRow Row>
  void there(std::span<const Row> rows, std::span<Row> to) const {
    if (partners_.empty()) return;
    const std::unique_ptr<Messages> messages = ranks_->messages(kind);
    std::vector<Row> out;
    out.reserve(sent_.size());  // so that what is sent stays in its place
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      const std::span<Row> in = to.subspan(first_in_[i], first_in_[i + 1] - first_in_[i]);
      if (partners_[i] == ranks_->rank()) {
        for (std::size_t k = 0; k < in.size(); ++k) in[k] = rows[sent_[first_out_[i] + k]];
        continue;
      }
      const std::size_t begin = out.size();
      for (std::size_t k = first_out_[i]; k < first_out_[i + 1]; ++k) out.push_back(rows[sent_[k]]);
      if (!in.empty()) messages->receive(partners_[i], in);
      if (out.size() > begin) messages->send(partners_[i], std::span<const Row>(out).subspan(begin));
    }
    messages->wait();
  }
  /// Sends this rank's rows to their partners, and returns the rows that arrive.
  template <TravellingRow Row>
  std::vector<Row> there(std::span<const Row> rows) const {
    std::vector<Row> to(arriving());
    there(rows, std::span<Row>(to));
    return to;
  }
  /// Sends rows back, one for each row that had arrived and in the same order. Calls visit(number, row) for each row
  /// that had gone out, partner by partner.
  template <TravellingRow Row, class Visit>
  void back(std::span<const Row> rows, const Visit& visit) const {
    if (partners_.empty()) return;
    const std::unique_ptr<Messages> messages = ranks_->messages(kind);
    std::vector<std::vector<Row>> in(partners_.size());
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      const std::span<const Row> out = rows.subspan(first_in_[i], first_in_[i + 1] - first_in_[i]);
      if (partners_[i] == ranks_->rank()) continue;
      in[i].resize(first_out_[i + 1] - first_out_[i]);
      if (!in[i].empty()) messages->receive(partners_[i], std::span<Row>(in[i]));
      if (!out.empty()) messages->send(partners_[i], out);
    }
    messages->wait();
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      const Row* const home = partners_[i] == ranks_->rank() ? rows.data() + first_in_[i] : in[i].data();
      for (std::size_t k = first_out_[i]; k < first_out_[i + 1]; ++k) visit(sent_[k], home[k - first_out_[i]]);
    }
  }

 private:
  static constexpr int kind = 2;  // of messages; those of the convolution have others

  Communicator* ranks_ = nullptr;
  std::vector<int> partners_;
  std::vector<std::size_t> sent_;                  // numbers of the rows that go out
  std::vector<std::size_t> first_out_, first_in_;  // of each partner, and behind the last one
};

/// Way of points to the owners of their places (theory/many-ranks.md (M1), (M2)).
struct Migration {
  RowRoute route;
  bool far = false;  ///< a point went further than to a neighbour, so that every rank exchanged rows with every rank
};

/// Makes the way of this rank's points to the ranks that own their places. placed_x: Slabs::placed of each point
/// [length].
Migration migration(Communicator& ranks, const Slabs& slabs, std::span<const double> placed_x);

/// Way of copies of points to all slabs that are closer to them than `reach` (theory/many-ranks.md (G1)-(G3)).
struct GhostRoute {
  RowRoute route;
  std::vector<double> moved;  ///< length that is added to x of each arriving copy [length]
};

/// Copies that a rank wants.
enum class GhostSide {
  both,  ///< all copies
  right  ///< copies behind its slab: each pair of slabs then meets on one of its ranks only
};

/// Makes the way of copies. placed_x: placed x of the points that this rank owns. A slab that lies within reach of its
/// own images gets copies of its own points.
GhostRoute ghost_route(Communicator& ranks, const Slabs& slabs, std::span<const double> placed_x, double reach,
                       GhostSide side = GhostSide::both);

}  // namespace slurry
