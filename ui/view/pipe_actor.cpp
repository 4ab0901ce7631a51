// SPDX-License-Identifier: BSD-3-Clause
#include "view/pipe_actor.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "scene_shaders.hpp"
#include "view/shader_parts.hpp"

namespace slurry::ui {
namespace {

constexpr int sides = 128;

/// Side of a cylinder about the x axis with outward normals.
void fill_wall(vtkPolyData* data, double radius, double length) {
  vtkNew<vtkPoints> points;
  vtkNew<vtkFloatArray> normals;
  normals->SetNumberOfComponents(3);
  normals->SetName("Normals");
  vtkNew<vtkCellArray> strips;
  strips->InsertNextCell(2 * (sides + 1));
  for (int i = 0; i <= sides; ++i) {
    const double t = 2 * std::numbers::pi * i / sides, y = std::cos(t), z = std::sin(t);
    for (double x : {0.0, length}) {
      strips->InsertCellPoint(points->InsertNextPoint(x, radius * y, radius * z));
      normals->InsertNextTuple3(0, y, z);
    }
  }
  data->Initialize();
  data->SetPoints(points);
  data->GetPointData()->SetNormals(normals);
  data->SetStrips(strips);
}

/// Circles at both ends, as flat rings that stay visible from every side.
void fill_rims(vtkPolyData* data, double radius, double length) {
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> strips;
  const double width = 0.018 * radius;
  for (double x : {0.0, length}) {
    // Two strips: one across the axis, one along it.
    for (int along = 0; along < 2; ++along) {
      strips->InsertNextCell(2 * (sides + 1));
      for (int i = 0; i <= sides; ++i) {
        const double t = 2 * std::numbers::pi * i / sides, y = std::cos(t), z = std::sin(t);
        const double outer = along ? radius : radius + width;
        const double shift = along ? (x > 0 ? width : -width) : 0;
        strips->InsertCellPoint(points->InsertNextPoint(x, radius * y, radius * z));
        strips->InsertCellPoint(points->InsertNextPoint(x + shift, outer * y, outer * z));
      }
    }
  }
  data->Initialize();
  data->SetPoints(points);
  data->SetStrips(strips);
}

/// The twelve edges of a box.
void fill_box(vtkPolyData* data, const std::array<double, 3>& cell) {
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> lines;
  for (int i = 0; i < 8; ++i)
    points->InsertNextPoint((i & 1) ? cell[0] : 0, (i & 2) ? cell[1] : 0, (i & 4) ? cell[2] : 0);
  for (vtkIdType i = 0; i < 8; ++i)
    for (vtkIdType bit : {1, 2, 4})
      if (!(i & bit)) {
        lines->InsertNextCell(2);
        lines->InsertCellPoint(i);
        lines->InsertCellPoint(i | bit);
      }
  data->Initialize();
  data->SetPoints(points);
  data->SetLines(lines);
}

struct Part {
  vtkNew<vtkPolyData> data;
  vtkNew<vtkPolyDataMapper> mapper;
  vtkNew<vtkActor> actor;
  explicit Part(vtkRenderer* renderer) {
    mapper->SetInputData(data);
    actor->SetMapper(mapper);
    actor->VisibilityOff();
    renderer->AddActor(actor);
  }
};

}  // namespace

struct PipeActor::Parts {
  Part wall, edges;
  Domain shown;
  bool any = false;
  explicit Parts(vtkRenderer* renderer) : wall(renderer), edges(renderer) {}
};

PipeActor::PipeActor(vtkRenderer* renderer) : parts_(std::make_unique<Parts>(renderer)) {
  vtkActor* wall = parts_->wall.actor;
  set_light_shader(wall, shaders::pipe_wall_frag);
  set_uniform(wall, "wallClear", 0.03);
  set_uniform(wall, "wallEdge", 0.42);
  // Blended in the order of drawing: VTK's pass for translucent things costs three times as much as the wall itself.
  wall->ForceOpaqueOn();
  wall->GetProperty()->BackfaceCullingOn();
  parts_->edges.actor->GetProperty()->LightingOff();
  parts_->edges.actor->GetProperty()->SetLineWidth(1.5F);
}

PipeActor::~PipeActor() = default;

void PipeActor::show(const Domain& d, bool visible) {
  const bool pipe = d.kind == DomainKind::pipe, box = d.kind == DomainKind::periodic_3;
  const auto size = [](const Domain& x) { return std::tuple(x.kind, x.radius, x.length, x.cell); };
  if (!parts_->any || size(d) != size(parts_->shown)) {
    if (pipe) {
      fill_wall(parts_->wall.data, d.radius, d.length);
      fill_rims(parts_->edges.data, d.radius, d.length);
    } else if (box) {
      fill_box(parts_->edges.data, d.cell);
    }
    parts_->shown = d;
    parts_->any = true;
  }
  parts_->wall.actor->SetVisibility(visible && pipe);
  parts_->edges.actor->SetVisibility(visible && (pipe || box));
}

void PipeActor::set_colour(const std::array<double, 3>& c) {
  parts_->wall.actor->GetProperty()->SetColor(c[0], c[1], c[2]);
  parts_->edges.actor->GetProperty()->SetColor(c[0], c[1], c[2]);
}

}  // namespace slurry::ui
