// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "session_port.hpp"

class QLabel;
class QPushButton;

namespace slurry::ui {

/// Text on the running scenario: its title, below it what can be changed, and what to look for.
class ScenarioText : public QWidget {
  Q_OBJECT
 public:
  ScenarioText(QWidget* between, QWidget* parent);
  void show(const SnapshotPtr& snapshot);

 Q_SIGNALS:
  /// Signals with the meaning that they have in OptionPanel: a change of the running experiment, or another scenario to
  /// be set up.
  void optionAsked(const std::string& key, const std::string& value);
  void loadAsked(const slurry::Scenario& scenario);
  void complained(const QString& sentence);

 private:
  void tryIt();
  QLabel *title_, *text_, *try_words_;
  std::shared_ptr<const Scenario> shown_;
  QPushButton* try_;
};

}  // namespace slurry::ui
