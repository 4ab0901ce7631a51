// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "base/views.hpp"
#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Parameters of a sum over points that cluster. `whole` has the cutoff and the grid for all points. The patches hold
/// most points; they have shorter cutoffs, and grids that are finer by a factor of at least least_transfer_ratio. Each
/// patch lies in the one before.
struct NestedParameters {
  EwaldParameters whole;
  std::vector<RefinedPatch> patches;
};

/// The patch as a part of the box, in a form for loops.
struct PatchRegion {
  double lower[3], lengths[3], margin[3];
  double period[3], inverse_period[3];  ///< inverse_period is 0 in free directions
  double limit[3];  ///< largest coordinate in the patch; unlimited if the patch extends around the period
  // Distances from a face within which points are within the cutoff of points elsewhere, or of images. They are
  // negative if there are none.
  double halo_depth[3], image_depth[3];

  // Kinds of a point. The last two occur only in the patch.
  static constexpr unsigned char in_patch = 1, in_halo = 2, at_face = 4;

  /// Computes coordinates y of x relative to the corner of the patch.
  KOKKOS_FUNCTION void local(const double (&x)[3], double (&y)[3]) const {
    for (int d = 0; d < 3; ++d) {
      y[d] = x[d] - lower[d];
      y[d] -= period[d] * std::floor(y[d] * inverse_period[d]);
      // After rounding, a point on a multiple of the period may lie just outside. It then counts as on the corner.
      const bool beside = inverse_period[d] > 0 && (y[d] < 0 || y[d] >= period[d]);
      y[d] = beside ? 0.0 : y[d];
    }
  }
  /// Kind of the point x. The code has no branches, because they could not be predicted for points in any order.
  KOKKOS_FUNCTION unsigned char kind(const double (&x)[3]) const {
    double y[3];
    local(x, y);
    int in = 1, halo = 0, face = 0;
    for (int d = 0; d < 3; ++d) {
      const double other = lengths[d] - y[d], from_face = y[d] < other ? y[d] : other;
      in &= int(y[d] >= 0) & int(y[d] <= limit[d]);
      halo |= int(from_face < halo_depth[d]);
      face |= int(from_face < image_depth[d]);
    }
    return static_cast<unsigned char>(in * (in_patch + in_halo * halo + at_face * face));
  }
};

/// The patch in the box of its grid. It finds the images of its points that come within `reach` of it.
struct ImageRegion {
  double lower[3], upper[3], period[3], reach;
  bool around[3];  ///< images in this direction are those of the periodic domain, which the sum already includes
  bool half;       ///< only one of an image and the opposite image is visited

  /// Largest distance from a face at which a point has an image within reach of the opposite face
  /// (PatchRegion::at_face).
  KOKKOS_FUNCTION double depth(int d) const { return reach - (period[d] - (upper[d] - lower[d])); }
  /// Calls visit(image) for every image.
  template <class Visit>
  KOKKOS_FUNCTION void images(const double (&x)[3], const Visit& visit) const {
    int first[3], last[3];
    for (int d = 0; d < 3; ++d) {
      first[d] = around[d] || x[d] > upper[d] - depth(d) ? -1 : 0;
      last[d] = around[d] || x[d] < lower[d] + depth(d) ? 1 : 0;
    }
    for (int a = first[0]; a <= last[0]; ++a)
      for (int b = first[1]; b <= last[1]; ++b)
        for (int c = first[2]; c <= last[2]; ++c) {
          if ((a == 0 || around[0]) && (b == 0 || around[1]) && (c == 0 || around[2])) continue;
          if (half && (a != 0 ? a : b != 0 ? b : c) < 0) continue;
          const double y[3] = {x[0] + a * period[0], x[1] + b * period[1], x[2] + c * period[2]};
          double squared = 0;
          for (int d = 0; d < 3; ++d) {
            const double out = y[d] < lower[d] ? lower[d] - y[d] : y[d] > upper[d] ? y[d] - upper[d] : 0.0;
            squared += out * out;
          }
          if (squared < reach * reach) visit(y);
        }
  }
};

/// Spectral Ewald sum of the single and the double layer over points of which most lie in a small part of the box. With
/// G = near_r + far_r for either cutoff r,
///   both points in the patch:  near_r1 + (far_r1 - far_r2) + far_r2,     any other pair:  near_r2 + far_r2.
/// far_r1 - far_r2 is zero beyond r_2: a periodic grid over the patch with a margin of r_2 sums it without images. With
/// less margin, points at one face meet images of points at the opposite face. Both parts in the patch are then
/// periodic. An image therefore counts with near_r1 + far_r1 - far_r2 = near_r2, and near_r2 of such pairs is
/// subtracted again. If few points are at the faces, this costs less than the margin.
/// GridTransfer takes values from the patch's grid to the coarse grid and the field back, so that every point is spread
/// once. If the patch fills a periodic direction, its box extends around the period.
/// The patch may have a patch of its own. Its sum is then a nested sum too, over the periodic box of its grid.
template <class Space>
class NestedEwald {
 public:
  NestedEwald(const Space& space, const NestedParameters& parameters, const EwaldStages& stages = {});

  /// Sets the points: sources (N,3), targets (M,3) [length]. same: the targets are the sources. Points may leave or
  /// enter the patch. Throws as SpectralEwald::set_points does.
  void set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool same);
  /// Computes velocities (M,3), without 1/(8 pi eta), from the densities (N,3) that the layer needs.
  void apply(const Density<Space>& density, const Vectors<Space>& velocities);

  // The stages of apply(), in this order, for the sum around the box of this one. They work as in SpectralEwald, with
  // two differences: velocities are complete only after gather(), and both calls need the same memory for them.
  void near(const Density<Space>& density, const Vectors<Space>& velocities);
  bool has_net_source() const;
  void spread(const Density<Space>& density, int components);
  void convolve();
  /// Passes the field of every grid on to the grid of its patch.
  void pass_on();
  void gather(const Vectors<Space>& velocities);

  /// Expected rms over targets of |error|. It combines the errors of all grids, each as if its points filled its patch
  /// evenly.
  double predicted_rms_error(double squared_force_sum, double dipole_norm) const;

  /// Constants of the zero mode of the whole box (SpectralEwald::zero_mode_constant).
  std::array<double, 3> zero_mode_constant() const { return sum_.zero_mode_constant(); }

  /// Names of the variants that do the stages of all grids.
  StageVariantNames variants() const;

  /// Seconds per stage since the last call of this function.
  StageTimes take_stage_times();

  // nvcc requires functions with loops for a device to be public. classify(), divide() and their types are internal.
  using Indices = Kokkos::View<int*, typename Space::memory_space>;
  /// Rows whose number changes from call to call. The memory only grows.
  struct Buffer {
    Vectors<Space> memory;
    Vectors<Space> rows(int count);
  };
  /// Sources or targets, in the patch and elsewhere.
  struct Points {
    Kokkos::View<unsigned char*, typename Space::memory_space> kinds;  ///< PatchRegion::kind() of every point
    /// For each group of consecutive points: numbers of points before the group that lie in the patch, in the halo, and
    /// at a face.
    Kokkos::View<int* [3], Kokkos::LayoutRight, typename Space::memory_space> before;
    int patch_count = 0, other_count = 0;
    Indices patch, other;  ///< numbers of the points; memory for all of them
    Buffer in_patch_grid;  ///< positions of the patch's points in the box of its grid
    /// Points in the patch within the cutoff of its faces, so that points elsewhere may see them. The list has their
    /// places in `patch`.
    int halo_count = 0;
    Indices halo;
    Buffer halo_positions, other_positions;
    /// Points so near a face that they see images or have images. The lists have their places in `patch`, and their
    /// positions in the box of the grid.
    int face_count = 0;
    Indices face;
    Buffer face_positions;
  };
  /// Finds the kinds and the numbers of points.
  void classify(ConstVectors<Space> x, Points& points) const;
  /// Makes the lists and positions of points of each kind. halo: whether the halo is wanted.
  void divide(ConstVectors<Space> x, Points& points, bool halo) const;
  /// Images of patch sources within r_2 of the patch; `source` has places in the list of the patch's points. If the
  /// targets are the sources, only one of two opposite images is kept, because a pair is seen from both sides.
  struct Images {
    int count = 0;
    Indices source;
    Buffer positions;
  };
  void find_images(Points& sources, Images& images) const;

 private:
  /// Makes a sum. patches: those of this sum's box, none for a plain sum. origin: corner of that box [length].
  NestedEwald(const Space& space, const EwaldParameters& own, const RefinedPatch* patches, std::size_t count,
              const std::array<double, 3>& origin, const EwaldLevel& level, const EwaldStages& stages);
  void set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool same, const PointExtent& extent);
  PatchRegion patch_region() const;
  bool goes_around(int d) const { return d < p_.box.periodicity && patch_box_.lengths[d] >= p_.box.lengths[d]; }
  Density<Space> part(const Density<Space>& density, const Indices& numbers, int count, Buffer (&memory)[3],
                      double sign = 1) const;

  Space space_;
  EwaldParameters p_;
  SpectralEwald<Space> sum_;  // sum of the points outside the patch, and the grid for all points
  std::unique_ptr<NestedEwald> inner_;
  RefinedPatch patch_box_;                              // lower: in this sum's box
  std::optional<SpectralEwald<Space>> near_patch_sum_;  // sources in the halo at targets elsewhere that are no sources
  std::optional<SpectralEwald<Space>> image_sum_;       // near_r2 of images, if the margin is short
  std::array<double, 3> margin_{0, 0, 0};
  Density<Space> in_patch_, elsewhere_;  // densities of the last near()
  std::array<int, 3> nodes_{0, 0, 0};
  Points sources_, targets_;
  Images images_;
  Buffer patch_density_[3], other_density_[3], image_density_[3], halo_density_[3], face_density_[3];
  Buffer patch_, halo_by_others_, patch_by_images_, images_by_patch_, other_, other_by_patch_;
  bool same_ = false;
  StageTimes own_times_{ewald_stages};
};

/// Margin around the patch, in grid spacings, for a window of P points. A window that reaches into the margin does not
/// extend around the period.
constexpr int patch_margin_nodes(int window_points) {
  return window_points / 2 + 1;
}

}  // namespace slurry
