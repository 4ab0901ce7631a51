// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/near/near_field.hpp"

#include <utility>
#include <vector>

#include "ewald/near/source_rows.hpp"

namespace slurry {
namespace {

template <class Space, class Real>
class NearFieldOf final : public NearField<Space> {
  using Layouts = PointLayouts<Space>;
  using Stage = PairStage<Space, Real>;

 public:
  NearFieldOf(const Space& space, const EwaldParameters& p, const EwaldSplit& split, NearTask task,
              const StageVariantNames& asked, const NearSlots& slots)
      : space_(space), p_(p), asked_(asked), slots_(slots), task_(task), made_(slots.velocities.variants.size()) {
    const EwaldStageCase any{p_, asked_, is_host_space<Space>};
    if (task == NearTask::charges || p.gradient || p.pressure) {
      field_pair_ = make_field_pair(split, p.cutoff_radius);
      fields_row_ = &slots.fields.template first<Space, Real>(any);
      fields_ = fields_row_->forms.template get<Space, Real>()();
    }
    // what velocities alone have is refused where there are none
    if (task == NearTask::charges) slots.velocities.template first<Space, Real>(any);
    if (task != NearTask::spheres) return;
    radii_pair_ = make_radii_pair(split, p.cutoff_radius);
    radii_ = slots.radii.template first<Space, Real>(any).forms.template get<Space, Real>()();
  }

  void set_points(Layouts& points) override {
    if (task_ != NearTask::velocities) return;
    chosen_.resize(points.target_sets());
    for (int k = 0; k < points.target_sets(); ++k) chosen_[k] = choose(points, k);
  }
  void apply(Layouts& points, const Density<Space>& density, int set, const NearPair& pair, const Vectors<Space>& u,
             Numbering numbering) override {
    chosen_[set]->stage->apply(space_, points, set, pair, density, u, numbering);
  }
  void apply_with_others(Layouts& points, const Density<Space>& density, const NearPair& pair, const Vectors<Space>& u,
                         const Density<Space>& of_others, const Vectors<Space>& u_others) override {
    chosen_[0]->stage->apply_with_others(space_, points, pair, density, u, of_others, u_others);
  }
  void apply_fields(Layouts& points, const Density<Space>& density, int set, const FieldGradients<Space>& gradient,
                    const FieldScalars<Space>& scalar) override {
    const bool dipoles = p_.layer != Layer::single;
    const auto& packed = points.template get<SourceRows<Space>>(space_, Layouts::sources, density, dipoles).rows;
    fields_->apply(space_, points, set, packed, field_pair_, dipoles ? FieldSources::layers : FieldSources::forces,
                   gradient, scalar);
  }
  void apply_charges(Layouts& points, const PointCharges<Space>& charges, int set,
                     const FieldGradients<Space>& gradient, const FieldScalars<Space>& potential) override {
    const auto& packed = points.template get<ChargeRows<Space>>(space_, Layouts::sources, charges).rows;
    fields_->apply(space_, points, set, packed, field_pair_, FieldSources::charges, gradient, potential);
  }
  void apply_radii(Layouts& points, const PackedSources<Space>& packed, int set, const SphereRadii<Space>& radii,
                   const Vectors<Space>& u) override {
    radii_->apply(space_, points, set, radii, packed, radii_pair_, u);
  }
  bool sums_in_order(int set) const override { return chosen_[set]->stage->sums_in_order(); }
  StageVariantNames variants() const override {
    StageVariantNames all;
    for (const Made* m : chosen_) slots_.velocities.record(*m->row, all);
    if (fields_row_) slots_.fields.record(*fields_row_, all);
    return all;
  }

 private:
  using Row = decltype(NearSlots::velocities)::Row;
  struct Made {
    Row* row;
    std::unique_ptr<Stage> stage;
  };
  /// The first variant that suits the points, or the one that is asked for, whether it does or not.
  Made* choose(Layouts& points, int set) {
    const EwaldStageCase c{p_, asked_, is_host_space<Space>, points.are_sources(set)};
    Made* last = nullptr;
    slots_.velocities.template visit_fitting<Space, Real>(c, [&](Row& row) {
      last = &made_[&row - slots_.velocities.variants.data()];
      if (!last->stage) *last = {&row, row.forms.template get<Space, Real>()(p_)};
      return last->stage->suits(space_, points, set);
    });
    return last;
  }

  Space space_;
  EwaldParameters p_;
  StageVariantNames asked_;
  const NearSlots& slots_;
  NearTask task_;
  FieldPair field_pair_;
  RadiiPair radii_pair_;
  std::vector<Made> made_;     // by the rows of the table
  std::vector<Made*> chosen_;  // for every set of targets
  decltype(NearSlots::fields)::Row* fields_row_ = nullptr;
  std::unique_ptr<FieldPairStage<Space, Real>> fields_;
  std::unique_ptr<RadiiPairStage<Space, Real>> radii_;
};

}  // namespace

template <class Space>
std::unique_ptr<NearField<Space>> make_near_field(const Space& space, const EwaldParameters& p, const EwaldSplit& split,
                                                  NearTask task, const StageVariantNames& asked,
                                                  const NearSlots& slots) {
  if (p.precision == Precision::fp32)
    return std::make_unique<NearFieldOf<Space, float>>(space, p, split, task, asked, slots);
  return std::make_unique<NearFieldOf<Space, double>>(space, p, split, task, asked, slots);
}

#define SLURRY_INSTANTIATE(Space)                                                                                     \
  template std::unique_ptr<NearField<Space>> make_near_field(const Space&, const EwaldParameters&, const EwaldSplit&, \
                                                             NearTask, const StageVariantNames&, const NearSlots&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
