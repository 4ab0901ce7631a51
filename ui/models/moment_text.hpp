// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/snapshot.hpp"

// Which moment is shown, in words.
namespace slurry::ui {

/// "t = 12.34 τ": as exact as its unit allows.
std::string time_text(double time, const Scenario& scenario);

/// "Looking back at t = 12.34 τ; the run goes on", with what the run does meanwhile.
std::string looking_back_text(const Snapshot& shown, SessionState run);

/// "Viewing welcome.h5; the live run continues"; the name alone where there is no run.
std::string viewing_text(const std::string& file_name, SessionState run);

}  // namespace slurry::ui
