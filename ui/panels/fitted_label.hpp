// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLabel>
#include <QStringList>

namespace slurry::ui {

/// A name that gives way where there is little room: it ends in an ellipsis, and the tooltip has all of it.
class NameLabel final : public QLabel {
 public:
  explicit NameLabel(const QString& text, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// A number that is never cut: of several texts, each rounded more than the one before, it shows the first that fits,
/// and an ellipsis in place of the whole where none does.
class NumberLabel final : public QLabel {
 public:
  explicit NumberLabel(QWidget* parent = nullptr);
  void setTexts(const QStringList& texts);
  /// The first of them, whether it fits or not.
  QString exact() const;
  /// Width of the widest number so far, rounded most; it never falls, so that columns stay where they are.
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
