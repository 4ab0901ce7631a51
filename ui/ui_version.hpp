// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace slurry::ui {

/// Qt and VTK in use, e.g. "Qt 6.4.2, VTK 9.1.0".
std::string libraries();

}  // namespace slurry::ui
