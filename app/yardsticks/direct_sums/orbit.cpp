// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "slurry/error.hpp"
#include "yardsticks/direct_sums/orbit.hpp"
#include "yardsticks/direct_sums/orbit_observer.hpp"
#include "yardsticks/direct_sums/pair_terms.hpp"
#include "yardsticks/direct_sums/sums.hpp"

// Compiled without contraction of products and sums (CMakeLists.txt).
namespace slurry {
namespace {

using direct_sums::DoubleSingle;
using direct_sums::nearest_image;
using direct_sums::pair_velocity;
using direct_sums::PlainSum;
using direct_sums::RotnePragerPair;

/// Longest time without a maximum of x_1; a period is 517, and as the orbit opens 830.
constexpr double longest_wait = 2000;
/// x_1 swings to 10.8 radii, and to 12 as the orbit opens.
constexpr double farthest = 40;

/// Position of every sphere, and the loop over their pairs, each sphere's terms in the order of the others' numbers.
template <class Term, class Sum, class Position>
class FourSpheres {
 public:
  using Velocity = typename Sum::Value;
  using Velocities = Velocity[4][3];

  explicit FourSpheres(double box)
      : length_(static_cast<Term>(box)), inverse_(static_cast<Term>(box > 0 ? 1 / box : 0)), half_(box / 2), box_(box) {
    constexpr double start[4][3] = {{5, 0, 5}, {0, 5, -5}, {-5, 0, 5}, {0, -5, -5}};
    for (int i = 0; i < 4; ++i)
      for (int c = 0; c < 3; ++c) x_[i][c] = Position(start[i][c]);
  }

  double coordinate(int i, int c) const { return x_[i][c].template read<double>(); }

  void find_velocities(Velocities& v) const {
    Term x[4][3];
    for (int i = 0; i < 4; ++i)
      for (int c = 0; c < 3; ++c) x[i][c] = x_[i][c].template read<Term>();
    const Term force[3] = {0, 0, -1};
    for (int i = 0; i < 4; ++i) {
      Sum sum[3];
      for (int j = 0; j < 4; ++j) {
        Term u[3] = {force[0], force[1], force[2]};  // its own
        if (j != i) {
          Term d[3];
          for (int c = 0; c < 3; ++c) d[c] = nearest_image(x[i][c] - x[j][c], length_, inverse_);
          pair_velocity<RotnePragerPair>(d, force, u);
        }
        for (int c = 0; c < 3; ++c) sum[c].add(u[c]);
      }
      for (int c = 0; c < 3; ++c) v[i][c] = sum[c].result();
    }
  }

  void move(double time, const Velocities& v) {
    for (int i = 0; i < 4; ++i)
      for (int c = 0; c < 3; ++c) x_[i][c].add(static_cast<Velocity>(time) * v[i][c]);
  }

  /// Back into the box; all of a height at once, so that mirror images stay what they are.
  void wrap() {
    if (box_ == 0) return;
    for (int i = 0; i < 4; ++i)
      if (coordinate(i, 2) < -half_) x_[i][2].add(box_);
  }

 private:
  Position x_[4][3];
  Term length_, inverse_;
  double half_, box_;
};

template <class Spheres>
void euler(Spheres& s, double step) {
  typename Spheres::Velocities v;
  s.find_velocities(v);
  s.move(step, v);
}

template <class Spheres>
void runge_kutta_4(Spheres& s, double step) {
  typename Spheres::Velocities k[4], mean;
  s.find_velocities(k[0]);
  for (int stage = 1; stage < 4; ++stage) {
    Spheres there = s;
    there.move(stage < 3 ? step / 2 : step, k[stage - 1]);
    there.find_velocities(k[stage]);
  }
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < 3; ++c) mean[i][c] = (k[0][i][c] + 2 * k[1][i][c] + 2 * k[2][i][c] + k[3][i][c]) / 6;
  s.move(step, mean);
}

/// Why the swinging is over, or nothing.
template <class Spheres>
std::string fault(const Spheres& s, const OrbitObserver& seen) {
  if (seen.time() - seen.last_maximum() > longest_wait) return "sphere 1 swings no more";
  if (!(std::abs(s.coordinate(0, 0)) < farthest && std::abs(s.coordinate(0, 1)) < farthest))
    return "sphere 1 drifts away";
  return {};
}

/// Means over the cycles that end within 1e4 tau_s of the first or the last of them.
void summarize(const std::vector<OrbitCycle>& cycles, OrbitResult& r) {
  constexpr double window = 1e4;
  r.cycles = static_cast<int>(cycles.size());
  if (cycles.empty()) return;
  const auto mean_over = [&](double begin, double end, double& duration, double& amplitude) {
    double count = 0, sum_d = 0, sum_a = 0;
    for (const OrbitCycle& c : cycles)
      if (c.end >= begin && c.end <= end) {
        ++count;
        sum_d += c.duration;
        sum_a += c.amplitude;
      }
    duration = sum_d / count;
    amplitude = sum_a / count;
  };
  mean_over(cycles.front().end, cycles.front().end + window, r.first_duration, r.first_amplitude);
  mean_over(cycles.back().end - window, cycles.back().end, r.last_duration, r.last_amplitude);
  const auto y_of = [&](std::size_t number) { return cycles.size() >= number ? cycles[number - 1].largest_y : 0.0; };
  r.y_after_1 = y_of(1);
  r.y_after_100 = y_of(100);
  r.y_after_500 = y_of(500);
  r.y_last = cycles.back().largest_y;
  r.period = (cycles.back().end - cycles.front().end + cycles.front().duration) / double(cycles.size());
}

/// Who is told of every cycle, and who may end it.
struct Watch {
  const std::function<void(const OrbitCycle&)>& each;
  std::stop_token stop;
};

template <class Spheres>
OrbitResult follow(const OrbitCase& c, const Watch& watch) {
  Spheres spheres(c.box);
  const auto every = std::max<std::int64_t>(1, std::llround(1 / c.step));
  const auto samples = static_cast<std::int64_t>(c.duration / (double(every) * c.step));
  OrbitObserver seen(double(every) * c.step, watch.each);
  OrbitResult r;
  const auto start = std::chrono::steady_clock::now();
  seen.sample(spheres.coordinate(0, 0), spheres.coordinate(0, 1));
  std::int64_t steps = 0;
  for (std::int64_t n = 0; n < samples && r.reason.empty() && !r.stopped; ++n) {
    if (c.stepping == OrbitStep::euler)
      for (std::int64_t k = 0; k < every; ++k) euler(spheres, c.step);
    else
      for (std::int64_t k = 0; k < every; ++k) runge_kutta_4(spheres, c.step);
    steps += every;
    spheres.wrap();
    seen.sample(spheres.coordinate(0, 0), spheres.coordinate(0, 1));
    if (r.cycles_in_plane < 0 && !(std::abs(spheres.coordinate(0, 1)) < 1))
      r.cycles_in_plane = static_cast<int>(seen.cycles().size());
    r.reason = fault(spheres, seen);
    r.stopped = watch.stop.stop_requested();
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  r.breaks = !r.reason.empty() || r.cycles_in_plane >= 0;
  r.time = seen.time();
  r.nanoseconds_per_step = 1e9 * taken.count() / std::max(1.0, double(steps));
  summarize(seen.cycles(), r);
  return r;
}

template <class Term, class Sum>
OrbitResult with_positions(const OrbitCase& c, const Watch& watch) {
  switch (c.positions) {
    case DirectNumber::fp32:
      return follow<FourSpheres<Term, Sum, PlainSum<float>>>(c, watch);
    case DirectNumber::fp64:
      return follow<FourSpheres<Term, Sum, PlainSum<double>>>(c, watch);
    case DirectNumber::double_single:
      return follow<FourSpheres<Term, Sum, DoubleSingle>>(c, watch);
    case DirectNumber::extended:
      break;
  }
  throw InputError("positions of the orbit must be in fp32, fp64 or double-single");
}

template <class Term>
OrbitResult with_sums(const OrbitCase& c, const Watch& watch) {
  if (c.sums == DirectNumber::fp64) return with_positions<Term, PlainSum<double>>(c, watch);
  if (c.sums == DirectNumber::extended) return with_positions<Term, PlainSum<long double>>(c, watch);
  if constexpr (std::is_same_v<Term, float>)
    return c.sums == DirectNumber::fp32 ? with_positions<Term, PlainSum<float>>(c, watch)
                                        : with_positions<Term, DoubleSingle>(c, watch);
  throw InputError("terms in fp64 must be added up in fp64 or extended numbers");
}

}  // namespace

OrbitResult bench_orbit(const OrbitCase& c, const std::function<void(const OrbitCycle&)>& each, std::stop_token stop) {
  const Watch watch{each, std::move(stop)};
  if (!(c.step > 0 && c.step <= 4)) throw InputError("the step of the orbit must be above 0 and at most 4 tau_s");
  if (!(c.duration >= 0 && c.duration <= 1e8)) throw InputError("the duration of the orbit must be at most 1e8 tau_s");
  if (!(c.box == 0 || c.box >= 50))
    throw InputError("the box of the orbit must be at least 50 radii long, or 0 for free space");
  if (c.terms == DirectNumber::fp32) return with_sums<float>(c, watch);
  if (c.terms == DirectNumber::fp64) return with_sums<double>(c, watch);
  throw InputError("terms of the orbit must be in fp32 or fp64");
}

}  // namespace slurry
