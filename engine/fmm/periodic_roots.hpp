// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <vector>

#include "fmm/expansions.hpp"
#include "fmm/lattice.hpp"
#include "fmm/operators.hpp"

namespace slurry::fmm {

/// Expansions that the roots of a periodic tree receive from roots and images that do not touch them.
class PeriodicRoots {
 public:
  PeriodicRoots(const ExpansionShape& shape, const RootCells& roots);
  /// Adds to the local expansions of the roots. The multipoles of the roots must be known.
  void apply(const Tree& tree, const Expansions& multipoles, Expansions& locals) const;
  /// Adds to the local expansions of the roots, for expansions in single precision. The few roots are treated in double
  /// precision, like the sums over the lattice.
  void apply(const Tree& tree, const ExpansionsOf<float>& multipoles, ExpansionsOf<float>& locals) const;

 private:
  /// Sums from which an operator is made. They take (2p + 1)^2 numbers each, whereas the operator's matrices take (p +
  /// 1)^4.
  struct Sums {
    std::vector<double> s0;
    std::array<std::vector<double>, 3> s1;
  };
  /// Matrices E = K M of each set, and the part that A adds to B.
  struct Operator {
    RealMatrix values;
    std::vector<RealMatrix> moments;
  };
  Operator make_operator(const Sums& sums) const;
  /// A target, a source, and the mirror that makes all components of their difference non-negative.
  struct Met {
    int target, source, mirror;
  };
  void add_block(const Operator& k, const Met* met, int count, const double* const* multipoles,
                 double* const* locals) const;
  void add_near_images(const Tree& tree, const Expansions& multipoles, Expansions& locals) const;
  Vector3 offset_of(const Tree& tree, int root) const;

  ExpansionShape shape_;
  RootCells roots_;
  std::array<int, 3> near_{0, 0, 0};  ///< number of images on each side whose roots are treated one by one
  Operator far_;                      ///< operator of the whole box, about its centre
  /// Sums for each difference of cells, target minus source, without its signs. Mirror images differ only in signs
  /// (M17).
  std::map<std::array<int, 3>, Sums> pairs_;
  std::vector<std::vector<double>> signs_;  ///< signs of the eight mirrors
};

/// Divides the box into cells that have nearly the same length in each direction and fill the box along its periodic
/// directions. Free directions get as many cells as cover [low, high]. Throws InputError if no division with at most 8
/// cells per period gives nearly cubic cells.
RootCells periodic_cells(const std::array<double, 3>& lengths, int periodicity, const std::array<double, 3>& low,
                         const std::array<double, 3>& high);
/// Sides of a cell relative to its side along x. Equal sides give exactly 1.
Vector3 shape_of(const RootCells& roots);
/// Sides of a box of this shape in units of length of its expansions.
Vector3 in_units(const Vector3& shape);

}  // namespace slurry::fmm
