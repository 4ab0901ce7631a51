// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace slurry {

/// Slabs of a grid along x, in whole planes; one slab for each rank. Slab r has the planes border[r] <= p <
/// border[r + 1] and the points between them. A slab may be empty.
struct Slabs {
  std::vector<int> border;  ///< size() + 1 planes, from 0 to the number of planes of the grid
  double spacing = 1;       ///< distance of planes [length]
  double lower = 0;         ///< x of plane 0 [length]
  double length = 1;        ///< length of the box along x, if it is periodic [length]
  bool periodic = true;

  int size() const { return static_cast<int>(border.size()) - 1; }
  int planes() const { return border.back(); }
  int planes(int rank) const { return border[rank + 1] - border[rank]; }
  double begin(int rank) const { return lower + border[rank] * spacing; }
  double end(int rank) const { return lower + border[rank + 1] * spacing; }
  bool is_empty(int rank) const { return planes(rank) == 0; }

  /// Returns x moved into the first period. In an open direction it is unchanged.
  double placed(double x) const;
  /// Returns the plane of the grid below a placed x. Points on the outer faces belong to the first and to the last
  /// plane.
  int plane(double placed_x) const;
  /// Returns the rank whose slab holds a placed x. An empty slab never holds a point.
  int owner(double placed_x) const;
};

/// Chooses the borders of `ranks` slabs, so that every slab has about the same sum of weights (theory/many-ranks.md
/// (B1)). weight: weight of each plane, at least 0. Every slab has at least one plane, unless there are more ranks than
/// planes; the last ranks then have none.
std::vector<int> choose_borders(std::span<const double> weight, int ranks);

/// One copy of the points of a slab beside another slab: the slab of `rank`, moved by `periods` periods along x.
struct SlabImage {
  int rank = 0;
  int periods = 0;
  friend bool operator==(const SlabImage&, const SlabImage&) = default;
};

/// Returns the copies of slab `from` with points closer than `reach` [length] to slab `to`, without the slab itself.
/// Any number of slabs and of periods may lie within reach, so that thin slabs and short boxes need no other rule
/// (theory/many-ranks.md (G1)).
std::vector<SlabImage> images_within(const Slabs& slabs, int from, int to, double reach);
/// Whether x, a point of the slab `image.rank` that is moved by its periods, is closer than `reach` to slab `to`.
bool is_within(const Slabs& slabs, double moved_x, int to, double reach);

}  // namespace slurry
