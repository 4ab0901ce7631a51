// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <map>

#include "models/verdict.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

/// Shows what the scenario promises, what the run found, and whether the two agree. It is visible while a scenario
/// promises a number. Every run has a verdict of its own.
class VerdictBar : public QWidget {
  Q_OBJECT
 public:
  explicit VerdictBar(QWidget* parent = nullptr);
  /// Takes the newest snapshot of a run, and the samples of each of its steps. Another number is another run.
  void runGoesOn(const SnapshotPtr& snapshot, const Series* series = nullptr, int run = 0);
  /// Another kind of run is in front, to which no promise applies. The verdicts of the other runs are kept.
  void leave();
  void forget();
  const VerdictWatch& watch() const { return watches_.at(run_); }
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// The run has decided whether the number of this scenario agrees.
  void decided(const QString& scenario, bool agrees);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void show(const FoundAndExpected& verdict);
  void fit();
  int leastWidth() const;
  std::map<int, VerdictWatch> watches_;
  int run_ = 0;
  QString whole_words_;  ///< of the verdict; the label may have room for the first of them only
  QLabel *name_, *expected_, *within_, *source_, *found_word_, *found_, *words_;
};

}  // namespace slurry::ui
