// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "base/execution.hpp"
#include "ewald/far/convolution_host.hpp"
#include "ewald/far/far_field.hpp"
#include "ewald/ranks/slab_parts.hpp"
#include "slurry/communicator.hpp"

namespace slurry {

/// The slab of a far field on which one rank of a host spreads and from which it gathers (SlabParts). The communicator
/// and this object must outlive the convolutions that it makes.
class SlabShare final : public FarShare<Host>, public SlabParts {
 public:
  /// Transforms of a rank in one precision, by the number of components. They do not depend on the borders between
  /// ranks.
  template <class Real>
  using TransformsOf = std::map<int, std::shared_ptr<HostConvolution<Host, Real>>>;
  using Transforms = std::tuple<TransformsOf<double>, TransformsOf<float>>;

  /// modes: modes of each rank. transforms: transforms that are already made for the same parameters and modes; new
  /// ones are added to them.
  SlabShare(Communicator& ranks, const EwaldParameters& parameters, Slabs slabs, std::vector<std::vector<int>> modes,
            Transforms& transforms)
      : SlabParts(parameters, std::move(slabs), std::move(modes)), ranks_(&ranks), transforms_(&transforms) {}

  template <class Real>
  TransformsOf<Real>& transforms() const {
    return std::get<TransformsOf<Real>>(*transforms_);
  }
  FarGrid part(const FarGrid& whole) const override { return part_of(whole, ranks_->rank()); }
  void make(const EwaldParameters& parameters, const FarGrid& whole, const EwaldSplit& split,
            const KaiserBessel& window, int components,
            std::unique_ptr<Convolution<Host, double>>& made) const override;
  void make(const EwaldParameters& parameters, const FarGrid& whole, const EwaldSplit& split,
            const KaiserBessel& window, int components, std::unique_ptr<Convolution<Host, float>>& made) const override;

 private:
  Communicator* ranks_;
  Transforms* transforms_;
};

/// The convolution over ranks. It goes from slabs to whole rows along x, transforms them, goes on to planes of one
/// mode, and back (theory/many-ranks.md (T1)-(T4)). The planes beside a slab travel with it. They are added on arrival
/// in the order of the ranks, and are sent back with the results. Each step uses the loops of the convolution of one
/// process (HostConvolution).
///
/// Rows go through all steps along x a few z-planes at a time, while the next planes travel. Travelling data thus stay
/// in the cache, and whole rows of all planes are never in memory. The coefficients of a rank's modes lie in the memory
/// of its slab, z-plane by z-plane. A plane of the slab is therefore sent before the coefficients for that plane
/// arrive.
template <class Real>
class RankedConvolution final : public Convolution<Host, Real> {
 public:
  using Values = GridValues<Host, Real>;

  RankedConvolution(Communicator& ranks, const SlabShare& share, const EwaldParameters& parameters,
                    const FarGrid& whole, const EwaldSplit& split, const KaiserBessel& window, int components);

  void apply(const Host& space, const Values& spread, const std::vector<Values>& results,
             const std::vector<double>& laplacian, const Values& pressure, StageTimes& times,
             const UsedRows* rows) override;
  void apply_radii(const Host& space, const Values& forces, const Values& weighted, const FiniteSides& sides,
                   StageTimes& times, const UsedRows* rows) override;

 private:
  using Complex = std::complex<Real>;
  using Rows = ModeRows<Complex>;
  /// Columns that follow each other both in a rank's part and in the whole grid.
  struct Columns {
    int part = 0, whole = 0, count = 0;
  };
  /// Messages about the planes of one block, with their memory. There is one entry for each rank, [plane of the
  /// block][...].
  template <class Number>
  struct Wave {
    std::unique_ptr<Messages> messages;
    std::vector<std::vector<Number>> out, in;
  };
  template <class Number>
  using Waves = std::array<Wave<Number>, 2>;  // a block is computed while the next one travels
  /// Planes of a block that a rank has, by the rank's numbers of planes. It has none if first >= last.
  struct Block {
    int first = 0, last = 0;
    int count() const { return std::max(0, last - first); }
  };

  void forward(const Host& space, const Values& slab);
  void backward(const Host& space, int components, const Values& slab);
  void begin_slabs(int block, const Values& slab, Messages& arriving);
  void add_slabs(int block, const Values& slab);
  void begin_modes(int block, int components, const Values& slab);
  void collect_modes(int block, int components, const Values& slab);
  void hand_out(int block, int components, const Values& slab);
  void fill_slab(int block, int components, const Values& slab);

  /// Coefficients of this rank's modes in all z-planes, [z][mode][component][y], in the memory of its slab.
  Rows mode_rows(const Values& slab, int components) const;
  std::size_t modes_size(int rank, int components) const;
  std::size_t slab_size(int rank, int components) const;
  Block block_of(int rank, int block) const;
  int blocks() const;
  int planes_of(int rank) const { return planes_[rank + 1] - planes_[rank]; }
  int me() const { return ranks_->rank(); }
  bool has_slab(int rank) const { return parts_[rank].points[0] > 0; }
  template <class Visit>
  void for_others(const Visit& visit) const;
  template <class Visit>
  void for_planes(Block block, const Visit& visit) const;

  Communicator* ranks_;
  FarGrid whole_;
  std::vector<FarGrid> parts_;                 // of each rank
  std::vector<std::vector<Columns>> columns_;  // of each part
  std::vector<int> planes_;                    // first z-plane of each rank
  std::vector<std::vector<int>> modes_;        // of each rank
  int at_once_ = 1;                            // planes in a block
  std::shared_ptr<HostConvolution<Host, Real>> own_;
  // memory of a call, kept for the next one
  Values rows_;  // whole rows of a block, then their coefficients
  Waves<Real> slabs_;
  Waves<Complex> travelling_modes_;
};

}  // namespace slurry
