// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QTabBar>

#include <vector>

namespace slurry::ui {

class Front;

/// Tabs for the runs and branches of the experiment in front. They are hidden while there is only one.
class BranchStrip : public QTabBar {
  Q_OBJECT
 public:
  explicit BranchStrip(Front* front, QWidget* parent = nullptr);
  /// Branches in the order of the tabs.
  const std::vector<int>& branches() const { return branches_; }
  void rename(int tab);
  /// Drops a branch with its moments, after asking the user. If the run continues on it, the run goes back to the
  /// branch that this one left, or to the newest other one.
  void drop(int tab);
  /// Actions for the menu: they rename and drop the branch that is shown.
  QAction* renaming() const { return renaming_; }
  QAction* dropping() const { return dropping_; }

 Q_SIGNALS:
  void said(const QString& sentence);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void refresh();
  int tabOf(int branch) const;
  Front* front_;
  QAction *renaming_, *dropping_;
  std::vector<int> branches_;
};

/// Name of a branch: the name that the user gave, or a text that says how the branch began.
QString name_of_branch(const Front& front, int branch);

}  // namespace slurry::ui
