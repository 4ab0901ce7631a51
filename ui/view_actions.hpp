// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include "models/colour_by.hpp"
#include "models/turntable.hpp"

class QAction;
class QComboBox;
class QMenu;
class QToolBar;

namespace slurry::ui {

class Front;
class SceneView;
class SliceControl;

/// Actions on the view: colours, slice, pipe, selection, camera.
class ViewActions : public QObject {
  Q_OBJECT
 public:
  ViewActions(Front* front, SceneView* view, SliceControl* slice, QObject* parent);
  void fillMenu(QMenu* menu) const;
  void fillToolBar(QToolBar* bar) const;
  QComboBox* colourBy() const { return colour_; }
  QAction* sliceToggle() const { return slice_toggle_; }

 private:
  void look(ViewPreset preset);
  template <class Change>
  void change(Change&& change);
  /// Buttons as the experiment in front is looked at.
  void adopt();

  SceneView* view_;
  SliceControl* slice_;
  bool adopting_ = false;  ///< buttons follow the state, not the other way round
  QComboBox* colour_;
  QAction *next_colour_, *lock_, *slice_toggle_, *arrows_, *cut_, *spheres_, *pipe_, *front_, *side_, *axis_, *flat_,
      *parallel_, *fit_, *follow_, *trail_, *overlay_;
};

}  // namespace slurry::ui
