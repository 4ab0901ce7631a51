// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "base/execution.hpp"
#include "ewald/far/convolution_host.hpp"
#include "ewald/far/far_field.hpp"
#include "parallel/slabs.hpp"
#include "slurry/communicator.hpp"

namespace slurry {

/// The slab of a far field that one rank spreads on and gathers from, with planes on both sides for the windows of its
/// points (theory/many-ranks.md). The communicator and this object must outlive what is made from it.
class SlabShare final : public FarShare<Host> {
 public:
  SlabShare(Communicator& ranks, const EwaldParameters& parameters, Slabs slabs)
      : ranks_(&ranks), p_(parameters), slabs_(std::move(slabs)) {}

  const Slabs& slabs() const { return slabs_; }
  FarGrid part(const FarGrid& whole) const override { return part_of(whole, ranks_->rank()); }
  std::unique_ptr<Convolution<Host, double>> convolution(const EwaldParameters& parameters, const FarGrid& whole,
                                                         const EwaldSplit& split, const KaiserBessel& window,
                                                         int components) const override;
  /// Part of the grid that a rank has.
  FarGrid part_of(const FarGrid& whole, int rank) const;
  /// Column of the whole grid under column 0 of a rank's part. It may lie before the period's first.
  int first_column(const FarGrid& whole, int rank) const;

 private:
  Communicator* ranks_;
  EwaldParameters p_;
  Slabs slabs_;
};

/// The modes along x of each of `ranks` ranks, in rising order. Modes are dealt out by falling size of their padded
/// planes, each to the rank that has least so far (theory/many-ranks.md (T5)).
std::vector<std::vector<int>> modes_of_ranks(const std::vector<PlaneClass>& classes, int ranks);

/// First z-plane of each rank, and the end of the last rank's planes. Each rank transforms the rows of its planes along
/// x.
std::vector<int> row_planes_of_ranks(int planes, int ranks);

/// The convolution over ranks: slabs to whole rows along x, transforms, rows to planes of one mode, and back
/// (theory/many-ranks.md (T1)-(T4)). The planes beside a slab travel along, are added on arrival in the order of the
/// ranks, and are handed out with the results. Each step uses the loops of the convolution of one process
/// (HostConvolution).
class RankedConvolution final : public Convolution<Host, double> {
 public:
  RankedConvolution(Communicator& ranks, const SlabShare& share, const EwaldParameters& parameters,
                    const FarGrid& whole, const EwaldSplit& split, const KaiserBessel& window, int components);

  void apply(const Host& space, const GridValues<Host>& spread, const std::vector<GridValues<Host>>& results,
             const std::vector<double>& laplacian, const GridValues<Host>& pressure, StageTimes& times,
             const UsedRows* rows) override;
  /// Throws Error: spheres with a radius each have no form over ranks.
  void apply_radii(const Host& space, const GridValues<Host>& forces, const GridValues<Host>& weighted,
                   const FiniteSides& sides, StageTimes& times, const UsedRows* rows) override;

 private:
  using Complex = std::complex<double>;
  using Rows = ModeRows<Complex>;
  /// Coefficients of this rank's modes in all z-planes.
  struct ModePlanes {
    std::vector<Complex> numbers;
    int components = 0;
  };

  void slabs_to_rows(const GridValues<Host>& slab, int components, const GridValues<Host>& rows);
  void rows_to_modes(const GridValues<Host>& rows, int components, ModePlanes& to);
  void modes_to_rows(const ModePlanes& from, const GridValues<Host>& rows);
  void rows_to_slabs(const GridValues<Host>& rows, int components, const GridValues<Host>& slab);
  Rows mode_rows(ModePlanes& of) const;
  /// The same rows for a number of components, with all coefficients 0.
  Rows cleared_mode_rows(ModePlanes& of, int components) const;
  /// Rows of this rank's z-planes, all 0. The next call takes the same memory.
  GridValues<Host> row_values(int components);
  int my_planes() const { return planes_[ranks_->rank() + 1] - planes_[ranks_->rank()]; }

  Communicator* ranks_;
  FarGrid whole_;
  std::vector<FarGrid> parts_;                     // of each rank
  std::vector<std::vector<std::size_t>> columns_;  // of the whole grid, under those of each part
  std::vector<int> planes_;                        // first z-plane of each rank
  std::vector<std::vector<int>> modes_;            // of each rank
  std::unique_ptr<HostConvolution<Host, double>> own_;
  // Memory of a call, kept for the next one: fresh pages would cost more than the transforms.
  std::map<int, GridValues<Host>> row_values_;  // by their number of components
  ModePlanes sources_, of_pressure_;
  std::vector<ModePlanes> fields_;
};

}  // namespace slurry
