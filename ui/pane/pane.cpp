// SPDX-License-Identifier: BSD-3-Clause
#include "pane/pane.hpp"

#include <QMainWindow>
#include <QVBoxLayout>

#include "experiment/front.hpp"
#include "laboratory/edit_stack.hpp"
#include "models/moment_text.hpp"
#include "pane/docks.hpp"
#include "pane/panel_table.hpp"
#include "panels/branch_strip.hpp"
#include "panels/gallery.hpp"
#include "panels/message_chip.hpp"
#include "panels/moment_banner.hpp"
#include "panels/task_chip.hpp"
#include "panels/verdict_bar.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {

Pane::Pane(Front* front, EditStack* edits, QMainWindow* window)
    : QWidget(window),
      front_(front),
      edits_(edits),
      view_(new SceneView(this)),
      strip_(new BranchStrip(front, this)),
      verdict_(new VerdictBar(this)),
      chip_(new MessageChip(view_)),
      docks_(new Docks(window, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(strip_);
  column->addWidget(new MomentBanner(front_, this));
  column->addWidget(view_, 1);
  column->addWidget(verdict_);
  // The view first: what follows reads its state.
  view_->setState(&experiment()->view());
  connect(front_, &Front::switched, this, [this] { view_->setState(&experiment()->view()); });

  auto* task = new TaskChip(view_);
  connect(front_, &Front::arrived, task, &TaskChip::show);
  connect(task, &TaskChip::cancelAsked, this, [this](CommandNumber number) { front_->bridge()->post(Cancel{number}); });
  connect(strip_, &BranchStrip::said, chip_, &MessageChip::say);
  connect(front_, &Front::complained, chip_, &MessageChip::warn);
  connect(front_, &Front::began, this, &Pane::sayBeginning);
  connect(front_, &Front::switched, verdict_, &VerdictBar::forget);
  connect(front_, &Front::arrived, this, &Pane::judge);
  connect(verdict_, &VerdictBar::decided, this, &Gallery::noteVerdict);
  connect(front_, &Front::shown, view_, &SceneView::showSnapshot);
}

void Pane::addTransport(const TransportActions& actions) {
  layout()->addWidget(new TransportBar(front_, view_, actions, this));
}

void Pane::addPanels() {
  for (const PanelRow& row : panel_table()) {
    panels_.push_back(row.make(*this));
    docks_->add(row, panels_.back());
  }
}

Experiment* Pane::experiment() const {
  return front_->experiment();
}

/// A scenario promises its number to a run of its own from time 0. A branch, or what goes on from a file, is another
/// experiment.
void Pane::judge(const SnapshotPtr& s) {
  const Tree& tree = experiment()->tree();
  const int run = tree.current();
  if (!tree.has(run) || tree.branch(run).start.parent >= 0 || !tree.branch(run).start.file.empty())
    return verdict_->leave();
  verdict_->runGoesOn(s, front_->bridge()->series().get(), run);
}

/// What a new run or a branch left behind is offered back.
void Pane::sayBeginning(const Beginning& b) {
  const SnapshotPtr s = front_->player()->newest();
  if (!s || !s->scenario || b.former < 0) return;
  const QString time = QString::fromStdString(time_text(b.time, *s->scenario));
  if (b.how == Beginning::How::back)
    return chip_->say(tr("Back at %1 of '%2'").arg(time, name_of_branch(*front_, b.branch)));
  if (b.how == Beginning::How::branch)
    chip_->offer(tr("Branched at %1; the other run is kept").arg(time), tr("Undo"), [this, b] { edits_->takeBack(b); });
  else if (experiment()->tree().branch(b.former).pictures.size() > 1)
    chip_->offer(tr("The former run is kept"), tr("Take it back"), [this, b] { edits_->takeBack(b); });
}

}  // namespace slurry::ui
