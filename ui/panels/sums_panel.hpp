// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <array>
#include <memory>
#include <vector>

#include "base/mailbox.hpp"
#include "models/contest_port.hpp"
#include "models/engine_curves.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QCPGraph;
class QCustomPlot;
class QGridLayout;
class QLabel;
class QPushButton;

namespace slurry::ui {

/// The same sum by every engine on three sets of points: time against the number of points, and whether the sums agree.
/// The sums are done by the engine's thread while a scenario with view.sums is open; nothing here waits for them.
class SumsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SumsPanel(QWidget* parent = nullptr);
  ~SumsPanel() override;
  /// Sets the function that starts a contest of the engines. Without it nothing is measured.
  void setStart(StartContest start);
  /// Takes the engine's newest step. A scenario with view.sums begins the contest, any other one ends it.
  void runGoesOn(const SnapshotPtr& live);

  /// Whether the scenario that runs wants the sums.
  bool here() const { return here_; }
  /// Whether sums are being timed.
  bool busy() const { return contest_ != nullptr; }
  const EngineContestState& state() const { return *state_; }
  const FoundAndExpected& verdict() const { return verdict_; }
  QPushButton* button() const { return button_; }
  /// Text about the verdict and the state of the work, without markup.
  QString words() const;

 Q_SIGNALS:
  /// A run whose scenario wants the sums has appeared, or has gone.
  void wanted(bool here);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct News {};
  struct Plot {
    QLabel* title = nullptr;
    QCustomPlot* plot = nullptr;
    std::vector<QCPGraph*> graphs;
  };
  void begin();
  void stop();
  void retire();
  void look();
  void refresh();
  void sayButton();
  void sayVerdict();
  void draw(Plot& plot, const SetCurves& curves);
  void setRanges(const std::vector<SetCurves>& all);
  void arrange(bool wide);

  StartContest start_;
  std::shared_ptr<Mailbox<News>> mailbox_;
  std::unique_ptr<ContestPort> contest_;
  EngineContestCase case_;
  std::shared_ptr<const EngineContestState> state_;
  FoundAndExpected verdict_;
  QGridLayout* places_;
  QLabel *words_, *legend_;
  QPushButton* button_;
  std::vector<Plot> plots_;
  bool here_ = false, wide_ = true, stopped_ = false;
  Throttle throttle_;
};

}  // namespace slurry::ui
