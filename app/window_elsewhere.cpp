// SPDX-License-Identifier: BSD-3-Clause
#include "window.hpp"

#include <utility>

#include "display.hpp"
#include "own_program.hpp"
#include "slurry/error.hpp"

namespace slurry::app {
namespace {

/// The program with the window takes over, with the arguments of this one.  To be called before a Runtime is started.
[[noreturn]] void become_window_program() {
  const std::filesystem::path program = own_program().replace_filename("slurry-window");
  become(program);
  throw Error("the program with the window, " + program.string() +
              ", cannot be started; build or install slurry again");
}

}  // namespace

void add_window_commands(CommandLine& line) {
  for (const auto& [name, description] :
       {std::pair{"render", render_description}, std::pair{"window", window_description}}) {
    Subcommand c = line.command(name, description);
    c.takes_anything();
    c.action([]() -> int { become_window_program(); });
  }
}

std::string window_libraries() {
  return SLURRY_WINDOW_LIBRARIES;
}

std::string no_window_because() {
  return have_display() ? "" : "no display";
}

int default_start(const std::function<int(const std::vector<std::string>&)>&) {
  become_window_program();
}

}  // namespace slurry::app
