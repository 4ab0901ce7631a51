// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation/target_sample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <unordered_map>
#include <utility>

namespace slurry {
namespace {

constexpr std::size_t few = 2048, largest_values = 128, strata = 16, per_stratum = 64;

/// Sum of squared densities of the sources in the cell of half a cutoff that a target is in, and in its neighbours:
/// what the squared error there is proportional to.  Without the neighbours the rim of a cluster would be taken for
/// empty.
std::vector<double> density_around(const SumProblem& p, const Box& box, const std::vector<double>& targets,
                                   double cell) {
  const auto key = [&](const double* x, int i = 0, int j = 0, int l = 0) {  // i, j, l: cells away
    const int away[3] = {i, j, l};
    std::uint64_t k = 0;
    for (int d = 0; d < 3; ++d) {
      double u = x[d] + away[d] * cell;
      if (d < box.periodicity) u -= box.lengths[d] * std::floor(u / box.lengths[d]);
      k = k * 2097143 + static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(u / cell)));
    }
    return k;
  };
  const std::size_t sources = p.sources.size() / 3;
  const auto squared = [](const std::vector<double>& v, std::size_t i) {
    return v.empty() ? 0.0 : v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2];
  };
  // layers in units of their own mean, so that neither hides the other
  double force = 0, dipole = 0, charge = 0;
  for (std::size_t i = 0; i < sources; ++i) {
    force += squared(p.forces, i);
    dipole += squared(p.dipoles, i) * squared(p.normals, i);
    charge += p.charges.empty() ? 0.0 : p.charges[i] * p.charges[i];
  }
  const auto share = [](double x, double total) { return total > 0 ? x / total : 0.0; };
  std::unordered_map<std::uint64_t, double> cells;
  for (std::size_t i = 0; i < sources; ++i)
    cells[key(&p.sources[3 * i])] += share(squared(p.forces, i), force) +
                                     share(squared(p.dipoles, i) * squared(p.normals, i), dipole) +
                                     share(p.charges.empty() ? 0.0 : p.charges[i] * p.charges[i], charge);
  std::unordered_map<std::uint64_t, double> around;
  std::vector<double> density(targets.size() / 3);
  for (std::size_t t = 0; t < density.size(); ++t) {
    const double* const x = &targets[3 * t];
    const auto [of_cell, added] = around.try_emplace(key(x), 0.0);
    for (int n = 0; added && n < 27; ++n) {
      const auto found = cells.find(key(x, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1));
      if (found != cells.end()) of_cell->second += found->second;
    }
    density[t] = of_cell->second;
  }
  // the error reaches beyond these cells
  const double mean = std::accumulate(density.begin(), density.end(), 0.0) / double(density.size());
  for (double& x : density) x += 0.1 * mean + 1e-300;
  return density;
}

/// Marks the `most` targets with the largest rows.
void mark_largest(const std::vector<double>& values, std::size_t targets, std::size_t most, std::vector<char>& marked) {
  if (values.empty()) return;
  const std::size_t width = values.size() / targets;
  std::vector<double> size(targets, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) size[i / width] += values[i] * values[i];
  std::vector<std::size_t> order(targets);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::nth_element(order.begin(), order.begin() + most, order.end(),
                   [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  for (std::size_t k = 0; k < most; ++k) marked[order[k]] = 1;
}

TargetSample every_target(std::size_t count) {
  TargetSample sample;
  sample.all = true;
  sample.order.resize(count);
  std::iota(sample.order.begin(), sample.order.end(), std::size_t(0));
  sample.strata.push_back({0, count, count});
  return sample;
}

/// A sample of those with the largest values of r, `most` of each kind, and the targets that are left.
std::pair<TargetSample, std::vector<std::size_t>> largest_and_rest(std::size_t count, const SumResult& r,
                                                                   std::size_t most) {
  std::vector<char> marked(count, 0);
  for (const auto* values : {&r.velocities, &r.potentials, &r.gradients, &r.pressures})
    mark_largest(*values, count, most, marked);
  TargetSample sample;
  std::vector<std::size_t> rest;
  for (std::size_t t = 0; t < count; ++t) (marked[t] ? sample.order : rest).push_back(t);
  sample.strata.push_back({0, sample.order.size(), sample.order.size()});
  return {sample, rest};
}

}  // namespace

std::vector<double> TargetSample::positions(const std::vector<double>& targets) const {
  std::vector<double> x(3 * order.size());
  for (std::size_t k = 0; k < order.size(); ++k) std::copy_n(&targets[3 * order[k]], 3, &x[3 * k]);
  return x;
}

TargetSample::Squared TargetSample::squared_difference(const std::vector<double>& a,
                                                       const std::vector<double>& b) const {
  const std::size_t width = a.size() / order.size();
  double estimate = 0, variance = 0, largest = 0;  // the most that one target adds to the estimate
  std::vector<double> squares;
  for (const Stratum& s : strata) {
    squares.assign(s.end - s.begin, 0.0);
    for (std::size_t k = s.begin; k < s.end; ++k)
      for (std::size_t c = 0; c < width; ++c) squares[k - s.begin] += std::pow(a[width * k + c] - b[width * k + c], 2);
    const double n = double(squares.size()), weight = double(s.population) / n;
    const double sum = std::accumulate(squares.begin(), squares.end(), 0.0);
    estimate += weight * sum;
    if (s.population == squares.size()) continue;
    double deviations = 0;
    for (const double e : squares) deviations += std::pow(e - sum / n, 2);
    if (n > 1) variance += weight * weight * (1 - 1 / weight) * n / (n - 1) * deviations;
    largest = std::max(largest, weight * *std::max_element(squares.begin(), squares.end()));
  }
  const double logarithm = std::log(2 / 0.01);
  return {estimate, estimate + std::sqrt(2 * logarithm * variance) + 7.0 / 3 * logarithm * largest};
}

TargetSample sample_targets(const SumProblem& p, const Box& box, const std::vector<double>& targets, const SumResult& r,
                            double near, std::uint64_t seed) {
  const std::size_t count = targets.size() / 3;
  if (count <= few) return every_target(count);
  auto [sample, rest] = largest_and_rest(count, r, largest_values);
  const auto density = density_around(p, box, targets, near / 2);
  std::mt19937_64 random(seed);
  std::shuffle(rest.begin(), rest.end(), random);
  std::stable_sort(rest.begin(), rest.end(), [&](std::size_t a, std::size_t b) { return density[a] < density[b]; });
  double total = 0, passed = 0;
  for (const std::size_t t : rest) total += density[t];
  std::size_t begin = 0;
  for (std::size_t s = 1; s <= strata && begin < rest.size(); ++s) {
    std::size_t end = begin;
    while (end < rest.size() && (s == strata || passed < total * double(s) / strata || end - begin < per_stratum))
      passed += density[rest[end++]];
    if (rest.size() - end < per_stratum) end = rest.size();  // no stratum of a few
    std::shuffle(rest.begin() + begin, rest.begin() + end, random);
    const std::size_t chosen = std::min(per_stratum, end - begin), first = sample.order.size();
    sample.order.insert(sample.order.end(), rest.begin() + begin, rest.begin() + begin + chosen);
    sample.strata.push_back({first, first + chosen, end - begin});
    begin = end;
  }
  return sample;
}

TargetSample random_and_largest(std::size_t count, const SumResult& r, std::size_t random, std::uint64_t seed) {
  const std::size_t most = (random + 3) / 4;
  if (count <= random + 4 * most) return every_target(count);
  auto [sample, rest] = largest_and_rest(count, r, most);
  std::mt19937_64 order(seed);
  std::shuffle(rest.begin(), rest.end(), order);
  const std::size_t first = sample.order.size();
  sample.order.insert(sample.order.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(random));
  sample.strata.push_back({first, sample.order.size(), rest.size()});
  return sample;
}

}  // namespace slurry
