// SPDX-License-Identifier: BSD-3-Clause
#include "view/arrow_actor.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

namespace slurry::ui {

struct ArrowActor::Parts {
  vtkNew<vtkPolyData> data;
  vtkNew<vtkPolyDataMapper> mapper;
  vtkNew<vtkActor> actor;
};

ArrowActor::ArrowActor(vtkRenderer* renderer) : parts_(std::make_unique<Parts>()) {
  parts_->mapper->SetInputData(parts_->data);
  parts_->actor->SetMapper(parts_->mapper);
  parts_->actor->GetProperty()->LightingOff();
  parts_->actor->GetProperty()->SetLineWidth(1.4F);
  parts_->actor->GetProperty()->SetOpacity(0.75);
  parts_->actor->ForceOpaqueOn();
  parts_->actor->VisibilityOff();
  renderer->AddActor(parts_->actor);
}

ArrowActor::~ArrowActor() = default;

void ArrowActor::hide() {
  parts_->actor->VisibilityOff();
}

void ArrowActor::show(const std::vector<PlaneArrow>& arrows, const std::array<double, 3>& colour) {
  if (arrows.empty()) return hide();
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> lines;
  for (const PlaneArrow& a : arrows) {
    const vtkIdType first = points->InsertNextPoint(a.tail.data());
    points->InsertNextPoint(a.tip.data());
    points->InsertNextPoint(a.barbs[0].data());
    points->InsertNextPoint(a.barbs[1].data());
    for (const auto& [from, to] : {std::pair{0, 1}, {1, 2}, {1, 3}}) {
      lines->InsertNextCell(2);
      lines->InsertCellPoint(first + from);
      lines->InsertCellPoint(first + to);
    }
  }
  parts_->data->SetPoints(points);
  parts_->data->SetLines(lines);
  parts_->actor->GetProperty()->SetColor(colour[0], colour[1], colour[2]);
  parts_->actor->VisibilityOn();
}

}  // namespace slurry::ui
