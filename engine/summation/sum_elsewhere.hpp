// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "summation/summation.hpp"

namespace slurry {

/// A sum in a space other than that of its points, densities and results. In every call the input is copied to that
/// space, and the results are copied back.
template <class Space>
class SumElsewhere final : public Summation<Host> {
 public:
  explicit SumElsewhere(std::unique_ptr<Summation<Space>> sum) : sum_(std::move(sum)) {}

  void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) override {
    const SourceSet<Space> y(there(sources.positions), sources.radius, there(sources.radii));
    std::vector<TargetSet<Space>> x;
    for (const TargetSet<Host>& t : targets) {
      const bool same = t.are_sources && t.positions.data() == sources.positions.data();
      x.emplace_back(same ? y.positions : there(t.positions), t.radius, t.are_sources, there(t.radii));
    }
    sum_->set_points(y, x);
  }

  void apply(const SumDensity<Host>& density, const std::vector<SumFields<Host>>& results) override {
    const Density<Host>& layers = density.layers;
    const SumDensity<Space> d{{there(layers.forces), there(layers.dipoles), there(layers.normals)},
                              there(density.charges)};
    std::vector<SumFields<Space>> fields;
    for (const SumFields<Host>& r : results)
      fields.push_back({like(r.velocity), like(r.potential), like(r.gradient), like(r.pressure)});
    sum_->apply(d, fields);
    for (std::size_t k = 0; k < results.size(); ++k) {
      back(fields[k].velocity, results[k].velocity);
      back(fields[k].potential, results[k].potential);
      back(fields[k].gradient, results[k].gradient);
      back(fields[k].pressure, results[k].pressure);
    }
  }

  SumErrors expected_errors(const SumCounts& counts) const override { return sum_->expected_errors(counts); }
  StageTimes take_stage_times() override { return sum_->take_stage_times(); }
  StageVariantNames variants() const override { return sum_->variants(); }
  SumCells cells(const ChosenPoint& chosen) const override { return sum_->cells(chosen); }

 private:
  template <class View>
  using There =
      Kokkos::View<typename View::non_const_data_type, typename View::array_layout, typename Space::memory_space>;
  /// Makes memory of the same shape.
  template <class View>
  static There<View> like(const View& v) {
    if (v.size() == 0) return {};
    return There<View>(Kokkos::view_alloc("slurry::summation::elsewhere", Kokkos::WithoutInitializing), v.layout());
  }
  template <class View>
  static There<View> there(const View& v) {
    const There<View> copy = like(v);
    if (v.size() > 0) Kokkos::deep_copy(copy, v);
    return copy;
  }
  template <class From, class To>
  static void back(const From& from, const To& to) {
    if (to.size() > 0) Kokkos::deep_copy(to, from);
  }

  std::unique_ptr<Summation<Space>> sum_;
};

}  // namespace slurry
