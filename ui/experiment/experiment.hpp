// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine_bridge.hpp"
#include "experiment/cells.hpp"
#include "experiment/slice.hpp"
#include "history/player.hpp"
#include "history/tree.hpp"
#include "models/chart_series.hpp"
#include "models/view_look.hpp"
#include "models/view_state.hpp"
#include "slurry/kept_run.hpp"

namespace slurry::ui {

/// The beginning of a run: from time 0, from an earlier moment, or again from the end of a branch.
struct Beginning {
  enum class How { load, branch, back } how = How::load;
  int branch = -1;  ///< branch of the run
  int former = -1;  ///< branch of the experiment before; -1: none
  double time = 0;  ///< time at which the run begins [time]
  bool by_undo = false;
};

/// One experiment: its engine, everything that is kept of its runs, its plotted series, its slice and its view. It
/// continues whether or not a window shows it. A window can hold several experiments.
class Experiment : public QObject {
  Q_OBJECT
 public:
  Experiment(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent = nullptr);

  /// Sets a scenario up and, if wanted, runs it. Earlier runs are kept.
  void load(const Scenario& scenario, bool run = true);
  /// Starts a new run at time 0, with the present seed or another one. Earlier runs are kept.
  void restart(std::optional<std::uint64_t> seed);

  /// Changes an option of the run. If the view shows an earlier moment or a frame of a file, a new branch begins there.
  /// Returns the number of the command, or 0 if it waits for a start that is in progress.
  CommandNumber setOption(const std::string& key, const std::string& value, const std::string& by = "person");
  /// Reverses the run. If an earlier moment is shown, a reversed branch begins there.
  void reverse(const std::string& by = "person");
  /// Begins a branch at the moment that is shown. Returns the command, or 0 if no branch can begin there.
  CommandNumber branchHere(std::vector<KeyChange> changes = {});
  /// Moves the run to the end of an existing branch.
  void goTo(int branch, bool by_undo = false);
  /// Removes a branch. Returns false if other branches begin on it or if it is the current one.
  bool drop(int branch);
  /// Moves the run to the end of another branch and then removes the branch that it left, unless other branches begin
  /// on it. If the run cannot go there, nothing is removed.
  void leaveAndDrop(int go_to);
  void rename(int branch, const std::string& name);

  /// Runs without an end.
  CommandNumber run();
  CommandNumber pause();
  CommandNumber runUntil(double time);

  EngineBridge* bridge() { return &bridge_; }
  Player* player() { return &player_; }
  const Tree& tree() const { return tree_; }
  Slice& slice() { return slice_; }
  Cells& cells() { return cells_; }
  /// Whether the experiment is in front. Otherwise the engine makes neither its slice nor its boxes.
  void setSeen(bool seen);
  ViewState& view() { return view_; }
  /// The view that the user last had of these bodies, if the beginning brings back bodies that were shown before.
  std::optional<ViewLook> lookAgain(const Beginning& beginning) const;
  /// Series of the run so far.
  const ChartSeries& series() const { return series_; }
  /// Series of the file that was opened last.
  const ChartSeries& fileSeries() const { return file_series_; }

  /// The speeds on offer (models/speeds.hpp), and the index of the chosen one.
  const std::vector<double>& speeds() const { return speeds_; }
  int speed() const { return speed_; }
  void setSpeed(int place);
  /// Sets the memory limit for kept moments, in bytes.
  void setBudget(std::size_t bytes);
  /// A start was requested and has not been answered yet.
  bool isStarting() const { return !starts_.empty(); }
  /// A run was requested and the engine has not answered yet.
  bool willRun() const;
  /// Branches with steps that are not in any file.
  std::vector<int> unrecorded() const;
  /// Everything that is kept of a branch, for saving. It does not change while the run continues.
  KeptRun kept(int branch) const;
  /// Adds a costly quantity to the series, beside the one that the scenario expects a number of. Empty: none.
  void setCostly(const std::string& name);

 Q_SIGNALS:
  /// Carries the engine's newest snapshot, whichever moment is shown.
  void arrived(slurry::ui::SnapshotPtr snapshot);
  /// The series of the file has arrived.
  void fileSeriesRead();
  /// The engine accepted a start.
  void began(const slurry::ui::Beginning& beginning);
  /// The engine has made a change on the current branch.
  void changed(const slurry::Event& event);
  /// Branches were added, removed or renamed.
  void treeChanged();
  void speedsChanged();
  void complained(const QString& sentence);

 private:
  struct Start {
    CommandNumber number = 0;
    Beginning::How how = Beginning::How::load;
    BranchStart branch;
    int back_to = -1;
    int former = -1;
    bool run = false, by_undo = false;
  };
  void take(const SnapshotPtr& snapshot);
  bool settle(const Snapshot& snapshot);
  void seeEvents(const Snapshot& snapshot);
  void replot();
  void offerSpeeds(double time_step);
  void requestSeries(const std::string& of_chart, const std::string& expected);
  CommandNumber post(Start start, Command command);
  bool isRunning() const;
  int firstRun(int branch) const;
  void leaveLook();

  EngineBridge bridge_;
  Tree tree_;
  Player player_;
  Slice slice_;
  Cells cells_;
  ViewState view_;
  std::map<int, ViewLook> looks_;  ///< views that the user left, each by the first run of its bodies
  ChartSeries series_, file_series_;
  std::vector<double> speeds_;
  int speed_ = 0;
  std::string costly_of_chart_, costly_expected_;  ///< quantities that are sampled though they are costly; empty: none
  std::deque<Start> starts_;
  CommandNumber run_asked_ = 0;
  int dropping_ = -1;             ///< branch to remove as soon as the run has left it; -1: none
  std::vector<SetOption> held_;   ///< options to set after the start that is under way
  std::vector<MomentPtr> early_;  ///< moments whose run has not been seen yet
  CommandNumber events_of_ = 0;   ///< run whose events were told
  std::size_t events_seen_ = 0;
  Event told_;  ///< the newest of the events that were told
  /// series of each branch, one for each time that the branch was continued
  std::map<int, std::vector<std::shared_ptr<const Series>>> sampled_;
  CommandNumber sampled_run_ = 0;
};

}  // namespace slurry::ui
