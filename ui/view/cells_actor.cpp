// SPDX-License-Identifier: BSD-3-Clause
#include "view/cells_actor.hpp"

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

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "scene_shaders.hpp"
#include "view/shader_parts.hpp"

namespace slurry::ui {
namespace {

constexpr double leaves_alone = 0.55, leaves_beside_lists = 0.16;  // opacities

/// Pieces of an edge that are drawn, as parts of its length.
std::vector<std::pair<double, double>> pieces_of(EdgePattern pattern) {
  switch (pattern) {
    case EdgePattern::whole:
      return {{0, 1}};
    case EdgePattern::dashed:
      return {{0, 0.12}, {0.22, 0.34}, {0.44, 0.56}, {0.66, 0.78}, {0.88, 1}};
    case EdgePattern::corners:
      return {{0, 0.25}, {0.75, 1}};
    case EdgePattern::middle:
      return {{0.3, 0.7}};
  }
  return {};
}

/// Boxes are drawn a little smaller than they are, so that those of neighbours are not one line.
double drawn_size(std::size_t list) {
  return list == 0 ? 0.94 : 0.97;
}

struct Lines {
  vtkNew<vtkPolyData> data;
  vtkNew<vtkPolyDataMapper> mapper;
  vtkNew<vtkActor> actor;

  Lines(vtkRenderer* renderer, float width) {
    mapper->SetInputData(data);
    actor->SetMapper(mapper);
    actor->ForceOpaqueOn();
    actor->VisibilityOff();
    actor->GetProperty()->SetLineWidth(width);
    set_depth_shader(actor, shaders::behind_all_frag);
    set_light_shader(actor, shaders::cell_edges_frag);
    renderer->AddActor(actor);
  }

  void fill(const std::vector<SumCell>& cells, EdgePattern pattern, double size) {
    vtkNew<vtkPoints> points;
    vtkNew<vtkCellArray> lines;
    vtkNew<vtkFloatArray> normals;  // not used, but without any VTK leaves out the place in view space
    normals->SetNumberOfComponents(3);
    const auto pieces = pieces_of(pattern);
    for (const SumCell& c : cells)
      for (int corner = 0; corner < 8; ++corner)
        for (int axis = 0; axis < 3; ++axis) {
          if (corner >> axis & 1) continue;
          for (const auto& [from, to] : pieces) {
            lines->InsertNextCell(2);
            for (const double part : {from, to}) {
              double x[3];
              for (int a = 0; a < 3; ++a) {
                const auto i = static_cast<std::size_t>(a);
                const double side = a == axis ? 2 * part - 1 : (corner >> a & 1 ? 1 : -1);
                x[a] = c.centre[i] + size * side * c.half[i];
              }
              lines->InsertCellPoint(points->InsertNextPoint(x));
              normals->InsertNextTuple3(0, 0, 1);
            }
          }
        }
    data->Initialize();
    data->SetPoints(points);
    data->SetLines(lines);
    data->GetPointData()->SetNormals(normals);
  }
};

}  // namespace

EdgePattern edge_pattern(std::size_t list) {
  constexpr std::array<EdgePattern, cell_list_count> patterns{
      EdgePattern::whole, EdgePattern::whole, EdgePattern::dashed, EdgePattern::corners, EdgePattern::middle};
  return patterns[std::min(list, cell_list_count - 1)];
}

struct CellsActor::Parts {
  Lines leaves;
  std::vector<std::unique_ptr<Lines>> lists;  ///< the box of the body itself is drawn last
  std::shared_ptr<const SumCells> shown;
  bool with_lists = false;
  explicit Parts(vtkRenderer* renderer) : leaves(renderer, 1.0F) {
    lists.resize(cell_list_count);
    for (std::size_t k = cell_list_count; k-- > 0;)
      lists[k] = std::make_unique<Lines>(renderer, k == 0 ? 3.0F : k == 1 ? 2.0F : 1.5F);
  }
};

CellsActor::CellsActor(vtkRenderer* renderer) : parts_(std::make_unique<Parts>(renderer)) {
  set_fog(0, 1, {0, 0, 0}, 0);
}
CellsActor::~CellsActor() = default;

void CellsActor::show(const std::shared_ptr<const SumCells>& cells, bool with_lists) {
  Parts& p = *parts_;
  const bool same = cells == p.shown && with_lists == p.with_lists;
  if (same) return;
  p.shown = cells;
  p.with_lists = with_lists;
  p.leaves.actor->SetVisibility(cells && !cells->leaves.empty());
  if (cells) p.leaves.fill(cells->leaves, EdgePattern::whole, 1);
  p.leaves.actor->GetProperty()->SetOpacity(with_lists ? leaves_beside_lists : leaves_alone);
  for (std::size_t k = 0; k < cell_list_count; ++k) {
    const bool any = cells && with_lists && k < cells->lists.size() && !cells->lists[k].cells.empty();
    p.lists[k]->actor->SetVisibility(any);
    if (any) p.lists[k]->fill(cells->lists[k].cells, edge_pattern(k), drawn_size(k));
  }
}

void CellsActor::set_colours(const CellColours& c) {
  const auto set = [](Lines& lines, const std::array<double, 3>& colour) {
    lines.actor->GetProperty()->SetColor(colour[0], colour[1], colour[2]);
  };
  set(parts_->leaves, c.leaves);
  for (std::size_t k = 0; k < cell_list_count; ++k) set(*parts_->lists[k], c.lists[k]);
}

double CellsActor::reach(const std::array<double, 3>& from) const {
  double farthest = 0;
  const auto look_at = [&](const std::vector<SumCell>& cells) {
    for (const SumCell& c : cells) {
      double square = 0;
      for (std::size_t a = 0; a < 3; ++a) square += std::pow(std::abs(c.centre[a] - from[a]) + c.half[a], 2);
      farthest = std::max(farthest, square);
    }
  };
  if (!parts_->shown) return 0;
  look_at(parts_->shown->leaves);
  if (parts_->with_lists)
    for (const SumCellList& list : parts_->shown->lists) look_at(list.cells);
  return std::sqrt(farthest);
}

void CellsActor::set_fog(double nearest, double farthest, const std::array<double, 3>& colour, double strength) {
  const auto set = [&](vtkActor* actor) {
    set_uniform(actor, "fogNear", nearest);
    set_uniform(actor, "fogFar", farthest);
    set_uniform(actor, "fogColour", {colour[0], colour[1], colour[2]});
    set_uniform(actor, "fogStrength", strength);
  };
  set(parts_->leaves.actor);
  for (const auto& lines : parts_->lists) set(lines->actor);
}

}  // namespace slurry::ui
