// SPDX-License-Identifier: BSD-3-Clause
#include "default_start.hpp"

#include <cstdio>
#include <filesystem>

#ifdef SLURRY_WITH_UI
#include "window_main.hpp"
#endif

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

int default_start(const std::function<int(std::vector<std::string>)>& run_command) {
#ifdef SLURRY_WITH_UI
  if (have_display()) return window_main({});
#endif
  const std::string name = free_name();
  std::fprintf(stderr,
               "slurry: no display, so the welcome scenario runs without a window and is recorded to %s.h5\n"
               "        ('slurry --help' lists what else there is)\n",
               name.c_str());
  const int code = run_command({"run", "welcome", "--steps", steps, "--output", name + ".h5"});
  if (code != 0) return code;
#ifdef SLURRY_WITH_UI
  const int drawn = run_command({"render", name + ".h5", "--output", name + ".png"});
  if (drawn == 0) std::fprintf(stderr, "slurry: its last moment is in %s.png\n", name.c_str());
  return drawn;
#else
  return 0;
#endif
}

}  // namespace slurry::app
