// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/report.hpp"

namespace slurry::ui {

/// What a call of the direct and of the Ewald sum takes, and how that is known: "direct 72 ms, Ewald 6.5 ms
/// (predicted)".  Empty where there was nothing to choose.
std::string method_text(const MethodChoice& choice);

}  // namespace slurry::ui
