// SPDX-License-Identifier: BSD-3-Clause
#include "direct/direct_sums.hpp"

#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "base/stage_timer.hpp"
#include "direct/direct.hpp"
#include "direct/direct_layers.hpp"
#include "summation/target_sets.hpp"

namespace slurry {
namespace {

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
std::unique_ptr<Summation<Space>> make_sum_of_all_pairs(const Space& space) {
  return std::make_unique<AllPairs<Space>>(space);
}
template <class Space>
std::unique_ptr<Summation<Space>> make_sum_of_bodies(const Space& space, const Box& box, double series_tolerance,
                                                     Precision terms) {
  return std::make_unique<BodyPairs<Space>>(space, box, series_tolerance, terms);
}

#define SLURRY_INSTANTIATE(Space)                                                 \
  template std::unique_ptr<Summation<Space>> make_sum_of_all_pairs(const Space&); \
  template std::unique_ptr<Summation<Space>> make_sum_of_bodies(const Space&, const Box&, double, Precision);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
