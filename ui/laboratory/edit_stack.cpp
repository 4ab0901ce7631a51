// SPDX-License-Identifier: BSD-3-Clause
#include "laboratory/edit_stack.hpp"

#include <QAction>
#include <QElapsedTimer>
#include <QPointer>
#include <QUndoCommand>

#include <string>
#include <utility>

#include "icons.hpp"
#include "models/number_text.hpp"
#include "slurry/option_table.hpp"

namespace slurry::ui {
namespace {

constexpr qint64 one_drag_ms = 1000;  // between two changes of one drag, at most
enum Kind { live_kind = 1, view_kind };

/// An edit of an experiment.  The first redo() does nothing: the engine has made the change already.
class Edit : public QUndoCommand {
 public:
  Edit(EditStack* stack, Experiment* experiment, const QString& text)
      : QUndoCommand(text), stack_(stack), experiment_(experiment) {}
  void undo() override {
    if (come()) back();
  }
  void redo() override {
    if (!std::exchange(done_, true)) return;
    if (come()) again();
  }

 protected:
  virtual void back() = 0;
  virtual void again() = 0;
  EditStack& stack() const { return *stack_; }
  Experiment& experiment() const { return *experiment_; }
  const QPointer<Experiment>& at() const { return experiment_; }

 private:
  /// The experiment comes to the front.  False, and the edit is over: it is there no more.
  bool come() {
    if (!experiment_) {
      setObsolete(true);
      return false;
    }
    Q_EMIT stack_->wanted(experiment_);
    return true;
  }
  EditStack* stack_;
  QPointer<Experiment> experiment_;
  bool done_ = false;
};

/// A value of the run that goes on, or a reversal.
class LiveEdit final : public Edit {
 public:
  LiveEdit(EditStack* stack, Experiment* experiment, const QString& text, Event event)
      : Edit(stack, experiment, text), event_(std::move(event)), branch_(experiment->tree().current()) {
    since_.start();
  }
  int id() const override { return live_kind; }
  /// One drag of a slider is one edit.
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const LiveEdit*>(other);
    if (next->at() != at() || next->branch_ != branch_ || next->event_.key != event_.key || event_.key == reverse_key ||
        since_.elapsed() > one_drag_ms)
      return false;
    event_.value = next->event_.value;
    setText(next->text());
    since_.restart();
    return true;
  }

 private:
  void back() override { set(event_.old); }
  void again() override { set(event_.value); }
  void set(const std::string& value) {
    Experiment& e = experiment();
    if (!e.tree().has(branch_)) return setObsolete(true);
    if (e.tree().current() != branch_)
      e.goTo(branch_, true);  // it was made there
    else
      e.player()->goLive();
    if (event_.key == reverse_key)
      e.reverse("undo");
    else
      stack().expect(e.setOption(event_.key, value, "undo"), this);
  }
  Event event_;
  int branch_;
  QElapsedTimer since_;
};

/// A branch, a rebuild, another scenario.
class BeginningEdit final : public Edit {
 public:
  BeginningEdit(EditStack* stack, Experiment* experiment, const QString& text, Beginning beginning)
      : Edit(stack, experiment, text), beginning_(beginning) {}

 private:
  void back() override { go(beginning_.former); }
  void again() override { go(beginning_.branch); }
  void go(int branch) {
    if (experiment().tree().has(branch))
      experiment().goTo(branch, true);
    else
      setObsolete(true);
  }
  Beginning beginning_;
};

class ViewEdit final : public Edit {
 public:
  ViewEdit(EditStack* stack, Experiment* experiment, const QString& text, std::function<void()> back,
           std::function<void()> again, long together)
      : Edit(stack, experiment, text), back_(std::move(back)), again_(std::move(again)), together_(together) {}
  int id() const override { return together_ != 0 ? view_kind : -1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const ViewEdit*>(other);
    if (next->at() != at() || next->together_ != together_) return false;
    again_ = next->again_;
    return true;
  }

 private:
  void back() override { back_(); }
  void again() override { again_(); }
  std::function<void()> back_, again_;
  long together_;
};

}  // namespace

EditStack::EditStack(Front* front, QObject* parent) : QObject(parent), front_(front) {
  undo_ = stack_.createUndoAction(this, tr("&Undo"));
  undo_->setShortcuts(QKeySequence::keyBindings(QKeySequence::Undo));
  undo_->setIcon(icon("undo"));
  undo_->setIconText(tr("Undo"));  // on a button, whatever would be undone
  undo_->setToolTip(tr("Undo  (%1)").arg(undo_->shortcut().toString(QKeySequence::NativeText)));
  redo_ = stack_.createRedoAction(this, tr("&Redo"));
  redo_->setShortcuts(QList<QKeySequence>{Qt::CTRL | Qt::SHIFT | Qt::Key_Z});
  redo_->setIcon(icon("redo"));
  redo_->setIconText(tr("Redo"));
  redo_->setToolTip(tr("Redo  (%1)").arg(redo_->shortcut().toString(QKeySequence::NativeText)));
  connect(front_, &Front::changed, this, &EditStack::addChange);
  connect(front_, &Front::began, this, &EditStack::addBeginning);
  connect(front_, &Front::arrived, this, &EditStack::hear);
}

void EditStack::expect(CommandNumber number, const QUndoCommand* edit) {
  if (number > 0) asked_.push_back({number, edit});
}

/// A refused edit is taken from the stack; the engine has said why.
void EditStack::hear(const SnapshotPtr& s) {
  if (!s) return;
  for (const Asked& a : asked_) {
    if (a.number > s->last_command || s->message_command != a.number) continue;
    for (int i = 0; i < stack_.count(); ++i)
      if (stack_.command(i) == a.edit) const_cast<QUndoCommand*>(a.edit)->setObsolete(true);
  }
  std::erase_if(asked_, [&](const Asked& a) { return a.number <= s->last_command; });
}

void EditStack::addChange(const Event& e) {
  if (e.by != "person") return;
  const Option* option = find_option(e.key);
  if (!option && e.key != reverse_key) return;
  const QString text = option ? tr("%1 %2").arg(QString::fromStdString(label_of(*option)),
                                                QString::fromStdString(option_value_text(e.value)))
                              : tr("reverse");
  stack_.push(new LiveEdit(this, front_->experiment(), text, e));
}

void EditStack::addBeginning(const Beginning& b) {
  if (b.how == Beginning::How::back || b.former < 0) return;
  stack_.push(
      new BeginningEdit(this, front_->experiment(), b.how == Beginning::How::branch ? tr("branch") : tr("new run"), b));
}

void EditStack::viewChanged(const QString& name, std::function<void()> back, std::function<void()> again,
                            long together) {
  stack_.push(new ViewEdit(this, front_->experiment(), name, std::move(back), std::move(again), together));
}

void EditStack::takeBack(const Beginning& b) {
  if (stack_.canUndo() && stack_.index() == stack_.count())
    stack_.undo();
  else
    front_->experiment()->goTo(b.former, true);
}

}  // namespace slurry::ui
