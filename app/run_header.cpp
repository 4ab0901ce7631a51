// SPDX-License-Identifier: BSD-3-Clause
#include "run_header.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <system_error>

#include "headless_run.hpp"
#include "progress.hpp"
#include "slurry/option_table.hpp"
#include "slurry/quantity.hpp"
#include "slurry/steps_ahead.hpp"
#include "slurry/unit.hpp"
#include "slurry/version.hpp"

namespace slurry::app {
namespace {

constexpr double least_seconds = 2;
constexpr long first_steps = 3;
/// Words on the memory of a second opinion (measure_here), which is known only once its sums are planned.  If no error
/// has to be measured, a second opinion takes hardly any memory.
const char* beside_memory(const Snapshot& s) {
  const bool measured = s.errors.sum.predicted > 0 || s.errors.wall.predicted > 0;
  return measured ? ", plus the memory of the second solves that measure errors" : "";
}

std::string bytes(double n) {
  if (n >= 1e9) return fmt::format("{:.1f} GB", 1e-9 * n);
  if (n >= 1e6) return fmt::format("{:.{}f} MB", 1e-6 * n, n < 1e7 ? 1 : 0);
  return fmt::format("{:.0f} kB", 1e-3 * n);
}

/// Six digits of a number are enough for a log; what follows from others has all of them.
std::string short_text(const OptionValue& value) {
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{:g}", *number);
  const auto* three = std::get_if<std::array<double, 3>>(&value);
  return three ? fmt::format("[{:g}, {:g}, {:g}]", (*three)[0], (*three)[1], (*three)[2]) : to_toml(value);
}

/// "pipe, R = 10, L = 40", as the option table has it.
std::string domain_of(const Scenario& s) {
  std::string words = option_value(s, "domain.kind");
  std::erase(words, '"');
  for (const char* key : {"domain.radius", "domain.length", "domain.cell"}) {
    const slurry::Option* option = find_option(key);
    if (option && applies(*option, s))
      words += fmt::format(", {} = {}", option->symbol.empty() ? label_of(*option) : std::string(option->symbol),
                           short_text(value_of(s, *option)));
  }
  return words;
}

/// Words on the values that were not given but follow: the third of count, volume fraction and size of the domain.
std::string follows(const Snapshot& start) {
  const Scenario& s = *start.scenario;
  const bool several = s.bodies.size() > 1;
  const double fraction = start.values.number("volume_fraction");
  std::string counts;
  for (const BodyGroup& b : s.bodies)
    if (b.count_from_fraction)
      counts +=
          fmt::format("{}{} {}{} from volume fraction {:g}", counts.empty() ? "" : ", ", b.count,
                      b.count == 1 ? "body" : "bodies", several ? " of '" + b.name + "'" : "", *b.volume_fraction);
  std::string words = s.length_from_fraction ? "the domain's size from count and volume fraction" : "";
  if (!counts.empty()) words += (words.empty() ? "" : "; ") + counts + " and the domain";
  if (!std::isfinite(fraction)) return words;
  if (words.empty()) return fmt::format("volume fraction {:.4g} from count and the domain", fraction);
  return several ? fmt::format("{}; volume fraction {:.4g} of all bodies", words, fraction) : words;
}

/// Options that were given and have no meaning in the scenario: the radius of a pipe in free space, the aspect of
/// spheres.  The count of a list of positions was compared with it, and gravity may be there for heights alone.
std::string unused(const Scenario& s, const std::set<std::string, std::less<>>& given) {
  std::string keys;
  for (const slurry::Option& o : option_table()) {
    const bool of_bodies = o.key.starts_with("bodies.");
    for (std::size_t g = 0; g < (of_bodies ? s.bodies.size() : 1); ++g) {
      if (applies(o, s, g)) continue;
      const std::string key = g ? fmt::format("bodies.{}.{}", g, o.key.substr(7)) : std::string(o.key);
      if (o.key == "gravity.direction" || o.key == "bodies.count") continue;
      if (given.contains(key)) keys += (keys.empty() ? "" : ", ") + key;
    }
  }
  return keys;
}

std::string end_of(const Scenario& s) {
  const RunOptions& r = s.run;
  if (r.until && r.steps)
    return fmt::format("to time {:g} {} or step {}, whichever comes first", *r.until, time_unit(s), *r.steps);
  if (r.until) return fmt::format("to time {:g} {}", *r.until, time_unit(s));
  if (r.steps) return fmt::format("to step {}", *r.steps);
  return "until it is stopped";
}

/// "flow.net_flow flux=5.0 -> zero-flux", one after the other.
std::string changes_in_words(const std::vector<OptionDifference>& changes) {
  constexpr std::size_t longest = 100;
  const auto said = [](std::string value) {
    std::erase(value, '"');
    if (value.starts_with("{ ") && value.ends_with(" }")) {
      value = value.substr(2, value.size() - 4);
      if (const std::size_t at = value.find(" = "); at != std::string::npos) value.replace(at, 3, "=");
    }
    return value.empty() ? "none" : value.size() > longest ? "(long)" : value;
  };
  std::string words;
  for (const OptionDifference& d : changes)
    words += fmt::format("{}{} {} -> {}", words.empty() ? "" : "; ", d.key, said(d.old), said(d.value));
  return words;
}

std::string frames_in_words(const RunOptions& r) {
  std::string words = r.output_interval > 0  ? fmt::format("a frame every {:g} of time", r.output_interval)
                      : r.output_stride == 1 ? std::string("a frame every step")
                                             : fmt::format("a frame every {} steps", r.output_stride);
  if (r.output_seconds > 0) words += fmt::format(", or {:g} s", r.output_seconds);
  return words;
}

/// Solves per step; NaN where each step takes as many as it needs.
double solves_per_step(IntegratorKind kind) {
  switch (kind) {
    case IntegratorKind::adams_bashforth_2:
    case IntegratorKind::euler:
      return 1;
    case IntegratorKind::midpoint:
      return 2;
    case IntegratorKind::rk4:
      return 4;
    case IntegratorKind::dormand_prince:
      return 6;
    case IntegratorKind::implicit_midpoint:
      break;
  }
  return NAN;
}

/// Steps and frames that lie ahead of a moment, by its scenario.
StepsAhead ahead_of(const Snapshot& now) {
  return steps_ahead(*now.scenario, now.step, now.time);
}

/// Frames after the first, with those that are due by the clock; `seconds` that the run takes, NaN where that is not
/// known.  A deterministic run has none by the clock.
double frames_of(const Snapshot& start, const StepsAhead& ahead, double seconds) {
  const Scenario& s = *start.scenario;
  double frames = ahead.frames;
  if (s.run.output_seconds > 0 && seconds > 0 && !s.solver.deterministic)
    frames = std::max(frames, std::floor(seconds / s.run.output_seconds));
  return std::min(frames, ahead.steps);
}

/// Bytes that a frame adds to a file (io/files.md): per body the image, five vectors and those of rods; the quantities;
/// and for the whole frame its step, its time, the edges of the box and the times of the stages.
double frame_bytes(const Snapshot& start) {
  constexpr double vector = 3 * sizeof(double);
  double per_body = 3 * sizeof(std::int32_t) + 5 * vector;
  if (!start.contact_forces.empty()) per_body += vector;
  if (!start.directors.empty()) per_body += vector;
  if (!start.directors.empty() || start.scenario->run.output_angular_velocity) per_body += vector;
  double values = 5 + static_cast<double>(std::distance(start.stage_times.begin(), start.stage_times.end()));
  for (const Quantity& q : *start.values.table())
    if (q.of != Of::body && !q.sometimes && is_valid(q, *start.scenario, start.radii.size()))
      values += static_cast<double>(q.length);
  return per_body * static_cast<double>(start.radii.size()) + sizeof(double) * values;
}

/// Bytes that a frame adds beside its own: what is predicted of errors, and running totals that change from frame to
/// frame, with their steps (counted in twelve kinds of runs).
constexpr double beside_a_frame = 20 * sizeof(double);

/// A whole state after so many steps: per body six vectors of place, image, slopes and displacements, of a rod two
/// more; and the way out so far, places and slopes of every step.  Where it would exceed 1 MB (32 MB if a reversal is
/// planned) it is thinned out by halves (quantities/return_curve.hpp).
double state_bytes(const Snapshot& now, double steps) {
  constexpr double vector = 3 * sizeof(double), names = 3000;
  const auto bodies = static_cast<double>(now.radii.size());
  const Scenario& s = *now.scenario;
  if (s.run.reverse_at) steps = std::min(steps, std::ceil(*s.run.reverse_at / s.integrator.time_step));
  const double most = s.run.reverse_at ? 33.6e6 : 1.05e6, row = bodies * 2 * vector;
  double rows = steps + 1;
  while (rows * row > most && rows >= 3) rows = std::ceil(rows / 2);
  return names + (now.directors.empty() ? 6 : 8) * vector * bodies + rows * (row + sizeof(double));
}

/// Whole states that follow while so many more frames are recorded, evenly over the steps from `step` to `last`, and
/// those of the end: a moment and the checkpoint (io/files.md).  `some` moments take a quarter of the room of the
/// frames, as TrajectoryWriter::has_room_for_moment has it.
double states_ahead(const Snapshot& now, double frames, double step, double last) {
  double bytes = 2 * state_bytes(now, last);
  const OutputMoments wanted = now.scenario->run.output_moments;
  if (wanted == OutputMoments::end) return bytes;
  constexpr double most_looked_at = 1e5;  // the rest is taken in proportion
  const double looked_at = std::min(frames, most_looked_at);
  double moments = state_bytes(now, step), latest = moments;  // the first frame has one
  const double first = moments;
  for (double i = 1; i < looked_at; ++i) {
    if (wanted == OutputMoments::some && moments + latest > (i + 1) * frames / looked_at * frame_bytes(now) / 4)
      continue;
    latest = state_bytes(now, step + (last - step) * i / looked_at);
    moments += latest * (wanted == OutputMoments::all ? frames / looked_at : 1);
  }
  return bytes + moments - first;
}

/// Returns the bytes that the end of a run adds, whatever its length. They hold the errors measured then, the model's
/// error, and the headers of the checkpoint's parts. The number is fitted to 16 kinds of runs.
double end_bytes() {
  return 110e3;
}

double file_bytes(const std::filesystem::path& file) {
  std::error_code code;
  const auto size = file.empty() ? 0 : std::filesystem::file_size(file, code);
  return code ? 0 : static_cast<double>(size);
}

/// Peak memory of this program only.  The figure of getrusage includes that of the program that started it.
double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kibibytes = 0; word == "VmHWM:" && status >> kibibytes) return 1024 * kibibytes;
  rusage used{};
  return getrusage(RUSAGE_SELF, &used) == 0 ? 1024.0 * static_cast<double>(used.ru_maxrss) : NAN;
}

/// Seconds in a unit in which they are a number of common size.
std::string short_seconds(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
  return seconds < 1 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

/// The words that say how many solves and sums the forecast assumes for a step.
std::string assumed_of_solves(const RunForecastFigures& f) {
  std::string words = fmt::format("{:.0f} solve{} per step", f.solves, f.solves == 1 ? "" : "s");
  words +=
      fmt::format(", {} sum{} of {} in each solve", f.sums, f.sums == 1 ? "" : "s", short_seconds(f.seconds_per_sum));
  if (f.own_seconds > 0) words += fmt::format(" and {} of other work", short_seconds(f.own_seconds));
  return words;
}

/// The words that say what the forecast assumes and leaves out.  measured: errors have been measured, so that the time
/// of further measurements is known.
std::string assumed(const RunForecastFigures& f, bool measured) {
  return assumed_of_solves(f) +
         (measured ? "; the set-up is not counted" : "; neither the set-up nor measurements of errors are counted");
}

/// Steps that a repulsion shortens cannot be foreseen: they follow from the gaps that bodies will have.
std::string beside_steps(const Scenario& s) {
  if (!s.integrator.adaptive || s.solver.repulsion_force == 0 || s.run.steps) return "";
  return "; there may be many more steps, because the repulsion shortens them while bodies are close";
}

/// Before the first step: memory by what the first solve took, the file by its first frame.
std::string first_forecast(const Snapshot& start, const RunForecastFigures& figures) {
  const double steps = figures.steps, seconds = figures.seconds;
  std::string out;
  if (std::isfinite(steps)) out = fmt::format("about {:.0f} step{}", steps, steps == 1 ? "" : "s");
  if (seconds > 0)
    out += fmt::format(" in {} ({})", seconds < 1 ? "less than a second" : clock_text(seconds),
                       assumed(figures, std::isfinite(start.measurement_seconds)));
  if (!out.empty()) out += beside_steps(*start.scenario);
  out += fmt::format("{}memory at least {}{}", out.empty() ? "" : "; ", bytes(peak_memory()), beside_memory(start));
  const double begun = file_bytes(start.recording);
  if (begun <= 0) return out;
  if (!std::isfinite(steps))
    return out + fmt::format("; file {} and {} a frame", bytes(begun), bytes(frame_bytes(start)));
  const double frames = figures.frames;
  return out + fmt::format("; file {} ({:.0f} frames)",
                           bytes(begun + frames * (frame_bytes(start) + beside_a_frame) +
                                 states_ahead(start, frames, static_cast<double>(start.step), start.step + steps) +
                                 end_bytes()),
                           frames + 1);
}

double measurement_seconds(const Snapshot& start) {
  return std::isfinite(start.measurement_seconds) ? start.measurement_seconds : 0;
}

/// How often errors will be measured in so many seconds of steps and frames: at the end, and before as a session does
/// (session/experiment.cpp), once half a second is over and not more than once a second or for a tenth of the time.
double measurements_ahead(const Snapshot& start, double steps) {
  constexpr double first_after = 0.5, between = 1, share = 0.1;
  const double every = std::max(between, measurement_seconds(start) / share) - measurement_seconds(start);
  if (!std::isfinite(steps)) return NAN;
  if (start.scenario->solver.deterministic) return 1;
  return 1 + (steps > first_after ? 1 + std::floor((steps - first_after) / every) : 0);
}

}  // namespace

RunForecastFigures forecast_figures(const Snapshot& start, const RunRates& rates) {
  const auto bodies = static_cast<double>(start.radii.size());
  RunForecastFigures f;
  const StepsAhead ahead = ahead_of(start);
  f.steps = ahead.steps;
  f.solves = solves_per_step(start.scenario->integrator.kind);
  f.sums = start.solve_cost.sums;
  f.seconds_per_sum = start.solve_cost.seconds_per_sum;
  f.own_seconds = start.solve_cost.own_seconds;
  const double step = f.solves * (f.sums * f.seconds_per_sum + f.own_seconds) + rates.step + bodies * rates.step_body;
  const double frame = rates.frame + bodies * rates.frame_body;
  f.frames = start.recording.empty() ? 0 : frames_of(start, ahead, f.steps * step);
  const double steps = f.steps * step + f.frames * frame;
  f.measurements = measurements_ahead(start, steps);
  f.seconds = steps + f.measurements * measurement_seconds(start);
  return f;
}

std::string header_line(const std::string& name, const std::string& value) {
  return fmt::format("{:<18}{}\n", name, value);
}

std::string length_unit(const Scenario& s) {
  return unit_text("length", s);
}

std::string velocity_unit(const Scenario& s) {
  const std::string unit = unit_text("velocity", s);
  if (unit == unit_text("velocity", Units::reduced)) return "U0";
  return s.units == Units::si ? unit : length_unit(s) + "/tau";
}

std::string time_unit(const Scenario& s) {
  if (s.units == Units::si) return "s";
  return velocity_unit(s) == "U0" ? length_unit(s) + "/U0" : "tau";
}

std::string model_lines(const ModelStatement& statement) {
  std::string out = header_line("model", statement.model);
  for (const std::string& sentence : statement.limits) out += header_line("", sentence);
  return out;
}

std::string run_header(const Snapshot& start, const RuntimeInfo& runtime, const std::string& output,
                       const std::set<std::string, std::less<>>& given, const RunForecastFigures& figures,
                       const std::vector<OptionDifference>& changes) {
  const Scenario& s = *start.scenario;
  const std::size_t n = start.radii.size();
  std::string out = header_line("slurry", fmt::format("{} ({})", build_info().version, build_info().git_commit));
  const std::string elsewhere =
      start.sum_device == Device::host ? std::string() : "; sums on " + std::string(word_of(start.sum_device));
  out += header_line("host", fmt::format("{}, {} thread{}{}", runtime.back_end, runtime.threads,
                                         runtime.threads == 1 ? "" : "s", elsewhere));
  out += header_line("scenario", fmt::format("{}: {} {}; {}; tolerance {:g}, seed {}", s.name, n,
                                             n == 1 ? "body" : "bodies", domain_of(s), s.solver.tolerance, s.run.seed));
  if (!length_is_in_radii(s))
    out += header_line("unit of length",
                       fmt::format("{}: the first [[bodies]] table has the radius {:g} {}, so lengths are not in radii",
                                   length_unit(s), s.bodies.front().radius, length_unit(s)));
  for (const std::string& note : s.start_notes) out += header_line("bodies from", note);
  if (const std::string words = follows(start); !words.empty()) out += header_line("follows", words);
  if (!changes.empty()) out += header_line("changed", "from the recorded run: " + changes_in_words(changes));
  if (const std::string keys = unused(s, given); !keys.empty())
    out += header_line("not used", keys + ": set but not used in this scenario");
  out += header_line("solver", start.solver_summary);
  if (const ModelStatement model = model_errors(start); !model.model.empty()) out += model_lines(model);
  if (std::any_of(s.bodies.begin(), s.bodies.end(),
                  [](const BodyGroup& b) { return b.torque != decltype(b.torque){}; }))
    out += header_line("torque", "its part along a rod's axis has no effect: it would turn the rod about itself");
  std::string from;
  if (start.step > 0) from = fmt::format("from time {:g}, step {}, ", start.time, start.step);
  out += header_line("run", from + end_of(s));
  if (s.driving.kind == DrivingKind::oscillating && !s.integrator.adaptive &&
      s.integrator.time_step > 0.1001 * s.driving.period)
    out += header_line("WARNING", fmt::format("the drive has {:.3g} steps in a period: with fewer than 10, motion "
                                              "and totals are wrong; give a shorter integrator.time_step",
                                              s.driving.period / s.integrator.time_step));
  out += header_line("file", output.empty() ? "none" : output + ", " + frames_in_words(s.run));
  out += header_line("forecast", first_forecast(start, figures));
  return out;
}

RunForecast::RunForecast(const Snapshot& start)
    : first_step_(start.step), first_done_(fraction_done(start)), measured_(start.errors.measured_at_step >= 0) {}

std::string RunForecast::line(const Snapshot& now, double seconds) {
  if (!measured_ && now.errors.measured_at_step >= 0) {  // which took longer than the steps until then
    measured_ = true;
    first_step_ = now.step;
    if (first_done_ >= 0) first_done_ = fraction_done(now);
    first_seconds_ = seconds;
  }
  const double done = fraction_done(now) - first_done_;
  if (said_ || first_done_ < 0 || seconds < first_seconds_ + least_seconds || now.step < first_step_ + first_steps ||
      done <= 0)
    return "";
  said_ = true;
  const auto steps = static_cast<double>(now.step - first_step_);
  double rest = (1 - first_done_ - done) / done, more_steps = std::ceil(steps * rest);
  if (!now.scenario->integrator.adaptive) {  // they are counted, and take the time that those before have taken
    more_steps = ahead_of(now).steps;
    rest = more_steps / steps;
  }
  std::string out = fmt::format("forecast          about {:.0f} more step{} in {}{}; memory at least {}{}", more_steps,
                                more_steps == 1 ? "" : "s", clock_text((seconds - first_seconds_) * rest),
                                beside_steps(*now.scenario), bytes(peak_memory()), beside_memory(now));
  if (const double size = file_bytes(now.recording); size > 0 && now.frames_recorded > 1) {
    const double more = static_cast<double>(now.frames_recorded) * rest;
    out += fmt::format(
        "; file {} ({:.0f} frames)",
        bytes(size + more * (frame_bytes(now) + beside_a_frame) +
              states_ahead(now, more, static_cast<double>(now.step), static_cast<double>(now.step) + more_steps) +
              end_bytes()),
        static_cast<double>(now.frames_recorded) + more);
  }
  return out + "\n";
}

}  // namespace slurry::app
