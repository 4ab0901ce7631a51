// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <vector>

#include "experiment/front.hpp"

class QAction;

namespace slurry::ui {

/// The changes that the user can undo: values of a run, reversals, branches, rebuilds and changes of the view. A change
/// is added when the engine has accepted it; a refused change is not added. Undoing the change of a live value sets the
/// old value from now on.
class EditStack : public QObject {
  Q_OBJECT
 public:
  EditStack(Front* front, QObject* parent);
  QUndoStack* stack() { return &stack_; }
  QAction* undo() const { return undo_; }
  QAction* redo() const { return redo_; }

  /// Adds a change of the view: `back` restores the former view, `again` the later one. Successive changes with the
  /// same number are one edit; 0 means a separate edit.
  void viewChanged(const QString& name, std::function<void()> back, std::function<void()> again, long together = 0);
  /// An edit has sent a command to the engine. If the command is refused, the edit is removed.
  void expect(CommandNumber number, const QUndoCommand* edit);
  /// Undoes the newest beginning of a branch or a run.
  void takeBack(const Beginning& beginning);

 Q_SIGNALS:
  /// Asks for another experiment in front.
  void wanted(slurry::ui::Experiment* experiment);

 private:
  void addChange(const Event& event);
  void addBeginning(const Beginning& beginning);
  void hear(const SnapshotPtr& snapshot);
  Front* front_;
  QUndoStack stack_;
  QAction *undo_, *redo_;
  struct Asked {
    CommandNumber number = 0;
    const QUndoCommand* edit = nullptr;
  };
  std::vector<Asked> asked_;
};

}  // namespace slurry::ui
