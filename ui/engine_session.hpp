// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "models/contest_port.hpp"
#include "models/survey_port.hpp"
#include "session_port.hpp"

namespace slurry::ui {

/// The real engine on a thread of its own.
std::unique_ptr<SessionPort> make_engine_session(const RuntimeOptions& options);

/// Surveys on that engine's thread.
StartSurvey make_engine_surveys();

/// Times of every engine, taken on that engine's thread.
StartContest make_engine_contests();

}  // namespace slurry::ui
