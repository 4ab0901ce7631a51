// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "history/moment_store.hpp"
#include "history/stored_picture.hpp"
#include "session_port.hpp"

namespace slurry::ui {

using EventsPtr = std::shared_ptr<const std::vector<Event>>;

/// How a branch begins.
struct BranchStart {
  int parent = -1;                 ///< -1: none; it begins at time 0, or with a recorded frame
  long step = 0;                   ///< where it leaves its parent
  double time = 0;                 ///< [time]
  std::vector<KeyChange> changes;  ///< with which it begins
  std::string file;                ///< recorded run with which it begins; empty: none
};

/// A run from its start, or from the moment at which it left another one.
struct Branch {
  int id = 0;
  BranchStart start;
  std::string name;    ///< that a person gave it; empty: none
  SnapshotPtr newest;  ///< of it; null: none yet
  MomentStore<StoredPicture> pictures;
  MomentStore<MomentPtr> whole;
  std::optional<long> recorded_from;  ///< step from which it was recorded; none: not at all
  long recorded_to = 0;
  EventsPtr events() const { return newest ? newest->events : nullptr; }
};

/// What the session of a LoadState needs to stand at a moment.
struct StartingPoint {
  MomentPtr moment;
  std::optional<long> at_step;     ///< step to go to from there; none: it is the moment itself
  std::vector<Event> replay;       ///< on the way there
  std::vector<KeyChange> changes;  ///< that were made at that step already
};

/// All that is kept of an experiment: runs and the branches that left them, with one bound for their memory.
class Tree {
 public:
  /// Two thirds of it are for pictures, a third for whole moments; at least half for the branch in front.
  void setBudget(std::size_t bytes);
  std::size_t budget() const { return budget_; }
  std::size_t bytes() const;

  /// What the run of this number (Snapshot::run) publishes is a new branch from now on, or goes on with one.
  int begin(CommandNumber run, BranchStart start);
  void resume(CommandNumber run, int branch);
  /// Keeps it in the branch of its run; a run that nobody announced is a branch of its own.  False: nothing to keep.
  bool add(const SnapshotPtr& snapshot);
  /// False: there is no branch of this run.
  bool add(const MomentPtr& moment);

  /// The branch that the session goes on with; -1: none yet.
  int current() const { return current_; }
  bool has(int branch) const { return branches_.contains(branch); }
  const Branch& branch(int id) const { return branches_.at(id); }
  /// In the order in which they began.
  std::vector<int> branches() const;
  bool hasChildren(int branch) const;
  void rename(int branch, const std::string& name);
  /// False: other branches leave it, or it is the current one.
  bool drop(int branch);

  /// A piece of the way to a branch's end: a branch up to a step.
  struct Piece {
    int branch = 0;
    long last_step = 0;
  };
  /// From the root on.
  std::vector<Piece> path(int branch) const;

  /// The moment on screen stays.
  void setShown(int branch, std::optional<long> step);

  /// From the newest whole moment on the way to a step of a branch; nothing where there is none.
  std::optional<StartingPoint> startAt(int branch, long step, const EventsPtr& events) const;
  /// The end of a branch.
  std::optional<StartingPoint> startAtEnd(int branch) const;

  /// Whether more than its first step ran and is in no file.
  bool isUnrecorded(int branch) const;

 private:
  Branch* ofRun(CommandNumber run);
  void thin();
  std::size_t budget_ = std::size_t{400} << 20;
  std::map<int, Branch> branches_;
  std::map<CommandNumber, int> runs_;
  int current_ = -1, next_id_ = 0;
  int shown_branch_ = -1;
  std::optional<long> shown_step_;
};

}  // namespace slurry::ui
