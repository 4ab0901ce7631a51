// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <vector>

#include "fmm/expansions.hpp"
#include "fmm/lattice.hpp"
#include "fmm/operators.hpp"

namespace slurry::fmm {

/// What the roots of a periodic tree receive from roots and images that do not touch them.
class PeriodicRoots {
 public:
  PeriodicRoots(const ExpansionShape& shape, const RootCells& roots);
  /// Adds to the local expansions of the roots; multipoles of the roots are known.
  void apply(const Tree& tree, const Expansions& multipoles, Expansions& locals) const;
  /// Images on either side whose roots are treated one by one.
  const std::array<int, 3>& near_images() const { return near_; }

 private:
  /// E = K M of each set, and what A adds to B.
  struct Operator {
    RealMatrix values;
    std::vector<RealMatrix> moments;
  };
  Operator make_operator(const std::vector<double>& s0, const std::array<std::vector<double>, 3>& s1) const;
  void add(const Operator& k, const double* multipole, double* local) const;

  ExpansionShape shape_;
  RootCells roots_;
  std::array<int, 3> near_{0, 0, 0};
  Operator far_;                                  ///< of the whole box, about its centre
  std::map<std::array<int, 3>, Operator> pairs_;  ///< by the difference of cells, target minus source
  std::vector<RealMatrix> to_box_;                ///< of each root
};

/// Cells of nearly one length in each direction that fill the box along its periodic directions.  Free directions get
/// as many as cover [low, high].  Throws InputError where none with at most 8 per period are nearly cubes.
RootCells periodic_cells(const std::array<double, 3>& lengths, int periodicity, const std::array<double, 3>& low,
                         const std::array<double, 3>& high);
/// Sides of a cell in units of that along x; equal ones are exactly 1.
Vector3 shape_of(const RootCells& roots);

}  // namespace slurry::fmm
