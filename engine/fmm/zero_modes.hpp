// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "fmm/sorted_sources.hpp"
#include "slurry/options.hpp"

namespace slurry::fmm {

/// Terms that the lattice sums leave out of a periodic sum, in the program's gauges (theory/fast-multipole.md (M29) to
/// (M31)). In one periodic direction this is a constant per net force. In three it is polynomials that remove the
/// uniform background.
class ZeroModes {
 public:
  /// Computes the moments of the sources about the box's centre, from the data of the tree.
  ZeroModes(const Box& box, const std::array<double, 3>& centre, const SortedSources& sources);

  /// Terms that must be added at x.
  struct Values {
    double value[3] = {0, 0, 0}, gradient[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0}, pressure = 0;
  };
  /// Terms at x. radius: radius of the target if it is a sphere.
  Values at(const double x[3], double radius = 0) const;
  bool any() const { return box_.periodicity == 3 || (box_.periodicity == 1 && has_forces(kernel_)); }

 private:
  void add_forces(const double t[3], Values& v) const;
  void add_dipoles(const double t[3], Values& v) const;

  Box box_;
  std::array<double, 3> centre_;
  Kernel kernel_;
  // charges: sum q, q w, q w^2
  double charge_ = 0, charge_w_[3] = {0, 0, 0}, charge_w2_ = 0;
  // forces: sum f, f_i w_j, w^2 f, (w.f) w
  double force_[3] = {0, 0, 0}, force_w_[3][3] = {}, w2_force_[3] = {0, 0, 0}, wf_w_[3] = {0, 0, 0};
  double sized_force_[3] = {0, 0, 0};  // spheres: sum a^2 f
  // dipoles: sum S, S w, tr S, tr S w
  double stress_[3][3] = {}, stress_w_[3] = {0, 0, 0}, trace_ = 0, trace_w_[3] = {0, 0, 0};
};

}  // namespace slurry::fmm
