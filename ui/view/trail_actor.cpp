// SPDX-License-Identifier: BSD-3-Clause
#include "view/trail_actor.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

namespace slurry::ui {

struct TrailActor::Parts {
  vtkNew<vtkPolyData> data;
  vtkNew<vtkPolyDataMapper> mapper;
  vtkNew<vtkActor> actor;
};

TrailActor::TrailActor(vtkRenderer* renderer) : parts_(std::make_unique<Parts>()) {
  parts_->mapper->SetInputData(parts_->data);
  parts_->mapper->SetColorModeToDirectScalars();
  parts_->actor->SetMapper(parts_->mapper);
  parts_->actor->GetProperty()->LightingOff();
  parts_->actor->GetProperty()->SetLineWidth(2.0F);
  parts_->actor->VisibilityOff();
  renderer->AddActor(parts_->actor);
}

TrailActor::~TrailActor() = default;

void TrailActor::show(const BodyTrail* trail, const std::array<double, 3>& colour) {
  const bool any = trail != nullptr && trail->points().size() > 1;
  parts_->actor->SetVisibility(any);
  if (!any) return;
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> lines;
  vtkNew<vtkUnsignedCharArray> colours;
  colours->SetNumberOfComponents(4);
  const auto& way = trail->points();
  for (std::size_t i = 0; i < way.size(); ++i) {
    const auto id = points->InsertNextPoint(way[i].x.data());
    const double fresh = static_cast<double>(i + 1) / static_cast<double>(way.size());
    colours->InsertNextTuple4(255 * colour[0], 255 * colour[1], 255 * colour[2], 230 * fresh);
    if (i > 0 && !way[i].starts_piece) {
      lines->InsertNextCell(2);
      lines->InsertCellPoint(id - 1);
      lines->InsertCellPoint(id);
    }
  }
  parts_->data->SetPoints(points);
  parts_->data->SetLines(lines);
  parts_->data->GetPointData()->SetScalars(colours);
}

}  // namespace slurry::ui
