// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/far_field.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

namespace slurry {
namespace {

template <class Space, class Real>
class FarFieldOf final : public FarField<Space> {
  using Values = GridValues<Space, Real>;

 public:
  FarFieldOf(const Space& space, const EwaldParameters& p, const EwaldSplit& split, const EwaldSplit& far_split,
             int components, const StageVariantNames& asked, const FarSlots& slots, double sources,
             const FarShare<Space>* share)
      : space_(space),
        p_(p),
        split_(split),
        far_split_(far_split),
        window_(p.window_points, p.window_shape),
        slots_(slots),
        rows_(FarRows::choose<Space, Real>(slots, p, asked, sources)),
        share_(share),
        whole_(rows_.grid(p)),
        grid_(share ? share->part(whole_) : whole_),
        table_(window_, p.window_degree, grid_),
        spread_stage_(rows_.spread->forms.template get<Space, Real>()()),
        gather_stage_(rows_.gather->forms.template get<Space, Real>()()),
        four_components_(p.layer == Layer::double_layer || p.layer == Layer::combined),
        used_(grid_),
        components_(components),
        transfer_row_(slots.transfer.template first<Space, Real>({p_, asked, is_host_space<Space>})) {
    transform(four_components_ && components_of_dipoles() == 12 ? 12 : components);
  }

  const FarGrid& grid() const override { return grid_; }

  void set_points(const PointLayouts<Space>& points, const std::vector<double>& laplacian) override {
    laplacian_ = laplacian;
    used_.clear();
    used_.include(grid_, points[PointLayouts<Space>::sources]);
    for (int k = 0; k < points.target_sets(); ++k)
      if (!points.are_sources(k)) used_.include(grid_, points[k]);
    const int outputs = p_.layer == Layer::coulomb ? 1 : 3;
    while (results_.size() < std::max<std::size_t>(1, laplacian.size())) results_.push_back(new_grid(outputs));
    if (four_components_ && spread_.extent(0) == 0) spread_ = new_grid(components_of_dipoles());
    if (p_.pressure && pressure_.extent(0) == 0) pressure_ = new_grid(1);
  }

  void spread(PointLayouts<Space>& points, const Density<Space>& density, int components, StageTimes& times,
              int moment) override {
    const StageScope scope(times, "P2G");
    components_ = density.double_layer() && components_of_dipoles() == 12 ? 12 : components;
    spread_stage_->spread(space_, grid_, table_, points[PointLayouts<Space>::sources], density, components_,
                          moment == 0 ? spread_grid() : results_[moment], points.template take<Real>(density));
  }
  void spread_charges(PointLayouts<Space>& points, const PointCharges<Space>& charges, StageTimes& times) override {
    const StageScope scope(times, "P2G");
    spread_stage_->spread_charges(space_, grid_, table_, points[PointLayouts<Space>::sources], charges, results_[0]);
  }
  void restrict_to(FarField<Space>& other, const CellGrid& cells, const std::array<double, 3>& first,
                   const std::array<int, 3>& nodes, StageTimes& times) override {
    if (components_ == 12)
      throw InputError(
          "nested grids cannot pass on the 12 components of the transform 'published'; choose another transform");
    const StageScope scope(times, "P2G");
    auto& coarse = static_cast<FarFieldOf&>(other);
    TransferPlace place{{}, nodes};
    for (int d = 0; d < 3; ++d) place.first[d] = first[d] - cells.origin[d];
    if (!transfer_ || !(transfer_->place() == place))
      transfer_ =
          transfer_row_.forms.template get<Space, Real>()(p_, grid_, coarse.p_, coarse.grid_, coarse.split_, place);
    transfer_->restrict_to(space_, spread_grid(), coarse.spread_grid(), components_);
    const auto [y, rows] = transfer_->touched(1);
    const auto [z, planes] = transfer_->touched(2);
    coarse.used_.include(coarse.grid_, y, rows, z, planes);
  }
  void convolve(StageTimes& times) override {
    wanted_.assign(results_.begin(), results_.begin() + laplacian_.size());
    transform(components_).apply(space_, spread_grid(), wanted_, laplacian_, pressure_, times, &used_);
  }
  void convolve_radii(const FiniteSides& sides, StageTimes& times) override {
    transform(3).apply_radii(space_, results_[0], results_[1], sides, times, &used_);
  }
  void prolong_from(const FarField<Space>& coarser, StageTimes& times) override {
    const StageScope scope(times, "G2P");
    transfer_->prolong_from(space_, static_cast<const FarFieldOf&>(coarser).results_[0], results_[0]);
  }
  void gather(const SortedPoints<Space>& points, const Vectors<Space>& u, int result) override {
    gather_stage_->gather(space_, grid_, table_, points, results_[result], u);
  }
  void gather_fields(const SortedPoints<Space>& points, const TargetFields<Space>& fields, int result) override {
    if (fields.gradient.extent(0) > 0) gather_fields(points, results_[result], 3, {{}, fields.gradient});
    if (fields.pressure.extent(0) > 0) gather_fields(points, pressure_, 1, {as_column<Space>(fields.pressure), {}});
  }
  void gather_potential(const SortedPoints<Space>& points, const GatheredFields<Space>& fields) override {
    gather_fields(points, results_[0], 1, fields);
  }

  std::array<double, 3> zero_mode_constant() override { return transform(components_).constant(); }
  StageVariantNames variants() const override {
    StageVariantNames all;
    slots_.spread.record(*rows_.spread, all);
    slots_.transform.record(*rows_.transform, all);
    slots_.gather.record(*rows_.gather, all);
    if (transfer_) slots_.transfer.record(transfer_row_, all);
    return all;
  }

 private:
  Convolution<Space, Real>& transform(int components) {
    auto& made = transforms_[components > 3 ? 1 : 0];
    if (made) return *made;
    if constexpr (std::is_same_v<Real, double>)
      if (share_) made = share_->convolution(p_, whole_, far_split_, window_, components);
    if (!made) made = rows_.transform->forms.template get<Space, Real>()(p_, grid_, far_split_, window_, components);
    return *made;
  }
  Values new_grid(int components) const {
    return Values(Kokkos::view_alloc("slurry::far_field::grid", Kokkos::WithoutInitializing), grid_.size(components));
  }
  /// Three components share the memory of the first result.
  const Values& spread_grid() const { return components_ > 3 ? spread_ : results_[0]; }
  /// At most: four, where a density has a net source, or always twelve.
  int components_of_dipoles() const { return rows_.dipoles == DipoleForm::products ? 12 : 4; }
  void gather_fields(const SortedPoints<Space>& points, const Values& values, int components,
                     const GatheredFields<Space>& out) const {
    gather_stage_->gather_fields(space_, grid_, table_, points, values, components, out);
  }

  Space space_;
  EwaldParameters p_;
  const EwaldSplit &split_, &far_split_;
  KaiserBessel window_;
  const FarSlots& slots_;
  FarRows rows_;
  const FarShare<Space>* share_;
  FarGrid whole_, grid_;  // of the whole sum, and of this process: they differ where others compute with it
  WindowTable<Space, Real> table_;
  std::unique_ptr<SpreadStage<Space, Real>> spread_stage_;
  std::unique_ptr<GatherStage<Space, Real>> gather_stage_;
  bool four_components_;
  UsedRows used_;   // rows of the grid that points touch, and those that finer grids do
  int components_;  // of the last density
  std::unique_ptr<Convolution<Space, Real>> transforms_[2];  // of 1 or 3, and of 4 or 12 spread components
  Values spread_;                                            // 4 or 12 components
  std::vector<Values> results_, wanted_;                     // all grids there are, and those of this call
  std::vector<double> laplacian_;
  Values pressure_;  // one component
  decltype(FarSlots::transfer)::Row& transfer_row_;
  std::unique_ptr<GridTransfer<Space, Real>> transfer_;
};

}  // namespace

template <class Space>
std::unique_ptr<FarField<Space>> make_far_field(const Space& space, const EwaldParameters& p, const EwaldSplit& split,
                                                const EwaldSplit& far_split, int components,
                                                const StageVariantNames& asked, const FarSlots& slots, double sources,
                                                const FarShare<Space>* share) {
  if (p.precision == Precision::fp32) {
    if (share) throw InputError("several processes cannot share a far field in single precision");
    return std::make_unique<FarFieldOf<Space, float>>(space, p, split, far_split, components, asked, slots, sources,
                                                      share);
  }
  return std::make_unique<FarFieldOf<Space, double>>(space, p, split, far_split, components, asked, slots, sources,
                                                     share);
}

#define SLURRY_INSTANTIATE(Space)                                                                                   \
  template std::unique_ptr<FarField<Space>> make_far_field(const Space&, const EwaldParameters&, const EwaldSplit&, \
                                                           const EwaldSplit&, int, const StageVariantNames&,        \
                                                           const FarSlots&, double, const FarShare<Space>*);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
