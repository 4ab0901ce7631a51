// SPDX-License-Identifier: BSD-3-Clause
#include "summation/engine_sums.hpp"

#include <utility>

#include "accuracy/error_estimate.hpp"

#include "base/execution.hpp"
#include "base/stage_timer.hpp"
#include "slurry/error.hpp"
#include "summation/direct.hpp"
#include "summation/direct_layers.hpp"
#include "summation/rotne_prager_ewald.hpp"
#include "summation/spectral_ewald.hpp"

namespace slurry {
namespace {

/// The target set, or its results, of a sum that has one of them.
template <class Of>
const Of& only(const std::vector<Of>& sets) {
  if (sets.size() != 1) throw InputError("this sum has one set of targets");
  return sets[0];
}

template <class Space>
std::vector<Vectors<Space>> velocities_of(const std::vector<SumFields<Space>>& results) {
  std::vector<Vectors<Space>> velocities;
  for (const auto& r : results) velocities.push_back(r.velocity);
  return velocities;
}

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
    if (p.layer != Layer::coulomb) e.zero_mode_constant = sum_.zero_mode_constant();
    e.long_wave_alias = long_wave_alias(KaiserBessel(p.window_points, p.window_shape));
    if (p.gradient) e.gradient = sum_.predicted_gradient_error(c.squared_force_sum, c.dipole_norm);
    if (p.pressure) e.pressure = sum_.predicted_pressure_error(c.squared_force_sum, c.dipole_norm);
    return e;
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
  NestedSum(const Space& space, const NestedParameters& p, const EwaldStages& stages)
      : sum_(space, p, stages), alias_(long_wave_alias(KaiserBessel(p.whole.window_points, p.whole.window_shape))) {}

  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    const auto& t = only(targets);
    sum_.set_points(sources.positions, t.positions, t.are_sources);
  }
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    sum_.apply(density.layers, results.at(0).velocity);
  }
  SumErrors expected_errors(const SumCounts& c) const override {
    SumErrors e;
    e.value = sum_.predicted_rms_error(c.squared_force_sum, c.dipole_norm);
    e.zero_mode_constant = sum_.zero_mode_constant();
    e.long_wave_alias = alias_;
    return e;
  }
  StageTimes take_stage_times() override { return sum_.take_stage_times(); }
  StageVariantNames variants() const override { return sum_.variants(); }

 private:
  NestedEwald<Space> sum_;
  double alias_;
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

template <class Space>
class AllPairs final : public Summation<Space> {
 public:
  explicit AllPairs(const Space& space) : space_(space) {}

  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    sources_ = sources.positions;
    targets_ = targets;
  }
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    const StageScope scope(times_, "P2P");
    for (std::size_t k = 0; k < targets_.size(); ++k) {
      const auto &x = targets_[k].positions, &y = sources_;
      const SumFields<Space>& r = results.at(k);
      if (density.charges.extent(0) > 0)
        direct::free_space_charges<Space>(space_, x, y, density.charges, r.potential, r.gradient);
      else
        direct::free_space_layers<Space>(space_, x, y, density.layers, r.velocity, {r.gradient, r.pressure});
    }
  }
  SumErrors expected_errors(const SumCounts&) const override { return {}; }
  StageTimes take_stage_times() override { return std::exchange(times_, StageTimes{}); }

 private:
  Space space_;
  ConstVectors<Space> sources_;
  std::vector<TargetSet<Space>> targets_;
  StageTimes times_;
};

template <class Space>
class BodyPairs final : public Summation<Space> {
 public:
  BodyPairs(const Space& space, const Box& box, double series_tolerance, Precision terms)
      : sum_(space, box, series_tolerance, terms) {}

  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    sum_.set_points(sources, targets);
  }
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    sum_.apply(density.layers.forces, velocities_of(results));
  }
  SumErrors expected_errors(const SumCounts&) const override { return {}; }
  StageTimes take_stage_times() override { return sum_.take_stage_times(); }

 private:
  DirectSum<Space> sum_;
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
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_all_pairs(const Space& space) {
  return std::make_unique<AllPairs<Space>>(space);
}
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_bodies(const Space& space, const Box& box, double series_tolerance,
                                                     Precision terms) {
  return std::make_unique<BodyPairs<Space>>(space, box, series_tolerance, terms);
}

#define SLURRY_INSTANTIATE(Space)                                                                                     \
  template std::unique_ptr<Summation<Space>> make_grid_sum(const Space&, const EwaldParameters&, const EwaldStages&); \
  template std::unique_ptr<Summation<Space>> make_nested_sum(const Space&, const NestedParameters&,                   \
                                                             const EwaldStages&);                                     \
  template std::unique_ptr<Summation<Space>> make_sum_of_several_radii(const Space&, const EwaldParameters&);         \
  template std::unique_ptr<Summation<Space>> make_sum_of_all_pairs(const Space&);                                     \
  template std::unique_ptr<Summation<Space>> make_sum_of_bodies(const Space&, const Box&, double, Precision);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
