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
  int parent = -1;  ///< branch that this one leaves; -1: none, the branch begins at time 0 or at a recorded frame
  long step = 0;    ///< step at which it leaves its parent
  double time = 0;  ///< [time]
  std::vector<KeyChange> changes;  ///< changes at the beginning of the branch
  std::string file;                ///< recorded run from which the branch begins; empty: none
};

/// A run from its start, or from the moment at which it left another run.
struct Branch {
  int id = 0;
  BranchStart start;
  std::string name;    ///< name that the user gave; empty: none
  SnapshotPtr newest;  ///< newest snapshot of the branch, without bodies if pictures are packed; null: none yet
  MomentStore<StoredPicture> pictures;
  MomentStore<MomentPtr> whole;
  std::optional<long> recorded_from;  ///< first recorded step; empty: the branch was not recorded
  long recorded_to = 0;
  EventsPtr events() const { return newest ? newest->events : nullptr; }
};

/// What the LoadState command needs to restore a moment.
struct StartingPoint {
  MomentPtr moment;
  std::optional<long> at_step;     ///< step to reach from the stored moment; empty: the stored moment itself is wanted
  std::vector<Event> replay;       ///< events to repeat on the way there
  std::vector<KeyChange> changes;  ///< changes that had already been made at that step
};

/// Everything that is kept of an experiment: its runs and their branches, with one memory limit.
class Tree {
 public:
  /// Sets the memory limit in bytes. Two thirds are for pictures and one third for whole moments; the branch in front
  /// gets at least half.
  void setBudget(std::size_t bytes);
  std::size_t budget() const { return budget_; }
  std::size_t bytes() const;

  /// Announces a run with this number (Snapshot::run): it is a new branch, or continues a branch. Returns the branch.
  int begin(CommandNumber run, BranchStart start);
  void resume(CommandNumber run, int branch);
  /// Stores the snapshot in the branch of its run. A run that was not announced becomes a new branch. Returns false if
  /// nothing was stored.
  bool add(const SnapshotPtr& snapshot);
  /// Stores a moment. Returns false if there is no branch of its run.
  bool add(const MomentPtr& moment);

  /// The branch on which the session continues. -1: none yet.
  int current() const { return current_; }
  bool has(int branch) const { return branches_.contains(branch); }
  const Branch& branch(int id) const { return branches_.at(id); }
  /// All branches, in the order in which they began.
  std::vector<int> branches() const;
  bool hasChildren(int branch) const;
  void rename(int branch, const std::string& name);
  /// Removes a branch. Returns false if other branches begin on it or if it is the current one.
  bool drop(int branch);

  /// A piece of the way to the end of a branch: one branch up to a step.
  struct Piece {
    int branch = 0;
    long last_step = 0;
  };
  /// The pieces from the root to the end of a branch.
  std::vector<Piece> path(int branch) const;

  /// Protects the shown moment from being dropped.
  void setShown(int branch, std::optional<long> step);

  /// How to restore a step of a branch, starting from the newest whole moment before it. Empty if there is none.
  std::optional<StartingPoint> startAt(int branch, long step, const EventsPtr& events) const;
  /// How to restore the end of a branch.
  std::optional<StartingPoint> startAtEnd(int branch) const;

  /// Whether the branch has more than its first step and is not in a file.
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
