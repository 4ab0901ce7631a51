// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "option_checks.hpp"
#include "slurry/error.hpp"
#include "slurry/json.hpp"
#include "window.hpp"
#include "window/window_commands.hpp"
#include "window/window_main.hpp"

namespace slurry::app {

void add_window_command(CommandLine& line) {
  auto options = std::make_shared<WindowOptions>();
  auto size = std::make_shared<std::string>();
  auto shot = std::make_shared<std::vector<std::string>>();
  Subcommand c = line.command("window", window_description);
  c.option("what", options->what,
           "name of a scenario, scenario file, or recorded run (default: the gallery, where you choose)");
  add_device_option(c, options->device);
  c.option("--size", *size, "size of the window, WIDTHxHEIGHT").unlisted();
  c.option("--screenshot-after", *shot, "SECONDS FILE.png: save a picture of the window after this time and close it")
      .takes(2)
      .unlisted();
  c.action([options, size, shot] {
    if (!size->empty() && std::sscanf(size->c_str(), "%dx%d", &options->width, &options->height) != 2)
      throw InputError("--size '" + *size + "' is not valid; give WIDTHxHEIGHT, such as 1280x800");
    if (!shot->empty()) {
      double after = 0;
      if (std::sscanf((*shot)[0].c_str(), "%lf", &after) != 1)
        throw InputError("--screenshot-after needs a number of seconds and a file");
      options->screenshot = WindowOptions::Screenshot{after, (*shot)[1]};
    }
    return window_main(*options);
  });
}

void add_measure_command(CommandLine& line) {
  auto seconds = std::make_shared<double>(5);
  auto scenario = std::make_shared<std::string>("welcome");
  Subcommand c = line.command("measure-window", "measure the window for some seconds");
  c.unlisted();
  c.option("scenario", *scenario, "name of a scenario, or scenario file");
  c.option("--seconds", *seconds, "number of seconds").check(number_between(0.5, 3600));
  c.action([scenario, seconds] {
    const WindowFigures f = measure_window(*scenario, *seconds);
    const Json figures{{"scenario", f.scenario},
                       {"seconds_until_it_moves", f.seconds_until_it_moves},
                       {"steps_per_second", f.steps_per_second},
                       {"frames_per_second", f.frames_per_second},
                       {"longest_stall_milliseconds", 1e3 * f.longest_stall},
                       {"turning_frames_per_second", f.turning_frames_per_second},
                       {"still_frames_per_second", f.still_frames_per_second},
                       {"peak_memory_bytes", f.peak_memory}};
    std::printf("%s\n", figures.text().c_str());
    return 0;
  });
}

}  // namespace slurry::app
