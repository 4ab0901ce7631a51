// SPDX-License-Identifier: BSD-3-Clause
// The menu Run renames and drops branches.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>

#include "experiment/front.hpp"
#include "laboratory/edit_stack.hpp"
#include "panels/branch_strip.hpp"
#include "panels/message_chip.hpp"
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

void answer(const QWidget& window, const QString& button) {
  for (QMessageBox* box : window.findChildren<QMessageBox*>())
    for (QAbstractButton* b : box->buttons())
      if (b->text().remove('&') == button) return b->click();
  FAIL() << "nobody asks about " << button.toStdString();
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
  answer(*w.window, "Cancel");
  run_for(100);
  EXPECT_EQ(tree.branches().size(), 2u);
  ASSERT_TRUE(wait_until([&] { return w.window->findChildren<QMessageBox*>().isEmpty(); }));
  w.session->refuseNextStart("The disk is full");  // the run cannot go back: nothing is lost
  drop->trigger();
  answer(*w.window, "Drop");
  EXPECT_TRUE(wait_until([&] { return settled() && w.window->chip()->text().contains("disk is full"); }));
  run_for(100);
  EXPECT_EQ(tree.branches().size(), 2u);
  ASSERT_TRUE(wait_until([&] { return w.window->findChildren<QMessageBox*>().isEmpty(); }));
  drop->trigger();
  answer(*w.window, "Drop");
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

}  // namespace
}  // namespace slurry::ui::testing
