// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry::app {

/// Starts the program again with a short wait of OpenMP's threads, unless the user has set one.  Its library reads the
/// setting before main, and its own default lets idle threads spin for milliseconds: where a window, its rendering or
/// other programs share the cores, a step then takes ten times as long.
void settle_thread_environment(char** argv);

}  // namespace slurry::app
