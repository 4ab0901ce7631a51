// SPDX-License-Identifier: BSD-3-Clause
// The menu File saves what is in force, and the menu Run renames and drops branches.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTemporaryDir>

#include <fstream>
#include <sstream>

#include "experiment/front.hpp"
#include "file_actions.hpp"
#include "laboratory/edit_stack.hpp"
#include "panels/branch_strip.hpp"
#include "panels/message_chip.hpp"
#include "slurry/option_table.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

QAction* action_of_menu(const QWidget& window, const QString& menu, const QString& name) {
  for (QAction* top : static_cast<const QMainWindow&>(window).menuBar()->actions())
    if (top->text().remove('&') == menu)
      for (QAction* a : top->menu()->actions())
        if (a->text().remove('&') == name) return a;
  return nullptr;
}

void press(const QWidget& window, const QString& button) {
  for (QMessageBox* box : window.findChildren<QMessageBox*>())
    for (QAbstractButton* b : box->buttons())
      if (b->text().remove('&') == button) return b->click();
  FAIL() << "nobody asks about " << button.toStdString();
}

/// The loop of a program deletes closed dialogs by itself; that of a test, which is not entered by exec(), does not.
bool nobody_asks(const QWidget& window) {
  return wait_until([&window] {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return window.findChildren<QMessageBox*>().isEmpty();
  });
}

TEST(WindowMenus, TheRunMenuRenamesTheBranchThatIsShown_AndDropsIt_AlsoTheOneOnWhichTheRunIs) {
  FakeWindow w;
  const Tree& tree = w.window->front()->experiment()->tree();
  const auto settled = [&] { return !w.window->front()->experiment()->isStarting(); };
  ASSERT_TRUE(wait_until([&] { return w.window->player()->count() > 15; }));
  w.key(Qt::Key_Space);
  ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
  run_for(80);
  const long end = w.window->bridge()->latest()->step;
  QAction* rename = action_of_menu(*w.window, "Run", "Rename branch…");
  QAction* drop = action_of_menu(*w.window, "Run", "Drop branch…");
  ASSERT_TRUE(rename && drop);
  drop->trigger();  // a single run stays, and the window says so
  EXPECT_TRUE(w.window->chip()->text().contains("only run"));
  EXPECT_FALSE(w.window->findChild<QMessageBox*>());
  w.window->player()->seek(4);
  action_of_menu(*w.window, "Run", "Branch from here")->trigger();
  ASSERT_TRUE(wait_until([&] { return settled() && tree.current() == 1 && w.window->player()->following(); }));
  auto* strip = w.window->findChild<BranchStrip*>();
  ASSERT_TRUE(wait_until([&] { return strip->isVisible(); }));

  rename->trigger();
  auto* dialog = w.window->findChild<QInputDialog*>();
  ASSERT_TRUE(dialog);
  dialog->setTextValue("softer");
  dialog->accept();
  EXPECT_TRUE(wait_until([&] { return strip->tabText(1) == "softer"; }));
  EXPECT_NE(strip->tabText(0), "softer");

  drop->trigger();
  press(*w.window, "Cancel");
  run_for(100);
  EXPECT_EQ(tree.branches().size(), 2u);
  ASSERT_TRUE(nobody_asks(*w.window));
  w.session->refuseNextStart("The disk is full");  // the run cannot go back: nothing is lost
  drop->trigger();
  press(*w.window, "Drop");
  EXPECT_TRUE(wait_until([&] { return settled() && w.window->chip()->text().contains("disk is full"); }));
  run_for(100);
  EXPECT_EQ(tree.branches().size(), 2u);
  ASSERT_TRUE(nobody_asks(*w.window));
  drop->trigger();
  press(*w.window, "Drop");
  ASSERT_TRUE(wait_until([&] { return tree.branches().size() == 1; }));
  EXPECT_EQ(tree.current(), 0);
  EXPECT_EQ(w.window->bridge()->latest()->step, end);
  EXPECT_TRUE(wait_until([&] { return w.window->player()->following() && w.shown()->step == end; }));
  EXPECT_FALSE(strip->isVisible());
  // What would bring the dropped branch back is no longer there.
  w.window->edits()->undo()->trigger();
  run_for(200);
  EXPECT_EQ(tree.current(), 0);
  EXPECT_EQ(tree.branches().size(), 1u);
}

/// With the file chosen by its name, as a person types it.
void save_as(MainWindow& window, const QString& name) {
  action_of_menu(window, "File", "Save scenario…")->trigger();
  auto* dialog = window.findChild<QFileDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(dialog->selectedFiles().value(0).endsWith(".toml"));  // a name is proposed
  dialog->selectFile(name);
  static_cast<QDialog*>(dialog)->accept();
}

TEST(WindowMenus, FileSavesTheScenarioInForce_AndCopiesTheCommandThatRunsIt) {
  const QTemporaryDir folder;
  const QString before = QDir::currentPath();
  QDir::setCurrent(folder.path());
  FakeWindow w;
  ASSERT_TRUE(wait_until([&] { return w.moving(); }));
  QAction *save = action_of_menu(*w.window, "File", "Save scenario…"),
          *copy = action_of_menu(*w.window, "File", "Copy command line");
  ASSERT_TRUE(save && copy);
  EXPECT_EQ(save->shortcut(), QKeySequence(QKeySequence::Save));
  EXPECT_EQ(copy->shortcut(), QKeySequence("Ctrl+Shift+C"));

  // No file has this scenario yet; the clipboard stays.
  QGuiApplication::clipboard()->setText("before");
  copy->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), "before");
  EXPECT_TRUE(w.window->chip()->text().contains("Ctrl+S"));

  w.window->bridge()->setOption("fluid.viscosity", "0.3");
  ASSERT_TRUE(wait_until([&] { return w.shown()->scenario->viscosity == 0.3; }));
  save_as(*w.window, "mine");
  ASSERT_TRUE(wait_until([&] { return QDir().exists("mine.toml"); }));
  std::ostringstream text;
  text << std::ifstream("mine.toml").rdbuf();
  EXPECT_EQ(write_scenario(parse_scenario(text.str(), "mine")), write_scenario(*w.shown()->scenario));
  EXPECT_NE(text.str().find("# "), std::string::npos);
  EXPECT_TRUE(w.window->chip()->text().contains("Saved"));
  copy->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text(),
            "slurry run " + QDir::current().filePath("mine.toml") + " --output mine.h5");

  // Where nothing can be written, the reason is said.
  w.window->findChild<FileActions*>()->saveScenario("no_such_folder/mine.toml");
  EXPECT_TRUE(w.window->chip()->text().contains("no_such_folder/mine.toml cannot be written"))
      << w.window->chip()->text().toStdString();
  QDir::setCurrent(before);
}

}  // namespace
}  // namespace slurry::ui::testing
