// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "accuracy/error_budget.hpp"
#include "accuracy/velocity_scale.hpp"
#include "base/text.hpp"
#include "evaluation/periodic_sum.hpp"
#include "evaluation/sum_evaluation.hpp"
#include "mobility/body_sizes.hpp"
#include "mobility/choice_state.hpp"
#include "mobility/crowding.hpp"
#include "mobility/domains.hpp"
#include "mobility/field_points.hpp"
#include "mobility/open_box.hpp"
#include "mobility/plain_pairs.hpp"
#include "mobility/pressure_sum.hpp"
#include "mobility/rotlet_sum.hpp"
#include "mobility/second_opinion.hpp"
#include "mobility/stragglers.hpp"
#include "mobility/velocity_norms.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "summation/pair_counts.hpp"

namespace slurry {

namespace {

using std::numbers::pi;
using Space = Kokkos::DefaultHostExecutionSpace;

std::vector<SumFields<Space>> velocity_alone(const Vectors<Space>& u) {
  std::vector<SumFields<Space>> results(1);
  results[0].velocity = u;
  return results;
}

/// Free space, or one or three periodic directions.  Gauge with one: theory/conventions-and-gauges.md (C8), with the
/// caller's unit of length in its logarithm; with three, the mean velocity over the cell is zero.
class OpenMobility final : public PointMobility {
 public:
  explicit OpenMobility(const PointMobilitySetup& setup) : setup_(setup), curl_(sum_options(setup)) {}

  void solve(std::span<const double> positions, std::span<const double> forces, std::span<double> velocities) override;
  void field(std::span<const double> points, std::span<double> u) override { evaluate_field(points, u, scale_, {}); }
  void field_to_tolerance(std::span<const double> points, std::span<double> u, const FieldProgress& progress) override;
  double predicted_field_error() const override { return field_error_; }
  double measure_field_error(std::span<const double> points, std::span<const double> u, std::uint64_t seed) override;
  std::vector<double> independent_field(std::span<const double> points) override;
  double pressure(std::span<const double> points, double tolerance, std::span<double> p) override;
  std::vector<double> independent_pressure(std::span<const double> points) override;
  void angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) override;
  MeanFlow mean_flow() const override { return {}; }
  ErrorReport measure(int targets, std::uint64_t seed) override;
  ErrorReport predict() const override;
  double scale() const override { return reported_scale(); }
  void refer_to(double velocity) override { reference_ = velocity; }
  void set(const Surroundings& surroundings) override {
    // bodies under forces move as much slower as the fluid becomes thicker, and a plan for them stays right
    scale_ *= setup_.surroundings.viscosity / surroundings.viscosity;
    setup_.surroundings = surroundings;
  }
  State state() const override;
  void restore(const State& state) override { restored_ = state; }
  SumCells cells(const ChosenPoint& chosen) const override {
    if (!sum_ || forces2_ == 0) return {};
    SumCells cells = sum_->cells(chosen);
    if (!cells.leaves.empty() && stragglers_.any())
      cells.rest = "Bodies far away from all others lie in no box and act pair by pair.";
    return cells;
  }
  MobilityParameters parameters() const override {
    MobilityParameters p;
    if (!sum_) return p;
    p.device = Runtime::device(setup_.device);
    p.all_pairs = sum_->is_exact();
    p.bodies_choice = sum_->choice();
    if (p.all_pairs) p.own = setup_.own;
    p.bodies_sum = sum_->report();
    p.bodies_plan = sum_->shared_plan();
    return p;
  }
  StageTimes take_stage_times() override {
    StageTimes t = std::exchange(times_, StageTimes{});
    if (sum_) t += sum_->take_stage_times();
    return t;
  }

 private:
  using Sum = std::unique_ptr<PeriodicSum>;

  double unit() const { return 1 / (8 * pi * setup_.surroundings.viscosity); }
  void take_bodies(std::span<const double> positions, std::span<const double> forces);
  Box box_around(std::span<const double> points) const {
    return slurry::box_around(setup_.domain, sizes_.largest(), positions_, points);
  }
  /// Positions of the bodies that the sum takes; it leaves stragglers out.
  std::span<const double> summed_positions() const { return stragglers_.any() ? stragglers_.positions() : positions_; }
  std::span<const double> summed_forces() const { return stragglers_.any() ? stragglers_.forces() : host_forces_; }
  Box summed_box() const { return slurry::box_around(setup_.domain, sizes_.largest(), summed_positions(), {}); }
  bool plan_fits(const Box& box) const;
  double first_scale(const Box& box) const;
  double sampled_velocity() const;
  /// How the bodies cluster at their present places, for the near field's share of a plan; empty where they do not.
  PairCounts clusters(const Box& box) const;
  Sum make_sum(const Box& box, double tolerance, const PlanNorms& norms, const PairCounts& pairs,
               std::size_t extra_targets, std::optional<SumChoice> chosen = {}) const;
  SourceSet<Space> bodies() const { return {x_, sizes_.radius, radii_}; }
  /// Sum of G f at the bodies or at points.
  void sum_at_bodies(PeriodicSum& sum, std::span<double> out);
  void sum_at_points(PeriodicSum& sum, std::span<const double> points, std::span<double> out) const;
  plain::Images images() const;
  double predicted(const PeriodicSum& sum) const {
    if (sum.is_exact()) return 0;
    const std::span<const double> f = summed_forces();
    const ErrorNorms norms = error_norms(sum.plan(), summed_positions(), f);
    const double squares = sum.errors_are_of_points() ? norms_of_forces(f).squares : norms.squares;
    return sum.predicted_rms_error(squares, norms.net);
  }
  /// Terms round without order, whatever they add up to: as much as those of forces without order, which the far field
  /// of a cell is a half to a quarter of (measured: 800 spheres in a cube, 500 in a cloud).
  double predicted_rounding() const { return rounding_of(box_around({}), *sum_); }
  double rounding_of(const Box& box, const PeriodicSum& sum) const {
    return sum.plan().rounding * std::sqrt(crowded_norms(box, positions_, host_forces_).squares) *
           far_velocity_scale(box);
  }
  double velocity_scale(std::span<const double> velocities) const {
    const double own = std::max(rms(velocities), single_body_ / setup_.surroundings.viscosity);
    return reference_ > 0 ? std::min(own, reference_) : own;
  }
  Sum make_field_sum(const Box& box, std::span<const double> points) const;
  double predicted_at(const PeriodicSum& sum, std::span<const double> points) const;
  void evaluate_field(std::span<const double> points, std::span<double> u, double scale, const FieldProgress& progress);
  void take_restored_plan();
  void solve_as_restored(std::span<double> velocities);

  PointMobilitySetup setup_;
  BodySizes sizes_;
  SphereRadii<Space> radii_;  ///< one per body, where they differ
  std::vector<double> positions_, host_forces_, last_;
  Vectors<Space> x_, f_, result_;
  /// Velocity to which reported errors are relative (theory/conventions-and-gauges.md, "asked").  For points given with
  /// a radius it can be larger than scale_, for which a plan is made.
  double reported_scale() const { return std::max(scale_, given_body_ / setup_.surroundings.viscosity); }

  double forces2_ = 0, single_body_ = 0, scale_ = 0;
  double given_body_ = 0;  ///< rms of mu0 F times viscosity for the radii as given, of points too
  double reference_ = 0;   ///< as refer_to has it
  Sum sum_;
  PlanNorms planned_norms_;
  PairCounts planned_pairs_;
  double planned_tolerance_ = 0;
  /// error and tolerance of the last field
  double field_error_ = std::numeric_limits<double>::quiet_NaN(), field_tolerance_ = 0;
  std::optional<PressureSum> judged_pressure_;  ///< last pressure; empty: nothing was summed
  double pressure_tolerance_ = 0;               ///< tolerance of the last pressure
  bool field_is_direct_ = false;
  State restored_;  ///< plan of another run, until the first solve
  Box planned_box_;
  StragglerSum stragglers_;
  RotletSum curl_;
  std::optional<Box> curl_box_;
  StageTimes times_;
};

void OpenMobility::take_bodies(std::span<const double> positions, std::span<const double> forces) {
  const std::size_t n = positions.size() / 3;
  if (forces.size() != positions.size()) throw InputError(text("{} positions but {} forces", n, forces.size() / 3));
  if (setup_.model == BodyModel::spheres && setup_.radii.size() != 1 && setup_.radii.size() != n)
    throw InputError(
        text("there are {} bodies but {} radii; give one per body, or one for all", n, setup_.radii.size()));
  if (sizes_.count != n || x_.extent(0) != n) {
    sizes_ = BodySizes::make(setup_.model == BodyModel::spheres ? setup_.radii : std::vector<double>{0.0}, n);
    radii_ = sizes_.in_space<Space>();
    x_ = Vectors<Space>("slurry::mobility::x", n);
    f_ = Vectors<Space>("slurry::mobility::f", n);
    result_ = Vectors<Space>("slurry::mobility::result", n);
    sum_.reset();
  }
  positions_.assign(positions.begin(), positions.end());
  host_forces_.assign(forces.begin(), forces.end());
  forces2_ = single_body_ = given_body_ = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double f2 = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const double x = positions[3 * i + c], f = forces[3 * i + c];
      if (!std::isfinite(x) || !std::isfinite(f))
        throw InputError(text("the position or the force of body {} is not finite", i));
      f2 += f * f;
    }
    forces2_ += f2;
    if (const double a = sizes_.of(i); a > 0) single_body_ += f2 / std::pow(6 * pi * a, 2);
    const double given = setup_.radii.size() == 1 ? setup_.radii[0] : i < setup_.radii.size() ? setup_.radii[i] : 0;
    if (given > 0) given_body_ += f2 / std::pow(6 * pi * given, 2);
  }
  Kokkos::deep_copy(x_, host_vectors(positions));
  Kokkos::deep_copy(f_, host_vectors(forces));
  stragglers_.divide(setup_.domain, positions_, host_forces_, sizes_);
  single_body_ = n == 0 ? 0 : std::sqrt(single_body_ / static_cast<double>(n));
  given_body_ = n == 0 ? 0 : std::sqrt(given_body_ / static_cast<double>(n));
}

/// A direct sum in free space has no box.
bool OpenMobility::plan_fits(const Box& box) const {
  return sum_ && ((sum_->is_exact() && box.periodicity == 0) || still_fits(planned_box_, box));
}

/// rms velocity of up to 64 of the bodies by all pairs: 64 N of them.
double OpenMobility::sampled_velocity() const {
  const std::size_t step = std::max<std::size_t>(1, sizes_.count / 64), wanted = (sizes_.count + step - 1) / step;
  std::vector<double> x, a, v(3 * wanted);
  for (std::size_t i = 0; i < sizes_.count; i += step) {
    x.insert(x.end(), &positions_[3 * i], &positions_[3 * i] + 3);
    a.push_back(sizes_.of(i));
  }
  const BodySizes sizes{wanted, sizes_.radius, sizes_.several() ? a : std::vector<double>{}};
  const Vectors<Space> u("slurry::mobility::sample_u", wanted);
  const auto direct = make_exact_sum({{1, 1, 1}, 0}, sizes_.several());
  direct->set_points(bodies(),
                     {{to_space<Space>(x, "slurry::mobility::sample"), sizes.radius, false, sizes.in_space<Space>()}});
  direct->apply({{f_, {}, {}}, {}}, velocity_alone(u));
  Kokkos::deep_copy(host_vectors(std::span<double>(v)), u);
  return rms(v) * unit();
}

/// First scale of velocities, before anything is known.
double OpenMobility::first_scale(const Box& box) const {
  double scale = single_body_ / setup_.surroundings.viscosity;
  if (box.periodicity == 0) scale = std::max(scale, sampled_velocity());
  if (scale > 0) return scale;
  return unit() * std::sqrt(forces2_ / static_cast<double>(sizes_.count)) / box.lengths[0];
}

PairCounts OpenMobility::clusters(const Box& box) const {
  const std::vector<double> x(summed_positions().begin(), summed_positions().end());
  PairCounts found = count_pairs(box, x, x);
  return points_cluster(found, x.size() / 3, box) ? found : PairCounts{};
}

OpenMobility::Sum OpenMobility::make_sum(const Box& box, double tolerance, const PlanNorms& norms,
                                         const PairCounts& pairs, std::size_t extra_targets,
                                         std::optional<SumChoice> chosen) const {
  PeriodicSumRequest r;
  r.box = box;
  r.options.take(setup_);
  r.options.tolerance = tolerance;
  r.options.tolerance_kind = ToleranceKind::absolute_rms;
  r.options.expected_calls = extra_targets == 0 ? setup_.expected_calls : 1;
  r.counts.sources = extra_targets == 0 ? summed_positions().size() / 3 : sizes_.count;
  r.counts.targets = extra_targets == 0 ? r.counts.sources : std::min(extra_targets, most_field_points);
  r.counts.squared_force_sum = norms.any.squares;
  r.counts.net_force = norms.any.net;
  r.moving.squared_forces_on_grid = norms.squares_on_grid;
  r.counts.largest_radius = sizes_.largest();
  r.pairs = pairs;
  r.moving.several_radii = sizes_.several();
  r.targets_are_sources = extra_targets == 0;
  r.second_opinion = setup_.second_opinion;
  r.chosen = chosen;
  setup_.look_between_parts();
  auto sum = std::make_unique<PeriodicSum>(r);
  setup_.look_between_parts();
  return sum;
}

void OpenMobility::sum_at_bodies(PeriodicSum& sum, std::span<double> out) {
  setup_.look_between_parts();
  if (stragglers_.any() && (sum.is_open() || !sum.is_exact())) {
    const SourceSet<Space> core = stragglers_.bodies();
    sum.set_points(core, {{core.positions, core.radius, true, core.radii}});
    if (!sum.is_exact()) {  // an open choice was made with the first points
      sum.apply(stragglers_.forces_in_space(), {stragglers_.result()});
      return stragglers_.finish(out, times_);
    }
  }
  sum.set_points(bodies(), {{x_, sizes_.radius, true, radii_}});
  setup_.look_between_parts();
  sum.apply(f_, {result_});
  Kokkos::deep_copy(host_vectors(out), result_);
}

void OpenMobility::sum_at_points(PeriodicSum& sum, std::span<const double> points, std::span<double> out) const {
  const Vectors<Space> x = to_space<Space>(points, "slurry::mobility::points");
  const Vectors<Space> u("slurry::mobility::field", x.extent(0));
  sum.set_points(bodies(), {{x, 0, false, {}}});
  sum.apply(f_, {u});
  Kokkos::deep_copy(host_vectors(out), u);
}

void OpenMobility::solve(std::span<const double> positions, std::span<const double> forces,
                         std::span<double> velocities) {
  take_bodies(positions, forces);
  if (velocities.size() != positions.size())
    throw InputError("the array of velocities must have the shape of the array of positions");
  if (sizes_.count == 0) return;
  last_.assign(positions.size(), 0.0);
  if (forces2_ == 0) {
    std::fill(velocities.begin(), velocities.end(), 0.0);
    if (!restored_.empty()) take_restored_plan();
    return;
  }
  if (!restored_.empty()) return solve_as_restored(velocities);
  const Box box = summed_box();
  if (scale_ == 0) scale_ = first_scale(box);
  if (!plan_fits(box)) sum_.reset();
  constexpr double share = 0.9, worst_share = 1.1;
  GridScales grid;   // of the last sum
  double above = 1;  // what the last sum tells of its error, over the tolerance that it was planned for
  for (int attempt = 0;; ++attempt) {
    if (!sum_) {
      planned_box_ = box;
      planned_norms_ = plan_norms(box, grid, summed_positions(), summed_forces());
      planned_pairs_ = clusters(box);
      planned_tolerance_ = share * setup_.tolerance * scale_ / unit() / above;
      sum_ = make_sum(box, planned_tolerance_, planned_norms_, planned_pairs_, 0);
    }
    sum_at_bodies(*sum_, last_);
    for (double& v : last_) v *= unit();
    scale_ = velocity_scale(last_);
    if (sum_->is_exact() || predicted(*sum_) * unit() <= worst_share * setup_.tolerance * scale_ || attempt == 4) break;
    // how the bodies crowd in the cells of a grid is known only once there is a grid
    const GridScales found = scales_of(sum_->plan());
    if (grid.spacing > 0 || found.spacing == 0) above = std::clamp(predicted(*sum_) / planned_tolerance_, above, 10.0);
    grid = found;
    sum_.reset();
  }
  std::copy(last_.begin(), last_.end(), velocities.begin());
}

State OpenMobility::state() const {
  State s;
  if (!sum_) return s;
  s.put("scale", scale_);
  s.put("tolerance", planned_tolerance_);
  s.put("squared_forces", planned_norms_.any.squares);
  s.put("net_force", planned_norms_.any.net);
  s.put("squared_forces_on_grid", planned_norms_.squares_on_grid);
  s.put("box", std::vector<double>(planned_box_.lengths.begin(), planned_box_.lengths.end()));
  s.put_part("choice", state_of(sum_->choice()));
  s.put_part("pairs", state_of(planned_pairs_));
  s.put_part("kept", sum_->kept());
  return s;
}

/// The plan of another run at its last positions: made from what it was made from there.
void OpenMobility::take_restored_plan() {
  const State s = std::exchange(restored_, {});
  scale_ = s.number("scale");
  planned_tolerance_ = s.number("tolerance");
  planned_norms_.any = {s.number("squared_forces"), s.number("net_force")};
  if (s.has("squared_forces_on_grid")) planned_norms_.squares_on_grid = s.number("squared_forces_on_grid");
  planned_box_ = box_around({});
  const std::vector<double> lengths = s.list("box");
  planned_box_.lengths = {lengths.at(0), lengths.at(1), lengths.at(2)};
  planned_pairs_ = pairs_from(s.part("pairs"));
  sum_ = make_sum(planned_box_, planned_tolerance_, planned_norms_, planned_pairs_, 0, choice_from(s.part("choice")));
  sum_->take_over(s.part("kept"));
}

void OpenMobility::solve_as_restored(std::span<double> velocities) {
  take_restored_plan();
  sum_at_bodies(*sum_, last_);
  for (double& v : last_) v *= unit();
  std::copy(last_.begin(), last_.end(), velocities.begin());
}

/// For points of a field.  How the bodies crowd in the cells of a grid is known only once there is a grid.
OpenMobility::Sum OpenMobility::make_field_sum(const Box& box, std::span<const double> points) const {
  constexpr int attempts = 3;
  constexpr double worst_share = 1.1;
  GridScales grid;
  for (int attempt = 1;; ++attempt) {
    const PlanNorms norms = plan_norms(box, grid, positions_, host_forces_, points);
    Sum sum = make_sum(box, field_tolerance_, norms, {}, points.size() / 3);
    grid = scales_of(sum->plan());
    if (grid.spacing == 0 || attempt == attempts || predicted_at(*sum, points) <= worst_share * field_tolerance_)
      return sum;
  }
}

double OpenMobility::predicted_at(const PeriodicSum& sum, std::span<const double> points) const {
  const ErrorNorms norms = error_norms(sum.plan(), positions_, host_forces_, points);
  return sum.predicted_rms_error(norms.squares, norms.net);
}

void OpenMobility::evaluate_field(std::span<const double> points, std::span<double> u, double scale,
                                  const FieldProgress& progress) {
  std::fill(u.begin(), u.end(), 0.0);
  field_error_ = 0;
  field_is_direct_ = true;
  if (points.empty() || sizes_.count == 0 || forces2_ == 0) return;
  const Box box = box_around(points);
  field_tolerance_ = 0.9 * setup_.tolerance * scale / unit();
  const Sum sum = make_field_sum(box, points);
  const std::size_t step = 3 * field_points_at_once(sum->is_exact() ? sizes_.count : 0, box.periodicity > 0);
  for (std::size_t first = 0; first < points.size(); first += step) {
    const std::size_t count = std::min(step, points.size() - first);
    sum_at_points(*sum, points.subspan(first, count), u.subspan(first, count));
    if (progress) progress(static_cast<double>(first + count) / static_cast<double>(points.size()));
  }
  field_is_direct_ = sum->is_exact();
  // the series over images ends where its rest is a thousandth of the tolerance (ewald/plan/moving_points.hpp)
  const double series = box.periodicity == 1 ? 1e-3 * field_tolerance_ : 0;
  field_error_ = unit() * (field_is_direct_ ? std::hypot(rounding_of(box, *sum), series) : predicted_at(*sum, points));
  for (double& c : u) c *= unit();
}

void OpenMobility::field_to_tolerance(std::span<const double> points, std::span<double> u,
                                      const FieldProgress& progress) {
  // how large the field is, is found at some of the points
  const std::vector<double> sample = some_field_points(points);
  std::vector<double> found(sample.size());
  double scale = scale_;
  for (int attempt = 0; attempt < 4; ++attempt) {
    evaluate_field(sample, found, scale, {});
    if (field_is_direct_ || rms(found) >= 0.9 * scale) break;
    scale = rms(found);
  }
  if (!(scale > 0)) scale = scale_;
  for (int attempt = 0; attempt < 4; ++attempt) {
    evaluate_field(points, u, scale, progress);
    if (field_is_direct_ || rms(u) >= 0.8 * scale) break;
    scale = rms(u);
  }
}

/// Boxes in free space and with one periodic direction, for sums in extended precision.
plain::Images OpenMobility::images() const {
  return plain::images_for(setup_.domain.kind == DomainKind::periodic_1 ? 1 : 0, setup_.domain.length, {}, positions_);
}

double OpenMobility::measure_field_error(std::span<const double> points, std::span<const double> u,
                                         std::uint64_t seed) {
  constexpr std::size_t most = 256, least = 64;
  for (const std::size_t some : {most, least}) {
    const MeasuredPoints at = measured_field_points(points.size() / 3, some, some, seed, [](std::size_t) { return 0; });
    const std::vector<double> x = at.rows(points), truth = independent_field(x);
    if (!truth.empty()) return at.rms_difference(at.rows(u), truth);
    if (at.chosen.size() <= least) break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> OpenMobility::independent_field(std::span<const double> points) {
  if (points.empty() || sizes_.count == 0 || forces2_ == 0) return {};  // nothing was summed
  const Box box = box_around(points);
  std::vector<double> truth(points.size());
  if (setup_.domain.kind == DomainKind::free_space || (box.periodicity == 1 && field_is_direct_)) {
    const plain::Images all = plain::images_for(box.periodicity, setup_.domain.length, points, positions_);
    const std::size_t count = points.size() / 3;
    if (plain::affordable_targets(count, count, sizes_.count, all) < count) return {};
    plain_pairs(positions_, host_forces_, sizes_, points, {count, 0, {}}, all, truth);
  } else if (setup_.domain.kind == DomainKind::periodic_1) {
    const Vectors<Space> x = to_space<Space>(points, "slurry::mobility::check"),
                         v("slurry::mobility::check_u", x.extent(0));
    const auto direct = make_exact_sum(box, sizes_.several());
    direct->set_points(bodies(), {{x, 0, false, {}}});
    direct->apply({{f_, {}, {}}, {}}, velocity_alone(v));
    Kokkos::deep_copy(host_vectors(std::span<double>(truth)), v);
  } else {
    // no image sum converges quickly here: a more accurate sum at another cutoff
    const PointMobilitySetup mine = setup_;
    setup_.second_opinion = true;
    setup_.engine = usual_engine;
    Sum second;
    try {
      const double share = share_of_tolerance(setup_.tolerance, finer_for(points.size() / 3));
      second =
          make_sum(box, share * field_tolerance_, plan_norms(box, {}, positions_, host_forces_), {}, points.size() / 3);
    } catch (const RefusedError&) {  // no memory for it, or no such tolerance
    }
    setup_ = mine;
    if (!second) return {};
    sum_at_points(*second, points, truth);
  }
  for (double& c : truth) c *= unit();
  return truth;
}

double OpenMobility::pressure(std::span<const double> points, double tolerance, std::span<double> p) {
  std::fill(p.begin(), p.end(), 0.0);
  judged_pressure_.reset();
  if (points.empty() || sizes_.count == 0 || forces2_ == 0) return 0;
  pressure_tolerance_ = tolerance;
  judged_pressure_ = pressure_sum(box_around(points), x_, f_, points, tolerance, sum_options(setup_), p);
  for (double& x : p) x /= 8 * pi;
  return judged_pressure_->error / (8 * pi);
}

std::vector<double> OpenMobility::independent_pressure(std::span<const double> points) {
  if (!judged_pressure_ || points.empty()) return {};
  const Box box = box_around(points);
  std::vector<double> p(points.size() / 3);
  if (judged_pressure_->all_pairs) {
    const SumProblem problem{box, positions_, {}, host_forces_, {}, {}, {}};
    const std::vector<double> at(points.begin(), points.end());
    const std::size_t count = p.size();
    if (plain::affordable_targets(count, count, sizes_.count, plain_images(problem, at)) < count) return {};
    EwaldOptions options;
    options.pressure = true;
    p = evaluate_plainly(problem, options, at).pressures;
  } else {
    try {
      const double share = share_of_tolerance(pressure_tolerance_, finer_for(p.size()));
      pressure_sum(box, x_, f_, points, share * pressure_tolerance_, sum_options(setup_), p, judged_pressure_);
    } catch (const RefusedError&) {  // no memory for it, or no such tolerance
      return {};
    }
  }
  for (double& x : p) x /= 8 * pi;
  return p;
}

void OpenMobility::angular_velocities(std::span<const std::size_t> bodies, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  if (forces2_ == 0) return;
  const Box box = box_around({});
  if (!curl_box_ || setup_.deterministic || !still_fits(*curl_box_, box)) curl_box_ = box;
  std::vector<double> centres;
  for (std::size_t i : bodies) centres.insert(centres.end(), &positions_[3 * i], &positions_[3 * i] + 3);
  curl_.at(*curl_box_, x_, f_, to_space<Space>(centres, "slurry::mobility::centres"), setup_.tolerance,
           least_turn(sizes_, host_forces_), out);
  correct_overlaps(setup_.domain, positions_, host_forces_, sizes_, bodies, out);
  for (double& w : out) w *= unit();
}

ErrorReport OpenMobility::predict() const {
  ErrorReport r;
  r.sum.asked = setup_.tolerance;
  const bool coarse_terms = sum_ && sum_->is_exact() && !setup_.own.empty();
  if (coarse_terms) std::swap(r.sum.asked, r.arithmetic.asked);  // a sum of all pairs has no other error
  if (sizes_.count > 0 && forces2_ == 0) r.sum.predicted = 0;    // nothing is summed
  if (sum_ && forces2_ > 0) {
    const double relative = unit() / reported_scale();
    r.sum.predicted = predicted(*sum_) * relative;
    r.arithmetic.predicted = predicted_rounding() * relative;
  }
  add_up(r);
  return r;
}

ErrorReport OpenMobility::measure(int targets, std::uint64_t seed) {
  ErrorReport r = predict();
  if (!sum_ || forces2_ == 0 || targets <= 0) return r;
  if (setup_.domain.kind == DomainKind::periodic_3) return r;  // no image sum converges quickly here
  std::vector<std::size_t> chosen(sizes_.count);
  for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = i;
  std::mt19937_64 random(seed);
  std::shuffle(chosen.begin(), chosen.end(), random);
  chosen.resize(std::min(chosen.size(), static_cast<std::size_t>(targets)));
  if (sum_->is_exact()) {
    constexpr std::size_t least_targets = 64;
    chosen.resize(plain::affordable_targets(chosen.size(), least_targets, sizes_.count, images()));
    if (chosen.empty()) return r;  // only what is predicted is known
  }
  // others may solve anew between the parts of this
  const bool exact = sum_->is_exact();
  const double velocity = unit(), scale = reported_scale();
  std::vector<double> x, a, v;
  for (std::size_t i : chosen) {
    v.insert(v.end(), &last_[3 * i], &last_[3 * i] + 3);
    x.insert(x.end(), &positions_[3 * i], &positions_[3 * i] + 3);
    a.push_back(sizes_.of(i));
  }
  std::vector<double> truth(x.size());
  const BodySizes sizes{chosen.size(), sizes_.radius, sizes_.several() ? a : std::vector<double>{}};
  if (exact) {
    plain_pairs(positions_, host_forces_, sizes_, x, sizes, images(), truth);
  } else {
    const Vectors<Space> u("slurry::mobility::check_u", chosen.size());
    const auto direct = make_exact_sum(planned_box_, sizes_.several());
    direct->set_points(bodies(),
                       {{to_space<Space>(x, "slurry::mobility::check"), sizes.radius, false, sizes.in_space<Space>()}});
    direct->apply({{f_, {}, {}}, {}}, velocity_alone(u));
    Kokkos::deep_copy(host_vectors(std::span<double>(truth)), u);
  }
  std::vector<double> squares(chosen.size());
  for (std::size_t k = 0; k < chosen.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) squares[k] += std::pow((truth[3 * k + c] * velocity - v[3 * k + c]) / scale, 2);
  (exact ? r.arithmetic : r.sum).measured = root_mean(squares);
  if (exact) {
    r.sum.measured = 0;
    r.uncertainty = standard_error_of_root(squares);
  }
  add_up(r);
  return r;
}

}  // namespace

std::unique_ptr<PointMobility> make_open_mobility(const PointMobilitySetup& setup) {
  const Domain& d = setup.domain;
  if (d.kind == DomainKind::periodic_1 && !(d.length > 0))
    throw InputError(text("the period is {}; it must be positive", d.length));
  if (d.kind == DomainKind::periodic_3)
    for (double l : d.cell)
      if (!(l > 0)) throw InputError(text("a period of the cell is {}; it must be positive", l));
  return std::make_unique<OpenMobility>(setup);
}

}  // namespace slurry
