// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/ranks/ranked_sum.hpp"

#include <exception>
#include <map>
#include <new>
#include <sstream>
#include <utility>
#include <vector>

#include "base/pace.hpp"
#include "base/text.hpp"
#include "ewald/ranks/ranked_ewald.hpp"
#include "ewald/sums/ewald_errors.hpp"
#include "ewald/sums/grid_sum_parts.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "geometry/point_extent.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

// Rank 0 says in words what comes next, and all ranks then call the same function of RankedEwald.  The words are
// "ewald VERB NUMBER", where the number is that of a sum.
namespace slurry {
namespace {

/// Seconds of a sum for moving points below which ranks do not share it.  300 spheres (2 ms) made 399 steps per second
/// on one rank and 12 on three ranks of a busy machine with two cores.
constexpr double least_shared = 0.01;

constexpr const char* make_word = "make";
constexpr const char* points_word = "points";
constexpr const char* apply_word = "apply";
constexpr const char* end_word = "end";

/// Facts about the points that a rank without points of its own must know.
struct PointSets {
  double source_radius = 0;
  std::vector<std::pair<double, bool>> targets;  ///< radius, and whether they are the sources

  std::vector<double> numbers() const {
    std::vector<double> all{source_radius};
    for (const auto& [radius, same] : targets) all.insert(all.end(), {radius, same ? 1.0 : 0.0});
    return all;
  }
  static PointSets of(const std::vector<double>& all) {
    PointSets sets{all.at(0), {}};
    for (std::size_t i = 1; i + 1 < all.size(); i += 2) sets.targets.emplace_back(all[i], all[i + 1] != 0);
    return sets;
  }
};

/// Sends the variants that are asked for and the number of sources along with the parameters.
void share_plan(Communicator& ranks, EwaldParameters& p, double& sources, StageVariantNames& asked) {
  std::vector<EwaldParameters> parameters{p};
  ranks.broadcast(parameters);
  p = parameters.at(0);
  std::vector<double> count{sources};
  ranks.broadcast(count);
  sources = count.at(0);
  std::string names;
  for (const auto& [stage, variant] : asked) names += stage + ' ' + variant + ' ';
  std::vector<char> letters(names.begin(), names.end());
  ranks.broadcast(letters);
  std::istringstream words(std::string(letters.begin(), letters.end()));
  asked.clear();
  for (std::string stage, variant; words >> stage >> variant;) asked.push_back({stage, variant});
}

/// Rank 0's side.
class EwaldOverRanks final : public Summation<Host> {
 public:
  EwaldOverRanks(Communicator& ranks, const SumPlan& plan) : ranks_(ranks), p_(plan.parameters.as<EwaldParameters>()) {
    static int made = 0;
    number_ = made++;
    StageVariantNames asked = plan.task.options.variants;
    auto sources = static_cast<double>(plan.counts.sources);
    together(make_word, [&] {
      share_plan(ranks_, p_, sources, asked);
      sum_ = std::make_unique<RankedEwald>(ranks_, p_, asked, sources);
    });
  }
  ~EwaldOverRanks() override {
    try {
      tell(end_word);
    } catch (const std::exception& e) {
      ranks_.abort(e.what(), 1);
    }
  }

  void set_points(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) override {
    check(sources, targets);
    PointSets sets{sources.radius, {}};
    for (const auto& t : targets) sets.targets.emplace_back(t.radius, t.are_sources);
    together(points_word, [&] {
      std::vector<double> numbers = sets.numbers();
      ranks_.broadcast(numbers);
      sum_->set_points(sources, targets);
    });
    sources_ = sources.positions.extent(0);
    same_ = targets.size() == 1 && targets[0].are_sources;
    one_set_ = targets.size() == 1;
    largest_g_ = 0;
    for (const auto& t : targets)
      largest_g_ = std::max(largest_g_, near_pair_of(p_, *split_, t.radius, sources.radius).g);
  }
  void apply(const SumDensity<Host>& density, const std::vector<SumFields<Host>>& results) override {
    check(density, results);
    together(apply_word, [&] { sum_->apply(density, results); });
  }
  SumErrors expected_errors(const SumCounts& c) const override {
    SumErrors e;
    e.value = predicted_velocity_error(p_, *split_, whole_, largest_g_, squares_as_forces(p_, c.squared_force_sum),
                                       c.dipole_norm);
    e.zero_mode_constant = sum_->zero_mode_constant();
    if (p_.gradient) e.gradient = predicted_field_error(p_, *split_, whole_, false, c.squared_force_sum, c.dipole_norm);
    if (p_.pressure) e.pressure = predicted_field_error(p_, *split_, whole_, true, c.squared_force_sum, c.dipole_norm);
    return e;
  }
  std::array<double, 3> expected_errors_apart(const SumCounts& c, const PointsAtHand& points) const override {
    return predicted_errors_apart(p_, *split_, whole_, c, one_set_, same_, points.sources_at_target, points.spread);
  }
  StageTimes take_stage_times() override { return sum_->take_stage_times(); }
  StageVariantNames variants() const override { return sum_->variants(); }

 private:
  /// Refuses, before the other ranks are told, whatever all ranks would refuse alike.
  void check(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) const {
    PointExtent extent;
    extent.include<Host>(Host(), sources.positions);
    bool several_radii = sources.radii.extent(0) > 0;
    for (const auto& t : targets) {
      several_radii = several_radii || t.radii.extent(0) > 0;
      if (!t.are_sources) extent.include<Host>(Host(), t.positions);
      near_pair_of(p_, *split_, t.radius, sources.radius);
      if ((p_.gradient || p_.pressure) && (t.radius > 0 || sources.radius > 0))
        throw InputError("gradient and pressure are available for points only, not for bodies of finite size");
    }
    if (several_radii) throw InputError("a sum over ranks needs the same radius for all points of a set");
    CellGrid cells = make_cell_grid(p_.box, p_.cutoff_radius, p_.near_row_width);
    extent.place(cells);
  }
  void check(const SumDensity<Host>& d, const std::vector<SumFields<Host>>& results) const {
    const bool charges = p_.layer == Layer::coulomb;
    const auto wrong = [&](std::size_t rows) { return rows != sources_; };
    const bool dipoles = p_.layer == Layer::double_layer || p_.layer == Layer::combined;
    if (charges ? wrong(d.charges.extent(0))
                : (p_.layer != Layer::double_layer && wrong(d.layers.forces.extent(0))) ||
                      (dipoles && (wrong(d.layers.dipoles.extent(0)) || wrong(d.layers.normals.extent(0)))))
      throw InputError(text("the densities do not have one row for each of the {} sources", sources_));
    for (const auto& r : results)
      if ((p_.gradient && r.gradient.extent(0) == 0 && !charges && r.velocity.extent(0) > 0) ||
          (!p_.gradient && r.gradient.extent(0) > 0) || (!p_.pressure && r.pressure.extent(0) > 0))
        throw InputError("the sum was planned without gradient and pressure, so it cannot compute them");
  }
  void tell(const char* verb) const { ranks_.tell(text("ewald {} {}", verb, number_)); }
  /// Does this rank's part. If it fails here alone, all ranks end: the others wait for messages that never come.
  template <class Work>
  void together(const char* verb, const Work& work) {
    may_stop();
    const Pace to_the_end({}, {});  // a rank that stopped within would leave the others waiting
    tell(verb);
    try {
      work();
    } catch (const std::bad_alloc&) {
      ranks_.abort("memory ran out while all ranks were computing a sum; more ranks on other hosts need less each", 3);
    } catch (const std::exception& e) {
      ranks_.abort(e.what(), 1);
    }
  }

  Communicator& ranks_;
  EwaldParameters p_;
  std::unique_ptr<const EwaldSplit> split_ = make_split(p_);
  FarGrid whole_ = make_far_grid(p_);
  int number_ = 0;
  std::unique_ptr<RankedEwald> sum_;
  std::size_t sources_ = 0;
  bool same_ = false, one_set_ = false;
  double largest_g_ = 0;
};

/// The side of another rank.
class EwaldHelper final : public RankHelper {
 public:
  explicit EwaldHelper(Communicator& ranks) : ranks_(ranks) {}

  void answer(const std::string& words) override {
    std::istringstream in(words);
    std::string verb;
    int number = -1;
    in >> verb >> number;
    if (verb == make_word) {
      EwaldParameters p;
      double sources = 0;
      StageVariantNames asked;
      share_plan(ranks_, p, sources, asked);
      sums_[number].sum = std::make_unique<RankedEwald>(ranks_, p, asked, sources);
    } else if (verb == points_word) {
      Known& known = sums_.at(number);
      std::vector<double> numbers;
      ranks_.broadcast(numbers);
      const PointSets sets = PointSets::of(numbers);
      std::vector<TargetSet<Host>> targets;
      for (const auto& [radius, same] : sets.targets) targets.push_back({ConstVectors<Host>(), radius, same});
      known.sum->set_points({ConstVectors<Host>(), sets.source_radius}, targets);
      known.results.assign(targets.size(), {});
    } else if (verb == apply_word) {
      Known& known = sums_.at(number);
      known.sum->apply({}, known.results);
    } else if (verb == end_word) {
      sums_.erase(number);
    } else {
      throw Error(text("rank 0 asks for '{}', which this rank does not know", words));
    }
  }

 private:
  struct Known {
    std::unique_ptr<RankedEwald> sum;
    std::vector<SumFields<Host>> results;  ///< without rows
  };
  Communicator& ranks_;
  std::map<int, Known> sums_;
};

}  // namespace

std::string why_ewald_is_alone(const SumPlan& plan) {
  const EwaldOptions& o = plan.task.options;
  if (Runtime::device(o.device) != Device::host) return "ranks cannot share sums on a device yet";
  if (!plan.parameters.holds<EwaldParameters>()) return "ranks cannot share nested grids yet";
  if (plan.task.moving && plan.task.moving->several_radii)
    return "ranks cannot share sums of spheres with several radii yet";
  if (o.precision == Precision::fp32) return "ranks cannot share sums in single precision yet";
  for (const auto& [stage, variant] : o.variants)
    if (stage != "P2P") return text("ranks cannot share the variant {}={} yet", stage, variant);
  if (plan.task.moving && plan.seconds() < least_shared)
    return text("one sum takes rank 0 less than {:g} ms, and messages between ranks would take longer",
                1e3 * least_shared);
  return {};
}

std::unique_ptr<Summation<Host>> make_ewald_over_ranks(Communicator& ranks, const SumPlan& plan) {
  return std::make_unique<EwaldOverRanks>(ranks, plan);
}
std::unique_ptr<RankHelper> ewald_helper(Communicator& ranks) {
  return std::make_unique<EwaldHelper>(ranks);
}

}  // namespace slurry
