// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include "panels/throttle.hpp"
#include "yardsticks/window/orbit_board.hpp"
#include "yardsticks/window/orbit_runner.hpp"

class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QTableWidget;

namespace slurry::ui {

class OrbitPlot;

/// 'Who keeps the orbit?': four spheres on a periodic orbit by every kind of sum and step, their cycles as they come,
/// and beside what is found of each what is expected of it.
class OrbitPanel : public QWidget {
  Q_OBJECT
 public:
  explicit OrbitPanel(QWidget* parent = nullptr);
  const OrbitBoard& board() const { return board_; }
  OrbitPlot* plot() const { return plot_; }
  bool running() const { return runner_.busy(); }
  /// The row of buttons, for those of a window around it.
  QHBoxLayout* tools() const { return tools_; }
  void start();
  void stop() { runner_.stop(); }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void buildTools();
  void buildTable();
  void styleTable();
  QWidget* buildKinds();
  void addKind();
  void offerSums();
  void take(const std::vector<OrbitNews>& news);
  void fillRow(int row);
  void refresh();
  void explain();

  OrbitBoard board_;
  OrbitPlot* plot_;
  QTableWidget* table_;
  QPushButton *run_, *stop_;
  QComboBox *share_, *terms_, *sums_, *positions_, *stepping_;
  QDoubleSpinBox* step_;
  QLabel *summary_, *reason_;
  QHBoxLayout* tools_;
  Throttle throttle_;
  OrbitRunner runner_;  ///< last: it ends first, and nobody is told any more
};

}  // namespace slurry::ui
