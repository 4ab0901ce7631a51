// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry {

/// While an object of this class lives, transforms that its thread plans use an algorithm chosen by rule, not the
/// quickest of several timed ones. The timing takes half a second for the grids of a sum of 100,000 points and saves a
/// few milliseconds per call. It is therefore useful only for sums that are called often.
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

/// While an object of this class lives, its thread times algorithms for at most `seconds` per transform, and then uses
/// the best one so far. Large transforms use an algorithm chosen by rule. Nothing else can stop the planner, which may
/// need seconds for a large grid.
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
