// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "commands/commands.hpp"
#include "headless_run.hpp"
#include "json_output.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "rates_file.hpp"
#include "run_header.hpp"
#include "run_summary.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"
#include "slurry/file_info.hpp"
#include "slurry/motion_change.hpp"
#include "slurry/option_table.hpp"
#include "slurry/output_file.hpp"
#include "slurry/rank_work.hpp"
#include "slurry/session.hpp"
#include "slurry/trajectory.hpp"

namespace slurry::app {
namespace {

struct RunArguments {
  std::string scenario, output, json, resume;
  std::vector<std::string> set;
  std::optional<long> steps;
  std::optional<double> until, tolerance;
  std::optional<std::uint64_t> seed;
  RuntimeOptions runtime;
  std::optional<Device> device;
  bool overwrite = false;
  std::optional<long> ranks;
};

/// "bodies.radius" of " bodies.0.radius = 2".
std::string key_of(const std::string& key_equals_value) {
  std::string key = key_equals_value.substr(0, key_equals_value.find('='));
  std::erase(key, ' ');
  if (key.starts_with("bodies.0.")) key.erase(6, 2);
  return key;
}

/// Whether an option says something new of a run that goes on.  Throws KeyError where that is another beginning, before
/// it is asked whether the recorded bodies would fit that.
bool changes_what_may(const Scenario& s, const std::string& key_equals_value) {
  const std::size_t equals = key_equals_value.find('=');
  const std::string key = key_of(key_equals_value);
  const slurry::Option* option = find_option(key);
  if (!option || !option->of_start || equals == std::string::npos) return true;
  const std::string value = to_toml(read_value(*option, key_equals_value.substr(equals + 1)));
  if (value == option_value(s, key)) return false;
  throw KeyError(key + " cannot change in a continued run", "", key, value, option_value(s, key));
}

/// A run that is at its end has nothing to go on with, and neither has a frame that was named and lies behind the end.
void refuse_ended(const Scenario& s, const RunEnd& end, const RunArguments& a) {
  const double step = s.integrator.time_step;
  if (s.run.until && a.until && file_frame(a.resume).frame && end.time > *s.run.until + 1e-9 * step)
    throw InputError(fmt::format(
        "'{}' is at time {:.15g} (step {}), which is later than the end at time {:.15g} (--until). Give a later time, "
        "which counts from the start of the run, an earlier frame, or --steps N for N more steps.",
        a.resume, end.time, end.frame_step, *s.run.until));
  if (s.run.until && end.time >= *s.run.until - 1e-9 * std::min(*s.run.until, step))
    throw InputError(fmt::format(
        "'{}' has reached its end at time {:.15g} (step {}): the run ends at time {:.15g} ({}). Give a later time with "
        "--until, which counts from the start of the run, or --steps N for N more steps.",
        a.resume, end.time, end.frame_step, *s.run.until, a.until ? "--until" : "run.until"));
  if (s.run.steps && end.step >= *s.run.steps)
    throw InputError(fmt::format(
        "'{}' has reached its end at time {:.15g} (step {}): the run ends at step {} (run.steps). Give --steps "
        "N for N more steps, or a later time with --until, which counts from the start of the run.",
        a.resume, end.time, end.frame_step, *s.run.steps));
}

/// Everything that the line says of the scenario, as --set would; steps: of the whole run.
std::vector<std::string> changes_of(const RunArguments& a, std::optional<long> steps) {
  std::vector<std::string> changes = a.set;
  if (a.seed) changes.push_back(fmt::format("run.seed={}", *a.seed));
  if (a.tolerance) changes.push_back(fmt::format("solver.tolerance={}", *a.tolerance));
  if (a.device) changes.push_back(fmt::format("solver.device={}", name_of(*a.device)));
  if (steps) changes.push_back(fmt::format("run.steps={}", *steps));
  if (a.until) changes.push_back(fmt::format("run.until={}", *a.until));
  return changes;
}

bool sets(const RunArguments& a, std::string_view key) {
  return std::any_of(a.set.begin(), a.set.end(), [&](const std::string& s) { return key_of(s) == key; });
}

/// The scenario with everything that the line says.  With a run to go on with: its own scenario, unless one is given;
/// --steps are further ones then.  recorded: gets the scenario of the run to go on with, where there is one.
Scenario scenario_of(const RunArguments& a, std::optional<Scenario>& recorded) {
  if (a.scenario.empty() && a.resume.empty())
    throw InputError(
        "no scenario is given; give a scenario file, the name of a built-in scenario, or a recorded run to continue "
        "(--resume FILE)");
  std::optional<RunEnd> end;
  Scenario s;
  if (!a.resume.empty()) {
    const FileFrame from = file_frame(a.resume);
    end = end_to_go_on_from(from.file, from.frame);
    s = end->scenario;
    recorded = s;
  }
  const long behind = end ? end->step : 0;
  std::vector<std::string> changes = changes_of(a, a.steps ? std::optional(behind + *a.steps) : std::nullopt);
  if (!a.scenario.empty()) {
    s = find_scenario(a.scenario, changes);
  } else {
    std::erase_if(changes, [&](const std::string& change) { return !changes_what_may(s, change); });
    set_options(s, changes);
  }
  // an end on the line replaces that of the scenario
  if (a.steps && !sets(a, "run.until")) s.run.until.reset();
  if (a.until && !sets(a, "run.steps")) s.run.steps.reset();
  // a change counts from the end that was recorded, which may have cut a step short
  if (end && a.steps && end->step < end->frame_step && moves_otherwise(*recorded, s))
    s.run.steps = end->frame_step + *a.steps;
  if (end) refuse_ended(s, *end, a);
  return s;
}

/// Every value that differs from that of the recorded run; a stop that the line names is no news.
std::vector<OptionDifference> changes_from(const Scenario& recorded, const Scenario& now, const RunArguments& a) {
  std::vector<OptionDifference> changes = differences(recorded, now);
  std::erase_if(changes, [&](const OptionDifference& d) {
    return (a.steps && d.key == "run.steps") || (a.until && d.key == "run.until");
  });
  return changes;
}

/// Dense suspensions take a while to place.
void load_with_progress(Session& session, const Scenario& scenario) {
  Progress progress;
  post_and_wait(session, LoadScenario{scenario}, [&](const Snapshot& s) { progress.show(s.task_done, s.task); });
  progress.end();
}

/// The rest of the sentence about where a run goes on that was not ended cleanly, or from one of its frames.
std::string how_it_goes_on(const Snapshot& resumed, const RunEnd& end) {
  if (resumed.from_last_frame)
    return "with its time, images and totals. The result agrees with an uninterrupted run within the tolerance, not "
           "bit "
           "for bit.";
  return end.whole_at < resumed.step
             ? fmt::format("computed again from the whole state that the file has of step {}.", end.whole_at)
             : "of which the file has the whole state.";
}

void load_state_with_progress(Session& session, const FileFrame& from, const Scenario& scenario) {
  Progress progress;
  LoadState load;
  load.file = from.file;
  load.frame = from.frame;
  load.scenario = scenario;
  const auto resumed = post_and_wait(session, load, [&](const Snapshot& s) { progress.show(s.task_done, s.task); });
  progress.end();
  const RunEnd end = end_to_go_on_from(from.file, from.frame);
  const bool last = !from.frame || *from.frame == -1;
  if (resumed->step < end.frame_step) {
    const std::string which =
        last ? "the last step" : fmt::format("step {}, which frame {} shows,", end.frame_step, *from.frame);
    fmt::print(
        stderr,
        "slurry run: {} of '{}' was cut short by the end of the run; this run continues from the step before it, "
        "{}, like a run without that end\n",
        which, from.file, resumed->step);
  } else if (!last || !end.ended_cleanly) {
    const std::string where =
        last ? fmt::format("'{}' was not ended cleanly; this run continues from its last frame", from.file)
             : fmt::format("this run continues from frame {} of '{}'", *from.frame, from.file);
    fmt::print(stderr, "slurry run: {}, step {}, {}\n", where, resumed->step, how_it_goes_on(*resumed, end));
  }
  if (!resumed->bits_may_differ.empty()) fmt::print(stderr, "slurry run: {}\n", resumed->bits_may_differ);
}

std::string progress_words(const Snapshot& s) {
  const double rate = s.seconds_per_step > 0 ? 1 / s.seconds_per_step : 0;
  return fmt::format("step {}  time {:.4g}  {:.3g} steps/s", s.step, s.time, rate);
}

std::shared_ptr<const Snapshot> run_with_progress(Session& session) {
  Progress progress;
  RunForecast forecast(*session.latest());
  const auto start = std::chrono::steady_clock::now();
  auto last = run_to_end(session, [&](const Snapshot& s) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (const std::string line = forecast.line(s, seconds); !line.empty()) {
      progress.end();
      std::fputs(line.c_str(), stderr);
    }
    progress.show(fraction_done(s), progress_words(s));
  });
  progress.end();
  return last;
}

/// The errors at the very end, unless measuring takes too long; what takes more than a second is said.
std::shared_ptr<const Snapshot> wait_for_errors(Session& session, std::shared_ptr<const Snapshot> s) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto open = [&] { return s->errors.measured_at_step != s->step && s->message.empty() && !interrupted(); };
  for (bool said = false; open() && Clock::now() < start + std::chrono::seconds(10);) {
    s = session.wait_newer(s->number, 0.1);
    if (said || !open() || Clock::now() < start + std::chrono::seconds(1)) continue;
    std::fputs("slurry run: the last step is done; its errors are being measured by a second solve\n", stderr);
    said = true;
  }
  return s;
}

/// Which step the measured errors are of, where that is not the last one.
void tell_step_of_errors(const Snapshot& s) {
  if (s.errors.measured_at_step < 0 || s.errors.measured_at_step == s.step || !s.message.empty()) return;
  std::fprintf(stderr, "slurry run: measuring the errors takes too long; the measured errors are those of step %ld\n",
               s.errors.measured_at_step);
}

int run_scenario(const RunArguments& a) {
  std::optional<Scenario> recorded;
  const Scenario scenario = scenario_of(a, recorded);
  const std::vector<OptionDifference> changes =
      recorded ? changes_from(*recorded, scenario, a) : std::vector<OptionDifference>();
  std::vector<std::filesystem::path> inputs;
  std::error_code code;
  const FileFrame from = file_frame(a.resume);
  for (const std::string& name : {a.scenario, from.file})  // or the name of a built-in scenario
    if (std::filesystem::exists(name, code)) inputs.emplace_back(name);
  inputs.insert(inputs.end(), scenario.position_files.begin(), scenario.position_files.end());
  if (!a.output.empty()) refuse_output(a.output, a.overwrite, inputs);
  if (!a.json.empty()) {
    refuse_same_file(a.json, inputs);
    refuse_same_file(a.json, std::array<std::filesystem::path, 1>{a.output});
    refuse_json_file(a.json, a.overwrite);
  }
  if (!scenario.run.until && !scenario.run.steps)
    std::fputs("slurry run: no end is given (run.until, run.steps, --until or --steps), so this runs until Ctrl-C\n",
               stderr);
  const SignalGuard guard;
  RuntimeOptions runtime = a.runtime;
  if (!runtime.threads) runtime.threads = suitable_threads(scenario);
  runtime.rates = stored_rates(runtime.threads, Precision::fp64, scenario.solver.device);
  share_sums(runtime.threads);
  Session session(runtime);
  if (a.resume.empty()) {
    load_with_progress(session, scenario);
  } else {
    load_state_with_progress(session, from, scenario);
  }
  if (!a.output.empty()) post_and_wait(session, StartRecording{a.output, a.overwrite});
  std::set<std::string, std::less<>> given;  // a run that goes on has every key from its file
  for (const std::string& option : a.set) given.insert(key_of(option));
  if (a.resume.empty()) given = scenario.given;
  post_and_wait(session, TimeSums{});
  RunSummary summary;
  summary.forecast = forecast_figures(*session.latest(), runtime.rates ? runtime.rates->run : RunRates{});
  std::fputs(run_header(*session.latest(), session.runtime(), a.output, given, summary.forecast, changes).c_str(),
             stderr);
  tell_shared_sums();
  const long first_step = session.latest()->step;
  const double first_wall_seconds = session.latest()->wall_seconds;
  const auto start = std::chrono::steady_clock::now();
  std::shared_ptr<const Snapshot> s = run_with_progress(session);
  summary.first_step = first_step;
  summary.first_wall_seconds = first_wall_seconds;
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  summary.interrupted = interrupted() != 0;
  if (!summary.interrupted) s = wait_for_errors(session, s);
  summary.last = *s;
  if (!a.output.empty()) {
    const std::shared_ptr<const Snapshot> end = post_and_wait(session, StopRecording{});
    summary.file = a.output;
    summary.frames = end->frames_recorded;
    // a measurement that was being made when nobody waited for it any more is in the file
    summary.last.errors = end->errors;
    summary.last.measured_by_sources = end->measured_by_sources;
    summary.last.measurement_seconds = end->measurement_seconds;
    summary.mean_over_time = mean_in_file(a.output, velocity_of_summary(summary.last));
  }
  if (!summary.interrupted) tell_step_of_errors(summary.last);
  for (const std::string& sentence : errors_above_asked_in(summary.last))
    std::fprintf(stderr, "slurry run: %s\n", sentence.c_str());
  summary.back_end = session.runtime().back_end;
  summary.threads = session.runtime().threads;
  if (const Communicator* const ranks = launched_ranks()) summary.ranks = ranks->size();
  summary.sums = made_sums();
  if (a.json.empty())
    std::fputs(summary_text(summary).c_str(), stdout);
  else
    write_json(a.json, summary_json(summary));
  return summary.interrupted ? 128 + interrupted() : 0;  // as a shell has it
}

}  // namespace

void add_run_command(CommandLine& line) {
  Subcommand c = line.command("run", "Run a scenario without a window and record it");
  auto a = std::make_shared<RunArguments>();
  c.option("scenario", a->scenario,
           "a scenario file, or the name of a built-in scenario (slurry scenarios lists them)");
  const Option resume = c.option("--resume", a->resume,
                                 "continue this recorded run from its end, or from a frame (FILE#FRAME, counted from "
                                 "0); --output names a new file for the continuation");
  c.option("--output", a->output, "HDF5 file (H5MD) that records the run; without it nothing is recorded")
      .check(file_name());
  const Option steps = c.option("--steps", a->steps,
                                "stop after this number of steps at most; with --resume, after this number of further "
                                "steps. It replaces run.until of the scenario. If --set run.until=TIME is given as "
                                "well, the run stops at the first of the two ends")
                           .check(positive_count());
  c.option("--until", a->until, "stop exactly at this time, counted from the start of the run, also with --resume")
      .check(positive_number())
      .excludes(steps);
  c.option(
       "--set", a->set,
       "set one key of the scenario; write --set before each KEY=VALUE, in any order (slurry options lists the keys)")
      .takes_one_each("KEY=VALUE");
  c.option("--seed", a->seed, "seed of the random numbers that place the bodies").check(seed_number()).excludes(resume);
  c.option("--tolerance", a->tolerance,
           "largest allowed rms error of the body velocities, relative to their rms, or to the rms velocity that the "
           "bodies would have alone if that is larger")
      .check(tolerance_number());
  add_device_option(c, a->device);
  c.option("--threads", a->runtime.threads, "number of threads (default: OMP_NUM_THREADS, otherwise all cores)")
      .check(thread_count());
  add_ranks_option(c, a->ranks);
  c.option("--json", a->json, "write the summary as JSON to this file; - is standard output");
  c.flag("--overwrite", a->overwrite, "replace an existing output file");
  c.footer([] { return about_scenario_files() + "\n" + about_summary_json(); });
  c.action([a] { return with_ranks(a->ranks, [a] { return run_scenario(*a); }); });
}

}  // namespace slurry::app
