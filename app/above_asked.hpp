// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "slurry/error_report.hpp"

namespace slurry::app {

/// Returns one sentence that warns of an error above the tolerance, or an empty string if there is none. The error is
/// the measured one, or the predicted one if nothing was measured. of: name of the quantity, for example "u". helps:
/// second half of the sentence, which says what would make the error smaller.
std::string above_asked(const ErrorEntry& error, std::string_view of, std::string_view helps);

/// Advice for a tolerance that was given on the command line.
inline constexpr const char* finer_tolerance =
    "a finer --tolerance makes the error smaller, unless it comes from rounding in terms that cancel";

/// Writes such a sentence to standard error, unless it is empty.
void tell_above_asked(const std::string& sentence);

/// Follows the sentence that names S, if velocities depend on a gauge (depends_on_gauge()).
inline constexpr const char* gauge_of_scale = "; S depends on the gauge, like the velocities";

}  // namespace slurry::app
