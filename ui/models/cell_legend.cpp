// SPDX-License-Identifier: BSD-3-Clause
#include "models/cell_legend.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "models/body_shape.hpp"
#include "models/moment_text.hpp"
#include "models/number_text.hpp"

namespace slurry::ui {
namespace {

std::string count_of(std::size_t n) {
  return count_text(static_cast<long long>(n));
}

/// Numbers of the boxes of each level, the smallest boxes first.
std::map<int, std::size_t, std::greater<>> numbers_by_level(const std::vector<SumCell>& cells) {
  std::map<int, std::size_t, std::greater<>> numbers;
  for (const SumCell& c : cells) ++numbers[c.level];
  return numbers;
}

std::string leaves_text(const SumCells& cells) {
  const auto levels = numbers_by_level(cells.leaves);
  const int finest = levels.begin()->first, coarsest = levels.rbegin()->first;
  if (finest == coarsest) return cells.title + ", level " + std::to_string(finest);
  return cells.title + ", levels " + std::to_string(coarsest) + " to " + std::to_string(finest);
}

void add_lists(const SumCells& cells, CellLegend& legend) {
  using Kind = CellLegend::Row::Kind;
  std::size_t in_images = 0;
  for (std::size_t k = 0; k < cells.lists.size(); ++k) {
    const SumCellList& list = cells.lists[k];
    if (list.cells.empty()) continue;
    const std::string stage = list.name.empty() ? "" : " (" + list.name + ")";
    legend.rows.push_back({Kind::list, k, list.title + stage, count_of(list.cells.size())});
    const auto levels = numbers_by_level(list.cells);
    if (levels.size() > 1) {
      std::string text;
      for (const auto& [level, number] : levels)
        text += (text.empty() ? "level " : ",  ") + std::to_string(level) + ": " + count_of(number);
      legend.rows.push_back({Kind::levels, k, text});
    }
    in_images += static_cast<std::size_t>(
        std::count_if(list.cells.begin(), list.cells.end(), [](const SumCell& c) { return c.is_image(); }));
  }
  if (in_images > 0)
    legend.remarks.push_back(count_of(in_images) + (in_images == 1 ? " of these boxes acts" : " of these boxes act") +
                             " from periodic images. All boxes are drawn at their places in the cell.");
}

}  // namespace

bool acts_on_selected(const SumCells& cells, const SceneOptions& options) {
  return options.selected >= 0 && cells.body == options.selected && !cells.lists.empty();
}

std::optional<CellLegend> cell_legend(const Snapshot& s, const SceneOptions& options) {
  using Kind = CellLegend::Row::Kind;
  if (!options.show_cells) return std::nullopt;
  CellLegend legend{"Boxes of the sum", {}, {}};
  const SumCells* const cells = s.cells.get();
  if (!cells || cells->leaves.empty()) {
    std::string why = cells ? cells->why_none : why_no_cells(s.sum_choice.engine());
    if (why.empty()) why = "The boxes of this moment are not known. The newest moment of a run has them.";
    legend.remarks.push_back(why);
    return legend;
  }
  if (cells->time != s.time && s.scenario) legend.title += " at " + time_text(cells->time, *s.scenario);
  legend.rows.push_back({Kind::leaves, 0, leaves_text(*cells), count_of(cells->leaves.size())});
  if (options.selected < 0) {
    legend.remarks.push_back("Select a body to see the boxes that act on it.");
  } else if (acts_on_selected(*cells, options)) {
    const bool rod = is_rod(s, static_cast<std::size_t>(options.selected));
    legend.rows.push_back(
        {Kind::heading, 0, (rod ? "On rod " : "On sphere ") + std::to_string(options.selected) + " act"});
    add_lists(*cells, legend);
  } else if (cells->body == options.selected) {
    legend.remarks.push_back("The selected body lies in no box.");
  }
  if (!cells->rest.empty()) legend.remarks.push_back(cells->rest);
  return legend;
}

}  // namespace slurry::ui
