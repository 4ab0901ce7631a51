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

/// Lists every variant of each stage of the run's sum, with predicted and measured times. A click, or Enter, makes the
/// run use it. If a variant does not suit the run, a sentence beneath its row says why.
class VariantPanel : public QWidget {
  Q_OBJECT
 public:
  explicit VariantPanel(QWidget* parent = nullptr);
  void setSurveys(StartSurvey start) { runner_.setStart(std::move(start)); }
  /// Takes the engine's newest step, whatever is shown.
  void runGoesOn(const SnapshotPtr& live);
  /// Shows a moment.
  void show(const SnapshotPtr& snapshot);
  /// Locks all rows. The reason is shown at a row when the user tries to choose it. An empty reason unlocks the rows.
  void lock(const QString& reason) { locked_ = reason; }
  /// Forgets what was shown; another experiment follows.
  void forget();
  /// Takes the number of the command to which optionAsked() led.
  void asked(CommandNumber number) { asked_ = number; }

  /// Begins to measure every variant, or stops.
  void toggleMeasuring();

  const VariantList& list() const { return list_; }
  QTreeWidget* table() const { return table_; }
  QPushButton* measure() const { return measure_; }
  /// The row of a variant; null if there is none.
  QTreeWidgetItem* row(const std::string& stage, const std::string& variant) const;
  /// The sentence beneath a row; empty if there is none.
  QString sentence(const std::string& stage, const std::string& variant) const;

 Q_SIGNALS:
  /// An option of the table and its value as in a scenario file.
  void optionAsked(const std::string& key, const std::string& value);
  /// There are new entries in list().
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
  CommandNumber asked_ = 0;  ///< command that is not answered yet; 0 if there is none
  std::string asked_words_;  ///< words that the panel asks for
  Throttle throttle_;
};

}  // namespace slurry::ui
