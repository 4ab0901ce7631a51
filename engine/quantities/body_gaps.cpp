// SPDX-License-Identifier: BSD-3-Clause
#include "quantities/body_gaps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/near_images.hpp"
#include "quantities/rows.hpp"

namespace slurry {

using quantity::dot;

namespace {

/// Periods of the domain; 0: not periodic in that direction.
Vector3 periods_of(const Step& s) {
  if (!s.scenario) return {0, 0, 0};
  const Periods p = Periods::of(s.scenario->domain);
  return {p.length[0], p.length[1], p.length[2]};
}

/// From the centre of a body to the end of its axis: what lies within the body's radius of that axis is the capsule
/// that contacts know of.  Zero for a sphere [length].
Vector3 half_axis(const Step& s, std::size_t body) {
  if (!s.is_rod(body) || s.directors.size() != s.positions.size()) return {0, 0, 0};
  const double half = s.half_lengths[body] - s.radii[body];
  return {half * s.directors[3 * body], half * s.directors[3 * body + 1], half * s.directors[3 * body + 2]};
}

/// Shortest distance between the segments c - p .. c + p and -q .. q (Lumelsky, Inf. Process. Lett. 21 (1985) 55).
double segment_distance(const Vector3& c, const Vector3& p, const Vector3& q) {
  const double pp = dot(p, p), qq = dot(q, q), pq = dot(p, q), cp = dot(c, p), cq = dot(c, q);
  const auto within = [](double t) { return std::clamp(t, -1.0, 1.0); };
  const double det = pp * qq - pq * pq;
  double s = det > 1e-12 * pp * qq ? within((pq * cq - qq * cp) / det) : 0;
  const double t = qq > 0 ? within((cq + s * pq) / qq) : 0;
  if (pp > 0) s = within((t * pq - cp) / pp);
  const double last = qq > 0 ? within((cq + s * pq) / qq) : 0;
  double square = 0;
  for (std::size_t k = 0; k < 3; ++k) square += (c[k] + s * p[k] - last * q[k]) * (c[k] + s * p[k] - last * q[k]);
  return std::sqrt(square);
}

/// A difference of coordinates to the nearest image; period 0: none.
double nearest_image(double difference, double period) {
  // Most pairs have no period between them; rounding is a call on plain x86-64.
  if (period <= 0 || std::abs(difference) <= 0.5 * period) return difference;
  return difference - period * std::round(difference / period);
}

/// Surface to surface, of bodies i and j.
double gap_between(const Step& s, long i, long j, const Vector3& period) {
  Vector3 c{};
  for (int k = 0; k < 3; ++k) c[k] = nearest_image(s.positions[3 * i + k] - s.positions[3 * j + k], period[k]);
  const auto first = static_cast<std::size_t>(i), second = static_cast<std::size_t>(j);
  const Vector3 p = half_axis(s, first), q = half_axis(s, second);
  double least = segment_distance(c, p, q);
  // the axes of another image may be closer, although its centre is farther away
  if (const double axes = std::sqrt(dot(p, p)) + std::sqrt(dot(q, q)); axes > 0)
    for_near_images({{period[0], period[1], period[2]}}, c.data(), least + axes, [&](const double* d) {
      least = std::min(least, segment_distance({d[0], d[1], d[2]}, p, q));
    });
  return least - s.radii[first] - s.radii[second];
}

/// Bodies sorted into cells no smaller than `edge`, periodic where the domain is.
class Cells {
 public:
  Cells(const Step& s, double edge, const Vector3& period) {
    const long n = static_cast<long>(s.radii.size());
    for (int k = 0; k < 3; ++k) {
      double low = period[k] > 0 ? 0 : std::numeric_limits<double>::infinity(), high = period[k];
      if (period[k] <= 0) {
        high = -low;
        for (long i = 0; i < n; ++i) {
          low = std::min(low, s.positions[3 * i + k]);
          high = std::max(high, s.positions[3 * i + k]);
        }
      }
      low_[k] = low;
      count_[k] = std::clamp(static_cast<int>((high - low) / edge), 1, 256);
      width_[k] = std::max((high - low) / count_[k], 1e-300);
      periodic_[k] = period[k] > 0;
    }
    cell_.resize(static_cast<std::size_t>(n));
    start_.assign(static_cast<std::size_t>(count_[0]) * count_[1] * count_[2] + 1, 0);
    for (long i = 0; i < n; ++i) {
      cell_[i] = index(place(&s.positions[3 * i]));
      ++start_[cell_[i] + 1];
    }
    for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
    order_.resize(static_cast<std::size_t>(n));
    std::vector<int> next(start_.begin(), start_.end() - 1);
    for (long i = 0; i < n; ++i) order_[next[cell_[i]]++] = static_cast<int>(i);
  }

  template <class Visit>
  void around(const double* x, Visit&& visit) const {
    const std::array<int, 3> p = place(x);
    std::array<int, 3> from{}, to{};
    for (int k = 0; k < 3; ++k) {
      // With fewer than three cells every one is a neighbour, once.
      const bool all = count_[k] < 3;
      from[k] = all ? 0 : p[k] - 1;
      to[k] = all ? count_[k] - 1 : p[k] + 1;
      if (!periodic_[k]) {
        from[k] = std::max(from[k], 0);
        to[k] = std::min(to[k], count_[k] - 1);
      }
    }
    for (int a = from[0]; a <= to[0]; ++a)
      for (int b = from[1]; b <= to[1]; ++b)
        for (int c = from[2]; c <= to[2]; ++c) {
          const int i = index({(a + count_[0]) % count_[0], (b + count_[1]) % count_[1], (c + count_[2]) % count_[2]});
          for (int j = start_[i]; j < start_[i + 1]; ++j) visit(order_[j]);
        }
  }

 private:
  std::array<int, 3> place(const double* x) const {
    std::array<int, 3> p{};
    for (int k = 0; k < 3; ++k) p[k] = std::clamp(static_cast<int>((x[k] - low_[k]) / width_[k]), 0, count_[k] - 1);
    return p;
  }
  int index(const std::array<int, 3>& p) const { return (p[0] * count_[1] + p[1]) * count_[2] + p[2]; }

  std::array<double, 3> low_{}, width_{};
  std::array<int, 3> count_{};
  std::array<bool, 3> periodic_{};
  std::vector<int> cell_, start_, order_;
};

}  // namespace

NearestNeighbour nearest_neighbour(const Step& s, long body) {
  NearestNeighbour best;
  const Vector3 period = periods_of(s);
  for (long j = 0; j < static_cast<long>(s.radii.size()); ++j) {
    if (j == body) continue;
    const double gap = gap_between(s, body, j, period);
    if (gap < best.gap) best = {j, gap};
  }
  return best;
}

std::vector<double> nearest_gaps(const Step& s, double largest) {
  const long n = static_cast<long>(s.radii.size());
  std::vector<double> gaps(static_cast<std::size_t>(n), largest);
  if (n < 2) return gaps;
  const Vector3 period = periods_of(s);
  double reach = *std::max_element(s.radii.begin(), s.radii.end());
  for (double half : s.half_lengths) reach = std::max(reach, half);
  const Cells cells(s, 2 * reach + largest, period);
  const bool rods = std::any_of(s.half_lengths.begin(), s.half_lengths.end(), [](double half) { return half > 0; });
  const auto lower = [](double& gap, double to) { gap = std::min(gap, to); };
  for (long i = 0; i < n; ++i) {
    const double* x = &s.positions[3 * i];
    cells.around(x, [&](long j) {
      if (j <= i) return;
      // The centres decide for nearly all pairs, and for spheres alone: this runs while a frame waits.
      const double* y = &s.positions[3 * j];
      double squared = 0;
      for (int k = 0; k < 3; ++k) {
        const double c = nearest_image(x[k] - y[k], period[k]);
        squared += c * c;
      }
      const double sizes = s.radii[i] + s.radii[j] + (rods ? s.half_lengths[i] + s.half_lengths[j] : 0);
      const double reach_of_pair = std::max(gaps[i], gaps[j]) + sizes;
      if (reach_of_pair <= 0 || squared >= reach_of_pair * reach_of_pair) return;
      const double gap = rods ? gap_between(s, i, j, period) : std::sqrt(squared) - sizes;
      lower(gaps[i], gap);
      lower(gaps[j], gap);
    });
  }
  return gaps;
}

NearestPair nearest_pair(const Step& s, double largest) {
  if (s.radii.size() < 2) return {};
  const double radius = *std::max_element(s.radii.begin(), s.radii.end());
  // In dense suspensions the first look suffices, and a short one is quick.
  for (double reach = std::min(0.5 * radius, largest);; reach = largest) {
    const std::vector<double> gaps = nearest_gaps(s, reach);
    const auto least = std::min_element(gaps.begin(), gaps.end());
    if (*least < reach || reach == largest) {
      const long body = least - gaps.begin();
      const NearestNeighbour n = nearest_neighbour(s, body);
      if (n.index < 0 || n.gap > largest) return {};
      return {std::min(body, n.index), std::max(body, n.index), n.gap};
    }
  }
}

Overlaps overlaps(const Step& s, double tolerance) {
  Overlaps found;
  if (s.radii.size() < 2) return found;
  const Vector3 period = periods_of(s);
  double reach = *std::max_element(s.radii.begin(), s.radii.end());
  for (const double half : s.half_lengths) reach = std::max(reach, half);
  const Cells cells(s, 2 * reach, period);
  for (long i = 0; i < static_cast<long>(s.radii.size()); ++i)
    cells.around(&s.positions[3 * i], [&](long j) {
      if (j <= i) return;
      const double gap = gap_between(s, i, j, period);
      if (gap >= -tolerance) return;
      ++found.pairs;
      if (gap < found.deepest.gap) found.deepest = {i, j, gap};
    });
  return found;
}

double wall_gap(const Step& s, long body) {
  if (!s.scenario || s.scenario->domain.kind != DomainKind::pipe) return std::numeric_limits<double>::infinity();
  const double* x = &s.positions[3 * body];
  const Vector3 axis = half_axis(s, static_cast<std::size_t>(body));
  const double from_axis =
      std::max(std::hypot(x[1] + axis[1], x[2] + axis[2]), std::hypot(x[1] - axis[1], x[2] - axis[2]));
  return s.scenario->domain.radius - from_axis - s.radii[body];
}

}  // namespace slurry
