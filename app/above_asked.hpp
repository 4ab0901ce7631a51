// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "slurry/error_report.hpp"

namespace slurry::app {

/// One sentence where an error is above what was asked: the measured error, or the predicted one where nothing was
/// measured; else empty.  of: "u".  helps: what would make the error smaller, the second half of the sentence.
std::string above_asked(const ErrorEntry& error, std::string_view of, std::string_view helps);

/// Advice for a tolerance that was given on the command line.
inline constexpr const char* finer_tolerance =
    "a finer --tolerance makes it smaller, unless it is the rounding of terms that cancel";

/// Says such a sentence on standard error, unless it is empty.
void tell_above_asked(const std::string& sentence);

/// Behind the sentence that names S, where velocities depend on a gauge (depends_on_gauge()).
inline constexpr const char* gauge_of_scale = "; S depends on the gauge as the velocities do";

}  // namespace slurry::app
