// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry {

/// While one of these lives, transforms that its thread plans take a way chosen by rule instead of the quickest of
/// several that are timed.  Timing them takes half a second for the grids of a sum of 100,000 points, and what it gains
/// is a few milliseconds a call: it is for sums that are called often.
class QuickTransforms {
 public:
  explicit QuickTransforms(bool wanted = true) : wanted_(wanted) { alive_ += wanted_ ? 1 : 0; }
  ~QuickTransforms() { alive_ -= wanted_ ? 1 : 0; }
  QuickTransforms(const QuickTransforms&) = delete;
  QuickTransforms& operator=(const QuickTransforms&) = delete;

  static bool wanted() { return alive_ > 0; }

 private:
  bool wanted_;
  static inline thread_local int alive_ = 0;
};

/// While one of these lives, timing the ways of one transform that its thread plans ends after this time; then the best
/// way known so far is taken, and large transforms take a way chosen by rule.  Nothing else can end the planner, which
/// may take seconds for a large grid.
class TransformTimeLimit {
 public:
  static constexpr double none = -1;
  explicit TransformTimeLimit(double seconds) : before_(limit_) { limit_ = seconds; }
  ~TransformTimeLimit() { limit_ = before_; }
  TransformTimeLimit(const TransformTimeLimit&) = delete;
  TransformTimeLimit& operator=(const TransformTimeLimit&) = delete;

  static double seconds() { return limit_; }

 private:
  double before_;
  static inline thread_local double limit_ = none;
};

}  // namespace slurry
