// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <filesystem>
#include <string>

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
  std::fprintf(stderr,
               "slurry: no display, so the welcome scenario runs without a window and is recorded to %s.h5\n"
               "        ('slurry --help' lists what else there is)\n",
               name.c_str());
  const int code = run_command({"run", "welcome", "--steps", steps, "--output", name + ".h5"});
  if (code != 0 || !can_draw()) return code;
  const int drawn = run_command({"render", name + ".h5", "--output", name + ".png"});
  if (drawn == 0) std::fprintf(stderr, "slurry: its last moment is in %s.png\n", name.c_str());
  return drawn;
}

}  // namespace slurry::app
