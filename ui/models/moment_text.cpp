// SPDX-License-Identifier: BSD-3-Clause
#include "models/moment_text.hpp"

#include <array>
#include <cstdio>

#include "models/quantity_text.hpp"
#include "slurry/unit.hpp"

namespace slurry::ui {
namespace {

std::string doing(SessionState run, const char* going) {
  switch (run) {
    case SessionState::running:
      return going;
    case SessionState::finished:
      return "has finished";
    case SessionState::failed:
      return "has failed";
    default:
      return "is paused";
  }
}

}  // namespace

std::string time_text(double time, const Scenario& scenario) {
  std::array<char, 60> text{};
  std::snprintf(text.data(), text.size(), "t = %.*f ", scenario.units == Units::reduced ? 2 : 4, time);
  return text.data() + unit_text("time", scenario);
}

std::string shortened_step_text(const Snapshot& s) {
  if (s.shortened_by.empty() || !s.scenario) return "";
  return "Time step " + quantity_text(s.time_step, "time", *s.scenario) + " instead of " +
         quantity_text(s.time_step_asked, "time", *s.scenario) + ": " + s.shortened_by + ".";
}

std::string looking_back_text(const Snapshot& shown, SessionState run) {
  const std::string moment = shown.scenario ? time_text(shown.time, *shown.scenario) : "the past";
  return "Looking back at " + moment + "; the run " + doing(run, "goes on");
}

std::string viewing_text(const std::string& file_name, SessionState run) {
  return "Viewing " + file_name + (run == SessionState::empty ? "" : "; the live run " + doing(run, "continues"));
}

}  // namespace slurry::ui
