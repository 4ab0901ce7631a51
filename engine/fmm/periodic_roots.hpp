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
  /// Adds to the local expansions of the roots; multipoles of the roots are known.
  void apply(const Tree& tree, const Expansions& multipoles, Expansions& locals) const;
  /// Images on either side whose roots are treated one by one.
  const std::array<int, 3>& near_images() const { return near_; }

 private:
  /// Sums that an operator is made from: (2p + 1)^2 numbers each, where its matrices have (p + 1)^4.
  struct Sums {
    std::vector<double> s0;
    std::array<std::vector<double>, 3> s1;
  };
  /// E = K M of each set, and what A adds to B.
  struct Operator {
    RealMatrix values;
    std::vector<RealMatrix> moments;
  };
  Operator make_operator(const Sums& sums) const;
  /// A target, a source, and the mirror that turns their difference into one without a negative component.
  struct Met {
    int target, source, mirror;
  };
  void add_block(const Operator& k, const Met* met, int count, const double* const* multipoles,
                 double* const* locals) const;
  void add_near_images(const Tree& tree, const Expansions& multipoles, Expansions& locals) const;
  Vector3 offset_of(const Tree& tree, int root) const;

  ExpansionShape shape_;
  RootCells roots_;
  std::array<int, 3> near_{0, 0, 0};
  Operator far_;  ///< of the whole box, about its centre
  /// Sums by the difference of cells, target minus source, without signs. Mirror images differ by signs alone (M17).
  std::map<std::array<int, 3>, Sums> pairs_;
  std::vector<std::vector<double>> signs_;  ///< of the eight mirrors
};

/// Cells of nearly one length in each direction that fill the box along its periodic directions.  Free directions get
/// as many as cover [low, high].  Throws InputError where none with at most 8 per period are nearly cubes.
RootCells periodic_cells(const std::array<double, 3>& lengths, int periodicity, const std::array<double, 3>& low,
                         const std::array<double, 3>& high);
/// Sides of a cell in units of that along x; equal ones are exactly 1.
Vector3 shape_of(const RootCells& roots);

}  // namespace slurry::fmm
