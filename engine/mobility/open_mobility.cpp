// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/open_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "accuracy/error_budget.hpp"
#include "base/text.hpp"
#include "mobility/choice_state.hpp"
#include "mobility/plain_pairs.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {
using std::numbers::pi;
using Space = OpenMobility::Space;
}  // namespace

void OpenMobility::take_bodies(std::span<const double> positions, std::span<const double> forces) {
  const std::size_t n = positions.size() / 3;
  setup_.check_numbers(positions, forces);
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
    if (const double given = setup_.given_radius(i); given > 0) given_body_ += f2 / std::pow(6 * pi * given, 2);
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

/// The rms velocity of up to 64 of the bodies, by all pairs with them: 64 N pairs.
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

/// Makes the plan of another run at its last positions, from the values that it was made from there.
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

/// Images for sums in extended precision, in free space and with one periodic direction.
plain::Images OpenMobility::images() const {
  return plain::images_for(setup_.domain.kind == DomainKind::periodic_1 ? 1 : 0, setup_.domain.length, {}, positions_);
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
