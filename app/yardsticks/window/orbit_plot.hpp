// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QColor>
#include <QImage>
#include <QPen>
#include <QWidget>

#include <vector>

#include "yardsticks/window/orbit_board.hpp"

class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace slurry::ui {

/// Plots the duration of a cycle over its number, and below it how far sphere 1 leaves its plane in that cycle. There
/// is one curve per line of the board, with a cross where the orbit breaks.
class OrbitPlot : public QWidget {
  Q_OBJECT
 public:
  explicit OrbitPlot(QWidget* parent = nullptr);
  void show(const OrbitBoard& board);
  /// Draws the curve of this line thicker; -1: none.
  void setSelected(int line) { selected_ = line; }
  /// Draws both plots and a legend below them, at twice the size.
  QImage picture(const OrbitBoard& board);
  /// Pen with colour and dashes of a line; thin.
  static QPen penOf(std::size_t line);
  /// Colour of the reference curve with which the runs are compared.
  static QColor referenceColour();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Curves {
    QCPGraph *duration, *plane, *duration_break, *plane_break;
  };
  QCustomPlot* addPlot(const QString& title, const char* name);
  Curves& curvesOf(std::size_t line);
  void draw(const OrbitLine& line, std::size_t number, double& low, double& high, double& longest);
  void restyle();

  QCustomPlot *durations_, *planes_;
  QCPItemStraightLine* exact_;
  QCPItemText *exact_word_, *zero_word_;
  std::vector<Curves> curves_;
  int selected_ = -1;
};

}  // namespace slurry::ui
