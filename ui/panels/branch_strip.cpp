// SPDX-License-Identifier: BSD-3-Clause
#include "panels/branch_strip.hpp"

#include <QAction>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QHash>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

#include "experiment/front.hpp"
#include "icons.hpp"
#include "models/moment_text.hpp"
#include "models/number_text.hpp"
#include "slurry/option_table.hpp"
#include "type_scale.hpp"

namespace slurry::ui {

namespace {

const Scenario* scenario_of(const Branch& b) {
  return b.newest && b.newest->scenario ? b.newest->scenario.get() : nullptr;
}

/// What a run that began by itself is of.
QString subject_of(const Branch& b) {
  const QString file = QFileInfo(QString::fromStdString(b.start.file)).fileName();
  if (!file.isEmpty()) return QObject::tr("From %1").arg(file);
  const Scenario* s = scenario_of(b);
  return s ? QString::fromStdString(s->title.empty() ? s->name : s->title) : QObject::tr("Run");
}

/// same: earlier runs of the same subject, of a run that began by itself.
QString branch_name(const Branch& b, int same) {
  if (!b.name.empty()) return QString::fromStdString(b.name);
  if (b.start.parent < 0) return subject_of(b) + (same > 0 ? QStringLiteral(" (%1)").arg(same + 1) : QString());
  const Scenario* scenario = scenario_of(b);
  QString name = scenario ? QObject::tr("from %1").arg(QString::fromStdString(time_text(b.start.time, *scenario)))
                          : QObject::tr("Branch");
  if (!b.start.changes.empty()) {
    const KeyChange& c = b.start.changes.front();
    const Option* option = find_option(c.key);
    const QString label = option ? QString::fromStdString(label_of(*option)) : QString::fromStdString(c.key);
    name = c.key == reverse_key
               ? QObject::tr("Reversed %1").arg(name)
               : QObject::tr("%1 %2 %3").arg(label, QString::fromStdString(option_value_text(c.value)), name);
  } else {
    name = QObject::tr("Branch %1").arg(name);
  }
  return name;
}

/// Names of branches, given in the order of their numbers.
QStringList branch_names(const Tree& tree, const std::vector<int>& branches) {
  QHash<QString, int> runs;
  QStringList names;
  for (const int id : branches) {
    const Branch& b = tree.branch(id);
    names << branch_name(b, b.start.parent < 0 ? runs[subject_of(b)]++ : 0);
  }
  return names;
}

}  // namespace

QString name_of_branch(const Front& front, int id) {
  const Tree& tree = front.experiment()->tree();
  std::vector<int> earlier;
  for (const int other : tree.branches())
    if (other <= id) earlier.push_back(other);
  return branch_names(tree, earlier).back();
}

BranchStrip::BranchStrip(Front* front, QWidget* parent)
    : QTabBar(parent),
      front_(front),
      renaming_(new QAction(tr("Rena&me branch…"), this)),
      dropping_(new QAction(tr("&Drop branch…"), this)) {
  renaming_->setToolTip(tr("Gives the run or branch that is shown another name"));
  dropping_->setToolTip(tr("Drops the branch that is shown with all its stored moments"));
  connect(renaming_, &QAction::triggered, this, [this] { rename(tabOf(front_->player()->branch())); });
  connect(dropping_, &QAction::triggered, this, [this] { drop(tabOf(front_->player()->branch())); });
  setAccessibleName(tr("Runs and branches"));
  setExpanding(false);
  setDrawBase(false);
  setUsesScrollButtons(true);
  setElideMode(Qt::ElideRight);
  setFocusPolicy(Qt::TabFocus);
  set_type(this, Type::label);
  hide();
  connect(this, &QTabBar::tabBarClicked, this, [this](int tab) {
    if (tab >= 0) front_->experiment()->goTo(branches_.at(static_cast<std::size_t>(tab)));
  });
  connect(this, &QTabBar::tabBarDoubleClicked, this, &BranchStrip::rename);
  connect(front_, &Front::treeChanged, this, &BranchStrip::refresh);
  connect(front_, &Front::began, this, &BranchStrip::refresh);
  connect(front_, &Front::moved, this, [this] {
    const int at = tabOf(front_->player()->branch());
    if (at < 0) return;
    const QSignalBlocker quiet(this);
    if (currentIndex() != at) setCurrentIndex(at);
  });
}

/// -1: there is none.
int BranchStrip::tabOf(int branch) const {
  const auto at = std::find(branches_.begin(), branches_.end(), branch);
  return at == branches_.end() ? -1 : static_cast<int>(at - branches_.begin());
}

void BranchStrip::refresh() {
  const QSignalBlocker quiet(this);
  const Tree& tree = front_->experiment()->tree();
  branches_ = tree.branches();
  while (count() > static_cast<int>(branches_.size())) removeTab(count() - 1);
  while (count() < static_cast<int>(branches_.size())) addTab(QString());
  const QStringList names = branch_names(tree, branches_);
  for (int i = 0; i < count(); ++i) {
    const int id = branches_[static_cast<std::size_t>(i)];
    const QString& name = names[i];
    if (tabText(i) != name) setTabText(i, name);
    const bool branch = tree.branch(id).start.parent >= 0;
    // every change of a tab lays out all of them, which takes seconds with hundreds of branches
    if (tabIcon(i).isNull() == branch) setTabIcon(i, branch ? icon("branch") : QIcon());
    setTabToolTip(i, tr("%1\nClick: continues the run from the end of this branch.  Double click or F2: renames it.  "
                        "Delete: drops it")
                         .arg(name));
    if (id == front_->player()->branch()) setCurrentIndex(i);
  }
  setVisible(count() > 1);
}

void BranchStrip::rename(int tab) {
  if (tab < 0 || tab >= count()) return;
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Name of the branch"));
  dialog->setLabelText(tr("Name:"));
  dialog->setTextValue(tabText(tab));
  const int id = branches_.at(static_cast<std::size_t>(tab));
  connect(dialog, &QInputDialog::textValueSelected, this, [this, id](const QString& name) {
    if (front_->experiment()->tree().has(id)) front_->experiment()->rename(id, name.trimmed().toStdString());
  });
  dialog->open();
}

void BranchStrip::drop(int tab) {
  if (tab < 0 || tab >= count()) return;
  const int id = branches_.at(static_cast<std::size_t>(tab));
  const Tree& tree = front_->experiment()->tree();
  if (tree.hasChildren(id)) return Q_EMIT said(tr("Other branches begin on this branch; drop them first."));
  QString question = tr("Drop '%1' and all its stored moments? This cannot be undone.").arg(tabText(tab));
  int back_to = -1;
  if (id == tree.current()) {
    if (count() < 2) return Q_EMIT said(tr("This is the only run. It stays until another one is begun."));
    back_to = tree.branch(id).start.parent;
    if (back_to < 0) back_to = branches_.back() == id ? branches_[branches_.size() - 2] : branches_.back();
    question += QChar(10) + tr("The run then continues from the end of '%1'.").arg(name_of_branch(*front_, back_to));
  }
  auto* box = new QMessageBox(QMessageBox::Question, tr("Drop a branch"), question, QMessageBox::Cancel, this);
  QAbstractButton* yes = box->addButton(tr("Drop"), QMessageBox::DestructiveRole);
  box->setDefaultButton(QMessageBox::Cancel);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::buttonClicked, this, [this, id, back_to, yes](QAbstractButton* pressed) {
    if (pressed != yes) return;
    Experiment* e = front_->experiment();
    if (e->tree().current() == id)
      e->leaveAndDrop(back_to);
    else
      e->drop(id);
  });
  box->open();
}

void BranchStrip::contextMenuEvent(QContextMenuEvent* event) {
  const int tab = tabAt(event->pos());
  if (tab < 0) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("&Rename…"), this, [this, tab] { rename(tab); });
  menu->addAction(tr("&Drop…"), this, [this, tab] { drop(tab); });
  menu->popup(event->globalPos());
}

// A tab bar tells of clicks of every button.  Only the left one goes to a branch.
void BranchStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) QTabBar::mousePressEvent(event);
}

void BranchStrip::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) QTabBar::mouseDoubleClickEvent(event);
}

/// Left and Right choose, Enter goes there.
void BranchStrip::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_F2:
      return rename(currentIndex());
    case Qt::Key_Delete:
      return drop(currentIndex());
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return Q_EMIT tabBarClicked(currentIndex());
    default:
      QTabBar::keyPressEvent(event);
  }
}

}  // namespace slurry::ui
