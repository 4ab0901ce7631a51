// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <variant>
#include <vector>

#include "base/stage_timer.hpp"
#include "far_field/convolution.hpp"
#include "far_field/field_spreading.hpp"
#include "far_field/grid_transfer.hpp"
#include "far_field/spreading.hpp"
#include "near_field/p2p.hpp"
#include "near_field/symmetric_p2p.hpp"
#include "summation/source_loops.hpp"
#include "summation/spectral_ewald.hpp"

// Included by spectral_ewald.cpp alone.
namespace slurry {

/// The stages in one precision.
template <class Space, class Real, class Base>
struct EwaldStages final : Base {
  using Target = typename Base::Target;
  WindowTable<Space, Real> table;
  std::unique_ptr<Convolution<Space, Real>> convolutions[2];  // of 3 and of 4 spread components
  GridValues<Space, Real> spread;                             // four components, or shared with the first result
  std::vector<GridValues<Space, Real>> results;
  GridValues<Space, Real> pressure;  // one component
  std::unique_ptr<GridTransfer<Space, Real>> transfer;

  EwaldStages(const Space& s, const EwaldParameters& parameters, const EwaldLevel& level)
      : Base(s, parameters, level), table(this->window, this->p.window_degree, this->grid) {
    if (!level.near_alone) convolution(this->has_dipoles() ? 4 : 3);
  }

  Convolution<Space, Real>& convolution(int components) {
    auto& c = convolutions[components - 3];
    if (!c)
      c = std::make_unique<Convolution<Space, Real>>(this->p, this->grid, this->far_split(), this->window, components);
    return *c;
  }
  int vector_width() const override { return group_width<Real>(); }
  GridValues<Space, Real> new_grid(int components) const {
    return GridValues<Space, Real>(Kokkos::view_alloc("slurry::far_field::grid", Kokkos::WithoutInitializing),
                                   this->grid.size(components));
  }
  void prepare_grids() override {
    while (results.size() < std::max<std::size_t>(1, this->laplacian.size())) results.push_back(new_grid(3));
    if (this->has_dipoles() && spread.extent(0) == 0) spread = new_grid(4);
    if (this->p.pressure && pressure.extent(0) == 0) pressure = new_grid(1);
  }
  void cut_blocks() override {
    this->pair_blocks.template build<Real>(this->sources, this->p.cutoff_radius, this->has_dipoles(),
                                           this->meets ? &this->met : nullptr);
  }
  void near(const Target& t, const Density<Space>& density, const Vectors<Space>& u, Numbering numbering) override {
    if (t.are_sources && this->symmetric) {
      this->sorted_by_near = density;
      return p2p_symmetric<Real, Space>(this->space, this->sources, this->pair_blocks, density, t.pair, u, {},
                                        numbering);
    }
    p2p<Real, Space>(this->space, t.are_sources ? this->sources : t.points,
                     t.are_sources ? this->source_groups : t.groups, this->sources, this->packed, t.pair, u);
    if (t.are_sources && density.single()) add_scaled<Space>(this->space, t.pair.self, density.forces, u);
  }
  void near_met(const Target& t, const Density<Space>& density, const Vectors<Space>& u,
                const Density<Space>& density_met, const Vectors<Space>& u_met) override {
    if (this->symmetric) {
      this->sorted_by_near = density;
      const OtherPoints<Space> others{&this->met, density_met, u_met, this->with_own};
      return p2p_symmetric<Real, Space>(this->space, this->sources, this->pair_blocks, density, t.pair, u, others);
    }
    const auto one_sided = [&](bool of_met, bool by_met, const Vectors<Space>& v) {
      p2p<Real, Space>(this->space, of_met ? this->met : this->sources, of_met ? this->met_groups : this->source_groups,
                       by_met ? this->met : this->sources, by_met ? this->packed_met : this->packed, t.pair, v);
    };
    one_sided(true, false, u_met);
    one_sided(false, true, this->with_own ? this->by_met : u);
    if (!this->with_own) return;
    one_sided(false, false, u);
    if (density.single()) add_scaled<Space>(this->space, t.pair.self, density.forces, u);
    add_vectors<Space>(this->space, this->by_met, u);
  }
  void spread_density(const Density<Space>& density, int components) override {
    const StageScope scope(this->times, "P2G");
    components_ = components;
    SortedDensity<Space, Real> sorted;
    if (this->sorted_by_near.is(density))
      sorted = std::get<SortedDensity<Space, Real>>(this->pair_blocks.sides[0].columns);
    this->sorted_by_near = {};
    p2g<Space, Real>(this->space, this->grid, table, this->sources, density, components, spread_grid(), sorted);
  }
  void convolve() override {
    used_.assign(results.begin(), results.begin() + this->laplacian.size());
    convolution(components_)
        .apply(this->space, spread_grid(), used_, this->laplacian, pressure, this->times, &this->rows);
  }
  std::array<double, 3> constant() override { return convolution(components_).constant(); }
  void spread_to(Base& other, const std::array<double, 3>& first, const std::array<int, 3>& nodes) override {
    const StageScope scope(this->times, "P2G");
    auto& coarse = static_cast<EwaldStages&>(other);
    typename GridTransfer<Space, Real>::Place place{{}, nodes};
    for (int d = 0; d < 3; ++d) place.first[d] = first[d] - coarse.cells.origin[d];
    if (!transfer || !(transfer->place() == place))
      transfer =
          std::make_unique<GridTransfer<Space, Real>>(this->p, this->grid, coarse.p, coarse.grid, *coarse.split, place);
    transfer->restrict_to(this->space, spread_grid(), coarse.spread_grid(), components_);
    const auto [y, rows] = transfer->touched(1);
    const auto [z, planes] = transfer->touched(2);
    coarse.rows.include(coarse.grid, y, rows, z, planes);
  }
  void gather_from(const Base& other) override {
    const StageScope scope(this->times, "G2P");
    transfer->prolong_from(this->space, static_cast<const EwaldStages&>(other).results[0], results[0]);
  }
  void gather(const Target& t, const Vectors<Space>& u, Numbering numbering) override {
    const auto& points = numbering == Numbering::sorted ? this->sources_in_order
                         : t.are_sources                ? this->sources
                                                        : t.points;
    g2p<Space, Real>(this->space, this->grid, table, points, results[t.result], u);
  }
  void gather_fields(const Target& t, const TargetFields<Space>& fields) override {
    const auto& points = t.are_sources ? this->sources : t.points;
    if (fields.gradient.extent(0) > 0)
      g2p_fields<Space, Real>(this->space, this->grid, table, points, results[t.result], 3, {{}, fields.gradient});
    if (fields.pressure.extent(0) > 0) {
      g2p_fields<Space, Real>(this->space, this->grid, table, points, pressure, 1,
                              {as_column<Space>(fields.pressure), {}});
    }
  }

 private:
  const GridValues<Space, Real>& spread_grid() const { return components_ == 4 ? spread : results[0]; }
  std::vector<GridValues<Space, Real>> used_;
  int components_ = 3;
};

}  // namespace slurry
