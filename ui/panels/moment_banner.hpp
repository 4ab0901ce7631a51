// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace slurry::ui {

class Front;

/// Says above the view that the past or a file is shown, and what can be done there. It is hidden at the live moment.
class MomentBanner : public QFrame {
  Q_OBJECT
 public:
  explicit MomentBanner(Front* front, QWidget* parent = nullptr);
  QToolButton* branch() const { return branch_; }
  QLabel* sentence() const { return sentence_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  Front* front_;
  void fit();
  QLabel *sign_, *headline_, *sentence_;
  QToolButton* branch_;
  QString text_;  ///< the whole text; the shown text may be shorter
  bool past_ = false;
};

}  // namespace slurry::ui
