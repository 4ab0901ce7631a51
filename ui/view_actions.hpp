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

/// Actions on the view: colours, slice, pipe, selection, camera.
class ViewActions : public QObject {
  Q_OBJECT
 public:
  ViewActions(Front* front, SceneView* view, SliceControl* slice, QObject* parent);
  void fillMenu(QMenu* menu) const;
  void fillToolBar(QToolBar* bar) const;
  /// The view looks as it did before; the selection stays.
  void setLook(const ViewLook& look);
  /// Every change that a person makes to the view or to the slice becomes an edit that can be undone.
  void recordIn(EditStack* edits);

 Q_SIGNALS:
  /// A person changed how the view looks.  Changes with the same number are one movement; 0: by itself.
  void changed(const slurry::ui::ViewLook& before, const slurry::ui::ViewLook& now, long together);

 private:
  void look(ViewPreset preset);
  template <class Work>
  void change(Work&& work);
  template <class Change>
  void changeOptions(Change&& change);
  /// Buttons as the experiment in front is looked at.
  void adopt();
  /// Where no slice can be drawn, its button says so.
  void offerSlice(const SnapshotPtr& shown);

  SceneView* view_;
  SliceControl* slice_;
  Front* experiment_front_;
  bool quiet_ = false;     ///< the scenario changes the look, and no person
  std::string scenario_;   ///< name of the one that is looked at
  bool adopting_ = false;  ///< buttons follow the state, not the other way round
  QComboBox* colour_;
  QAction *next_colour_, *lock_, *slice_toggle_, *arrows_, *cut_, *spheres_, *pipe_, *front_, *side_, *axis_, *flat_,
      *parallel_, *fit_, *follow_, *trail_, *overlay_;
};

}  // namespace slurry::ui
