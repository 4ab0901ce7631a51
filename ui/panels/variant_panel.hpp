// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/variant_list.hpp"
#include "panels/survey_runner.hpp"
#include "panels/throttle.hpp"
#include "session_port.hpp"

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace slurry::ui {

/// Every way to do each stage of the run's sum, with predicted and measured times.  A click, or Enter, makes the run
/// take it; one that does not fit says why beneath its row.
class VariantPanel : public QWidget {
  Q_OBJECT
 public:
  explicit VariantPanel(QWidget* parent = nullptr);
  void setSurveys(StartSurvey start) { runner_.setStart(std::move(start)); }
  /// The engine's newest step, whatever is shown.
  void runGoesOn(const SnapshotPtr& live);
  /// The moment that is shown.
  void show(const SnapshotPtr& snapshot);
  /// Locks all rows for this reason, which is said at a row where somebody tries; empty: the rows are free.
  void lock(const QString& reason) { locked_ = reason; }
  /// Another experiment follows.
  void forget();
  /// The command that optionAsked() led to.
  void asked(CommandNumber number) { asked_ = number; }

  /// Begins to measure every variant, or stops.
  void toggleMeasuring();

  const VariantList& list() const { return list_; }
  QTreeWidget* table() const { return table_; }
  QPushButton* measure() const { return measure_; }
  /// The row of a variant; null: there is none.
  QTreeWidgetItem* row(const std::string& stage, const std::string& variant) const;
  /// Beneath a row; empty: nothing is said there.
  QString sentence(const std::string& stage, const std::string& variant) const;

 Q_SIGNALS:
  /// An option of the table and its value as in a scenario file.
  void optionAsked(const std::string& key, const std::string& value);
  /// There is more in list().
  void changed();

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  using Key = std::pair<std::string, std::string>;
  void use(QTreeWidgetItem* item);
  void survey();
  void take(const VariantSurveyState& state);
  void buildRows();
  void fillRow(std::size_t entry);
  void refuse(const Key& key, const QString& why);
  void calm();
  void fitSentences();
  void answer(const Snapshot& live);
  void refresh();
  void showButton();

  VariantList list_;
  SurveyRunner runner_;
  QLabel *state_, *note_;
  QTreeWidget* table_;
  QPushButton* measure_;
  std::vector<QTreeWidgetItem*> rows_;  ///< rows for the entries of list_
  std::map<Key, QTreeWidgetItem*> sentences_;
  SnapshotPtr live_, surveyed_;
  QString locked_;
  std::string shown_variants_;
  Key asked_for_;
  CommandNumber asked_ = 0;  ///< not answered yet; 0: none
  std::string asked_words_;  ///< words that the panel asks for
  Throttle throttle_;
};

}  // namespace slurry::ui
