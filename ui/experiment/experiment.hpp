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
#include "experiment/slice.hpp"
#include "history/player.hpp"
#include "history/tree.hpp"
#include "models/chart_series.hpp"
#include "models/view_look.hpp"
#include "models/view_state.hpp"
#include "slurry/kept_run.hpp"

namespace slurry::ui {

/// A run that has begun: from time 0, from an earlier moment, or again from where a branch stood.
struct Beginning {
  enum class How { load, branch, back } how = How::load;
  int branch = -1;  ///< where it is
  int former = -1;  ///< where the experiment was before; -1: nowhere
  double time = 0;  ///< at which it began [time]
  bool by_undo = false;
};

/// One experiment: its engine, all that is kept of it, what is plotted of it, its slice, and how it is looked at.  It
/// goes on whether a window shows it or not; a window can hold several.
class Experiment : public QObject {
  Q_OBJECT
 public:
  Experiment(std::unique_ptr<SessionPort> session, OpenFrames open, QObject* parent = nullptr);

  /// Sets a scenario up and, if wanted, runs it.  What ran before is kept.
  void load(const Scenario& scenario, bool run = true);
  /// From time 0, with its own seed or another one.  What ran before is kept.
  void restart(std::optional<std::uint64_t> seed);

  /// Changes an option of the run.  At an earlier moment, or at a frame of a file, a branch begins there.  Returns the
  /// command that says so; 0: it waits for a start that is under way.
  CommandNumber setOption(const std::string& key, const std::string& value, const std::string& by = "person");
  /// Turns the run round, or begins a branch that goes back from the moment that is shown.
  void reverse(const std::string& by = "person");
  /// A branch at the moment that is shown.  Returns the command; 0: it cannot begin there.
  CommandNumber branchHere(std::vector<KeyChange> changes = {});
  /// The run stands at the end of a branch again.
  void goTo(int branch, bool by_undo = false);
  /// False: others leave it, or it is the one that goes on.
  bool drop(int branch);
  void rename(int branch, const std::string& name);

  /// Without an end.
  CommandNumber run();
  CommandNumber pause();
  CommandNumber runUntil(double time);

  EngineBridge* bridge() { return &bridge_; }
  Player* player() { return &player_; }
  const Tree& tree() const { return tree_; }
  Slice& slice() { return slice_; }
  ViewState& view() { return view_; }
  /// How other bodies were looked at when they were left, now that this beginning has brought them back.
  std::optional<ViewLook> lookAgain(const Beginning& beginning) const;
  /// The run so far.
  const ChartSeries& series() const { return series_; }
  /// The file that was opened last.
  const ChartSeries& fileSeries() const { return file_series_; }

  /// Speeds that are offered (models/speeds.hpp), and the one that was chosen, as a place among them.
  const std::vector<double>& speeds() const { return speeds_; }
  int speed() const { return speed_; }
  void setSpeed(int place);
  /// Bytes for what is kept.
  void setBudget(std::size_t bytes);
  /// A start was asked for and is not answered yet.
  bool isStarting() const { return !starts_.empty(); }
  /// It was asked to run, and the engine has not answered yet.
  bool willRun() const;
  /// Branches of which something ran that is in no file.
  std::vector<int> unrecorded() const;
  /// What is kept of a branch, to be saved; it stays as it is while the run goes on.
  KeptRun kept(int branch) const;
  /// Has a costly quantity sampled in the series; empty: none.
  void setCostly(const std::string& name);

 Q_SIGNALS:
  /// The engine's newest snapshot, whatever is shown.
  void arrived(slurry::ui::SnapshotPtr snapshot);
  /// There is more of the file's series.
  void fileSeriesGrew();
  /// A start was accepted.
  void began(const slurry::ui::Beginning& beginning);
  /// The engine has made a change of the branch that goes on.
  void changed(const slurry::Event& event);
  /// Branches have come, gone, or got another name.
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
  CommandNumber post(Start start, Command command);
  bool isRunning() const;
  int firstRun(int branch) const;
  void leaveLook();

  EngineBridge bridge_;
  Tree tree_;
  Player player_;
  Slice slice_;
  ViewState view_;
  std::map<int, ViewLook> looks_;  ///< by the first run of those bodies: when they were left
  ChartSeries series_, file_series_;
  std::vector<double> speeds_;
  int speed_ = 0;
  std::deque<Start> starts_;
  CommandNumber run_asked_ = 0;
  std::vector<SetOption> held_;   ///< asked for while a start is under way
  std::vector<MomentPtr> early_;  ///< moments whose run has not been seen yet
  CommandNumber events_of_ = 0;   ///< run whose events were told
  std::size_t events_seen_ = 0;
  Event told_;                                                         ///< the last of them
  std::map<int, std::vector<std::shared_ptr<const Series>>> sampled_;  ///< by branch, of each time it went on
  CommandNumber sampled_run_ = 0;
};

}  // namespace slurry::ui
