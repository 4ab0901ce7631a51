// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "command_line.hpp"

// Functions that each add one subcommand to the command line.
namespace slurry::app {

inline constexpr const char* bench_description = "Measure this machine, and repeat what others have published";

void add_bench_command(CommandLine& line);
void add_field_command(CommandLine& line);
void add_info_command(CommandLine& line);
void add_mobility_command(CommandLine& line);
void add_options_command(CommandLine& line);
void add_rates_command(CommandLine& line);
void add_run_command(CommandLine& line);
void add_scenarios_command(CommandLine& line);
void add_sum_command(CommandLine& line);
void add_verify_command(CommandLine& line);

}  // namespace slurry::app
