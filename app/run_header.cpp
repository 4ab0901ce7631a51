// SPDX-License-Identifier: BSD-3-Clause
#include "run_header.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "headless_run.hpp"
#include "progress.hpp"
#include "slurry/option_table.hpp"
#include "slurry/version.hpp"

namespace slurry::app {
namespace {

constexpr double first_seconds = 2;
constexpr long first_steps = 3;

std::string bytes(double n) {
  if (n >= 1e9) return fmt::format("{:.1f} GB", 1e-9 * n);
  return n >= 1e6 ? fmt::format("{:.0f} MB", 1e-6 * n) : fmt::format("{:.0f} kB", 1e-3 * n);
}

/// Six digits of a number are enough for a log; what follows from others has all of them.
std::string short_text(const OptionValue& value) {
  const double* number = std::get_if<double>(&value);
  return number ? fmt::format("{:g}", *number) : to_toml(value);
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

/// What was not said but follows: of count, volume fraction and the size of the domain the third.
std::string follows(const Snapshot& start) {
  const Scenario& s = *start.scenario;
  for (std::size_t g = 0; g < s.bodies.size(); ++g) {
    const BodyGroup& b = s.bodies[g];
    if (b.count_from_fraction)
      return fmt::format("{} bodies from volume fraction {:g} and the domain", b.count, *b.volume_fraction);
  }
  if (s.length_from_fraction) return "the domain's size from count and volume fraction";
  const double fraction = start.values.number("volume_fraction");
  return std::isfinite(fraction) ? fmt::format("volume fraction {:.4g} from count and the domain", fraction) : "";
}

std::string end_of(const RunOptions& r, bool si) {
  if (r.until) return fmt::format("to time {:g}{}", *r.until, si ? " s" : " a/U0");
  if (r.steps) return fmt::format("to step {}", *r.steps);
  return "until it is stopped";
}

std::string frames_of(const RunOptions& r) {
  std::string words = r.output_interval > 0 ? fmt::format("a frame every {:g} of time", r.output_interval)
                                            : fmt::format("a frame every {} steps", r.output_stride);
  if (r.output_seconds > 0) words += fmt::format(", or {:g} s", r.output_seconds);
  return words;
}

double peak_memory() {
  rusage used{};
  return getrusage(RUSAGE_SELF, &used) == 0 ? 1024.0 * static_cast<double>(used.ru_maxrss) : NAN;
}

}  // namespace

std::string header_line(const std::string& name, const std::string& value) {
  return fmt::format("{:<18}{}\n", name, value);
}

std::string run_header(const Snapshot& start, const RuntimeInfo& runtime, const std::string& output) {
  const Scenario& s = *start.scenario;
  const std::size_t n = start.radii.size();
  std::string out = header_line("slurry", fmt::format("{} ({})", build_info().version, build_info().git_commit));
  out += header_line(
      "host", fmt::format("{}, {} thread{}{}", runtime.back_end, runtime.threads, runtime.threads == 1 ? "" : "s",
                          start.sum_device == Device::host ? std::string()
                                                           : "; sums on " + std::string(name_of(start.sum_device))));
  out += header_line("scenario", fmt::format("{}: {} {}; {}; tolerance {:g}, seed {}", s.name, n,
                                             n == 1 ? "body" : "bodies", domain_of(s), s.solver.tolerance, s.run.seed));
  if (const std::string words = follows(start); !words.empty()) out += header_line("follows", words);
  out += header_line("solver", start.solver_summary);
  std::string from;
  if (start.step > 0) from = fmt::format("from time {:g}, step {}, ", start.time, start.step);
  out += header_line("run", from + end_of(s.run, s.units == Units::si));
  out += header_line("file", output.empty() ? "none" : output + ", " + frames_of(s.run));
  return out;
}

RunForecast::RunForecast(const Snapshot& start) : first_step_(start.step), first_done_(fraction_done(start)) {}

std::string RunForecast::line(const Snapshot& now, double seconds) {
  const double done = fraction_done(now) - first_done_;
  if (said_ || first_done_ < 0 || seconds < first_seconds || now.step < first_step_ + first_steps || done <= 0)
    return "";
  said_ = true;
  const double rest = (1 - first_done_ - done) / done;
  const auto last_step = static_cast<long>(std::ceil(static_cast<double>(now.step - first_step_) * rest));
  std::string out = fmt::format("forecast          about {} more step{} in {}; memory {}", last_step,
                                last_step == 1 ? "" : "s", clock_text(seconds * rest), bytes(peak_memory()));
  std::error_code code;
  const auto size = now.recording.empty() ? 0 : std::filesystem::file_size(now.recording, code);
  if (!code && size > 0 && now.frames_recorded > 1) {
    const double frames = static_cast<double>(now.frames_recorded) * (1 + rest);
    out += fmt::format("; file {} ({:.0f} frames)",
                       bytes(static_cast<double>(size) / static_cast<double>(now.frames_recorded) * frames), frames);
  }
  return out + "\n";
}

}  // namespace slurry::app
