// SPDX-License-Identifier: BSD-3-Clause
#include "summation/survey.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace slurry {
namespace {

double squares(std::span<const double> v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

}  // namespace

PointsView PointsView::alone(const std::vector<double>& sources, const std::vector<double>& targets) {
  const bool same = &sources == &targets;
  PointsView v;
  v.sources = sources;
  if (!same) v.targets = targets;
  v.targets_are_sources = same;
  v.all_sources = sources.size() / 3;
  v.all_targets = same ? 0 : targets.size() / 3;
  return v;
}

std::size_t spread_index(std::size_t k, std::size_t chosen, std::size_t count) {
  if (chosen == count) return k;
  const double x = double(k) * 0.6180339887498949;
  return std::min(count - 1, static_cast<std::size_t>((x - std::floor(x)) * double(count)));
}

double wrapped(double x, double period) {
  return x - period * std::floor(x / period);
}

double seen_from(const Box& box, const std::vector<double>& x, int d) {
  if (d >= box.periodicity) return 0;
  const double period = box.lengths[d], turn = 2 * std::numbers::pi / period;
  double c = 0, s = 0;
  for (std::size_t i = d; i < x.size(); i += 3) {
    c += std::cos(turn * x[i]);
    s += std::sin(turn * x[i]);
  }
  return std::atan2(s, c) / turn - period / 2;
}

Survey::Sample Survey::sample_of(std::span<const double> mine, std::size_t first, std::size_t all) {
  Sample s;
  s.all = all;
  const std::size_t here = mine.size() / 3, chosen = std::min(all, most);
  if (here == all && chosen == all) {  // all in turn
    s.turns.resize(all);
    std::iota(s.turns.begin(), s.turns.end(), std::size_t(0));
    s.points.assign(mine.begin(), mine.end());
    return s;
  }
  for (std::size_t k = 0; k < chosen; ++k) {
    const std::size_t i = spread_index(k, chosen, all);
    if (i < first || i >= first + here) continue;
    s.turns.push_back(k);
    const auto x = mine.subspan(3 * (i - first), 3);
    s.points.insert(s.points.end(), x.begin(), x.end());
  }
  return s;
}

Survey::Sample Survey::merged(const Sample& a, const Sample& b) {
  Sample s;
  s.all = a.all;
  s.turns.reserve(a.turns.size() + b.turns.size());
  s.points.reserve(a.points.size() + b.points.size());
  for (std::size_t i = 0, j = 0; i < a.turns.size() || j < b.turns.size();) {
    const bool from_a = j == b.turns.size() || (i < a.turns.size() && a.turns[i] < b.turns[j]);
    const Sample& from = from_a ? a : b;
    std::size_t& at = from_a ? i : j;
    s.turns.push_back(from.turns[at]);
    s.points.insert(s.points.end(), &from.points[3 * at], &from.points[3 * at] + 3);
    ++at;
  }
  return s;
}

std::vector<double> Survey::some(const Sample& s, std::size_t count) {
  const std::size_t chosen = std::min({count, s.all, most});
  if (s.turns.size() != std::min(s.all, most))
    throw std::logic_error("points can be drawn from a sample only after the samples of all ranks are merged");
  if (s.all > most || chosen == s.all)  // the first turns are those of a smaller sample
    return {s.points.begin(), s.points.begin() + std::ptrdiff_t(3 * chosen)};
  std::vector<double> x;
  x.reserve(3 * chosen);
  for (std::size_t k = 0; k < chosen; ++k) {
    const std::size_t i = spread_index(k, chosen, s.all);
    x.insert(x.end(), &s.points[3 * i], &s.points[3 * i] + 3);
  }
  return x;
}

Survey::Survey(const Box& box, const PointsView& mine)
    : all_sources_(mine.all_sources), same_(mine.targets_are_sources) {
  sources_ = sample_of(mine.sources, mine.first_source, mine.all_sources);
  if (!same_) targets_ = sample_of(mine.targets, mine.first_target, mine.all_targets);
  if (const auto& first = mine.sources.empty() ? mine.targets : mine.sources; !first.empty())
    std::copy_n(first.begin(), 3, origin_.begin());
  source_moments_ = moments_of(box, mine.sources, mine.all_sources);
  if (!same_) target_moments_ = moments_of(box, mine.targets, mine.all_targets);
  for (const auto& points : {mine.sources, mine.targets})
    for (std::size_t d = 0; d < 3; ++d) {
      const bool periodic = int(d) < box.periodicity;
      const double length = box.lengths[d];
      double low = lowest_[d], high = highest_[d];
      bool finite = finite_[d];
      std::uint64_t any = occupied_[d];
      for (std::size_t i = d; i < points.size(); i += 3) {
        const double x = points[i];
        low = std::min(low, x);
        high = std::max(high, x);
        finite = finite && std::isfinite(x);
        if (!periodic) continue;
        const double turns = x / length, fraction = turns - std::floor(turns);
        if (fraction >= 0)  // what is no finite number is nowhere: it is refused where points are set
          any |= std::uint64_t(1) << std::min(slices - 1, static_cast<int>(fraction * slices));
      }
      lowest_[d] = low;
      highest_[d] = high;
      finite_[d] = finite;
      occupied_[d] = any;
    }
}

Survey::Moments Survey::moments_of(const Box& box, std::span<const double> points, std::size_t all) const {
  Moments m;
  if (points.empty()) return m;
  const double count = double(all);
  const std::size_t mine = points.size() / 3;
  m.share = double(mine) / count;
  for (std::size_t d = std::size_t(std::max(box.periodicity, 0)); d < 3; ++d) {
    double mean = 0, square = 0;
    for (std::size_t i = d; i < points.size(); i += 3) {
      const double x = points[i] - origin_[d];
      mean += x / count;
      square += x * x / count;
    }
    m.mean[d] = mean;
    m.square[d] = square;
  }
  return m;
}

void Survey::add_moments(const Moments& other, const Extremes& other_origin, Moments& to) const {
  for (std::size_t d = 0; d < 3; ++d) {
    const double shift = other_origin[d] - origin_[d];
    to.mean[d] += other.mean[d] + other.share * shift;
    to.square[d] += other.square[d] + shift * (2 * other.mean[d] + other.share * shift);
  }
  to.share += other.share;
}

double Survey::mean_square_distance(int direction) const {
  const auto d = std::size_t(direction);
  const Moments &y = source_moments_, &x = same_ ? source_moments_ : target_moments_;
  return std::max(0.0, y.square[d] + x.square[d] - 2 * y.mean[d] * x.mean[d]);
}

Survey Survey::of(const Box& box, const std::vector<double>& sources, const std::vector<double>& targets) {
  const PointsView all = PointsView::alone(sources, targets);
  Survey s(box, all);
  s.see_crowd(box, all);
  return s;
}

double Survey::crowd_start(const Box& box, int d) const {
  constexpr std::size_t some = 4000;
  return seen_from(box, some_sources(some), d);
}

void Survey::see_crowd(const Box& box, const PointsView& mine) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (int(d) >= box.periodicity) {
      crowd_lowest_[d] = lowest_[d];
      crowd_highest_[d] = highest_[d];
      continue;
    }
    const double start = crowd_start(box, int(d)), period = box.lengths[d];
    double low = infinity, high = -infinity;
    for (const auto& points : {mine.sources, mine.targets})
      for (std::size_t i = d; i < points.size(); i += 3) {
        const double y = wrapped(points[i] - start, period);
        low = std::min(low, y);
        high = std::max(high, y);
      }
    crowd_lowest_[d] = low;
    crowd_highest_[d] = high;
  }
}

void Survey::add_densities(Layer layer, std::span<const double> forces, std::span<const double> dipoles,
                           std::span<const double> normals, std::span<const double> charges) {
  if (layer == Layer::coulomb) squared_forces_ += squares(charges);
  if (layer == Layer::single || layer == Layer::combined) squared_forces_ += squares(forces);
  if (layer == Layer::single || layer == Layer::coulomb) return;
  for (std::size_t i = 0; i + 3 <= dipoles.size(); i += 3) {
    double qq = 0, nn = 0, qn = 0;
    for (std::size_t d = i; d < i + 3; ++d) {
      qq += dipoles[d] * dipoles[d];
      nn += normals[d] * normals[d];
      qn += dipoles[d] * normals[d];
    }
    dipole_norm_ += 17.0 / 15 * qn * qn + 0.4 * qq * nn;
    net_source_ = net_source_ || qn != 0;
  }
}

void Survey::merge(const Survey& other) {
  if (other.all_sources_ != all_sources_ || other.targets_.all != targets_.all || other.same_ != same_)
    throw std::logic_error("surveys of different sums cannot be merged");
  sources_ = merged(sources_, other.sources_);
  targets_ = merged(targets_, other.targets_);
  if (source_moments_.share + target_moments_.share == 0) origin_ = other.origin_;
  if (other.source_moments_.share > 0) add_moments(other.source_moments_, other.origin_, source_moments_);
  if (other.target_moments_.share > 0) add_moments(other.target_moments_, other.origin_, target_moments_);
  squared_forces_ += other.squared_forces_;
  dipole_norm_ += other.dipole_norm_;
  net_source_ = net_source_ || other.net_source_;
  for (std::size_t d = 0; d < 3; ++d) {
    lowest_[d] = std::min(lowest_[d], other.lowest_[d]);
    highest_[d] = std::max(highest_[d], other.highest_[d]);
    finite_[d] = finite_[d] && other.finite_[d];
    occupied_[d] |= other.occupied_[d];
  }
}

void Survey::merge_crowd(const Survey& other) {
  for (std::size_t d = 0; d < 3; ++d) {
    crowd_lowest_[d] = std::min(crowd_lowest_[d], other.crowd_lowest_[d]);
    crowd_highest_[d] = std::max(crowd_highest_[d], other.crowd_highest_[d]);
  }
}

SumCounts Survey::counts() const {
  SumCounts c;
  c.sources = all_sources_;
  c.targets = all_targets();
  c.squared_force_sum = squared_forces_;
  c.dipole_norm = dipole_norm_;
  return c;
}

}  // namespace slurry
