// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "ewald/ranks/wire.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_times.hpp"
#include "slurry/stage_variants.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// One rank's side of an Ewald sum whose points are spread over the ranks (RankedEwaldOf), without its templates. A
/// source file that included the templates would compile loops of a device for itself, but not for the device.
template <class Space>
class RankSide {
 public:
  virtual ~RankSide() = default;

  /// Do what the functions of RankedEwaldOf do. All ranks call them together.
  virtual void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) = 0;
  virtual void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) = 0;

  /// Returns RankedEwaldOf::zero_mode_constant().
  virtual std::array<double, 3> zero_mode_constant() = 0;
  virtual StageTimes take_stage_times() = 0;
  virtual StageVariantNames variants() const = 0;
  /// Number of copies on this rank of points from other slabs.
  virtual std::size_t ghosts() const = 0;
  /// Travel of the grid's arrays between devices since the beginning: seconds on the way, and bytes that left this
  /// rank. name: name of the wire. It is empty on hosts, where nothing is counted.
  struct Way {
    std::string name;
    double seconds = 0, bytes = 0;
  };
  virtual Way way() const = 0;
};

/// Makes a rank's side of a sum; all ranks make it together. sources: approximate number of sources of each rank.
/// several_radii: spheres may have a radius each. Throws InputError on all ranks if ranks share a device, or if this
/// build lacks the kind of wire.
template <class Space>
std::unique_ptr<RankSide<Space>> make_rank_side(Communicator& ranks, const EwaldParameters& parameters,
                                                const StageVariantNames& asked, double sources, WireKind kind,
                                                bool several_radii = false);

}  // namespace slurry
