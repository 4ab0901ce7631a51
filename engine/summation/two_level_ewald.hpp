// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "base/views.hpp"
#include "slurry/report.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {

/// The two splits of a sum over uneven points: `whole` with its cutoff r_2 and grid for all, and in the core, where
/// most points are, a cutoff r_1 and a grid at least least_transfer_ratio finer.
struct TwoLevelParameters {
  EwaldParameters whole;
  EwaldCore core;
};

/// Spectral Ewald sum of the single and the double layer over points of which most lie in a small part of the box.
/// With G = near_r + far_r for either cutoff r,
///   both points in the core:  near_r1 + (far_r1 - far_r2) + far_r2,     any other pair:  near_r2 + far_r2.
/// far_r1 - far_r2 is zero beyond r_2: a periodic grid over the core with a margin of r_2 sums it without images.  With
/// less margin, points at one face meet images of those at the other; as both parts in the core are periodic then, an
/// image counts with near_r1 + far_r1 - far_r2 = near_r2, and near_r2 of such pairs is subtracted again.  Where few
/// points are at the faces that costs less than the margin.
/// The values of the core's grid and those of the coarse one go from one to the other by GridTransfer, and every point
/// is spread once.  The core's box goes around where it fills a periodic direction.
template <class Space>
class TwoLevelEwald {
 public:
  TwoLevelEwald(const Space& space, const TwoLevelParameters& parameters);

  const TwoLevelParameters& parameters() const { return p_; }

  /// sources (N,3), targets (M,3) [length]; same: the targets are the sources.  Points may leave or enter the core.
  /// Throws as SpectralEwald::set_points.
  void set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool same);
  /// Densities (N,3) as the layer needs them -> velocities (M,3), without 1/(8 pi eta).
  void apply(const Density<Space>& density, const Vectors<Space>& velocities);

  /// Expected rms over targets of |error|: that of both grids, each as if its points filled its part of the box evenly.
  double predicted_rms_error(double squared_force_sum, double dipole_norm) const;

  /// Seconds per stage since the last call of this function.
  StageTimes take_stage_times();

  // functions with loops for a device must be public for nvcc: divide() and its types are of the inside
  using Indices = Kokkos::View<int*, typename Space::memory_space>;
  /// Rows that come and go from call to call; their memory only grows.
  struct Buffer {
    Vectors<Space> memory;
    Vectors<Space> rows(int count);
  };
  /// Points of one kind, core first.
  struct Points {
    int core_count = 0, other_count = 0;
    Indices core, other;  ///< numbers of the points; memory for all of them
    Buffer in_core_grid;  ///< positions of the core's in its grid's box
    Buffer core_positions, other_positions;
  };
  void divide(ConstVectors<Space> x, Points& points) const;
  /// Images of core sources within r_2 of the core, and the core's targets that they may reach; both as places in the
  /// lists of the core's points.
  struct Images {
    int count = 0, reached_count = 0;
    Indices source, reached;
    Buffer positions, reached_positions;
  };
  void find_images(Points& sources, Points& targets, Images& images) const;

 private:
  Density<Space> part(const Density<Space>& density, const Indices& numbers, int count, Buffer (&memory)[3],
                      double sign = 1) const;

  Space space_;
  TwoLevelParameters p_;
  SpectralEwald<Space> core_sum_, other_sum_, near_core_sum_;
  std::optional<SpectralEwald<Space>> image_sum_;  // near_r2 of images, where the margin is short
  std::array<double, 3> margin_{0, 0, 0};
  std::array<int, 3> nodes_{0, 0, 0};
  Points sources_, targets_;
  Images images_;
  Buffer core_density_[3], other_density_[3], image_density_[3];
  Buffer core_, core_by_others_, core_by_images_, other_, other_by_core_;
  bool same_ = false;
  StageTimes own_times_;
};

/// A margin around the core, in grid spacings of a window of P points: no window that reaches into it goes around.
constexpr int core_margin_nodes(int window_points) {
  return window_points / 2 + 1;
}

}  // namespace slurry
