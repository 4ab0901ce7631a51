// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <vector>

#include "models/roofline.hpp"
#include "panels/throttle.hpp"

class QCPAbstractItem;
class QCPGraph;
class QCPItemText;
class QCustomPlot;
class QLabel;
class QPushButton;

namespace slurry::ui {

/// Every measured variant between the two roofs of this machine. It plots operations per second over operations per
/// byte.
class RooflinePanel : public QWidget {
  Q_OBJECT
 public:
  explicit RooflinePanel(QWidget* parent = nullptr);
  void show(const VariantList& list);
  const std::vector<RooflinePoint>& points() const { return points_; }

 Q_SIGNALS:
  void measureAsked();

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void drawRoofs();
  void drawPoints();
  void drawNames();
  void drawName(const QPointF& at, const QString& name, bool bold, std::vector<QRectF>& taken);

  QCustomPlot* plot_;
  QLabel* note_;
  QPushButton* measure_;
  std::vector<RooflinePoint> points_;
  MachineCosts costs_;
  std::size_t measured_ = 0;  ///< number of measured variants, with or without counted operations
  std::vector<QCPGraph*> marks_;
  std::vector<QCPAbstractItem*> names_;
  QCPGraph* roof_;
  QCPItemText *memory_, *peak_;
  Throttle throttle_;
};

}  // namespace slurry::ui
