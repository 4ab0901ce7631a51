// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "models/verdict.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

/// What the scenario promises, what the run found, and whether the two agree; there as long as a number is promised.
class VerdictBar : public QWidget {
  Q_OBJECT
 public:
  explicit VerdictBar(QWidget* parent = nullptr);
  /// The newest snapshot of the run in front, and what was sampled at each of its steps.
  void runGoesOn(const SnapshotPtr& snapshot, const Series* series = nullptr);
  void forget();
  const VerdictWatch& watch() const { return watch_; }

 Q_SIGNALS:
  /// The number of this scenario came out, or did not.
  void decided(const QString& scenario, bool agrees);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void show(const FoundAndExpected& verdict);
  void fit();
  VerdictWatch watch_;
  QLabel *name_, *expected_, *within_, *source_, *found_word_, *found_, *words_;
};

}  // namespace slurry::ui
