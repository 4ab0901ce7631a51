// SPDX-License-Identifier: BSD-3-Clause
#include "accuracy/error_budget.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "base/text.hpp"

namespace slurry {

namespace {

using Kind = double ErrorEntry::*;
using Entry = ErrorEntry ErrorReport::*;

constexpr std::array<Entry, 4> of_velocity{&ErrorReport::sum, &ErrorReport::wall, &ErrorReport::solve,
                                           &ErrorReport::arithmetic};
constexpr std::array<Kind, 3> kinds{&ErrorEntry::asked, &ErrorEntry::predicted, &ErrorEntry::measured};

template <class Entries>
double added(const ErrorReport& r, const Entries& entries, Kind kind) {
  double sum = 0;
  bool known = false;
  for (const Entry e : entries)
    if (const double x = r.*e.*kind; !std::isnan(x)) {
      sum += x * x;
      known = true;
    }
  return known ? std::sqrt(sum) : std::numeric_limits<double>::quiet_NaN();
}

/// Whether the bodies move slower than the errors of their velocities, which then are zero as far as is known.
bool slower_than_errors(const ErrorReport& r) {
  const double total = std::isnan(r.total.measured) ? r.total.predicted : r.total.measured;
  return r.rms_velocity <= total * r.scale;
}

/// Relative to the rms velocity, where bodies move much slower than S says, but faster than its errors.
void total_over_rms(ErrorReport& r) {
  const bool slow = r.rms_velocity > 0 && r.rms_velocity < r.scale / 2 && !slower_than_errors(r);
  for (const Kind kind : kinds)
    r.total_over_rms.*kind =
        slow ? r.total.*kind * (r.scale / r.rms_velocity) : std::numeric_limits<double>::quiet_NaN();
}

void scale_sources(ErrorReport& r, Kind kind, double factor) {
  for (const Entry e : of_velocity) r.*e.*kind *= factor;
}

}  // namespace

const std::array<ErrorSource, 8>& error_sources() {
  static constexpr std::array<ErrorSource, 8> sources{{
      {"sum", "sum", "Error of the sums over bodies and images, from the cutoff, the grid and the window.",
       &ErrorReport::sum},
      {"wall", "wall", "Effect on the bodies of the slip that remains between the points of the wall's grid.",
       &ErrorReport::wall},
      {"solve", "solve",
       "Error that remains after iterative solves, for the forces in rigid chains or for lubrication.",
       &ErrorReport::solve},
      {"arithmetic", "arithmetic", "Error of rounding.", &ErrorReport::arithmetic},
      {"velocity", "velocities",
       "The four errors above together: rms over the bodies, measured by a second solver ten times as accurate.",
       &ErrorReport::velocity},
      {"time_step", "time step", "Difference of two orders of the integrator, divided by the length of the step.",
       &ErrorReport::time_step},
      {"total", "total", "Errors of the velocities and of the time step together.", &ErrorReport::total},
      {"total_over_rms_velocity", "total / rms V",
       "The total error relative to the rms velocity of the bodies, which is here less than half of S.",
       &ErrorReport::total_over_rms},
  }};
  return sources;
}

void add_up(ErrorReport& r) {
  for (const Kind kind : kinds) {
    r.velocity.*kind = added(r, of_velocity, kind);
    r.total.*kind = added(r, std::array<Entry, 2>{&ErrorReport::velocity, &ErrorReport::time_step}, kind);
  }
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (std::isnan(r.velocity.measured)) r.total.measured = unknown;  // the time step alone is no total
  total_over_rms(r);
}

void ask(ErrorReport& r, double tolerance) {
  const double all = added(r, of_velocity, &ErrorEntry::asked);
  if (all > 0) scale_sources(r, &ErrorEntry::asked, tolerance / all);
  add_up(r);
  r.velocity.asked = tolerance;
  // of a step that nothing is asked of, nothing can be asked of the total
  const ErrorEntry& step = r.time_step;
  const bool velocity_alone = std::isnan(step.asked) && std::isnan(step.measured);
  r.total.asked = velocity_alone ? tolerance : std::hypot(tolerance, step.asked);
  total_over_rms(r);
}

void measured_as_a_whole(ErrorReport& r, double velocity) {
  const Kind measured = &ErrorEntry::measured;
  if (!(velocity > 0)) return add_up(r);
  if (r.arithmetic.measured > velocity) velocity = r.arithmetic.measured;
  const bool sum_is_open = std::isnan(r.sum.measured);
  if (sum_is_open) r.sum.measured = 0;
  const double apart = added(r, of_velocity, measured);
  if (sum_is_open && apart <= velocity) {
    r.sum.measured = std::sqrt(velocity * velocity - apart * apart);
  } else if (apart > 0) {
    scale_sources(r, measured, velocity / apart);
  } else {
    r.sum.measured = velocity;
  }
  add_up(r);
}

void rescale(ErrorReport& r, double factor) {
  for (const Kind kind : {&ErrorEntry::predicted, &ErrorEntry::measured}) {
    scale_sources(r, kind, factor);
    r.wall_slip.*kind *= factor;
  }
  r.uncertainty *= factor;
  add_up(r);
}

ErrorReport without_measured(ErrorReport r) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  for (const ErrorSource& s : error_sources())
    if (s.entry != &ErrorReport::time_step) (r.*s.entry).measured = unknown;
  r.wall_slip.measured = r.uncertainty = unknown;
  return r;
}

void refer_to(ErrorReport& r, double scale, double rms_velocity) {
  r.scale = scale;
  r.rms_velocity = rms_velocity;
  total_over_rms(r);
}

std::string error_scale_sentence(const ErrorReport& r, std::string_view unit) {
  if (!(r.scale > 0)) return {};
  const bool slow = r.rms_velocity < r.scale / 2;
  std::string sentence = text("S = {:.4g} {}, ", r.scale, unit);
  if (!slow && r.rms_velocity >= r.scale * (1 - 1e-9)) return sentence + "the rms velocity of the bodies";
  sentence += "the rms velocity that the bodies would have alone";
  if (std::isfinite(r.rms_velocity)) sentence += text("; their rms velocity is {:.4g} {}", r.rms_velocity, unit);
  if (slow && slower_than_errors(r)) sentence += ", which is not more than its error";
  return sentence;
}

std::string far_below_predicted(const ErrorReport& r) {
  if (!(r.velocity.measured < 0.1 * r.velocity.predicted)) return {};
  return text(
      "The measured error of the velocities is {:.2g}, and the predicted error is {:.2g}. The prediction holds for any "
      "positions of the bodies; for the present positions the error is smaller.",
      r.velocity.measured, r.velocity.predicted);
}

std::array<std::string, 2> told_apart(double x, double y) {
  constexpr int enough = 17;  // digits of any two doubles
  for (int digits = 2;; ++digits) {
    std::array<std::string, 2> words{text("{:.{}g}", x, digits), text("{:.{}g}", y, digits)};
    if (words[0] != words[1] || digits == enough) return words;
  }
}

std::vector<std::string> errors_above_asked(const ErrorReport& r) {
  std::vector<std::string> sentences;
  const auto judge = [&](const ErrorEntry& e, const char* of, const char* helps) {
    if (!(e.measured > e.asked)) return;
    const auto [measured, asked] = told_apart(e.measured, e.asked);
    sentences.push_back(text("the measured error of {} is {}, but {} was asked for; {}", of, measured, asked, helps));
  };
  judge(r.velocity, "the velocities", "a finer solver.tolerance makes it smaller");
  judge(r.time_step, "the time step", "integrator.adaptive is on, and the steps that follow are shorter");
  return sentences;
}

std::string steps_above_sentence(const StepErrors& e) {
  if (e.above == 0) return {};
  return text("The error of {} exceeded the error asked for; the largest was {:.3g} times as large, at step {}.",
              e.above == 1 ? "one step" : text("{} steps", e.above), e.largest, e.largest_at);
}

std::string added_up_sentence(const StepErrors& e, std::string_view unit) {
  if (!(e.added_up > 0)) return {};
  return text(
      "The time step's error is that of the last step. The errors of all steps add up to {:.2g} {} (rms over the "
      "bodies), or more where the motion carries neighbouring paths apart.",
      e.added_up, unit);
}

}  // namespace slurry
