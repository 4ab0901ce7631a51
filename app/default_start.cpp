// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "window.hpp"

namespace slurry::app {
namespace {

constexpr const char* steps = "600";

/// First of welcome.ENDING, welcome-2.ENDING, ... for which neither ending exists.
std::string free_name() {
  std::string name = "welcome";
  const auto taken = [&name] {
    return std::filesystem::exists(name + ".h5") || std::filesystem::exists(name + ".png");
  };
  for (int i = 2; taken(); ++i) name = "welcome-" + std::to_string(i);
  return name;
}

}  // namespace

int default_start(const std::function<int(const std::vector<std::string>&)>& run_command) {
  if (no_window_because().empty()) return open_window();
  const std::string name = free_name();
  std::error_code code_of_folder;
  const std::string picture = can_draw() ? " and " + name + ".png (a picture of its end)" : "";
  std::fprintf(stderr,
               "slurry: there is no display, so the welcome scenario runs without a window, for %s steps.\n"
               "        It writes %s.h5 (the trajectory)%s into the folder %s. Ctrl-C ends it.\n"
               "        'slurry --help' lists the commands.\n",
               steps, name.c_str(), picture.c_str(), std::filesystem::current_path(code_of_folder).c_str());
  const int code = run_command({"run", "welcome", "--steps", steps, "--output", name + ".h5"});
  if (code != 0 || !can_draw()) return code;
  const int drawn = run_command({"render", name + ".h5", "--output", name + ".png"});
  if (drawn == 0) std::fprintf(stderr, "slurry: its last moment is in %s.png\n", name.c_str());
  return drawn;
}

}  // namespace slurry::app
