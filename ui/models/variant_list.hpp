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

/// A way to do a stage, as a person sees it.  Seconds; NaN: not known.
struct VariantEntry {
  std::string stage, variant, source;
  std::vector<std::string> stages;                              ///< stages, by the names of StageTimes
  bool own = false;                                             ///< ours; else published
  bool usual = false;                                           ///< taken where none is asked for
  bool in_use = false;                                          ///< by the run, at the moment shown
  double predicted = std::numeric_limits<double>::quiet_NaN();  ///< predicted seconds of a sum over the bodies alone
  double alone = std::numeric_limits<double>::quiet_NaN();      ///< measured, of such a sum
  double in_run = std::numeric_limits<double>::quiet_NaN();     ///< measured, of a step, when it was last in use
  std::string refused;                                          ///< why it cannot do this sum; else empty
  std::optional<ModelFigures> model;

  /// Name without the shape of the teams: "hybrid" for "hybrid:64"; otherwise empty.
  std::string base() const;
};

/// The variants of every stage of the run's sum over the bodies.
class VariantList {
 public:
  /// Takes the results of a survey.  Results of the run stay, as do those of another survey of the same sum.
  void take(const VariantSurveyState& survey);
  /// The moment shown: which variants its options ask for.
  void show(const Snapshot& shown);
  /// The engine's newest step; of other bodies or parameters than before, nothing that was measured holds any longer.
  void add(const Snapshot& live);
  void clear();

  const std::vector<VariantEntry>& entries() const { return entries_; }
  const MachineCosts& costs() const { return costs_; }
  /// Value of solver.variants with which this entry does its stage.  The other stages stay as these words ask for them,
  /// or as they are at the moment shown.
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
  long step_ = -1, steps_ = 0;  ///< newest one, and how many there were with these variants
};

/// Why a run has no sum whose variants can be surveyed, in a sentence; empty: it has one.
std::string why_not_surveyable(const Snapshot& snapshot);
/// The sum of a run for which variants are surveyed.
VariantProblem surveyed_sum(const Snapshot& snapshot);
/// Whether two moments of a run have the same sum, but for where the bodies are.
bool same_sum(const Snapshot& a, const Snapshot& b);
/// Whether the same is asked of both, so that their sums differ by what a plan makes of the moment alone: a step of the
/// grid or so, which is less than what variants differ by.
bool same_task(const Snapshot& a, const Snapshot& b);

/// "Near field (P2P)" of a stage or a group of stages.
std::string stage_title(const std::string& stage);

}  // namespace slurry::ui
