// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "option_checks.hpp"
#include "own_program.hpp"
#include "slurry/error.hpp"
#include "window.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

/// A word that the shell takes as it is.
std::string in_shell(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// Steps and frames per second of a scenario in the window, which is watched by its own program; null where no window
/// can be shown.
Json bench_window(const std::string& scenario, double seconds) {
  if (const std::string why = no_window_because(); !why.empty()) {
    std::fprintf(stderr, "slurry bench: %s, so the window is left out\n", why.c_str());
    return nullptr;
  }
  std::fprintf(stderr, "slurry bench: the window, three times %.0f s after it moves ...\n", seconds);
  const std::string program = own_program().replace_filename("slurry-window").string();
  std::optional<Json> figures = Json::parse(output_of("exec '" + program + "' measure-window --seconds " +
                                                      std::to_string(seconds) + " " + in_shell(scenario)));
  if (!figures) throw Error("the program with the window, " + program + ", failed");
  return std::move(*figures);
}

void print_window(const Json& r) {
  if (r.is_null()) return;
  std::printf("window, %s: moves after %.1f s; %.0f steps/s together with %.0f frames/s; longest stall %.0f ms\n",
              r["scenario"].words().c_str(), r["seconds_until_it_moves"].number(), r["steps_per_second"].number(),
              r["frames_per_second"].number(), r["longest_stall_milliseconds"].number());
  std::printf("paused: %.1f frames/s while turned by the mouse, %.1f in full detail; memory at most %.2f GiB\n",
              r["turning_frames_per_second"].number(), r["still_frames_per_second"].number(),
              r["peak_memory_bytes"].number() / (1024.0 * 1024.0 * 1024.0));
}

}  // namespace

const Subject& window_subject() {
  static constexpr Subject row{
      "window",
      "Steps and frames per second of a scenario in the window",
      "measured here; nothing published is repeated",
      "seconds until the scenario moves, steps and frames per second, the longest stall of the window, frames per "
      "second while it is paused and turned, and memory",
      "20 s",
      [](Subcommand& c) {
        auto a = std::make_shared<SubjectArguments>();
        auto seconds = std::make_shared<double>(5);
        auto scenario = std::make_shared<std::string>("welcome");
        c.option("--scenario", *scenario, "name of a scenario, or scenario file (default: welcome)");
        c.option("--seconds", *seconds, "number of seconds for which the window is watched, three times (default 5)")
            .check(number_between(0.5, 3600));
        a->add_json(c);
        c.action([a, scenario, seconds] {
          const Json figures = bench_window(*scenario, *seconds);
          if (a->for_a_person()) print_window(figures);
          return a->finish(figures);
        });
      }};
  return row;
}

}  // namespace slurry::app
