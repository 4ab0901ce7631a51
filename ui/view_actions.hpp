// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>

#include <string>

#include "models/colour_by.hpp"
#include "models/scene_options.hpp"
#include "models/turntable.hpp"
#include "models/view_look.hpp"
#include "session_port.hpp"

class QAction;
class QComboBox;
class QMenu;
class QToolBar;

namespace slurry::ui {

class EditStack;
class Front;
class SceneView;
class SliceControl;

/// Actions on the view: colours, slice, pipe, selection and camera.
class ViewActions : public QObject {
  Q_OBJECT
 public:
  ViewActions(Front* front, SceneView* view, SliceControl* slice, QObject* parent);
  void fillMenu(QMenu* menu) const;
  void fillToolBar(QToolBar* bar) const;
  /// Restores an earlier look of the view. The selection stays.
  void setLook(const ViewLook& look);
  /// Records every change that the user makes to the view or to the slice as an edit that can be undone.
  void recordIn(EditStack* edits);

 Q_SIGNALS:
  /// The user changed the look of the view. Changes with the same `together` belong to one movement; 0 marks
  /// a separate change.
  void changed(const slurry::ui::ViewLook& before, const slurry::ui::ViewLook& now, long together);

 private:
  void look(ViewPreset preset);
  template <class Work>
  void change(Work&& work);
  template <class Change>
  void changeOptions(Change&& change);
  /// Sets the buttons to the look of the experiment in front.
  void adopt();
  /// Enables the button of the slice if a slice can be drawn for the shown moment.
  void offerSlice(const SnapshotPtr& shown);
  /// The tooltip of the boxes says why there are none.
  void explainCells(const SnapshotPtr& shown);

  SceneView* view_;
  SliceControl* slice_;
  Front* experiment_front_;
  std::string why_no_cells_;  ///< part of the tooltip of the boxes
  bool quiet_ = false;        ///< the scenario changes the look, not the user
  std::string scenario_;      ///< name of the scenario that is looked at
  bool adopting_ = false;     ///< the buttons are being set from the state, and must not change it
  QComboBox* colour_;
  QAction *next_colour_, *lock_, *slice_toggle_, *cells_, *arrows_, *cut_, *spheres_, *pipe_, *front_, *side_, *axis_,
      *flat_, *parallel_, *fit_, *follow_, *trail_, *overlay_;
};

}  // namespace slurry::ui
