// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace slurry::ui {

class Front;

/// Says above the view that it shows the past, or a file, and what can be done there; not there at the live moment.
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
  QString text_;  ///< all that there is to say
  bool past_ = false;
};

}  // namespace slurry::ui
