// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "models/contest_port.hpp"
#include "models/survey_port.hpp"
#include "session_port.hpp"

namespace slurry::ui {

/// Makes a session with the real engine on a thread of its own.
std::unique_ptr<SessionPort> make_engine_session(const RuntimeOptions& options);

/// Returns the function that starts a survey of variants on the engine's thread.
StartSurvey make_engine_surveys();

/// Returns the function that starts a contest: it times sums by every engine on the engine's thread.
StartContest make_engine_contests();

}  // namespace slurry::ui
