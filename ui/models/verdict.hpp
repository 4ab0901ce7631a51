// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "slurry/expectations.hpp"
#include "slurry/series.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// What a scenario promises and what came out, in words.
struct FoundAndExpected {
  enum class State { open, agrees, differs };
  State state = State::open;
  std::string name;      ///< "Period"
  std::string expected;  ///< "517.03598 τ", with as many digits as the tolerance leaves
  std::string within;    ///< "± 1e−5"
  std::string found;     ///< with as many digits; "–" where nothing is known yet
  std::string source;
  std::string words;  ///< "Agrees", "Differs", "Not yet decided: at t = 650 τ"
};

/// The expectation that a demonstration shows: the first that speaks of the scenario as it is, and names a number that
/// one run can give.  Null: there is none.
const Expectation* shown_expectation(const Scenario& scenario);
/// Its number and unit, with as many digits as the tolerance leaves: "517.03598 τ".
std::string expected_text(const Expectation& expectation, const Scenario& scenario);

/// Watches a run, and decides once: at the duration that the scenario names, or else at the end of the run that the
/// expectation was written for.  What was decided stays while the run goes on, and is gone with another set-up.
class VerdictWatch {
 public:
  /// The newest snapshot of a run, in order.  series: the values at every step of it, so that what is compared is of
  /// the right moment, however many steps lie between two snapshots; null: there are none.
  void see(const Snapshot& snapshot, const Series* series = nullptr);
  void forget() { *this = {}; }
  const std::optional<FoundAndExpected>& verdict() const { return verdict_; }
  /// Whether it was decided.
  bool fixed() const { return fixed_; }

 private:
  std::uint64_t generation_ = 0;
  bool fixed_ = false;
  std::optional<FoundAndExpected> verdict_;
};

}  // namespace slurry::ui
