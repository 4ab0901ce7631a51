// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace slurry::app {

/// What a subcommand does once the whole line is parsed; returns the exit code.  Errors are thrown.
using Action = std::function<int()>;

/// Each adds one subcommand, whose callback sets `action`.
void add_bench_command(CLI::App& app, Action& action);
void add_info_command(CLI::App& app, Action& action);
void add_mobility_command(CLI::App& app, Action& action);
void add_render_command(CLI::App& app, Action& action);  // in a build with the window
void add_run_command(CLI::App& app, Action& action);
void add_scenarios_command(CLI::App& app, Action& action);
void add_sum_command(CLI::App& app, Action& action);
void add_verify_command(CLI::App& app, Action& action);
void add_window_command(CLI::App& app, Action& action);  // in a build with the window

}  // namespace slurry::app
