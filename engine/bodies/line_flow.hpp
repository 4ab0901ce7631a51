// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>
#include <vector>

#include "base/quadrature.hpp"
#include "bodies/body_points.hpp"
#include "geometry/body_cells.hpp"
#include "slurry/domain.hpp"

namespace slurry {

/// The near field that sums over the points of line rods lack: the flow of continuous lines of sources minus that of
/// their points (theory/rods.md (D5)). The sums are right at a distance, and walls and far images see no difference.
class LineFlow {
 public:
  /// bodies, directors (N,3), node positions (points,3) and node forces (points,3) must outlive it.
  LineFlow(const Domain& domain, const BodyPoints& bodies, std::span<const double> directors,
           std::span<const double> nodes, std::span<const double> forces);

  /// Adds factor times the missing velocity to u (M,3) at points (M,3) of the fluid. viscosity: of the fluid.
  void add_velocity(double factor, double viscosity, std::span<const double> points, std::span<double> u) const;
  /// Adds the missing pressure to p (M) at points (M,3) of the fluid.
  void add_pressure(std::span<const double> points, std::span<double> p) const;

 private:
  /// A line of sources: force per weight F + x S at the place x along the director.
  struct Line {
    std::size_t body;
    double centre[3], director[3], force[3], slope[3];
  };
  /// Calls f(line, vector from its centre, number of points that a line needs there) for every line and image whose
  /// points are not enough at this point.
  template <class F>
  void for_near_lines(const double* point, const F& f) const;
  /// Calls f(place along the line, weight, vector to the point) for the points of a line, and for those of a fine one
  /// with the other sign.
  template <class F>
  void for_sources(const Line& line, const double* apart, int count, const F& f) const;
  const GaussRule<double>& rule(int count) const;

  const BodyPoints* bodies_;
  Periods periods_;
  std::vector<Line> lines_;
  std::vector<double> centres_;
  double reach_ = 0;
  std::vector<BodyCells> cells_;  ///< none if there is no line
  mutable std::map<int, GaussRule<double>> rules_;
};

}  // namespace slurry
