// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "base/execution.hpp"
#include "fmm/m2l.hpp"
#include "fmm/tree.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "summation/summation.hpp"

namespace slurry::fmm {

/// Ratio of the mean to the largest number of points in a leaf, for uniform points under a scaled root.
inline constexpr double mean_leaf_part = 0.4;

/// All parameters of a sum by the fast multipole method.
struct TreeParameters {
  Box box;  ///< its periodicity and, along periodic directions, its lengths count
  Layer layer = Layer::single;
  int order = 8;  ///< p, 1..largest_order
  M2lScheme scheme = M2lScheme::plane_waves;
  double node_error = 1e-6;  ///< error of the nodes of plane waves
  /// Largest number of points in a box that is not split. The mean of a leaf is about 0.4 times this number.
  int leaf_points = 100;
  double graded_part = 0.25;  ///< TreeOptions::graded_part
  bool even_leaves = true;    ///< free space: the root is scaled so that leaves of uniform points hold 0.4 leaf_points
  bool gradient = false, pressure = false;
  /// Points move little from call to call: where the targets are the sources, the tree and its lists are kept.
  bool moving = false;
  Precision precision = Precision::fp64;  ///< precision of expansions, operators and pairs; points stay in fp64
  double expected_error = 0;  ///< error that the error law (error_law.hpp) predicts, relative to the rms of the sum
};

/// The parameters as named values, for display and for files.
ParameterReport report_of(const TreeParameters& parameters);

/// The scheme of M2L in cells of this shape. If the cells are no cubes, another scheme replaces the plane waves.
M2lScheme scheme_in(const TreeParameters& parameters, const Vector3& cell);

/// Number of points below which a multipole or local expansion costs more than the pairs. One evaluation of an
/// expansion costs about as much as this number of pairs (measured, theory/fast-multipole.md, the tree).
constexpr int few_points(int order) {
  return (order + 1) * (order + 1);
}

/// The roots of the tree: a cube around all points, or the box along periodic directions.
RootCells root_cells(const TreeParameters& parameters, const ConstHostVectors& sources,
                     const ConstHostVectors& targets);

/// The fast multipole sum behind the interface of all sums. It gives velocity, gradient and pressure of both layers of
/// Stokes' equations, and potential and gradient of charges, at any number of sets of targets. In the single layer,
/// spheres may each have their own radius: the Rotne-Prager tensor, regularised for overlap, with the self-mobility
/// (theory/rotne-prager.md (R6)). Real: precision in which it works. The tree, the lists and the lattice sums are
/// always in double precision.
template <class Real>
class TreeSumOf final : public Summation<Host> {
 public:
  /// Makes a sum. Throws InputError if the order is out of range.
  TreeSumOf(const Host& space, const TreeParameters& parameters);
  ~TreeSumOf() override;

  /// Sets the points. The views are kept, not copied. Throws InputError for a negative radius, and for spheres that are
  /// larger than a root cell of the tree. If the points move, the boxes stay as long as they hold all points and the
  /// pairs cost about as much as in a new tree (theory/fast-multipole.md, the tree).
  void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) override;
  void apply(const SumDensity<Host>& density, const std::vector<SumFields<Host>>& results) override;
  SumErrors expected_errors(const SumCounts& counts) const override;
  bool errors_are_of_points() const override { return true; }
  State kept() const override;
  void take_over(const State& kept) override;
  StageTimes take_stage_times() override;
  StageVariantNames variants() const override;
  /// Boxes of the tree whose targets are the sources. If no set of targets is, they are those of the first set.
  SumCells cells(const ChosenPoint& chosen) const override;

  const TreeParameters& parameters() const;
  /// Tree of the first set of targets, for pictures and tests.
  const Tree& tree() const;
  /// Number of trees that set_points() has made.
  long trees_made() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};
using TreeSum = TreeSumOf<double>;

/// Makes the sum in the precision of the parameters.
std::unique_ptr<Summation<Host>> make_tree_sum(const TreeParameters& parameters);

/// Largest order in this precision. Beyond it, coefficients could leave the range of the numbers.
constexpr int largest_order_in(Precision precision) {
  return precision == Precision::fp32 ? 20 : largest_order;
}

}  // namespace slurry::fmm
