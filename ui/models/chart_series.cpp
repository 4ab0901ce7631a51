// SPDX-License-Identifier: BSD-3-Clause
#include "models/chart_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/vec.hpp"

namespace slurry::ui {

namespace {

constexpr std::array<ChartText, chart_count> texts{{
    {"Settling velocity",
     "Mean velocity of the bodies along gravity, ⟨v·g⟩, and its standard deviation over the bodies (band)",
     "mean_settling_velocity", Dimension::velocity},
    {"Smallest gap", "Smallest distance between the surfaces of two bodies", "", Dimension::length},
    {"Gap to the wall", "Smallest distance between the surface of a body and the wall", "", Dimension::length},
    {"Order of rods",
     "Mean of (3 cos²θ − 1)/2, θ the angle between rod and gravity: 1 along it, 0 at random, −1/2 across",
     "order_parameter", Dimension::none},
    {"Spread", "Root mean square distance of the bodies from their middle", "rms_radius", Dimension::length},
    {"Separation", "Distance of the centres of the first two bodies", "separation", Dimension::length},
    {"Way back",
     "After the reversal: root mean square distance of the bodies from where they were, on the way out, at the time "
     "that "
     "the reversal mirrors this one to",
     "reversal_error", Dimension::length},
    {"Flux", "Volume of liquid and bodies through a section of the pipe per time", "flux", Dimension::flux},
    {"Pressure gradient", "Mean gradient of the pressure along the pipe", "pressure_gradient",
     Dimension::pressure_gradient},
    {"Wall drag", "Axial force of the liquid on the wall over one period, from the traction on it", "wall_drag",
     Dimension::force},
    {"Volume fraction across the pipe", "Share of the volume that bodies fill, in rings from the axis to the wall", "",
     Dimension::none},
    {"Velocity across the pipe", "Mean axial velocity of the bodies' material, in rings from the axis to the wall", "",
     Dimension::velocity},
}};

}  // namespace

const ChartText& chart_text(Chart chart) {
  return texts[static_cast<std::size_t>(chart)];
}

bool has_chart(const Snapshot& s, Chart chart) {
  if (!s.scenario) return false;
  const bool pipe = s.scenario->domain.kind == DomainKind::pipe;
  switch (chart) {
    case Chart::settling_velocity:
      return true;
    case Chart::smallest_gap:
    case Chart::rms_radius:
      return s.radii.size() > 1;
    case Chart::separation:
      return s.radii.size() == 2;
    case Chart::order_parameter:
      return !s.directors.empty();
    case Chart::reversal_error:
      return s.scenario->run.reverse_at.has_value() || std::isfinite(s.observables.reversal_error);
    case Chart::smallest_wall_gap:
    case Chart::flux:
    case Chart::pressure_gradient:
    case Chart::wall_drag:
    case Chart::volume_fraction_profile:
    case Chart::axial_velocity_profile:
      return pipe;
  }
  return false;
}

double chart_value(const Snapshot& s, Chart chart) {
  const Observables& o = s.observables;
  switch (chart) {
    case Chart::settling_velocity:
      return o.mean_settling_velocity;
    case Chart::smallest_gap:
      return o.smallest_gap;
    case Chart::smallest_wall_gap:
      return o.smallest_wall_gap;
    case Chart::order_parameter:
      return o.order_parameter;
    case Chart::rms_radius:
      return o.rms_radius;
    case Chart::separation:
      return o.separation;
    case Chart::reversal_error:
      return o.reversal_error;
    case Chart::flux:
      return o.flux;
    case Chart::pressure_gradient:
      return o.pressure_gradient;
    case Chart::wall_drag:
      return o.wall_drag;
    case Chart::volume_fraction_profile:
    case Chart::axial_velocity_profile:
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::span<const double> chart_profile(const Snapshot& s, Chart chart) {
  if (chart == Chart::volume_fraction_profile) return s.profiles.volume_fraction;
  if (chart == Chart::axial_velocity_profile) return s.profiles.axial_velocity;
  return {};
}

double settling_spread(const Snapshot& s) {
  const std::size_t n = s.velocities.size() / 3;
  if (n == 0 || !s.scenario) return 0;
  const Vec3d g = normalised(s.scenario->gravity);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double d = s.velocities[3 * i] * g[0] + s.velocities[3 * i + 1] * g[1] + s.velocities[3 * i + 2] * g[2] -
                     s.observables.mean_settling_velocity;
    sum += d * d;
  }
  return std::sqrt(sum / static_cast<double>(n));
}

bool ChartSeries::add(const Snapshot& s) {
  if (s.velocities.empty()) return false;
  if (s.scenario_generation != generation_ || (!times_.empty() && s.time < times_.back())) {
    clear();
    generation_ = s.scenario_generation;
  }
  const bool again = !times_.empty() && s.time == times_.back();
  if (!again && !times_.empty() && s.time < times_.back() + interval_) return false;
  put(times_.size() - (again ? 1 : 0), again, s);
  return true;
}

bool ChartSeries::insert(const Snapshot& s) {
  if (s.velocities.empty()) return false;
  const auto after = std::lower_bound(times_.begin(), times_.end(), s.time);
  const auto place = static_cast<std::size_t>(after - times_.begin());
  const bool again = after != times_.end() && *after == s.time;
  const bool crowded =
      (place > 0 && s.time < times_[place - 1] + interval_) || (after != times_.end() && s.time > *after - interval_);
  if (!again && crowded) return false;
  put(place, again, s);
  return true;
}

void ChartSeries::put(std::size_t place, bool replace, const Snapshot& s) {
  const auto set = [place, replace](std::vector<double>& v, double value) {
    if (replace) {
      v[place] = value;
    } else {
      v.insert(v.begin() + static_cast<std::ptrdiff_t>(place), value);
    }
  };
  set(times_, s.time);
  set(spreads_, settling_spread(s));
  for (std::size_t c = 0; c < time_chart_count; ++c) set(values_[c], chart_value(s, static_cast<Chart>(c)));
  if (times_.size() >= capacity_) thin_out();
}

void ChartSeries::thin_out() {
  const std::size_t kept = (times_.size() + 1) / 2;
  const auto halve = [kept](std::vector<double>& v) {
    for (std::size_t i = 0; i < kept; ++i) v[i] = v[2 * i];
    v.resize(kept);
  };
  halve(times_);
  halve(spreads_);
  for (std::vector<double>& v : values_) halve(v);
  interval_ = 0.999 * (times_.back() - times_.front()) / static_cast<double>(kept - 1);
}

void ChartSeries::clear() {
  times_.clear();
  spreads_.clear();
  for (std::vector<double>& v : values_) v.clear();
  interval_ = 0;
}

}  // namespace slurry::ui
