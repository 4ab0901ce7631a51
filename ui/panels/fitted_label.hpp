// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLabel>
#include <QStringList>

namespace slurry::ui {

/// A name that is shortened if there is little room: it ends in an ellipsis, and the tooltip shows the whole name. A
/// number in it is shown whole or not at all.
class NameLabel final : public QLabel {
 public:
  explicit NameLabel(const QString& text, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// A number that is never cut off. It has several texts, each with fewer digits than the one before, and shows the
/// first one that fits. If none fits, it shows an ellipsis.
class NumberLabel final : public QLabel {
 public:
  explicit NumberLabel(QWidget* parent = nullptr);
  void setTexts(const QStringList& texts);
  /// The first text, whether or not it fits.
  QString exact() const;
  /// Width of the widest number so far, in its shortest form. It never decreases, so that columns do not move.
  int needed() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
  QStringList texts_;
  QString widest_;
};

}  // namespace slurry::ui
