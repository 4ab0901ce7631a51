// SPDX-License-Identifier: BSD-3-Clause
#include "dynamics/contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/loops.hpp"
#include "base/stage_timer.hpp"
#include "dynamics/capsule_contacts.hpp"

namespace slurry {

namespace {

/// x_i - x_j to the nearest image, and its length.
struct Apart {
  double d[3], r;
};

Apart apart(const Periods& p, const double* x, std::size_t i, std::size_t j) {
  Apart a{};
  double r2 = 0;
  for (int k = 0; k < 3; ++k) {
    a.d[k] = p.nearest(k, x[3 * i + k] - x[3 * j + k]);
    r2 += a.d[k] * a.d[k];
  }
  a.r = std::sqrt(r2);
  return a;
}

double from_axis(const double* x, std::size_t i) {
  return std::sqrt(x[3 * i + 1] * x[3 * i + 1] + x[3 * i + 2] * x[3 * i + 2]);
}

}  // namespace

double yield_of_sphere(double a, double b) {
  // mobilities of Rotne and Prager for unequal spheres along their line of centres, at the distance r
  const double r = a + b, beside = 3 / (2 * r) * (1 - (a * a + b * b) / (3 * r * r));
  return std::max(0.0, 1 / a - beside);
}

Contacts::Contacts(const Domain& domain, std::vector<double> radii, double tolerance, bool pairs)
    : domain_(domain),
      radii_(std::move(radii)),
      largest_radius_(radii_.empty() ? 0 : *std::max_element(radii_.begin(), radii_.end())),
      tolerance_(tolerance),
      skin_(largest_radius_),
      pairs_(pairs && radii_.size() > 1),
      list_(domain) {}

Contacts::Contacts(const Domain& domain, std::vector<double> radii, std::vector<double> half_axes, double tolerance,
                   bool pairs)
    : Contacts(domain, radii, tolerance, pairs) {
  capsules_ = std::make_shared<CapsuleContacts>(domain, std::move(radii), std::move(half_axes), tolerance, pairs);
}

bool Contacts::is_rod(std::size_t body) const {
  return capsules_ && capsules_->half_axis(body) > 0;
}

double Contacts::largest_half_axis() const {
  return capsules_ ? capsules_->largest_half_axis() : 0;
}

double Contacts::moved_since_build(std::span<const double> x) const {
  const std::size_t n = radii_.size();
  // All bodies fall together: only what they move relative to their mean brings pairs closer.
  std::array<double, 3> mean{0, 0, 0};
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) mean[k] += list_.periods().nearest(k, x[3 * i + k] - built_at_[3 * i + k]);
  for (double& m : mean) m /= static_cast<double>(n);
  double most2 = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double d2 = 0;
    for (int k = 0; k < 3; ++k) {
      const double d = list_.periods().nearest(k, x[3 * i + k] - built_at_[3 * i + k]) - mean[k];
      d2 += d * d;
    }
    most2 = std::max(most2, d2);
  }
  return std::sqrt(most2);
}

void Contacts::refresh(std::span<const double> x, double reach) {
  if (!pairs_) return;
  if (reach > 0.75 * skin_) skin_ = reach / 0.5;
  const bool usable = built_at_.size() == x.size() && list_.cutoff() >= 2 * largest_radius_ + reach &&
                      2 * moved_since_build(x) + reach <= list_.cutoff() - 2 * largest_radius_;
  if (usable) return;
  list_.build(x, 2 * largest_radius_ + skin_);
  built_at_.assign(x.begin(), x.end());
}

void Contacts::save(State& to) const {
  to.put("contacts/built_at", built_at_);
  to.put("contacts/skin", skin_);
  to.put("contacts/cutoff", list_.cutoff());
}

void Contacts::load(const State& from) {
  const std::vector<double> built_at = from.list("contacts/built_at");
  if (!from.has("contacts/skin")) return;
  skin_ = from.number("contacts/skin");
  if (!pairs_ || built_at.size() != 3 * radii_.size()) return;
  list_.build(built_at, from.number("contacts/cutoff"));
  built_at_ = built_at;
}

double Contacts::sweep(std::span<const double> from) {
  const double* x = from.data();
  double* out = pushed_.data();
  char* moved = moved_.data();
  const int* active = active_.data();
  const double* a = radii_.data();
  const auto lists = list_.lists();
  const auto counts = list_.counts();
  const Periods periods = list_.periods();
  const bool wall = domain_.kind == DomainKind::pipe;
  const double radius = domain_.radius, aim = tolerance_;
  const bool pairs = pairs_;
  // A push aims a tolerance beyond contact, so that a pair, once pushed, is done with unless another push brings it
  // together again, instead of creeping up to contact from below.
  const auto push = [=](int turn) {
    const int i = active[turn];
    double shift[3] = {0, 0, 0};
    double overlap = -infinity;
    moved[i] = 0;
    const int count = pairs ? counts(i) : 0;
    for (int m = 0; m < count; ++m) {
      const int j = lists(i, m);
      const double touching = a[i] + a[j];
      double d[3], r2 = 0;
      for (int k = 0; k < 3; ++k) {
        d[k] = periods.nearest(k, x[3 * i + k] - x[3 * j + k]);
        r2 += d[k] * d[k];
      }
      if (r2 >= touching * touching) continue;
      const double r = std::sqrt(r2), here = yield_of_sphere(a[i], a[j]), there = yield_of_sphere(a[j], a[i]);
      const double share = here / (here + there) * (touching + aim - r);
      overlap = std::max(overlap, touching - r);
      moved[i] = 1;
      if (r > 0)
        for (int k = 0; k < 3; ++k) shift[k] += share * d[k] / r;
      else
        shift[(i + j) % 3] += i < j ? share : -share;  // one on top of the other: any direction, but opposite ones
    }
    for (int k = 0; k < 3; ++k) out[3 * i + k] = x[3 * i + k] + shift[k];
    if (!wall) return overlap;
    const double r = from_axis(out, i);
    if (r > radius - a[i]) {
      moved[i] = 1;
      const double inward = std::max(0.0, radius - a[i] - aim);
      for (int k = 1; k < 3; ++k) out[3 * i + k] *= inward / r;
    }
    return std::max(overlap, from_axis(x, i) + a[i] - radius);
  };
  return host_max("slurry::dynamics::contacts", static_cast<int>(active_.size()), -infinity, push);
}

/// Applies the pushes; what moved, and its neighbours, are looked at in the next sweep.
void Contacts::apply_pushes(std::span<double> x) {
  next_.clear();
  const auto add = [this](int i) {
    if (std::exchange(listed_[i], 1) == 0) next_.push_back(i);
  };
  for (int i : active_) {
    if (!moved_[i]) continue;
    std::copy_n(&pushed_[3 * i], 3, &x[3 * i]);
    add(i);
    if (pairs_)
      for (int m = 0; m < list_.counts()(i); ++m) add(list_.lists()(i, m));
  }
  for (int i : next_) listed_[i] = 0;
  active_.swap(next_);
}

void Contacts::look_at_all() {
  active_.resize(radii_.size());
  std::iota(active_.begin(), active_.end(), 0);
}

ContactReport Contacts::project(std::span<double> x, int most_sweeps) {
  const StageScope stage(times_, "contact");
  if (capsules_) return capsules_->project(x, most_sweeps);
  ContactReport report;
  if (!any()) return report;
  pushed_.resize(x.size());
  moved_.resize(radii_.size());
  listed_.assign(radii_.size(), 0);
  refresh(x, 0.25 * skin_);
  look_at_all();
  for (;;) {
    const double overlap = sweep(x);
    report.largest_overlap = std::max(0.0, overlap);
    const bool last = report.sweeps >= most_sweeps;
    report.converged = overlap <= (last ? tolerance_ : 0.0);
    if (report.converged && pairs_ && 2 * moved_since_build(x) + tolerance_ > list_.cutoff() - 2 * largest_radius_) {
      // The pushes themselves may have brought together what the list does not hold.
      refresh(x, 0.25 * skin_);
      look_at_all();
      continue;
    }
    if (report.converged || last) return report;
    apply_pushes(x);
    ++report.sweeps;
  }
}

Gaps Contacts::gaps(std::span<const double> x) {
  const StageScope stage(times_, "contact");
  if (capsules_) return capsules_->gaps(x);
  Gaps g{infinity, infinity};
  const auto n = static_cast<int>(radii_.size());
  const double* a = radii_.data();
  if (domain_.kind == DomainKind::pipe)
    g.wall = -host_max("slurry::dynamics::wall_gap", n, -infinity,
                       [&](int i) { return from_axis(x.data(), i) + a[i] - domain_.radius; });
  if (!pairs_ && n < 2) return g;
  const bool pairs = std::exchange(pairs_, true);
  double largest_extent = 0;
  for (double v : x) largest_extent = std::max(largest_extent, std::abs(v));
  for (double reach = 0.25 * skin_;; reach *= 2) {
    refresh(x, reach);
    const auto lists = list_.lists();
    const auto counts = list_.counts();
    const Periods periods = list_.periods();
    g.bodies = -host_max("slurry::dynamics::gap", n, -infinity, [&](int i) {
      double least = infinity;
      for (int m = 0; m < counts(i); ++m) {
        const int j = lists(i, m);
        least = std::min(least, apart(periods, x.data(), i, j).r - a[i] - a[j]);
      }
      return -least;
    });
    // Complete only below the reach: bodies further apart are looked for again, with a longer one.
    if (g.bodies <= reach || reach > 4 * largest_extent + 4 * largest_radius_) break;
  }
  pairs_ = pairs;
  return g;
}

RelativeSpeeds Contacts::relative_speeds(std::span<const double> x, std::span<const double> v) {
  const StageScope stage(times_, "contact");
  if (capsules_) return capsules_->relative_speeds(x, v);
  RelativeSpeeds s;
  const auto n = static_cast<int>(radii_.size());
  const double* a = radii_.data();
  if (domain_.kind == DomainKind::pipe)
    s.wall = host_max("slurry::dynamics::wall_speed", n, 0, [&](int i) {
      const double r = from_axis(x.data(), i);
      if (r <= 0 || domain_.radius - r - a[i] > largest_radius_) return 0.0;
      return std::abs(v[3 * i + 1] * x[3 * i + 1] + v[3 * i + 2] * x[3 * i + 2]) / r;
    });
  if (!pairs_) return s;
  refresh(x, 0.25 * skin_);
  const auto lists = list_.lists();
  const auto counts = list_.counts();
  const Periods periods = list_.periods();
  s.bodies = host_max("slurry::dynamics::relative_speed", n, 0, [&](int i) {
    double most = 0;
    for (int m = 0; m < counts(i); ++m) {
      const int j = lists(i, m);
      if (apart(periods, x.data(), i, j).r - a[i] - a[j] > largest_radius_) continue;
      most = std::max(most, std::hypot(v[3 * i] - v[3 * j], v[3 * i + 1] - v[3 * j + 1], v[3 * i + 2] - v[3 * j + 2]));
    }
    return most;
  });
  return s;
}

}  // namespace slurry
