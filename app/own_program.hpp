// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

// The file of the running program. The program can start again or become another program.
namespace slurry::app {

/// The program that carries out `bench`; it lies beside the others.
inline constexpr const char* bench_program = "slurry-bench";

/// Stores the arguments for the functions below. Call it first in main.
void remember_arguments(char** argv);

/// Returns the path of this program's file, or an empty path if the system does not tell it.
std::filesystem::path own_program();

/// Returns the arguments without the name of the program.
std::vector<std::string> given_arguments();

/// Replaces this program by another one, with the same arguments. It returns only if that is impossible.
void become(const std::filesystem::path& program);

/// Stores a function that `become` calls before another program replaces this one.
void before_becoming(std::function<void()> call);

/// Starts the program again with a short waiting time for the threads of OpenMP, unless the user has set one. The
/// OpenMP library reads this setting before main. By its default, idle threads spin for milliseconds. If a window, its
/// rendering or other programs share the cores, a step then takes ten times as long.
void settle_thread_environment();

}  // namespace slurry::app
