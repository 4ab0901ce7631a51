// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/sums/engine_sums.hpp"

#include "base/execution.hpp"
#include "ewald/sums/rotne_prager_ewald.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "summation/target_sets.hpp"

namespace slurry {
namespace {

template <class Space>
class GridSum final : public Summation<Space> {
 public:
  GridSum(const Space& space, const EwaldParameters& p, const EwaldStages& stages) : sum_(space, p, stages) {}

  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    sum_.set_points(sources.positions, sources.radius, targets);
  }
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    if (sum_.parameters().layer == Layer::coulomb) return apply_charges(density.charges, results);
    std::vector<TargetFields<Space>> fields;
    bool any = false;
    for (const auto& r : results) {
      fields.push_back({r.gradient, r.pressure});
      any = any || r.gradient.extent(0) > 0 || r.pressure.extent(0) > 0;
    }
    if (!any) fields.clear();
    sum_.apply(density.layers, velocities_of(results), fields);
  }
  SumErrors expected_errors(const SumCounts& c) const override {
    const EwaldParameters& p = sum_.parameters();
    SumErrors e;
    e.value = sum_.predicted_rms_error(c.squared_force_sum, c.dipole_norm);
    e.zero_mode_constant = sum_.zero_mode_constant();
    if (p.gradient) e.gradient = sum_.predicted_gradient_error(c.squared_force_sum, c.dipole_norm);
    if (p.pressure) e.pressure = sum_.predicted_pressure_error(c.squared_force_sum, c.dipole_norm);
    return e;
  }
  std::array<double, 3> expected_errors_apart(const SumCounts& c, const PointsAtHand& points) const override {
    return sum_.predicted_errors_apart(c, points.sources_at_target, points.spread);
  }
  StageTimes take_stage_times() override { return sum_.take_stage_times(); }
  StageVariantNames variants() const override { return sum_.variants(); }

 private:
  void apply_charges(const PointCharges<Space>& charges, const std::vector<SumFields<Space>>& results) {
    const auto& r = only(results);
    auto gradient = r.gradient;  // comes along
    if (gradient.extent(0) == 0)
      gradient = FieldGradients<Space>("slurry::summation::gradient", r.potential.extent(0), 3);
    sum_.apply(charges, r.potential, gradient);
  }

  SpectralEwald<Space> sum_;
};

template <class Space>
class NestedSum final : public Summation<Space> {
 public:
  NestedSum(const Space& space, const NestedParameters& p, const EwaldStages& stages) : sum_(space, p, stages) {}

  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    const auto& t = only(targets);
    sum_.set_points(sources.positions, t.positions, t.are_sources);
  }
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    sum_.apply(density.layers, results.at(0).velocity);
  }
  SumErrors expected_errors(const SumCounts& c) const override {
    return {sum_.predicted_rms_error(c.squared_force_sum, c.dipole_norm), 0, 0, sum_.zero_mode_constant()};
  }
  StageTimes take_stage_times() override { return sum_.take_stage_times(); }
  StageVariantNames variants() const override { return sum_.variants(); }

 private:
  NestedEwald<Space> sum_;
};

template <class Space>
class SeveralRadiiSum final : public Summation<Space> {
 public:
  SeveralRadiiSum(const Space& space, const EwaldParameters& p) : sum_(space, p) {}

  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    sum_.set_points(sources, targets);
  }
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    sum_.apply(density.layers.forces, velocities_of(results));
  }
  SumErrors expected_errors(const SumCounts& c) const override {
    SumErrors e;
    e.value = sum_.predicted_rms_error(c.squared_force_sum);
    return e;
  }
  StageTimes take_stage_times() override { return sum_.take_stage_times(); }

 private:
  RotnePragerEwald<Space> sum_;
};

}  // namespace

template <class Space>
std::unique_ptr<Summation<Space>> make_grid_sum(const Space& space, const EwaldParameters& p,
                                                const EwaldStages& stages) {
  return std::make_unique<GridSum<Space>>(space, p, stages);
}
template <class Space>
std::unique_ptr<Summation<Space>> make_nested_sum(const Space& space, const NestedParameters& p,
                                                  const EwaldStages& stages) {
  return std::make_unique<NestedSum<Space>>(space, p, stages);
}
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_several_radii(const Space& space, const EwaldParameters& p) {
  return std::make_unique<SeveralRadiiSum<Space>>(space, p);
}
#define SLURRY_INSTANTIATE(Space)                                                                                     \
  template std::unique_ptr<Summation<Space>> make_grid_sum(const Space&, const EwaldParameters&, const EwaldStages&); \
  template std::unique_ptr<Summation<Space>> make_nested_sum(const Space&, const NestedParameters&,                   \
                                                             const EwaldStages&);                                     \
  template std::unique_ptr<Summation<Space>> make_sum_of_several_radii(const Space&, const EwaldParameters&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
