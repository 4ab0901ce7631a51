// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/stragglers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "planning/engines.hpp"
#include "summation/pair_counts.hpp"

namespace slurry {

namespace {

using Space = StragglerSum::Space;

/// Sides of a box, and the points in it.
struct Region {
  std::array<double, 3> low, high;
  bool holds(const double* x) const {
    for (std::size_t c = 0; c < 3; ++c)
      if (x[c] < low[c] || x[c] > high[c]) return false;
    return true;
  }
  void include(const double* x) {
    for (std::size_t c = 0; c < 3; ++c) {
      low[c] = std::min(low[c], x[c]);
      high[c] = std::max(high[c], x[c]);
    }
  }
  /// A sum's box has no side that is shorter than a quarter of its longest.
  double volume() const {
    double longest = 0, product = 1;
    for (std::size_t c = 0; c < 3; ++c) longest = std::max(longest, high[c] - low[c]);
    for (std::size_t c = 0; c < 3; ++c) product *= std::max(high[c] - low[c], longest / 4);
    return product;
  }
};

Region nothing() {
  Region r;
  r.low.fill(std::numeric_limits<double>::infinity());
  r.high.fill(-r.low[0]);
  return r;
}

/// The middle 90 % of the bodies along each direction, as 256 of them tell, and a quarter more on either side.
Region middle_of(std::span<const double> positions) {
  constexpr std::size_t most = 256;
  constexpr double left_out = 0.05, beyond = 0.25;
  const std::size_t n = positions.size() / 3, sample = std::min(n, most);
  Region r;
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<double> x;
    for (std::size_t k = 0; k < sample; ++k) x.push_back(positions[3 * spread_index(k, sample, n) + c]);
    std::sort(x.begin(), x.end());
    const auto out = static_cast<std::size_t>(left_out * static_cast<double>(sample));
    const double low = x[out], high = x[sample - 1 - out];
    r.low[c] = low - beyond * (high - low);
    r.high[c] = high + beyond * (high - low);
  }
  return r;
}

Vectors<Space> in_space(const std::vector<double>& xyz) {
  return to_space<Space>(xyz, "slurry::mobility::stragglers");
}

/// Velocities (M,3) at targets from sources, by all pairs; a body on itself: its self-mobility.
std::vector<double> all_pairs(const std::vector<double>& x, const std::vector<double>& f, const BodySizes& sizes,
                              const std::vector<double>& targets, const BodySizes& target_sizes) {
  const Vectors<Space> u("slurry::mobility::straggler_u", targets.size() / 3);
  const auto sum = make_exact_sum({{1, 1, 1}, 0}, sizes.several());
  sum->set_points({in_space(x), sizes.radius, sizes.in_space<Space>()},
                  {{in_space(targets), target_sizes.radius, false, target_sizes.in_space<Space>()}});
  std::vector<SumFields<Space>> results(1);
  results[0].velocity = u;
  const Vectors<Space> forces = in_space(f);
  sum->apply({{forces, {}, {}}, {}}, results);
  std::vector<double> out(targets.size());
  Kokkos::deep_copy(host_vectors(std::span<double>(out)), u);
  return out;
}

}  // namespace

std::vector<std::size_t> find_stragglers(const Domain& domain, std::span<const double> positions) {
  constexpr std::size_t few = 200;  // their direct sum is as quick
  constexpr double smaller = 2, most_share = 0.1;
  // pairs with a straggler that cost as much as the sum over a box as large as that of the others, over the bodies: a
  // grid takes 0.3 us a body and box, a pair 1.3 ns; both in each of two directions
  constexpr double pairs_per_box = 100;
  const std::size_t n = positions.size() / 3;
  if (domain.kind != DomainKind::free_space || n < few) return {};
  const Region middle = middle_of(positions);
  Region all = nothing(), core = nothing();
  std::vector<std::size_t> outside;
  for (std::size_t i = 0; i < n; ++i) {
    const double* x = &positions[3 * i];
    all.include(x);
    if (middle.holds(x))
      core.include(x);
    else
      outside.push_back(i);
  }
  const double ratio = all.volume() / core.volume(), count = static_cast<double>(outside.size());
  const bool worth =
      ratio >= smaller && count <= most_share * static_cast<double>(n) && count <= pairs_per_box * (ratio - 1);
  return worth ? outside : std::vector<std::size_t>();
}

StragglerSum::Part::Part(std::span<const double> x, std::span<const double> f, const BodySizes& sizes,
                         const std::vector<std::size_t>& chosen) {
  for (const std::size_t i : chosen) {
    positions.insert(positions.end(), &x[3 * i], &x[3 * i] + 3);
    forces.insert(forces.end(), &f[3 * i], &f[3 * i] + 3);
    if (sizes.several()) radii.push_back(sizes.each[i]);
  }
}

void StragglerSum::divide(const Domain& domain, std::span<const double> positions, std::span<const double> forces,
                          const BodySizes& sizes) {
  outside_ = find_stragglers(domain, positions);
  inside_.clear();
  if (outside_.empty()) return;
  const std::size_t n = positions.size() / 3;
  for (std::size_t i = 0, k = 0; i < n; ++i) {
    if (k < outside_.size() && outside_[k] == i)
      ++k;
    else
      inside_.push_back(i);
  }
  Part core(positions, forces, sizes, inside_), outer(positions, forces, sizes, outside_);
  sizes_ = {inside_.size(), sizes.radius, core.radii};
  outer_sizes_ = {outside_.size(), sizes.radius, outer.radii};
  core_positions_ = std::move(core.positions);
  core_forces_ = std::move(core.forces);
  outer_positions_ = std::move(outer.positions);
  outer_forces_ = std::move(outer.forces);
  x_ = in_space(core_positions_);
  f_ = in_space(core_forces_);
  radii_ = sizes_.in_space<Space>();
  if (result_.extent(0) != inside_.size()) result_ = Vectors<Space>("slurry::mobility::core_u", inside_.size());
}

void StragglerSum::finish(std::span<double> out, StageTimes& times) const {
  const StageScope scope(times, "P2P");
  std::vector<double> core(core_positions_.size());
  Kokkos::deep_copy(host_vectors(std::span<double>(core)), result_);
  const std::vector<double> at_core = all_pairs(outer_positions_, outer_forces_, outer_sizes_, core_positions_, sizes_);
  std::vector<double> at_outer = all_pairs(core_positions_, core_forces_, sizes_, outer_positions_, outer_sizes_);
  const std::vector<double> among =
      all_pairs(outer_positions_, outer_forces_, outer_sizes_, outer_positions_, outer_sizes_);
  for (std::size_t k = 0; k < inside_.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) out[3 * inside_[k] + c] = core[3 * k + c] + at_core[3 * k + c];
  for (std::size_t k = 0; k < outside_.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) out[3 * outside_[k] + c] = at_outer[3 * k + c] + among[3 * k + c];
}

}  // namespace slurry
