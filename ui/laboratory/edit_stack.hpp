// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <vector>

#include "experiment/front.hpp"

class QAction;

namespace slurry::ui {

/// What was changed and can be taken back: values of a run, reversals, branches, rebuilds and how the view looks.  An
/// edit enters when the engine has accepted it; a refused one never does.  Taking a live value back means: the old
/// value from now on.
class EditStack : public QObject {
  Q_OBJECT
 public:
  EditStack(Front* front, QObject* parent);
  QUndoStack* stack() { return &stack_; }
  QAction* undo() const { return undo_; }
  QAction* redo() const { return redo_; }

  /// How the view looks was changed: `back` brings the former look back, `again` the later one.  Changes that follow
  /// each other with the same number are one edit; 0: an edit by itself.
  void viewChanged(const QString& name, std::function<void()> back, std::function<void()> again, long together = 0);
  /// An edit asked the engine for something; where it is refused the edit is over.
  void expect(CommandNumber number, const QUndoCommand* edit);
  /// Takes the newest beginning of a branch or a run back.
  void takeBack(const Beginning& beginning);

 Q_SIGNALS:
  /// Another experiment is to come to the front.
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
