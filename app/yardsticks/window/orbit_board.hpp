// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yardsticks/direct_sums/orbit.hpp"

namespace slurry::ui {

/// One kind of terms, sums, positions and step on the board of 'Who keeps the orbit?', with its results.
struct OrbitLine {
  enum class State { idle, waiting, running, stopped, over };
  OrbitCase run;                 ///< the run, with the time for which its figures were computed
  std::string figures;           ///< expected figures; empty: there are none
  std::optional<bool> to_break;  ///< whether the orbit is expected to break
  bool chosen = false;
  State state = State::idle;
  double asked = 0;                ///< time of the present or last run [tau_s]
  std::vector<OrbitCycle> cycles;  ///< cycles so far
  std::optional<OrbitResult> result;
};

/// Number of cycles with sphere 1 in its plane, once it has left the plane (|y_1| over a radius) or has stopped
/// swinging. Empty as long as the orbit holds.
std::optional<int> broken_after(const OrbitLine& line);

enum class OrbitVerdict { nothing_expected, undecided, agrees, differs };
/// Judges a line only by whether the orbit holds or breaks. A break decides immediately; holding decides only after the
/// whole time of the figures.
OrbitVerdict verdict_of(const OrbitLine& line);

/// Mean durations [tau_s] over the cycles that end within 1e4 tau_s of the first cycle, and of the last cycle before a
/// break. 0: there is no cycle.
struct OrbitSpan {
  double first = 0, last = 0;
};
OrbitSpan durations_of(const OrbitLine& line);

/// Lines of the board and their states. The first lines are those of the engine's table; the six kinds at a step of
/// 0.01 are chosen.
class OrbitBoard {
 public:
  OrbitBoard();
  const std::vector<OrbitLine>& lines() const { return lines_; }
  void choose(std::size_t line, bool chosen) { lines_[line].chosen = chosen; }
  /// Adds a kind and chooses it. If it is on the board already, its line is chosen. Returns the line. Throws InputError
  /// for kinds that do not exist.
  std::size_t add(const OrbitCase& run);

  /// A run that is to be done: a line and its case.
  struct Job {
    std::size_t line;
    OrbitCase run;
  };
  /// Clears the results of the chosen lines, which wait from now on. Returns their runs, each over `share` of its time.
  std::vector<Job> begin(double share);
  void started(std::size_t line) { lines_[line].state = OrbitLine::State::running; }
  void add_cycle(std::size_t line, const OrbitCycle& cycle) { lines_[line].cycles.push_back(cycle); }
  void ended(std::size_t line, const OrbitResult& result);
  /// Marks all lines that wait or run as stopped.
  void stopped();

 private:
  std::vector<OrbitLine> lines_;
};

/// Returns terms, sums and positions as text: "fp32 · fp64 · fp64".
std::string kind_text(const OrbitCase& run);
/// Returns step and integrator as text: "0.01" or "1, RK4".
std::string step_text(const OrbitCase& run);
std::string duration_text(const OrbitLine& line);  ///< Returns the mean durations of the first and the last cycles as
                                                   ///< text, "first -> last". It is empty without cycles.
/// Returns the text for the last cycle in the plane, or for the last cycle. "0" means exactly 0.
std::string plane_text(const OrbitLine& line);
std::string outcome_text(const OrbitLine& line);
std::string expected_text(const OrbitLine& line);
std::string verdict_text(const OrbitLine& line);
/// Returns the label of a curve: "terms fp32, sums fp64, positions fp64, Euler, step 0.01: holds".
std::string key_text(const OrbitLine& line);
/// Returns a few sentences that say why this kind keeps the orbit or does not.
std::string reason_text(const OrbitCase& run);
/// Returns a text such as "6 of 6 decided agree". Empty as long as nothing is decided.
std::string summary_text(const OrbitBoard& board);

/// Returns every cycle of every line as CSV, with a header row.
std::string orbit_csv(const OrbitBoard& board);

}  // namespace slurry::ui
