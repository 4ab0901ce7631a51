// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "models/body_speeds.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;

namespace slurry::ui {

class Sparkline;
class ValueTable;

/// Shows everything that is known about the picked body, or about the suspension if no body is picked. The rows come
/// from the table of quantities.
class InspectorPanel : public QWidget {
  Q_OBJECT
 public:
  explicit InspectorPanel(QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  void select(long body);
  long selected() const { return body_; }

 Q_SIGNALS:
  /// true: a body is shown, and how it turns has to be computed. false: no body is shown any more.
  void turningWanted(bool wanted);

 private:
  std::vector<const Quantity*> addLines(ValueTable* to, bool bodies);
  void refresh();
  void showStep();
  void showBody();
  void showSystem();
  const Scenario& scenario() const;

  QuantityTable table_ = quantities();
  std::vector<const Quantity*> body_lines_, system_lines_;
  QLabel *heading_, *hint_, *step_;
  ValueTable* body_table_;
  ValueTable* system_table_;
  Sparkline* sparkline_;
  BodySpeeds speeds_;
  SnapshotPtr snapshot_;
  long body_ = -1;
  std::optional<CommandNumber> told_of_;  ///< the run of which a shortened step was told
  Throttle throttle_;
};

}  // namespace slurry::ui
