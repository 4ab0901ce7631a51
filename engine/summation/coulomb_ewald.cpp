// SPDX-License-Identifier: BSD-3-Clause
#include "summation/coulomb_ewald.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "accuracy/error_estimate.hpp"
#include "accuracy/ewald_stages.hpp"
#include "base/loop_name.hpp"
#include "base/stage_timer.hpp"
#include "base/text.hpp"
#include "far_field/convolution.hpp"
#include "far_field/field_spreading.hpp"
#include "geometry/sorted_points.hpp"
#include "slurry/error.hpp"
#include "summation/point_extent.hpp"

namespace slurry {
namespace {

template <class Space>
void pack_charges(const Space& space, const SortedPoints<Space>& sources,
                  const typename CoulombEwald<Space>::Charges& charges, const PackedSources<Space>& row) {
  const auto order = sources.order;
  const auto local = sources.local;
  Kokkos::parallel_for(
      "slurry::near_field::pack_charges"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(sources.count)),
      KOKKOS_LAMBDA(int k) {
        for (int d = 0; d < 3; ++d) row(k, d) = local(k, d);
        row(k, 3) = charges(order(k));
      });
}

template <class Space>
double sum_of(const Space& space, const typename CoulombEwald<Space>::Charges& charges) {
  double total = 0;
  Kokkos::parallel_reduce(
      "slurry::summation::net_charge"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(charges.extent(0))),
      KOKKOS_LAMBDA(int i, double& sum) { sum += charges(i); }, total);
  return total;
}

/// phi += c charges.
template <class Space>
void add_charges(const Space& space, double c, const typename CoulombEwald<Space>::Charges& charges,
                 const FieldScalars<Space>& phi) {
  Kokkos::parallel_for(
      "slurry::summation::own_charges"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(phi.extent(0))),
      KOKKOS_LAMBDA(int i) { phi(i) += c * charges(i); });
}

template <class Space>
void add_number(const Space& space, double c, const FieldScalars<Space>& phi) {
  if (c == 0) return;
  Kokkos::parallel_for(
      "slurry::summation::constant"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(phi.extent(0))),
      KOKKOS_LAMBDA(int i) { phi(i) += c; });
}

}  // namespace

template <class Space>
struct CoulombEwald<Space>::Impl {
  Space space;
  EwaldParameters p;
  std::unique_ptr<const EwaldSplit> split;
  KaiserBessel window;
  FarGrid grid;
  CellGrid cells;
  FieldPair pair;
  SortedPoints<Space> sources, targets;
  TargetGroups<Space> groups;
  PackedSources<Space> packed;
  double dropped_self = 0;  // potential of a charge by itself that the grid drops, over the charge
  bool targets_are_sources = false;
  UsedRows rows;
  StageTimes times{ewald_stages};

  Impl(const Space& s, const EwaldParameters& parameters)
      : space(s),
        p(parameters),
        split(make_split(p)),
        window(p.window_points, p.window_shape),
        grid(make_far_grid(p)),
        cells(make_cell_grid(p.box, p.cutoff_radius, p.near_row_width)),
        pair(make_field_pair(*split, p.cutoff_radius)),
        rows(grid) {
    p.pressure = false;
    const double coarsest = *std::max_element(grid.spacing, grid.spacing + 3);
    dropped_self = 2 / std::numbers::pi * dropped_self_integral(*split, p.cutoff_radius, std::numbers::pi / coarsest);
  }
  virtual ~Impl() = default;
  /// Adds the far field to potential and gradient; returns the factor on the sum of charges.
  virtual double far(const Charges& charges, const GatheredFields<Space>& out) = 0;

  const SortedPoints<Space>& where() const { return targets_are_sources ? sources : targets; }

  double predicted(double squared, bool gradient) const {
    double spacing = 0;
    for (int d = 0; d < 3; ++d) spacing = std::max(spacing, grid.spacing[d]);
    const double rc = p.cutoff_radius, volume = p.box.volume();
    const ErrorEstimate estimate(*split, spacing / rc, 0);
    const double near = split->near_truncation().single * rc / volume;
    if (!gradient)  // (4 pi)^2 against (8 pi)^2 2/3
      return std::sqrt(
          squared * 3.0 / 8 *
          (std::pow(estimate.tail(volume, rc), 2) + std::pow(estimate.window(window, volume, rc), 2) + near));
    const double steep = 2 * p.shape * p.shape / rc;
    return std::sqrt(squared * (8 / (volume * rc) * split->tail_integral(std::numbers::pi * rc / spacing, 0) +
                                3.0 / 8 * steep * steep * near));
  }
};

namespace {

template <class Space, class Real, class Base>
struct CoulombStages final : Base {
  WindowTable<Space, Real> table;
  Convolution<Space, Real> convolution;
  GridValues<Space, Real> values;

  CoulombStages(const Space& s, const EwaldParameters& parameters)
      : Base(s, parameters),
        table(this->window, this->p.window_degree, this->grid),
        convolution(this->p, this->grid, *this->split, this->window, 1),
        values(Kokkos::view_alloc("slurry::far_field::grid", Kokkos::WithoutInitializing), this->grid.size(1)) {}

  double far(const typename CoulombEwald<Space>::Charges& charges, const GatheredFields<Space>& out) override {
    {
      const StageScope scope(this->times, "P2G");
      p2g_charges<Space, Real>(this->space, this->grid, table, this->sources, charges, values);
    }
    convolution.apply(this->space, values, {values}, {0.0}, {}, this->times, &this->rows);
    const StageScope scope(this->times, "G2P");
    g2p_fields<Space, Real>(this->space, this->grid, table, this->where(), values, 1, out);
    return convolution.constant()[0];
  }
};

}  // namespace

template <class Space>
CoulombEwald<Space>::CoulombEwald(const Space& space, const EwaldParameters& parameters) {
  if (parameters.layer != Layer::coulomb) throw InputError("these are not the parameters of a Coulomb sum");
  if (parameters.precision == Precision::fp32)
    impl_ = std::make_unique<CoulombStages<Space, float, Impl>>(space, parameters);
  else
    impl_ = std::make_unique<CoulombStages<Space, double, Impl>>(space, parameters);
}
template <class Space>
CoulombEwald<Space>::~CoulombEwald() = default;
template <class Space>
CoulombEwald<Space>::CoulombEwald(CoulombEwald&&) noexcept = default;
template <class Space>
CoulombEwald<Space>& CoulombEwald<Space>::operator=(CoulombEwald&&) noexcept = default;

template <class Space>
const EwaldParameters& CoulombEwald<Space>::parameters() const {
  return impl_->p;
}

template <class Space>
void CoulombEwald<Space>::set_points(ConstVectors<Space> sources, ConstVectors<Space> targets, bool same) {
  Impl& m = *impl_;
  const StageScope scope(m.times, "sort");
  PointExtent extent;
  extent.include<Space>(m.space, sources);
  if (!same) extent.include<Space>(m.space, targets);
  extent.place(m.cells);
  m.targets_are_sources = same;
  m.sources.sort(m.space, m.cells, sources);
  if (!same) m.targets.sort(m.space, m.cells, targets);
  m.rows.clear();
  m.rows.include(m.grid, m.sources);
  if (!same) m.rows.include(m.grid, m.targets);
  m.groups.build(m.space, m.where(), group_width<double>());
  if (m.packed.extent(0) < m.sources.count)
    m.packed = PackedSources<Space>(Kokkos::view_alloc("slurry::p2p::packed", Kokkos::WithoutInitializing),
                                    m.sources.count, packed_charge);
}

template <class Space>
void CoulombEwald<Space>::apply(Charges charges, const FieldScalars<Space>& potential,
                                const FieldGradients<Space>& gradient) {
  Impl& m = *impl_;
  if (charges.extent(0) != m.sources.count)
    throw InputError(text("{} charges were given for {} sources", charges.extent(0), m.sources.count));
  double total = 0;
  {
    const StageScope scope(m.times, "P2P");
    pack_charges<Space>(m.space, m.sources, charges, m.packed);
    p2p_fields<Space>(m.space, m.where(), m.groups, m.sources, m.packed, m.pair, FieldSources::charges, gradient,
                      potential);
    if (m.targets_are_sources) add_charges<Space>(m.space, m.dropped_self, charges, potential);
    total = sum_of<Space>(m.space, charges);
  }
  const double factor = m.far(charges, {as_column<Space>(potential), gradient});
  add_number<Space>(m.space, factor * total, potential);
  m.space.fence();
}

template <class Space>
double CoulombEwald<Space>::predicted_rms_error(double squared_charge_sum) const {
  return impl_->predicted(squared_charge_sum, false);
}
template <class Space>
double CoulombEwald<Space>::predicted_gradient_error(double squared_charge_sum) const {
  return impl_->predicted(squared_charge_sum, true);
}
template <class Space>
StageTimes CoulombEwald<Space>::take_stage_times() {
  return std::exchange(impl_->times, StageTimes(ewald_stages));
}

#define SLURRY_INSTANTIATE(Space) template class CoulombEwald<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
