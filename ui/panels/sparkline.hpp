// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <utility>
#include <vector>

namespace slurry::ui {

/// A small curve with a title, a unit, and its lowest and highest value in numbers.
class Sparkline : public QWidget {
  Q_OBJECT
 public:
  explicit Sparkline(QWidget* parent = nullptr);
  /// samples: places along the curve, increasing, with their values. The curve spans `span` and ends at its newest
  /// sample.
  void show(const QString& title, const QString& unit, std::vector<std::pair<double, double>> samples, double span);
  const std::vector<std::pair<double, double>>& samples() const { return samples_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString title_, unit_;
  std::vector<std::pair<double, double>> samples_;
  double span_ = 1, low_ = 0, high_ = 0;
};

}  // namespace slurry::ui
