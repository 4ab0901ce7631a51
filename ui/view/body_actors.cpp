// SPDX-License-Identifier: BSD-3-Clause
#include "view/body_actors.hpp"

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkOpenGLSphereMapper.h>
#include <vtkOpenGLStickMapper.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scene_shaders.hpp"
#include "view/shader_parts.hpp"

namespace slurry::ui {
namespace {

constexpr double rim = 1.22, rod_rim = 1.16;  // radii of the rims around a selected body, over its own

/// Cosine of the angle between the normal of the rim's sphere and the eye, where it is seen at a radius.
double cosine_at(double radius) {
  return std::sqrt(1 - radius * radius / (rim * rim));
}

}  // namespace

/// One actor with its arrays, for bodies of one form. Floats of 32 bits are what the graphics card takes.
struct BodyActors::Impostors {
  BodyForm form;
  vtkNew<vtkPolyData> data;
  vtkNew<vtkPoints> points;
  vtkNew<vtkFloatArray> sizes;  ///< of a sphere its radius; of a rod its length, its half thickness, and one not used
  vtkNew<vtkFloatArray> axes;   ///< of a rod: unit vector
  vtkNew<vtkUnsignedCharArray> colours;
  vtkSmartPointer<vtkPolyDataMapper> mapper;
  vtkNew<vtkActor> actor;

  Impostors(vtkRenderer* renderer, BodyForm of) : form(of) {
    const bool rod = form != BodyForm::sphere;
    points->SetDataTypeToFloat();
    sizes->SetName("size");
    sizes->SetNumberOfComponents(rod ? 3 : 1);
    axes->SetName("axis");
    axes->SetNumberOfComponents(3);
    colours->SetName("colour");
    colours->SetNumberOfComponents(4);
    data->SetPoints(points);
    data->GetPointData()->AddArray(sizes);
    data->GetPointData()->SetScalars(colours);
    if (rod) {
      data->GetPointData()->AddArray(axes);
      vtkNew<vtkOpenGLStickMapper> sticks;
      sticks->SetScaleArray("size");
      sticks->SetOrientationArray("axis");
      mapper = sticks;
      set_axis_shader(actor, shaders::rod_axis_vert);
      set_uniform(actor, "rodSide", -1);
    } else {
      vtkNew<vtkOpenGLSphereMapper> spheres;
      spheres->SetScaleArray("size");
      mapper = spheres;
    }
    mapper->SetInputData(data);
    mapper->SetColorModeToDirectScalars();
    mapper->SetScalarModeToUsePointData();
    actor->SetMapper(mapper);
    actor->ForceOpaqueOn();
    set_depth_shader(actor, form == BodyForm::sphere     ? shaders::body_impostor_frag
                            : form == BodyForm::spheroid ? shaders::spheroid_impostor_frag
                                                         : shaders::capsule_impostor_frag);
    renderer->AddActor(actor);
  }

  void resize(std::size_t n) {
    const auto count = static_cast<vtkIdType>(n);
    points->SetNumberOfPoints(count);
    sizes->SetNumberOfTuples(count);
    axes->SetNumberOfTuples(form == BodyForm::sphere ? 0 : count);
    colours->SetNumberOfTuples(count);
  }

  /// Copies body i of the cloud to place k. The copy is larger than the body by `thicker` everywhere [length].
  void put(std::size_t k, const BodyCloud& cloud, std::size_t i, double thicker, const std::uint8_t* colour) {
    std::copy_n(&cloud.centres[3 * i], 3, static_cast<float*>(points->GetVoidPointer(0)) + 3 * k);
    std::copy_n(colour, 4, colours->GetPointer(0) + 4 * k);
    const float radius = cloud.radii[i] + static_cast<float>(thicker);
    if (form == BodyForm::sphere) {
      sizes->GetPointer(0)[k] = radius;
      return;
    }
    const float* axis = &cloud.axes[3 * i];
    const float half = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    float *size = sizes->GetPointer(0) + 3 * k, *unit = axes->GetPointer(0) + 3 * k;
    size[0] = 2 * (half + static_cast<float>(thicker));
    size[1] = radius;
    size[2] = 0;
    for (int c = 0; c < 3; ++c) unit[c] = axis[c] / half;
  }

  bool is_empty() const { return points->GetNumberOfPoints() == 0; }

  void changed() {
    points->GetData()->Modified();
    points->Modified();
    sizes->Modified();
    axes->Modified();
    colours->Modified();
    data->Modified();
  }
};

BodyActors::BodyActors(vtkRenderer* renderer) {
  for (Actors* actors : {&bodies_, &rims_})
    for (const BodyForm form : {BodyForm::sphere, BodyForm::spheroid, BodyForm::capsule})
      (*actors)[static_cast<std::size_t>(form)] = std::make_unique<Impostors>(renderer, form);
  for (auto& bodies : bodies_) set_light_shader(bodies->actor, shaders::body_lighting_frag);
  for (auto& rims : rims_) {
    const bool rod = rims->form != BodyForm::sphere;
    set_light_shader(rims->actor, rod ? shaders::rod_rim_frag : shaders::selection_ring_frag);
    if (rod) set_uniform(rims->actor, "rodSide", 1);
    rims->actor->VisibilityOff();
  }
  // The rim begins at the body's edge and is dark beyond 1.16 of its radius.
  vtkActor* ring = rims_[static_cast<std::size_t>(BodyForm::sphere)]->actor;
  set_uniform(ring, "ringInner", cosine_at(1));
  set_uniform(ring, "ringTo", cosine_at(1));
  set_uniform(ring, "ringFrom", cosine_at(1.16));
  set_fog(0, 1, {0, 0, 0}, 0);
}

BodyActors::~BodyActors() = default;

void BodyActors::set_visible(bool visible) {
  visible_ = visible;
  for (auto& bodies : bodies_) bodies->actor->SetVisibility(visible && !bodies->is_empty());
}

void BodyActors::show(const BodyCloud& cloud) {
  std::vector<std::uint32_t> all(cloud.size());
  std::iota(all.begin(), all.end(), 0U);
  show(cloud, all);
}

void BodyActors::show(const BodyCloud& cloud, const std::vector<std::uint32_t>& which) {
  std::array<std::size_t, 3> counts{};
  for (const std::uint32_t i : which) ++counts[static_cast<std::size_t>(cloud.forms[i])];
  for (std::size_t f = 0; f < 3; ++f) bodies_[f]->resize(counts[f]);
  counts.fill(0);
  for (const std::uint32_t i : which) {
    const auto f = static_cast<std::size_t>(cloud.forms[i]);
    bodies_[f]->put(counts[f]++, cloud, i, 0, &cloud.colours[4 * i]);
  }
  for (auto& bodies : bodies_) bodies->changed();
  set_visible(visible_);
}

void BodyActors::select(const BodyCloud& cloud, long body, const std::array<double, 3>& colour) {
  std::array<std::vector<std::size_t>, 3> copies;
  for (std::size_t i = 0; body >= 0 && i < cloud.size(); ++i)
    if (cloud.bodies[i] == body) copies[static_cast<std::size_t>(cloud.forms[i])].push_back(i);
  std::array<std::uint8_t, 4> rgba{};
  for (std::size_t c = 0; c < 3; ++c) rgba[c] = static_cast<std::uint8_t>(255 * colour[c]);
  rgba[3] = 255;
  for (std::size_t f = 0; f < 3; ++f) {
    Impostors& rims = *rims_[f];
    rims.actor->SetVisibility(!copies[f].empty());
    if (copies[f].empty()) continue;
    const double over = rims.form == BodyForm::sphere ? rim : rod_rim;
    rims.resize(copies[f].size());
    for (std::size_t k = 0; k < copies[f].size(); ++k) {
      const std::size_t i = copies[f][k];
      rims.put(k, cloud, i, (over - 1) * cloud.radii[i], rgba.data());
    }
    rims.changed();
  }
}

void BodyActors::set_fog(double nearest, double farthest, const std::array<double, 3>& colour, double strength) {
  for (auto& bodies : bodies_) {
    set_uniform(bodies->actor, "fogNear", nearest);
    set_uniform(bodies->actor, "fogFar", farthest);
    set_uniform(bodies->actor, "fogColour", {colour[0], colour[1], colour[2]});
    set_uniform(bodies->actor, "fogStrength", strength);
  }
}

}  // namespace slurry::ui
