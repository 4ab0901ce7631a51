// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <string>
#include <utility>
#include <vector>

#include "session_port.hpp"
#include "slurry/option_table.hpp"

class QGridLayout;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace slurry::ui {

class OptionField;

/// The options of one panel, as the table lists them. Options that do not apply in the scenario are absent. Options
/// that may change while running are applied immediately; the others wait for "Rebuild".
class OptionPanel : public QWidget {
  Q_OBJECT
 public:
  /// The table must live as long as the panel.
  explicit OptionPanel(Panel panel, const OptionTable& table = option_table(), QWidget* parent = nullptr);
  void show(const SnapshotPtr& snapshot);
  /// Locks all fields. The reason is shown at a field when the user tries to change it. An empty reason unlocks the
  /// fields.
  void lock(const QString& reason);
  /// Forgets what was shown before; another experiment follows.
  void forget() { shown_.reset(); }

  /// The field of a key; null if there is none.
  OptionField* field(std::string_view key) const;
  QPushButton* rebuild() const { return rebuild_; }
  const std::vector<OptionField*>& fields() const { return fields_; }

 Q_SIGNALS:
  /// An option of the table and its value as in a scenario file.
  void optionAsked(const std::string& key, const std::string& value);
  /// Asks for a new set-up of a changed scenario.
  void loadAsked(const slurry::Scenario& scenario);

 private:
  bool refuseLocked(OptionField* field);
  void add(const Option& option);
  void place(OptionField* field);
  void wait(const OptionField& field, const std::string& value);
  void offerRebuild(bool offered);
  void apply();
  void showApplying(const Scenario& scenario);
  void showFormer(const Snapshot& s);

  const OptionTable& table_;
  QVBoxLayout *column_, *more_column_;
  QGridLayout* brief_;  ///< fields that have a symbol for a name, two in a row
  QWidget* more_;
  QToolButton* show_more_;
  QPushButton* rebuild_;
  std::vector<OptionField*> fields_;
  std::vector<std::string> waiting_;  ///< "key=value" in the order in which they were changed
  std::shared_ptr<const Scenario> shown_;
  std::uint64_t generation_ = 0;
  QString locked_;
};

}  // namespace slurry::ui
