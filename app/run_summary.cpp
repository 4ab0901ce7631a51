// SPDX-License-Identifier: BSD-3-Clause
#include "run_summary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "above_asked.hpp"
#include "json_output.hpp"
#include "run_header.hpp"
#include "slurry/model_error.hpp"

namespace slurry::app {

namespace {

std::string known(double x, const char* format = "{:.3g}") {
  return std::isfinite(x) ? fmt::format(fmt::runtime(format), x) : "-";
}

std::string error_line(std::string_view name, const ErrorEntry& e, const std::string& after = {}) {
  return header_line("  " + std::string(name),
                     fmt::format("{:<11}{:<11}{}{}", known(e.asked), known(e.predicted), known(e.measured), after));
}

bool anything_known(const ErrorEntry& e) {
  return std::isfinite(e.asked) || std::isfinite(e.predicted) || std::isfinite(e.measured);
}

/// Whether rods turn by more than what other bodies do to them (theory/conventions-and-gauges.md, "Words for errors").
bool ends_count(const Scenario& s) {
  return std::any_of(s.bodies.begin(), s.bodies.end(), [&](const BodyGroup& g) {
    return g.shape == BodyShape::rod && (g.torque != decltype(g.torque){} || s.shear_rate != 0);
  });
}

/// Errors over the velocity S, which is named, that add up in the mean square; what is left on the wall, over S too, is
/// no part of their total.
std::string error_table(const Snapshot& last, const std::string& velocity_unit) {
  const ErrorReport& errors = last.errors;
  std::string out = header_line("errors over S", "asked      predicted  measured");
  for (const ErrorSource& s : error_sources()) {
    const ErrorEntry& e = errors.*s.entry;
    if (!anything_known(e)) continue;
    const bool velocity = s.entry == &ErrorReport::velocity && std::isfinite(errors.uncertainty);
    out += error_line(s.title, e, velocity ? fmt::format(" +- {:.1g}", errors.uncertainty) : "");
  }
  if (anything_known(errors.wall_slip)) {
    out += error_line("slip at the wall", errors.wall_slip);
  }
  if (const std::string s = error_scale_sentence(errors, velocity_unit); !s.empty())
    out += header_line("", s + (depends_on_gauge(step_of(last)) ? gauge_of_scale : ""));
  if (errors.scale > 2 * errors.rms_velocity && ends_count(*last.scenario))
    out += header_line("", "For a rod that a torque or a flow turns, S counts the speed of its ends.");
  if (!std::isfinite(errors.velocity.measured))
    out += header_line(
        "", "There was no independent evaluation, so the errors of the velocities are predicted, not measured.");
  if (const std::string s = far_below_predicted(errors); !s.empty()) out += header_line("", s);
  if (const std::string s = velocities_vanish(last); !s.empty()) out += header_line("", s);
  if (const std::string s = added_up_sentence(last.step_errors, length_unit(*last.scenario)); !s.empty())
    out += header_line("", s);
  for (const std::string& sentence : errors_above_asked_in(last)) out += header_line("ABOVE ASKED", sentence);
  if (const std::string s = steps_above_sentence(last.step_errors); !s.empty()) out += header_line("ABOVE ASKED", s);
  return out;
}

double steps_per_second(const RunSummary& s) {
  const double seconds = s.last.wall_seconds - s.first_wall_seconds;
  return seconds > 0 ? static_cast<double>(s.last.step - s.first_step) / seconds : 0;
}

/// The model, and a line for each situation in which true bodies are known.
std::string model_text(const ModelStatement& statement) {
  std::string out = model_lines(statement);
  const std::vector<std::string> lines = model_error_lines(statement);
  for (std::size_t i = 0; i < lines.size(); ++i) out += header_line(i == 0 ? "model error" : "", lines[i]);
  return out;
}

Json model_json(const ModelStatement& statement) {
  Json j{{"model", statement.model}};
  j["limits"] = Json::list();
  for (const std::string& sentence : statement.limits) j["limits"].push_back(sentence);
  j["situations"] = Json::list();
  for (const ModelError& e : statement.errors) {
    Json s{{"name", std::string(e.name)},
           {"situation", std::string(e.situation)},
           {"parameter", std::string(e.parameter)},
           {"at", e.at},
           {"quantity", std::string(e.quantity)},
           {"model", e.model},
           {"exact", e.exact},
           {"relative_error", e.relative_error()},
           {"source", std::string(e.source)}};
    if (!e.bodies.empty()) {
      s["bodies"] = Json::list();
      for (const long body : e.bodies) s["bodies"].push_back(body);
    }
    j["situations"].push_back(s);
  }
  return j;
}

Json error_json(const ErrorEntry& e) {
  return {{"asked", e.asked}, {"predicted", e.predicted}, {"measured", e.measured}};
}

}  // namespace

std::string velocities_vanish(const Snapshot& last) {
  constexpr double zero = 1e-6;  // of the drive, and of the velocities over those of the full drive
  const Scenario& s = *last.scenario;
  if (s.driving.kind != DrivingKind::oscillating) return {};
  if (std::abs(std::cos(2 * std::numbers::pi * last.time / s.driving.period)) > zero) return {};
  double full = 0;  // the fastest of the bodies alone
  for (const BodyGroup& g : s.bodies) {
    const double force = std::abs(g.force) + std::hypot(g.external_force[0], g.external_force[1], g.external_force[2]);
    const double torque = std::hypot(g.torque[0], g.torque[1], g.torque[2]);
    full = std::max(full, force / (6 * std::numbers::pi * s.viscosity * g.radius));
    full = std::max(full, torque / (8 * std::numbers::pi * s.viscosity * g.reach() * g.reach()));  // of the ends
  }
  if (!(last.errors.scale <= zero * full)) return {};
  return fmt::format(
      "The oscillating drive passes through zero at this time, so the velocities vanish (S = {:.2g}). Errors "
      "relative to S have no meaning here.",
      last.errors.scale);
}

std::vector<std::string> errors_above_asked_in(const Snapshot& last) {
  return velocities_vanish(last).empty() ? errors_above_asked(last.errors) : std::vector<std::string>();
}

std::string_view velocity_of_summary(const Snapshot& last) {
  return last.values.has("mean_settling_velocity") ? "mean_settling_velocity" : "mean_axial_velocity";
}

std::string summary_text(const RunSummary& s) {
  const Snapshot& l = s.last;
  std::string out;
  out += header_line(
      "scenario", fmt::format("{} ({} {})", l.scenario->name, l.radii.size(), l.radii.size() == 1 ? "body" : "bodies"));
  out += header_line("solver", l.solver_summary);
  out += header_line(
      "steps", fmt::format("{} to time {:.6g} {}; {:.3g} steps per second{}", l.step, l.time, time_unit(*l.scenario),
                           steps_per_second(s), s.interrupted ? "; interrupted" : ""));
  const std::string velocity = velocity_unit(*l.scenario);
  if (l.values.has("mean_settling_velocity"))
    out += header_line("settling velocity",
                       fmt::format("{:.6g} now, {:.6g} on average {}", l.values.number("mean_settling_velocity"),
                                   l.values.number("average_settling_velocity"), velocity));
  else
    out += header_line("velocity along x", fmt::format("{:.6g} {}", l.values.number("mean_axial_velocity"), velocity));
  if (s.mean_over_time) {
    const SeriesMean& m = *s.mean_over_time;
    out += header_line("mean over time",
                       m.too_short.empty()
                           ? fmt::format("{:.6g} +- {:.2g} {}, steady from time {:.6g} on ({:.0f} independent values)",
                                         m.mean, m.error, velocity, m.from, m.independent)
                           : "the run is too short to know its error: " + m.too_short);
    for (const std::string& sentence : m.counted) out += header_line("", sentence);
    if (!m.caution.empty()) out += header_line("", m.caution);
    if (m.too_short.empty()) out += header_line("", limit_of_series_mean);
  }
  if (depends_on_gauge(step_of(l))) out += header_line("GAUGE", gauge_sentence);
  std::string gaps;
  if (l.values.has("smallest_gap")) gaps = known(l.values.number("smallest_gap"), "{:.6g}") + " between bodies";
  if (l.values.has("smallest_wall_gap"))
    gaps += (gaps.empty() ? "" : ", ") + known(l.values.number("smallest_wall_gap"), "{:.6g}") + " to the wall";
  if (!gaps.empty()) out += header_line("smallest gap", gaps);
  if (std::isfinite(l.values.number("period")))
    out += header_line("period", fmt::format("{:.8f}", l.values.number("period")));
  out += header_line("last step", fmt::format("{:.4g}", l.time_step));
  out += error_table(l, velocity);
  out += model_text(model_errors(l));
  for (const Checked& c : check_expectations(l)) {
    const Expectation& e = c.expected;
    if (!c.not_judged.empty()) {
      out += header_line("expected", fmt::format("{}: not judged, {}{}", e.quantity, c.not_judged,
                                                 std::isfinite(c.found) ? fmt::format("; found {:.6g}", c.found) : ""));
    } else if (e.qualitative) {
      out += header_line("expected", fmt::format("{}: {}; found {}", e.quantity, e.note, known(c.found, "{:.6g}")));
    } else if (!std::isfinite(c.found)) {
      out += header_line("expected", fmt::format("{} {:.9g} +- {:.2g}; the run is too short to compute it", e.quantity,
                                                 e.value, e.tolerance));
    } else if (e.seeds > 1) {
      out += header_line("expected",
                         fmt::format("{} {:.9g} +- {:.2g} as the mean over {} seeds (slurry verify); found {:.9g}",
                                     e.quantity, e.value, e.tolerance, e.seeds, c.found));
    } else {
      out += header_line("expected", fmt::format("{} {:.9g} +- {:.2g}; found {:.9g}: {}", e.quantity, e.value,
                                                 e.tolerance, c.found, c.passed ? "pass" : "FAIL"));
      std::string origin = e.level.empty() ? "" : "level: " + e.level;
      if (!e.source.empty()) origin += (origin.empty() ? "source: " : "; source: ") + e.source;
      if (!origin.empty()) out += header_line("", origin);
    }
  }
  if (!s.file.empty()) out += header_line("file", fmt::format("{} ({} frames)", s.file, s.frames));
  return out;
}

std::string about_summary_json() {
  return R"(Keys of the summary (--json).  A key that does not apply is left out; null means not known.
  scenario, title, units, bodies, seed, steps, time, time_step, interrupted
  seconds, steps_per_second    wall time up to the last step [s]; speed of the steps, without measurements of errors
  forecast                     made before the first step: seconds, steps, solves_per_step, sums_per_solve,
                               seconds_per_sum, own_seconds_per_solve (time of a solve outside of its sums), frames,
                               measurements
  back_end, threads, solver
  ranks                        count: number of processes.  If there are several: sums_together, the number of sums that
                               all of them computed; sums_alone, the number of those that rank 0 computed alone; and
                               alone_because, the reason
  mean_settling_velocity       now: at the end; average: over the run
  mean_over_time               mean over the steady part of a recorded run: quantity, mean, error, steady_from,
                               averaged_from, correlation_time, window, independent_values, method.  If the run is
                               too short, error is null and too_short_to_say gives the reason.  counted: sentences on
                               which values count, if it is not all of them.  caution: a sentence, if the error comes
                               from few independent values
  gauge_dependent              true: a net force in one periodic direction leaves the velocities free up to a constant
  smallest_gap, smallest_wall_gap, flux, pressure_gradient, period
  quantities                   all quantities that are numbers, by name
  errors                       sum, wall, solve, arithmetic, velocity, time_step, total, total_over_rms_velocity and
                               wall_slip.  Each has asked, predicted and measured, relative to the velocity S; velocity
                               also has the uncertainty of its measured error.  The mean square of velocity is the sum
                               of those of sum, wall, solve and arithmetic; that of total is the sum of those of
                               velocity and time_step.  wall_slip is not part of them.  total_over_rms_velocity is
                               known if the rms velocity is less than S / 2
  error_scale                  value: S; rms_velocity; gauge_dependent
  errors_measured_at_step      step of the newest measurement
  errors_above_asked           a sentence for each measured error above the error asked for
  step_errors                  all steps of the run.  above_asked: number of steps whose error exceeded the error asked
                               for.  largest_over_asked, largest_at_step: the largest ratio of the two, and its step.
                               added_up: sum of the steps' rms errors of position [length]
  velocities_vanish            a sentence, if an oscillating drive passes through zero
  model_error                  model: the model of the bodies.  situations: the difference from rigid bodies in each
                               situation whose exact solution is known (name, situation, parameter, at, quantity,
                               model, exact, relative_error, source, bodies).  limits: sentences on effects that the
                               model leaves out, without a number.  None of these is an error of a whole suspension
  stage_seconds_of_the_last_step
  expected                     expectations of the scenario: quantity, value, tolerance, found, and pass, or not_judged
                               with the reason
  file, frames                 the recording, and its number of frames
)";
}

std::string summary_json(const RunSummary& s) {
  const Snapshot& l = s.last;
  Json j;
  j["scenario"] = l.scenario->name;
  j["title"] = l.scenario->title;
  j["units"] = std::string(word_of(l.scenario->units));
  j["bodies"] = l.radii.size();
  j["seed"] = l.scenario->run.seed;
  j["steps"] = l.step;
  j["time"] = l.time;
  j["time_step"] = l.time_step;
  j["interrupted"] = s.interrupted;
  j["seconds"] = s.seconds;
  j["steps_per_second"] = steps_per_second(s);
  const RunForecastFigures& f = s.forecast;
  j["forecast"] = {{"seconds", f.seconds},
                   {"steps", f.steps},
                   {"solves_per_step", f.solves},
                   {"sums_per_solve", f.sums},
                   {"seconds_per_sum", f.seconds_per_sum},
                   {"own_seconds_per_solve", f.own_seconds},
                   {"frames", f.frames},
                   {"measurements", f.measurements}};
  j["back_end"] = s.back_end;
  j["threads"] = s.threads;
  j["ranks"] = {{"count", s.ranks}};
  if (s.ranks > 1) {
    j["ranks"]["sums_together"] = s.sums.together;
    j["ranks"]["sums_alone"] = s.sums.alone;
    if (s.sums.alone > 0) j["ranks"]["alone_because"] = s.sums.because;
  }
  j["solver"] = l.solver_summary;
  if (l.values.has("mean_settling_velocity"))
    j["mean_settling_velocity"] = {{"now", l.values.number("mean_settling_velocity")},
                                   {"average", l.values.number("average_settling_velocity")}};
  if (s.mean_over_time) {
    const SeriesMean& m = *s.mean_over_time;
    Json& over_time = j["mean_over_time"];
    over_time = {{"quantity", velocity_of_summary(l)}, {"mean", m.mean}, {"error", m.error}};
    if (!m.too_short.empty()) over_time["too_short_to_say"] = m.too_short;
    over_time["steady_from"] = m.too_short.empty() ? Json(m.from) : Json();
    over_time["averaged_from"] = m.from;
    over_time["correlation_time"] = m.correlation_time;
    over_time["window"] = m.window;
    over_time["independent_values"] = m.independent;
    if (!m.counted.empty()) over_time["counted"] = m.counted;
    if (!m.caution.empty()) over_time["caution"] = m.caution;
    over_time["method"] = std::string(method_of_series_mean) + " " + limit_of_series_mean;
  }
  j["gauge_dependent"] = depends_on_gauge(step_of(l));
  for (const char* name : {"smallest_gap", "smallest_wall_gap", "flux", "pressure_gradient", "period"})
    if (l.values.has(name)) j[name] = l.values.number(name);
  for (const Quantity& q : *l.values.table())
    if (q.of != Of::body && q.length == 1 && l.values.has(q.name))
      j["quantities"][std::string(q.name)] = l.values.number(q.name);
  for (const ErrorSource& source : error_sources())
    j["errors"][std::string(source.name)] = error_json(l.errors.*source.entry);
  j["errors"]["velocity"]["uncertainty"] = l.errors.uncertainty;
  j["errors"]["wall_slip"] = error_json(l.errors.wall_slip);
  j["error_scale"] = {{"value", l.errors.scale},
                      {"rms_velocity", l.errors.rms_velocity},
                      {"gauge_dependent", depends_on_gauge(step_of(l))}};
  if (l.errors.measured_at_step >= 0) j["errors_measured_at_step"] = l.errors.measured_at_step;
  j["errors_above_asked"] = Json::list();
  for (const std::string& sentence : errors_above_asked_in(l)) j["errors_above_asked"].push_back(sentence);
  const StepErrors& of_steps = l.step_errors;
  j["step_errors"] = {{"above_asked", of_steps.above}, {"added_up", of_steps.added_up}};
  if (of_steps.above > 0) {
    j["step_errors"]["largest_over_asked"] = of_steps.largest;
    j["step_errors"]["largest_at_step"] = of_steps.largest_at;
  }
  if (const std::string vanish = velocities_vanish(l); !vanish.empty()) j["velocities_vanish"] = vanish;
  j["model_error"] = model_json(model_errors(l));
  Json stages;
  for (const auto& [stage, seconds] : l.stage_times) stages[stage] = seconds;
  j["stage_seconds_of_the_last_step"] = stages;
  j["expected"] = Json::list();
  for (const Checked& c : check_expectations(l)) {
    Json e{{"quantity", c.expected.quantity}};
    if (c.expected.qualitative) {
      e["qualitative"] = true;
    } else {
      e["value"] = c.expected.value;
      e["tolerance"] = c.expected.tolerance;
      e["source"] = c.expected.source;
      e["level"] = c.expected.level;
      if (c.expected.seeds > 1) e["seeds"] = c.expected.seeds;
    }
    e["found"] = c.found;
    if (!c.not_judged.empty())
      e["not_judged"] = c.not_judged;
    else if (!c.expected.qualitative && c.expected.seeds == 1)
      e["pass"] = c.passed;
    j["expected"].push_back(e);
  }
  j["file"] = s.file;
  j["frames"] = s.frames;
  return j.text(2);
}

}  // namespace slurry::app
