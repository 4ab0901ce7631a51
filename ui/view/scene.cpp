// SPDX-License-Identifier: BSD-3-Clause
#include "view/scene.hpp"

#include <vtkCamera.h>
#include <vtkCullerCollection.h>
#include <vtkLight.h>
#include <vtkRenderer.h>

#include <algorithm>

#include "models/cell_legend.hpp"
#include "models/slice_arrows.hpp"
#include "models/slice_picture.hpp"
#include "view/arrow_actor.hpp"
#include "view/body_actors.hpp"
#include "view/pipe_actor.hpp"
#include "view/slice_actor.hpp"
#include "view/trail_actor.hpp"

namespace slurry::ui {

SceneColours dark_scene() {
  return {};
}

SceneColours light_scene() {
  return {{0.86, 0.885, 0.91},
          {0.975, 0.98, 0.985},
          {0.30, 0.36, 0.42},
          {0.85, 0.33, 0.05},
          {1, 1, 1},
          {{0.30, 0.36, 0.42},
           {{{0.102, 0.122, 0.149},
             {0.776, 0.310, 0.004},
             {0.122, 0.471, 0.820},
             {0.176, 0.384, 0.212},
             {0.702, 0.333, 0.580}}}}};
}

Scene::Scene()
    : cells_(std::make_unique<CellsActor>(renderer_)),
      bodies_(std::make_unique<BodyActors>(renderer_)),
      trail_(std::make_unique<TrailActor>(renderer_)),
      slice_(std::make_unique<SliceActor>(renderer_)),
      arrows_(std::make_unique<ArrowActor>(renderer_)),
      pipe_(std::make_unique<PipeActor>(renderer_)) {
  renderer_->GradientBackgroundOn();
  // Our shaders light the scene; without any light VTK would leave normals out.
  renderer_->AutomaticLightCreationOff();
  vtkNew<vtkLight> light;
  light->SetLightTypeToHeadlight();
  renderer_->AddLight(light);
  // All is in sight, and VTK takes spheres given as points without cells for empty.
  renderer_->GetCullers()->RemoveAllItems();
  set_colours(dark_scene());
}

Scene::~Scene() = default;

vtkRenderer* Scene::renderer() const {
  return renderer_;
}

void Scene::set_colours(const SceneColours& c) {
  colours_ = c;
  renderer_->SetBackground(c.bottom.data());
  renderer_->SetBackground2(c.top.data());
  pipe_->set_colour(c.line);
  cells_->set_colours(c.cells);
}

void Scene::show(const Snapshot& s, const std::vector<float>& values, const SceneOptions& options, ColourRange& range,
                 const BodyTrail* trail, const CameraPose& pose) {
  const Quantity& by = colour_quantity(s.values.table(), options.by);
  const std::size_t kinds = s.scenario ? names_of_values(by, *s.scenario).size() : 0;
  if (kinds > 0) {
    range.tellApart(kinds);
  } else {
    range.update(values, by.diverging);
  }
  CloudOptions how;
  how.map = &colour_map_of(by);
  if (const auto slice = s.field(); options.cut_before_slice && options.show_slice && slice) {
    // The half towards the eye goes.
    const FieldPlane plane = slice->plane();
    const int axis = slice_axes(plane.plane)[2];
    Vec3d normal{0, 0, 0};
    const double side = pose.position[axis] >= plane.offset ? 1 : -1;
    normal[axis] = side;
    how.cut = CloudOptions::Cut{normal, side * plane.offset};
  }
  fill_body_cloud(cloud_, s, values, range, how);
  shown_ = Shown::nothing;
  bodies_->set_visible(options.show_bodies);
  bodies_->select(cloud_, options.selected, {1, 1, 1});
  box_ = subject_box(s);
  if (s.scenario) pipe_->show(s.scenario->domain, options.show_pipe);
  show_slice(s, options, range, pose);
  trail_->show(trail, colours_.accent);
  cells_->show(options.show_cells ? s.cells : nullptr, s.cells && acts_on_selected(*s.cells, options));
  set_camera(pose);
}

void Scene::show_slice(const Snapshot& s, const SceneOptions& options, const ColourRange& range,
                       const CameraPose& pose) {
  arrows_->hide();
  slice_has_own_range_ = false;
  const std::shared_ptr<const Field> slice = s.field();
  if (!options.show_slice || !slice || slice->velocity.empty()) return slice_->hide();
  const Quantity& of_bodies = colour_quantity(s.values.table(), options.by);
  const Quantity& by = shows_fluid(of_bodies) ? of_bodies : colour_quantity(s.values.table(), "speed");
  const ColourRange* used = &range;
  const std::vector<float> values = slice_values(*slice, s, by);
  if (&by != &of_bodies) {
    // The legend is about the spheres then; the fluid gets a range of its own.
    fluid_range_.update(values, false);
    used = &fluid_range_;
    slice_has_own_range_ = true;
  }
  const std::vector<std::uint8_t> visible = slice_in_domain(*slice, s.scenario ? s.scenario->domain : Domain{});
  slice_->show(*slice, filled_slice_values(*slice, values), visible, colour_map_of(by), *used, options.slice_opacity);
  if (!options.show_arrows) return;
  // On the side of the eye, by a little more than depth can tell apart.
  const int normal = slice_axes(slice->plane().plane)[2];
  const double lift = (pose.position[normal] > slice->plane().offset ? 0.004 : -0.004) * length(box_.half);
  arrows_->show(slice_arrows(*slice, visible, 30, lift), colours_.arrow);
}

void Scene::set_smooth(bool smooth) {
  renderer_->SetUseFXAA(smooth);
}

void Scene::set_picture(int width, int height) {
  frame_.width = width;
  frame_.height = height;
}

void Scene::show_bodies(const CameraPose& pose, double nearest, double farthest) {
  constexpr double worthwhile = 0.8;  // share of the bodies: with more of them, copying anew costs more than it saves
  constexpr std::size_t crowd = 100000;  // fewer bodies are drawn quickly enough
  const std::vector<std::uint32_t>* seen = nullptr;
  if (frame_.width > 0 && frame_.height > 0) {
    frame_.nearest = nearest;
    frame_.farthest = farthest;
    frame_.rim = moving_ && cloud_.size() >= crowd ? 1 : 0;
    seen = &seen_.find(cloud_, pose, frame_);
  }
  if (seen != nullptr && static_cast<double>(seen->size()) < worthwhile * static_cast<double>(cloud_.size())) {
    bodies_->show(cloud_, *seen);
    shown_ = Shown::some;
  } else if (shown_ != Shown::all) {
    bodies_->show(cloud_);
    shown_ = Shown::all;
  }
}

void Scene::set_camera(const CameraPose& p) {
  vtkCamera* camera = renderer_->GetActiveCamera();
  camera->SetPosition(p.position.data());
  camera->SetFocalPoint(p.focus.data());
  camera->SetViewUp(p.up.data());
  camera->SetViewAngle(p.view_angle);
  camera->SetParallelProjection(p.parallel);
  camera->SetParallelScale(p.parallel_scale);

  // Nearest and farthest that anything can be: a ball around the domain, with room for spheres at the ends and for the
  // boxes of a sum.
  const double reach = std::max(1.3 * length(box_.half), 1.01 * cells_->reach(box_.centre));
  const double middle = dot(p.position - box_.centre, p.towards_eye());
  const double farthest = middle + reach;
  const double nearest = p.parallel ? middle - reach : std::max(middle - reach, 0.004 * farthest);
  camera->SetClippingRange(nearest, farthest);
  show_bodies(p, nearest, farthest);

  const Vec3d out = p.towards_eye();
  double depth = 0;
  for (int k = 0; k < 3; ++k) depth += std::abs(out[k]) * box_.half[k];
  std::array<double, 3> middle_colour{};
  for (int k = 0; k < 3; ++k) middle_colour[k] = 0.5 * (colours_.bottom[k] + colours_.top[k]);
  bodies_->set_fog(middle - depth, middle + depth, middle_colour, 0.58);
  cells_->set_fog(middle - depth, middle + depth, middle_colour, 0.58);
}

}  // namespace slurry::ui
