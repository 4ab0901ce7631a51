// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <vector>

#include "history/tree.hpp"
#include "panels/track.hpp"

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace slurry::ui {

class Front;
class Player;
class SceneView;

/// Actions of the transport. They belong to the object that makes the bar.
struct TransportActions {
  QAction *first, *back, *play, *forward, *reverse, *restart, *live;
  QComboBox* speed;
};

/// The timeline: a track over the stored moments, and one transport for the live run, for its stored part and for
/// files. While it follows the live run, it shows the time of the picture, and changes together with the picture.
class TransportBar : public QWidget {
  Q_OBJECT
 public:
  TransportBar(Front* front, const SceneView* view, const TransportActions& actions, QWidget* parent);
  Track* slider() const { return track_; }
  QLabel* time() const { return time_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QToolButton* button(QAction* action, bool words);
  void runGoesOn();
  void refresh();
  void fit();
  void showPlay(bool words);
  Player* player() const;
  Front* front_;
  const SceneView* view_;
  QAction* play_action_;
  Track* track_;
  QHBoxLayout* row_;
  QPushButton* play_;
  QToolButton *first_, *back_, *forward_, *reverse_, *restart_, *live_;
  QLabel *time_, *frame_, *return_error_;
  QComboBox* speed_;
  QString fitted_;  ///< text for which the row was fitted
  EventsPtr events_;
  std::vector<TrackState::Flag> flags_;
  std::vector<double> turns_;  ///< times of reversals
};

}  // namespace slurry::ui
