// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "models/body_cloud.hpp"
#include "models/body_trail.hpp"
#include "models/scene_options.hpp"
#include "models/seen_bodies.hpp"
#include "models/turntable.hpp"
#include "slurry/snapshot.hpp"
#include "view/cells_actor.hpp"

class vtkRenderer;

namespace slurry::ui {

class ArrowActor;
class BodyActors;
class PipeActor;
class SliceActor;
class TrailActor;

/// Colours of the view, sRGB 0..1.
struct SceneColours {
  std::array<double, 3> bottom{0.055, 0.067, 0.086}, top{0.118, 0.141, 0.176};  ///< background, a vertical gradient
  std::array<double, 3> line{0.62, 0.70, 0.78};                                 ///< colour of rims, outline and wall
  std::array<double, 3> accent{0.949, 0.518, 0.2};                              ///< colour of the trail
  std::array<double, 3> arrow{1, 1, 1};                                         ///< colour of the arrows on the slice
  /// boxes of a sum: as the text of the window, and as series 2, 1, 3 and 4
  CellColours cells{{0.62, 0.70, 0.78},
                    {{{0.902, 0.918, 0.937},
                      {0.949, 0.518, 0.2},
                      {0.357, 0.616, 0.827},
                      {0.329, 0.894, 0.596},
                      {0.722, 0.439, 0.541}}}};
};
SceneColours dark_scene();
SceneColours light_scene();

/// The picture of one snapshot in a vtkRenderer: bodies, pipe, slice, selection, trail. It does not use Qt, so that
/// the window and `slurry render` draw the same.
class Scene {
 public:
  Scene();
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  vtkRenderer* renderer() const;
  void set_colours(const SceneColours& colours);
  const SceneColours& colours() const { return colours_; }

  /// Prepares everything for the next draw. values: one number per body, from which its colour follows; they belong to
  /// the quantity options.by (body_values). `range` is updated unless it is locked, and gives the values of the legend.
  void show(const Snapshot& snapshot, const std::vector<float>& values, const SceneOptions& options, ColourRange& range,
            const BodyTrail* trail, const CameraPose& pose);
  void set_camera(const CameraPose& pose);
  /// Switches smooth edges (FXAA). With software OpenGL they cost more than the scene itself.
  void set_smooth(bool smooth);
  /// Leaves out bodies that no pixel of the next pictures shows, which have this size and one sample per pixel. The
  /// picture stays the same. With software OpenGL this saves most of the time; 0 x 0 switches it off.
  void set_picture(int width, int height);
  /// While the camera moves, a crowd is drawn with less detail: bodies that show nothing but a rim of a pixel are left
  /// out. Only with set_picture(). Call it before set_camera().
  void set_moving(bool moving) { moving_ = moving; }

  /// The bodies as they were last drawn, for picking.
  const BodyCloud& cloud() const { return cloud_; }
  /// Range of the speed in the slice as last shown, if the legend shows another quantity; otherwise null.
  const ColourRange* slice_range() const { return slice_has_own_range_ ? &fluid_range_ : nullptr; }

 private:
  void show_slice(const Snapshot& snapshot, const SceneOptions& options, const ColourRange& range,
                  const CameraPose& pose);

  void show_bodies(const CameraPose& pose, double nearest, double farthest);

  vtkNew<vtkRenderer> renderer_;
  SceneColours colours_;
  BodyCloud cloud_;
  bool moving_ = false;
  SeenBodies seen_;
  PictureFrame frame_;
  enum class Shown { nothing, some, all };
  Shown shown_ = Shown::nothing;  ///< bodies that bodies_ has
  ColourRange fluid_range_;
  bool slice_has_own_range_ = false;
  std::unique_ptr<CellsActor> cells_;  // first: everything else covers it
  std::unique_ptr<BodyActors> bodies_;
  std::unique_ptr<TrailActor> trail_;
  std::unique_ptr<SliceActor> slice_;
  std::unique_ptr<ArrowActor> arrows_;
  std::unique_ptr<PipeActor> pipe_;  // last: its glass is blended over all the rest
  SubjectBox box_;
};

}  // namespace slurry::ui
