// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/snapshot.hpp"

// Which moment is shown, in words.
namespace slurry::ui {

/// "t = 12.34 τ": as exact as its unit allows.
std::string time_text(double time, const Scenario& scenario);

/// "Time step 0.05 τ instead of 0.2 τ: a longer step would move bodies too far." Empty if the last step was as long as
/// asked for.
std::string shortened_step_text(const Snapshot& snapshot);

/// Text on an earlier moment and on what the run does meanwhile: "Looking back at t = 12.34 τ; the run goes on".
std::string looking_back_text(const Snapshot& shown, SessionState run);

/// Text on a file that is shown: "Viewing welcome.h5; the live run continues". Only the name if there is no run.
std::string viewing_text(const std::string& file_name, SessionState run);

}  // namespace slurry::ui
