// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "session_port.hpp"

class QLabel;
class QLineEdit;
class QPushButton;

namespace slurry::ui {

/// What is run: title, what to look for, and the numbers that need a rebuild.
class ScenarioPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ScenarioPanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  /// Of what was shown before; another experiment follows.
  void forget() { generation_ = 0; }
  /// Fields, for tests.
  QLineEdit* count() const { return count_; }
  QPushButton* rebuild() const { return rebuild_; }

 Q_SIGNALS:
  /// A changed scenario is to be set up anew.
  void loadAsked(const slurry::Scenario& scenario);
  void complained(const QString& sentence);

 private:
  void apply();
  void edited();

  QLabel *title_, *text_;
  QLineEdit *count_, *fraction_, *radius_, *seed_;
  QPushButton* rebuild_;
  std::shared_ptr<const Scenario> shown_;
  std::uint64_t generation_ = 0;
};

}  // namespace slurry::ui
