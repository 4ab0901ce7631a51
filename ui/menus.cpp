// SPDX-License-Identifier: BSD-3-Clause
#include "menus.hpp"

#include <QDockWidget>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenuBar>
#include <QToolBar>

#include "actions.hpp"
#include "appearance.hpp"
#include "file_actions.hpp"
#include "help_actions.hpp"
#include "icons.hpp"
#include "laboratory/edit_stack.hpp"
#include "laboratory/laboratory.hpp"
#include "panels/branch_strip.hpp"
#include "run_actions.hpp"
#include "type_scale.hpp"
#include "view_actions.hpp"
#include "way_in.hpp"

namespace slurry::ui {
namespace {

void ask_for_budget(QWidget* window, Laboratory* laboratory) {
  auto* dialog = new QInputDialog(window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(QObject::tr("Memory for stored moments"));
  dialog->setLabelText(
      QObject::tr("Memory for the stored moments of a run [MB].\nWhen it is full, moments are dropped evenly. The "
                  "first and the last moment, changes and branches stay."));
  dialog->setInputMode(QInputDialog::IntInput);
  dialog->setIntRange(16, 1 << 20);
  dialog->setIntValue(static_cast<int>(Laboratory::budget() >> 20));
  QObject::connect(dialog, &QInputDialog::intValueSelected, laboratory,
                   [laboratory](int megabytes) { laboratory->setBudget(static_cast<std::size_t>(megabytes) << 20); });
  dialog->open();
}

void fill_tool_bar(const MenuParts& p, QAction* gallery) {
  QToolBar* bar = p.window->addToolBar(QObject::tr("Tools"));
  bar->setObjectName("tools");
  bar->setMovable(false);
  bar->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
  set_type(bar, Type::caption);
  bar->addActions({gallery, p.files->opening()});
  bar->addSeparator();
  bar->addActions({p.edits->undo(), p.edits->redo()});
  bar->addSeparator();
  p.looks->fillToolBar(bar);
  auto* spring = new QWidget(bar);
  spring->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(spring);
  p.run->fillToolBar(bar);
  bar->addAction(p.files->screenshot());
  QObject::connect(p.appearance, &Appearance::fontScaleChanged, bar, [bar] {
    bar->setIconSize({scaled(20), scaled(20)});
  });
}

}  // namespace

void fill_menus(const MenuParts& p) {
  QMainWindow* w = p.window;
  QMenuBar* menus = w->menuBar();
  QMenu* file = menus->addMenu(QObject::tr("&File"));
  QAction* gallery = make_action(w,
                                 {QObject::tr("&Gallery"),
                                  {Qt::CTRL | Qt::Key_N},
                                  QObject::tr("Shows all demonstrations, recent files and a new experiment"),
                                  icon("grid")},
                                 [way_in = p.way_in] { way_in->show(); });
  file->addAction(gallery);
  p.files->fillMenu(file);
  file->addSeparator();
  file->addAction(make_action(w, {QObject::tr("&Quit"), {Qt::CTRL | Qt::Key_Q}, {}, {}}, [w] { w->close(); }));
  menus->addMenu(QObject::tr("&Edit"))->addActions({p.edits->undo(), p.edits->redo()});
  QMenu* run = menus->addMenu(QObject::tr("&Run"));
  p.run->fillMenu(run, {p.branches->renaming(), p.branches->dropping()});
  run->addSeparator();
  run->addAction(make_action(w, {QObject::tr("&Memory for stored moments…"), {}, {}, {}},
                             [w, laboratory = p.laboratory] { ask_for_budget(w, laboratory); }));
  QMenu* view = menus->addMenu(QObject::tr("&View"));
  p.looks->fillMenu(view);
  view->addSeparator();
  QMenu* panels = view->addMenu(QObject::tr("P&anels"));
  for (const QDockWidget* dock : w->findChildren<QDockWidget*>()) panels->addAction(dock->toggleViewAction());
  p.appearance->fillMenu(view);
  QMenu* scenarios = menus->addMenu(QObject::tr("&Scenarios"));
  p.files->fillGallery(scenarios);
  scenarios->addSeparator();
  scenarios->addAction(p.help->orbits());
  QMenu* help = menus->addMenu(QObject::tr("&Help"));
  help->addAction(p.way_in->tour());
  help->addSeparator();
  p.help->fillMenu(help);
  fill_tool_bar(p, gallery);
  for (const QString& twice : duplicate_shortcuts(w))
    qWarning("slurry: one key for two actions: %s", qPrintable(twice));
}

}  // namespace slurry::ui
