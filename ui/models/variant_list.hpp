// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "slurry/snapshot.hpp"
#include "slurry/stage_survey.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry::ui {

/// One way to do a stage, as the user sees it. Times are in seconds; NaN: not known.
struct VariantEntry {
  std::string stage, variant, source;
  std::vector<std::string> stages;                              ///< stages, by the names of StageTimes
  bool own = false;                                             ///< our own variant; false: a published one
  bool usual = false;                                           ///< used if no variant is asked for
  bool in_use = false;                                          ///< used by the run at the shown moment
  double predicted = std::numeric_limits<double>::quiet_NaN();  ///< predicted seconds of a sum over the bodies alone
  double alone = std::numeric_limits<double>::quiet_NaN();      ///< measured seconds of such a sum
  /// measured seconds within a step of the run, when it was last used
  double in_run = std::numeric_limits<double>::quiet_NaN();
  std::string refused;  ///< why it cannot do this sum; otherwise empty
  std::optional<ModelFigures> model;

  /// Name without the shape of the teams: "hybrid" for "hybrid:64"; otherwise empty.
  std::string base() const;
};

/// The variants of every stage of the run's sum over the bodies.
class VariantList {
 public:
  /// Takes the results of a survey. Results of the run are kept, and also those of another survey of the same sum.
  void take(const VariantSurveyState& survey);
  /// Takes the variants that the options of the shown moment ask for.
  void show(const Snapshot& shown);
  /// Takes the engine's newest step. If its bodies or parameters differ from those before, all measured times are
  /// dropped.
  void add(const Snapshot& live);
  void clear();

  const std::vector<VariantEntry>& entries() const { return entries_; }
  const MachineCosts& costs() const { return costs_; }
  /// Value of solver.variants with which this entry does its stage. The other stages keep the variants that `words`
  /// names, or those of the shown moment.
  std::string asking_for(std::size_t entry, const std::string& words) const;
  std::string asking_for(std::size_t entry) const;

 private:
  bool covers(const VariantEntry& e, const std::string& stage) const;
  const StageVariantName* asked(const VariantEntry& e, const StageVariantNames& names) const;
  bool is_used(const VariantEntry& e, const StageVariantNames& names) const;
  std::string asking_beside(std::size_t entry, const StageVariantNames& others) const;
  void mark();

  std::vector<VariantEntry> entries_;
  MachineCosts costs_;
  StageVariantNames shown_;
  std::string live_;  ///< solver.variants of the newest step
  std::uint64_t generation_ = 0;
  long step_ = -1, steps_ = 0;  ///< newest step, and number of steps with these variants
};

/// Sentence that says why a run has no sum whose variants can be surveyed. Empty if it has such a sum.
std::string why_not_surveyable(const Snapshot& snapshot);
/// The sum of a run for which variants are surveyed.
VariantProblem surveyed_sum(const Snapshot& snapshot);
/// Whether two moments of a run have the same sum, apart from the positions of the bodies.
bool same_sum(const Snapshot& a, const Snapshot& b);
/// Whether the options of both sums are the same. Their plans may still differ slightly, for example by one step of the
/// grid; variants differ by more.
bool same_task(const Snapshot& a, const Snapshot& b);

/// Title of a stage or a group of stages: "Near field (P2P)".
std::string stage_title(const std::string& stage);

}  // namespace slurry::ui
