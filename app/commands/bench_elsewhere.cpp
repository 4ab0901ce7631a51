// SPDX-License-Identifier: BSD-3-Clause
#include "commands/commands.hpp"
#include "own_program.hpp"
#include "slurry/error.hpp"

namespace slurry::app {

/// The program with the yardsticks takes over, with the arguments of this one.
void add_bench_command(CommandLine& line) {
  Subcommand c = line.command("bench", bench_description);
  c.takes_anything();
  c.action([]() -> int {
    const std::filesystem::path program = own_program().replace_filename(bench_program);
    become(program);
    throw Error("'slurry bench' needs the program " + program.string() +
                ", which is not built yet; build it with 'app/run bench' or with the CMake target slurry-bench");
  });
}

}  // namespace slurry::app
