// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/ranks/ranked_sum.hpp"

#include <exception>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "base/memory.hpp"
#include "base/pace.hpp"
#include "base/text.hpp"
#include "ewald/far/far_grid.hpp"
#include "ewald/ranks/rank_side.hpp"
#include "ewald/sums/ewald_errors.hpp"
#include "ewald/sums/grid_sum_parts.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "ewald/sums/sphere_loops.hpp"
#include "geometry/point_extent.hpp"
#include "slurry/error.hpp"
#include "slurry/rank_work.hpp"
#include "slurry/runtime.hpp"
#include "summation/sum_elsewhere.hpp"

// Rank 0 says in words what comes next, and all ranks then call the same function of RankedEwald.  The words are
// "ewald VERB NUMBER", where the number is that of a sum.
namespace slurry {
namespace {

/// Seconds of a sum for moving points below which ranks do not share it.  300 spheres (2 ms) made 399 steps per second
/// on one rank and 12 on three ranks of a busy machine with two cores.
constexpr double least_shared = 0.01;

constexpr const char* devices_word = "devices";
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

/// The task, plan and options of a sum, which rank 0 sends to all ranks so that each makes its part of it.
struct RankedPlan {
  EwaldParameters parameters;
  double sources = 0;  ///< number of all of them
  bool several_radii = false;
  Device device = Device::host;
  StageVariantNames asked;

  /// Gives all ranks the plan of rank 0.
  void share(Communicator& ranks) {
    std::vector<EwaldParameters> p{parameters};
    ranks.broadcast(p);
    parameters = p.at(0);
    std::vector<double> numbers{sources, several_radii ? 1.0 : 0.0};
    ranks.broadcast(numbers);
    sources = numbers.at(0);
    several_radii = numbers.at(1) != 0;
    std::vector<Device> devices{device};
    ranks.broadcast(devices);
    device = devices.at(0);
    std::string names;
    for (const auto& [stage, variant] : asked) names += stage + ' ' + variant + ' ';
    std::vector<char> letters(names.begin(), names.end());
    ranks.broadcast(letters);
    std::istringstream words(std::string(letters.begin(), letters.end()));
    asked.clear();
    for (std::string stage, variant; words >> stage >> variant;) asked.push_back({stage, variant});
  }
};

/// A rank's side as a sum, whose errors are those of its constants alone.
template <class Space>
class SideAsSum final : public Summation<Space> {
 public:
  explicit SideAsSum(std::unique_ptr<RankSide<Space>> side) : side_(std::move(side)) {}

  void set_points(const SourceSet<Space>& sources, const std::vector<TargetSet<Space>>& targets) override {
    side_->set_points(sources, targets);
  }
  void apply(const SumDensity<Space>& density, const std::vector<SumFields<Space>>& results) override {
    side_->apply(density, results);
  }
  SumErrors expected_errors(const SumCounts&) const override { return {0, 0, 0, side_->zero_mode_constant()}; }
  StageTimes take_stage_times() override { return side_->take_stage_times(); }
  StageVariantNames variants() const override { return side_->variants(); }

 private:
  std::unique_ptr<RankSide<Space>> side_;
};

/// This rank's side, with points, densities and results on the host.
std::unique_ptr<Summation<Host>> side_of(Communicator& ranks, const RankedPlan& plan) {
  return with_space(name_of(plan.device), [&](const auto& space) -> std::unique_ptr<Summation<Host>> {
    using Space = std::decay_t<decltype(space)>;
    auto sum = std::make_unique<SideAsSum<Space>>(make_rank_side<Space>(
        ranks, plan.parameters, plan.asked, plan.sources, WireKind::automatic, plan.several_radii));
    if constexpr (std::is_same_v<Space, Host>)
      return sum;
    else
      return std::make_unique<SumElsewhere<Space>>(std::move(sum));
  });
}

/// why_devices_are_shared() of the ranks' device. All ranks call it together.
std::string why_not_on(Communicator& ranks, Device device) {
  return with_space(name_of(device), [&](const auto& space) -> std::string {
    using Space = std::decay_t<decltype(space)>;
    if constexpr (std::is_same_v<Space, Host>)
      return {};
    else
      return why_devices_are_shared<Space>(ranks);
  });
}

/// Rank 0 asks all ranks, once.
std::string why_devices_are_not_shared_out(Device device) {
  Communicator* const ranks = ranks_in_use();
  if (device == Device::host || !ranks) return {};
  static std::map<const Communicator*, std::string> known;
  const auto found = known.find(ranks);
  if (found != known.end()) return found->second;
  ranks->tell(text("ewald {} {}", devices_word, 0));
  return known[ranks] = why_not_on(*ranks, device);
}

/// Does this rank's part. If it fails here alone, all ranks end: the others wait for messages that never come.
template <class Work>
void or_end_all(Communicator& ranks, const Work& work) {
  try {
    with_memory_refused("this rank's part of a sum", 0, "the more ranks on other machines, the less each of them needs",
                        work);
  } catch (const Error& e) {
    ranks.abort(e.what(), e.exit_code());
  } catch (const std::exception& e) {
    ranks.abort(e.what(), 1);
  }
}

/// Rank 0's side.
class EwaldOverRanks final : public Summation<Host> {
 public:
  EwaldOverRanks(Communicator& ranks, const SumPlan& plan)
      : ranks_(ranks),
        p_(plan.parameters.as<EwaldParameters>()),
        several_radii_(plan.task.moving && plan.task.moving->several_radii) {
    static int made = 0;
    number_ = made++;
    RankedPlan shared{p_, static_cast<double>(plan.counts.sources), several_radii_,
                      Runtime::device(plan.task.options.device), plan.task.options.variants};
    if (several_radii_) require_spheres(p_);
    together(make_word, [&] {
      shared.share(ranks_);
      sum_ = side_of(ranks_, shared);
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
    largest_g_ = check(sources, targets);
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
  }
  void apply(const SumDensity<Host>& density, const std::vector<SumFields<Host>>& results) override {
    check(density, results);
    together(apply_word, [&] { sum_->apply(density, results); });
  }
  SumErrors expected_errors(const SumCounts& c) const override {
    SumErrors e;
    e.value = predicted_velocity_error(p_, *split_, whole_, largest_g_, squares_as_forces(p_, c.squared_force_sum),
                                       c.dipole_norm);
    if (several_radii_) return e;
    e.zero_mode_constant = sum_->expected_errors(c).zero_mode_constant;
    if (p_.gradient) e.gradient = predicted_field_error(p_, *split_, whole_, false, c.squared_force_sum, c.dipole_norm);
    if (p_.pressure) e.pressure = predicted_field_error(p_, *split_, whole_, true, c.squared_force_sum, c.dipole_norm);
    return e;
  }
  std::array<double, 3> expected_errors_apart(const SumCounts& c, const PointsAtHand& points) const override {
    if (several_radii_) return {0, 0, 0};
    return predicted_errors_apart(p_, *split_, whole_, c, one_set_, same_, points.sources_at_target, points.spread);
  }
  StageTimes take_stage_times() override { return sum_->take_stage_times(); }
  StageVariantNames variants() const override { return sum_->variants(); }

 private:
  /// Refuses, before the other ranks are told, whatever all ranks would refuse alike. Returns the largest (a^2 + b^2)/6
  /// of targets and sources, of spheres with a radius each in the mean over their pairs.
  double check(const SourceSet<Host>& sources, const std::vector<TargetSet<Host>>& targets) const {
    PointExtent extent;
    extent.include<Host>(Host(), sources.positions);
    bool with_radii = sources.radii.extent(0) > 0;
    for (const auto& t : targets) {
      with_radii = with_radii || t.radii.extent(0) > 0;
      if (!t.are_sources) extent.include<Host>(Host(), t.positions);
      if ((p_.gradient || p_.pressure) && (t.radius > 0 || sources.radius > 0))
        throw InputError("gradient and pressure are available for points only, not for bodies of finite size");
    }
    if (with_radii && !several_radii_)
      throw InputError("this sum was planned for points of one radius, and cannot take a radius for each of them");
    CellGrid cells = make_cell_grid(p_.box, p_.cutoff_radius, p_.near_row_width);
    extent.place(cells);
    RadiiMoments of_sources;
    if (several_radii_)
      of_sources = moments_of_radii<Host>(Host(), sources.positions.extent(0), sources.radius, sources.radii);
    double largest = 0;
    for (const auto& t : targets) {
      if (!several_radii_) {
        largest = std::max(largest, near_pair_of(p_, *split_, t.radius, sources.radius).g);
        continue;
      }
      const RadiiMoments mine =
          t.are_sources ? of_sources : moments_of_radii<Host>(Host(), t.positions.extent(0), t.radius, t.radii);
      check_radii(p_.cutoff_radius, mine.largest, of_sources.largest);
      largest = std::max(largest, mine.pair_size(of_sources));
    }
    return largest;
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
  template <class Work>
  void together(const char* verb, const Work& work) {
    may_stop();
    const Pace to_the_end({}, {});  // a rank that stopped within would leave the others waiting
    tell(verb);
    or_end_all(ranks_, work);
  }

  Communicator& ranks_;
  EwaldParameters p_;
  bool several_radii_;
  std::unique_ptr<const EwaldSplit> split_ = make_split(p_);
  FarGrid whole_ = make_far_grid(p_);
  int number_ = 0;
  std::unique_ptr<Summation<Host>> sum_;
  std::size_t sources_ = 0;
  bool same_ = false, one_set_ = false;
  double largest_g_ = 0;
};

/// The side of another rank.
class EwaldHelper final : public RankHelper {
 public:
  explicit EwaldHelper(Communicator& ranks) : ranks_(ranks) {}

  void answer(const std::string& words) override {
    or_end_all(ranks_, [&] { take_part(words); });
  }

 private:
  void take_part(const std::string& words) {
    std::istringstream in(words);
    std::string verb;
    int number = -1;
    in >> verb >> number;
    if (verb == devices_word) {
      why_not_on(ranks_, Runtime::device(Device::automatic));
    } else if (verb == make_word) {
      RankedPlan plan;
      plan.share(ranks_);
      sums_[number].sum = side_of(ranks_, plan);
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

  struct Known {
    std::unique_ptr<Summation<Host>> sum;
    std::vector<SumFields<Host>> results;  ///< without rows
  };
  Communicator& ranks_;
  std::map<int, Known> sums_;
};

}  // namespace

std::string why_ewald_is_alone(const SumPlan& plan) {
  const EwaldOptions& o = plan.task.options;
  if (!plan.parameters.holds<EwaldParameters>()) return "ranks cannot share nested grids yet";
  for (const auto& [stage, variant] : o.variants)
    if (stage != "P2P") return text("ranks cannot share the variant {}={} yet", stage, variant);
  if (plan.task.moving && plan.seconds() < least_shared)
    return text("one sum takes rank 0 less than {:g} ms, and messages between ranks would take longer",
                1e3 * least_shared);
  return why_devices_are_not_shared_out(Runtime::device(o.device));
}

std::unique_ptr<Summation<Host>> make_ewald_over_ranks(Communicator& ranks, const SumPlan& plan) {
  return std::make_unique<EwaldOverRanks>(ranks, plan);
}
std::unique_ptr<RankHelper> ewald_helper(Communicator& ranks) {
  return std::make_unique<EwaldHelper>(ranks);
}

}  // namespace slurry
