// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/scene_options.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Legend of the boxes of a sum: which boxes have which colour, and how many there are.
struct CellLegend {
  struct Row {
    enum class Kind { leaves, list, levels, heading } kind = Kind::leaves;
    std::size_t list = 0;  ///< number of the list in SumCells::lists, for its colour and pattern
    std::string text, count = {};
    bool operator==(const Row&) const = default;
  };
  std::string title;
  std::vector<Row> rows;
  std::vector<std::string> remarks;  ///< whole sentences
  bool operator==(const CellLegend&) const = default;
};

/// Legend of the boxes in a picture of the snapshot. Empty: the boxes are not asked for. If there are none, a sentence
/// says why.
std::optional<CellLegend> cell_legend(const Snapshot& snapshot, const SceneOptions& options);

/// Whether the boxes that act on a body are known for the selected body.
bool acts_on_selected(const SumCells& cells, const SceneOptions& options);

}  // namespace slurry::ui
