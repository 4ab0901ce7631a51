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

/// The panel of 'Who keeps the orbit?': four spheres on a periodic orbit, computed with every kind of sum and step.
/// Their cycles appear as they are computed, and expected values stand beside the results.
class OrbitPanel : public QWidget {
  Q_OBJECT
 public:
  explicit OrbitPanel(QWidget* parent = nullptr);
  const OrbitBoard& board() const { return board_; }
  OrbitPlot* plot() const { return plot_; }
  bool running() const { return runner_.busy(); }
  /// The row of buttons, to which an enclosing window can add its own.
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
  OrbitRunner runner_;  ///< last member, so that it ends first and sends no more news
};

}  // namespace slurry::ui
