// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/report.hpp"

namespace slurry::ui {

/// What a call of the direct and of the Ewald sum takes: "71.5 ms, 6.5 ms", after a ≈ where it is predicted
/// and not measured.  Empty where there was nothing to choose.
std::string method_text(const MethodChoice& choice);

}  // namespace slurry::ui
