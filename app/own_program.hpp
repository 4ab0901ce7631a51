// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

// The program as a file that is running, and how it starts again or becomes another.
namespace slurry::app {

/// To be called first in main: what follows needs the arguments as they were given.
void remember_arguments(char** argv);

/// The file of this program; empty where the system does not say.
std::filesystem::path own_program();

/// The arguments without the name of the program.
std::vector<std::string> given_arguments();

/// Another program takes this one's place, with the same arguments; returns only where it cannot.
void become(const std::filesystem::path& program);

/// Called before another program takes this one's place.
void before_becoming(std::function<void()> call);

/// Starts the program again with a short wait of OpenMP's threads, unless the user has set one.  Its library reads the
/// setting before main, and its own default lets idle threads spin for milliseconds: where a window, its rendering or
/// other programs share the cores, a step then takes ten times as long.
void settle_thread_environment();

}  // namespace slurry::app
