// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/far/far_field.hpp"
#include "ewald/near/near_field.hpp"
#include "ewald/ranks/host_travel.hpp"
#include "ewald/sums/sphere_loops.hpp"
#include "geometry/point_layouts.hpp"
#include "slurry/communicator.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// One rank's side of a spectral Ewald sum on one global grid (theory/many-ranks.md). Travel is HostTravel or
/// BatchedTravel; it says in which space the sum is computed and how points and grids go from rank to rank. The result
/// is, up to rounding, that of SpectralEwald with the same parameters, or of RotnePragerEwald for spheres with a radius
/// each. All ranks call each function together. Each rank gives a share of the points, which may lie anywhere, and gets
/// the results of that share. The same shares on the same number of ranks give the same bits. The parameters must be
/// the same on all ranks.
template <class Travel>
class RankedEwaldOf {
 public:
  using Space = typename Travel::Space;

  /// Plans the sum. asked: variants of P2P, P2G and G2P. sources: number of all sources; 0 if it is not known. kind:
  /// how arrays go from device to device. several_radii: spheres may have a radius each. Throws InputError for several
  /// radii unless the parameters are for the single layer in double precision.
  RankedEwaldOf(Communicator& ranks, const EwaldParameters& parameters, const StageVariantNames& asked = {},
                double sources = 0, WireKind kind = WireKind::automatic, bool several_radii = false)
      : RankedEwaldOf(ranks, parameters, asked, sources, Travel(ranks, kind), several_radii) {}
  RankedEwaldOf(Communicator& ranks, const EwaldParameters& parameters, const StageVariantNames& asked, double sources,
                Travel travel, bool several_radii = false);

  const EwaldParameters& parameters() const { return p_; }

  /// Sets this rank's share of the points: sources (N,3) [length], and sets of targets. Chooses the borders of the
  /// slabs so that each slab has about the same number of points, and sends every point to the owner of its place.
  /// Throws InputError on all ranks, as the sum of one process does, and if points have several radii but the sum has
  /// one.
  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets);
  /// Computes the results at this rank's share of the targets from the densities of its share of the sources.
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results);

  std::array<double, 3> zero_mode_constant() { return far_->zero_mode_constant(); }
  /// Numbers of sources and of copies of other ranks' points on this rank, and the first plane of each rank's slab.
  struct Share {
    std::size_t sources = 0, ghosts = 0;
    std::vector<int> border;
  };
  Share share() const;
  StageTimes take_stage_times() { return std::exchange(times_, StageTimes(ewald_stages)); }
  StageVariantNames variants() const;
  const Travel& travel() const { return travel_; }
  /// Transforms that the rank keeps, with the time for which arrays of the grid travelled between devices.
  const typename Travel::Share::Transforms& transforms() const { return transforms_; }

 private:
  struct Targets {
    bool are_sources = false;
    typename Travel::Route route;
    Vectors<Space> given, placed;  // of those that this rank owns: as for sources
    NearPair pair;
    int result = 0;
    std::size_t share = 0;  // number of those that this rank was given
    // of spheres with a radius each: in the order of placed, and in that of the near field's points
    SphereNumbers<Space> radii, sorted_radii;
    double largest_radius = 0;  // of all ranks
  };

  bool charges() const { return p_.layer == Layer::coulomb; }
  bool dipoles() const { return p_.layer == Layer::double_layer || p_.layer == Layer::combined; }
  std::vector<typename Travel::Places> place_slabs(const SourceSet<Space>& sources,
                                                   const std::vector<TargetSet<Space>>& targets);
  void cut(const Slabs& slabs);
  void set_near_points();
  void apply_velocities(const SumDensity<Space>& own, std::vector<SumFields<Space>>& local);
  void apply_charges(const SumDensity<Space>& own, SumFields<Space>& local);
  void set_radii(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets);
  void apply_spheres(const ConstVectors<Space>& own, std::vector<SumFields<Space>>& local);
  const typename Travel::Route& route_of(const Targets& t) const { return t.are_sources ? sources_ : t.route; }
  std::size_t owned(const Targets& t) const { return t.are_sources ? sources_.arriving() : t.route.arriving(); }

  Space space_;
  Communicator& ranks_;
  Travel travel_;
  EwaldParameters p_;
  StageVariantNames asked_;
  double planned_sources_;
  std::unique_ptr<const EwaldSplit> split_;
  std::unique_ptr<NearField<Space>> near_;
  std::vector<std::vector<int>> modes_;  // of each rank
  typename Travel::Share::Transforms transforms_;
  std::unique_ptr<typename Travel::Share> slabs_;
  std::unique_ptr<FarField<Space>> far_;
  std::optional<PointLayouts<Space>> near_points_;  // again where borders have moved
  PointLayouts<Space> far_points_;
  PointExtent extent_;  // of all points of all ranks
  double source_radius_ = 0;
  bool several_radii_ = false;
  SphereNumbers<Space> source_radii_, met_radii_, sorted_met_radii_;  // own; with those of copies, also as sorted
  FiniteSides sides_;                                                 // of all ranks
  typename Travel::Route sources_;
  typename Travel::Ghosts ghosts_;
  Vectors<Space> given_, placed_;  // sources of this rank; given_ is as given for zero_face_flux alone
  std::vector<Targets> targets_;
  std::vector<double> laplacian_;
  bool half_shell_ = false;  // each pair of a border is summed on one side alone
  StageTimes times_{ewald_stages};
};

/// The sum over ranks on hosts.
using RankedEwald = RankedEwaldOf<HostTravel>;

}  // namespace slurry
