// SPDX-License-Identifier: BSD-3-Clause
#include "view/body_actors.hpp"

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkOpenGLSphereMapper.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>

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

/// One actor with its arrays.  Positions and radii as 32-bit floats: what the graphics card takes.
struct BodyActors::Spheres {
  vtkNew<vtkPolyData> data;
  vtkNew<vtkPoints> points;
  vtkNew<vtkFloatArray> radii;
  vtkNew<vtkUnsignedCharArray> colours;
  vtkNew<vtkOpenGLSphereMapper> mapper;
  vtkNew<vtkActor> actor;

  explicit Spheres(vtkRenderer* renderer) {
    points->SetDataTypeToFloat();
    radii->SetName("radius");
    colours->SetName("colour");
    colours->SetNumberOfComponents(4);
    data->SetPoints(points);
    data->GetPointData()->AddArray(radii);
    data->GetPointData()->SetScalars(colours);
    mapper->SetInputData(data);
    mapper->SetScaleArray("radius");
    mapper->SetColorModeToDirectScalars();
    mapper->SetScalarModeToUsePointData();
    actor->SetMapper(mapper);
    actor->ForceOpaqueOn();
    set_depth_shader(actor, shaders::body_impostor_frag);
    renderer->AddActor(actor);
  }

  void resize(std::size_t n) {
    points->SetNumberOfPoints(static_cast<vtkIdType>(n));
    radii->SetNumberOfTuples(static_cast<vtkIdType>(n));
    colours->SetNumberOfTuples(static_cast<vtkIdType>(n));
  }
  float* centre() { return static_cast<float*>(points->GetVoidPointer(0)); }

  void changed() {
    points->GetData()->Modified();
    points->Modified();
    radii->Modified();
    colours->Modified();
    data->Modified();
  }
};

BodyActors::BodyActors(vtkRenderer* renderer)
    : all_(std::make_unique<Spheres>(renderer)), ring_(std::make_unique<Spheres>(renderer)) {
  set_light_shader(all_->actor, shaders::body_lighting_frag);
  set_light_shader(ring_->actor, shaders::selection_ring_frag);
  // The rim begins at the body's edge and is dark beyond 1.16 of its radius.
  set_uniform(ring_->actor, "ringInner", cosine_at(1));
  set_uniform(ring_->actor, "ringTo", cosine_at(1));
  set_uniform(ring_->actor, "ringFrom", cosine_at(1.16));
  set_uniform(ring_->actor, "ringBehind", 0.0);
  ring_->actor->VisibilityOff();
  set_fog(0, 1, {0, 0, 0}, 0);
}

BodyActors::~BodyActors() = default;

void BodyActors::set_visible(bool visible) {
  visible_ = visible;
  all_->actor->SetVisibility(visible && all_->points->GetNumberOfPoints() > 0);
}

void BodyActors::show(const BodyCloud& cloud) {
  all_->resize(cloud.size());
  if (cloud.size() > 0) {
    std::copy(cloud.centres.begin(), cloud.centres.end(), all_->centre());
    std::copy(cloud.radii.begin(), cloud.radii.end(), all_->radii->GetPointer(0));
    std::copy(cloud.colours.begin(), cloud.colours.end(), all_->colours->GetPointer(0));
  }
  all_->changed();
  set_visible(visible_);
}

void BodyActors::show(const BodyCloud& cloud, const std::vector<std::uint32_t>& which) {
  all_->resize(which.size());
  if (!which.empty()) {
    float *centre = all_->centre(), *radius = all_->radii->GetPointer(0);
    unsigned char* colour = all_->colours->GetPointer(0);
    for (std::size_t k = 0; k < which.size(); ++k) {
      std::copy_n(&cloud.centres[3 * which[k]], 3, centre + 3 * k);
      std::copy_n(&cloud.colours[4 * which[k]], 4, colour + 4 * k);
      radius[k] = cloud.radii[which[k]];
    }
  }
  all_->changed();
  set_visible(visible_);
}

void BodyActors::select(const BodyCloud& cloud, long body, bool rod, const std::array<double, 3>& colour) {
  std::vector<std::size_t> copies;
  for (std::size_t i = 0; body >= 0 && i < cloud.size(); ++i)
    if (cloud.bodies[i] == body) copies.push_back(i);
  ring_->actor->SetVisibility(!copies.empty());
  if (copies.empty()) return;
  set_uniform(ring_->actor, "ringBehind", rod ? 1.0 : 0.0);
  ring_->resize(copies.size());
  for (std::size_t k = 0; k < copies.size(); ++k) {
    std::copy_n(&cloud.centres[3 * copies[k]], 3, ring_->centre() + 3 * k);
    ring_->radii->SetValue(static_cast<vtkIdType>(k), static_cast<float>(rod ? rod_rim : rim) * cloud.radii[copies[k]]);
    for (int c = 0; c < 3; ++c)
      ring_->colours->SetTypedComponent(static_cast<vtkIdType>(k), c, static_cast<unsigned char>(255 * colour[c]));
    ring_->colours->SetTypedComponent(static_cast<vtkIdType>(k), 3, 255);
  }
  ring_->changed();
}

void BodyActors::set_fog(double nearest, double farthest, const std::array<double, 3>& colour, double strength) {
  set_uniform(all_->actor, "fogNear", nearest);
  set_uniform(all_->actor, "fogFar", farthest);
  set_uniform(all_->actor, "fogColour", {colour[0], colour[1], colour[2]});
  set_uniform(all_->actor, "fogStrength", strength);
}

}  // namespace slurry::ui
