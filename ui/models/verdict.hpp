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
  std::string found;     ///< value that was found, with as many digits; "–" if nothing is known yet
  std::string source;
  std::string words;  ///< "Agrees", "Differs", "Not yet decided: at t = 650 τ"
};

/// The expectation that a demonstration shows: the first one that applies to the present scenario and whose number a
/// single run can give. Null if there is none.
const Expectation* shown_expectation(const Scenario& scenario);
/// Name of the quantity of shown_expectation() if it is a costly one, which is sampled only on request. Empty: none.
std::string costly_expectation(const Scenario& scenario);
/// Expected number and unit, with as many digits as the tolerance justifies: "517.03598 τ".
std::string expected_text(const Expectation& expectation, const Scenario& scenario);

/// Watches a run and judges it once: at the duration that the scenario names, or otherwise at the end of the run for
/// which the expectation was written. What is expected of a costly quantity is a law of every moment: all samples up to
/// the first one at that time or later are judged. The verdict stays while the run continues, and is dropped by a new
/// set-up. A run that a person reversed before that, or whose motion a person changed, is not judged.
class VerdictWatch {
 public:
  /// Takes the snapshots of a run in order. series: the values at every step, so that the right moment is compared even
  /// if many steps lie between two snapshots; null: there are none.
  void see(const Snapshot& snapshot, const Series* series = nullptr);
  void forget() { *this = {}; }
  const std::optional<FoundAndExpected>& verdict() const { return verdict_; }
  /// Whether the verdict is final.
  bool fixed() const { return fixed_; }

 private:
  std::uint64_t generation_ = 0;
  bool fixed_ = false;
  std::optional<FoundAndExpected> verdict_;
};

}  // namespace slurry::ui
