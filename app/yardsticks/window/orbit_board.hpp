// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yardsticks/direct_sums/orbit.hpp"

namespace slurry::ui {

/// One kind of terms, sums, positions and step on the board of 'Who keeps the orbit?', and what is known of it.
struct OrbitLine {
  enum class State { idle, waiting, running, stopped, over };
  OrbitCase run;                 ///< with the time that its figures are for
  std::string figures;           ///< figures that are expected; empty: none are
  std::optional<bool> to_break;  ///< whether it is expected to
  bool chosen = false;
  State state = State::idle;
  double asked = 0;                ///< time of the run under way or over, in tau_s
  std::vector<OrbitCycle> cycles;  ///< as far as it got
  std::optional<OrbitResult> result;
};

/// Cycles with sphere 1 in its plane, once it has left it (|y_1| over a radius), or once it swings no more; nothing as
/// long as it holds.
std::optional<int> broken_after(const OrbitLine& line);

enum class OrbitVerdict { nothing_expected, undecided, agrees, differs };
/// By holding and breaking alone.  A break decides at once; holding only after the whole time of the figures.
OrbitVerdict verdict_of(const OrbitLine& line);

/// Means over the cycles that end within 1e4 tau_s of the first and of the last one before a break [tau_s]; 0: no
/// cycle.
struct OrbitSpan {
  double first = 0, last = 0;
};
OrbitSpan durations_of(const OrbitLine& line);

/// Lines and what happens to them; the first are those of the engine's table, the six kinds at a step of 0.01 chosen.
class OrbitBoard {
 public:
  OrbitBoard();
  const std::vector<OrbitLine>& lines() const { return lines_; }
  void choose(std::size_t line, bool chosen) { lines_[line].chosen = chosen; }
  /// A kind of one's own, chosen; the line of one that is there already is chosen instead.  Throws InputError for kinds
  /// that there are not.  Returns its line.
  std::size_t add(const OrbitCase& run);

  /// The chosen lines forget what was found of them and wait; what is to be run: a line and its case, `share` of its
  /// time.
  struct Job {
    std::size_t line;
    OrbitCase run;
  };
  std::vector<Job> begin(double share);
  void started(std::size_t line) { lines_[line].state = OrbitLine::State::running; }
  void add_cycle(std::size_t line, const OrbitCycle& cycle) { lines_[line].cycles.push_back(cycle); }
  void ended(std::size_t line, const OrbitResult& result);
  /// Marks all lines that wait or run as stopped.
  void stopped();

 private:
  std::vector<OrbitLine> lines_;
};

/// "fp32 · fp64 · fp64": terms, sums, positions.
std::string kind_text(const OrbitCase& run);
/// "0.01", "1, RK4".
std::string step_text(const OrbitCase& run);
std::string duration_text(const OrbitLine& line);  ///< first -> last, empty without cycles
/// Text for the last cycle in the plane, or for the last cycle: "0" is exact.
std::string plane_text(const OrbitLine& line);
std::string outcome_text(const OrbitLine& line);
std::string expected_text(const OrbitLine& line);
std::string verdict_text(const OrbitLine& line);
/// A line beside its curve: "terms fp32, sums fp64, positions fp64, Euler, step 0.01: holds".
std::string key_text(const OrbitLine& line);
/// Why this kind keeps the orbit or not, in a few sentences.
std::string reason_text(const OrbitCase& run);
/// "6 of 6 decided agree"; empty as long as nothing is.
std::string summary_text(const OrbitBoard& board);

/// Every cycle of every line, with a row of names.
std::string orbit_csv(const OrbitBoard& board);

}  // namespace slurry::ui
