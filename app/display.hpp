// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry::app {

/// Whether a variable of the environment has a value.
bool is_set(const char* name);

/// Whether there is a display that could show a window.
bool have_display();

}  // namespace slurry::app
