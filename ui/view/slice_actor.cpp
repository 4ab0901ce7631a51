// SPDX-License-Identifier: BSD-3-Clause
#include "view/slice_actor.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/slice_arrows.hpp"

namespace slurry::ui {
struct SliceActor::Parts {
  vtkNew<vtkPoints> corners;
  vtkNew<vtkPolyData> quad;
  vtkNew<vtkPolyDataMapper> mapper;
  vtkNew<vtkImageData> image;
  vtkNew<vtkTexture> texture;
  vtkNew<vtkActor> actor;
};

SliceActor::SliceActor(vtkRenderer* renderer) : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.corners->SetNumberOfPoints(4);
  vtkNew<vtkFloatArray> where;
  where->SetNumberOfComponents(2);
  where->SetName("where");
  vtkNew<vtkCellArray> cells;
  cells->InsertNextCell(4);
  for (vtkIdType i = 0; i < 4; ++i) {
    p.corners->SetPoint(i, 0, 0, 0);
    cells->InsertCellPoint(i);
    where->InsertNextTuple2(i == 1 || i == 2, i >= 2);
  }
  p.quad->SetPoints(p.corners);
  p.quad->SetPolys(cells);
  p.quad->GetPointData()->SetTCoords(where);
  p.mapper->SetInputData(p.quad);
  p.texture->SetInputData(p.image);
  p.texture->InterpolateOn();
  p.texture->RepeatOff();
  p.texture->EdgeClampOn();
  p.actor->SetMapper(p.mapper);
  p.actor->SetTexture(p.texture);
  p.actor->GetProperty()->LightingOff();
  p.actor->GetProperty()->SetAmbient(1);
  p.actor->GetProperty()->SetDiffuse(0);
  p.actor->ForceOpaqueOn();  // blended in the order of drawing, after the spheres
  p.actor->VisibilityOff();
  renderer->AddActor(p.actor);
}

SliceActor::~SliceActor() = default;

void SliceActor::hide() {
  parts_->actor->VisibilityOff();
}

void SliceActor::show(const Field& s, const std::vector<float>& values, const std::vector<std::uint8_t>& visible,
                      const ColourMap& map, const ColourRange& range, double opacity) {
  const int n0 = s.shape[0], n1 = s.shape[1];
  const std::size_t count = static_cast<std::size_t>(n0) * n1;
  if (n0 < 2 || n1 < 2 || values.size() < count || visible.size() < count) return hide();
  Parts& p = *parts_;
  const std::array<int, 3> axes = slice_axes(s.plane().plane);
  // The points of a slice are middles of cells, as texels are.
  for (vtkIdType i = 0; i < 4; ++i) {
    std::array<double, 3> x{};
    x[axes[0]] = (i == 1 || i == 2) ? s.upper[0] : s.lower[0];
    x[axes[1]] = i >= 2 ? s.upper[1] : s.lower[1];
    x[axes[2]] = s.plane().offset;
    p.corners->SetPoint(i, x.data());
  }
  p.corners->Modified();

  int size[3];
  p.image->GetDimensions(size);
  if (size[0] != n0 || size[1] != n1) {
    p.image->SetDimensions(n0, n1, 1);
    p.image->AllocateScalars(VTK_UNSIGNED_CHAR, 4);
  }
  auto* out = static_cast<unsigned char*>(p.image->GetScalarPointer());
  const auto alpha = static_cast<unsigned char>(std::lround(255 * std::clamp(opacity, 0.0, 1.0)));
  for (std::size_t i = 0; i < count; ++i, out += 4) {
    const Rgb8 c = map.at(range.fraction(values[i]));
    out[0] = c.r, out[1] = c.g, out[2] = c.b;
    out[3] = visible[i] ? alpha : 0;
  }
  p.image->Modified();
  p.actor->VisibilityOn();
}

}  // namespace slurry::ui
