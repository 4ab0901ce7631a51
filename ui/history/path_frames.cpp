// SPDX-License-Identifier: BSD-3-Clause
#include "history/path_frames.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace slurry::ui {

std::size_t PathFrames::count() const {
  std::size_t n = 0;
  for (const Tree::Piece& p : tree_->path(branch_)) n += tree_->branch(p.branch).pictures.up_to_step(p.last_step);
  return n;
}

PathFrames::Place PathFrames::place(std::size_t index) const {
  for (const Tree::Piece& p : tree_->path(branch_)) {
    const MomentStore<StoredPicture>& pictures = tree_->branch(p.branch).pictures;
    const std::size_t n = pictures.up_to_step(p.last_step);
    if (index < n) return {p.branch, &pictures.at(index)};
    index -= n;
  }
  throw std::out_of_range("no such picture");
}

double PathFrames::time(std::size_t index) const {
  return place(index).kept->time;
}

SnapshotPtr PathFrames::request(std::size_t index) {
  SnapshotPtr s = place(index).kept->content.snapshot();
  const SnapshotPtr& newest = tree_->branch(branch_).newest;
  // A branch that was gone back to has the same bodies as before, whatever number the session gives them now.
  if (!newest || s->scenario_generation == newest->scenario_generation) return s;
  auto again = std::make_shared<Snapshot>(*s);
  again->scenario_generation = newest->scenario_generation;
  return again;
}

std::optional<std::size_t> PathFrames::find(long step) const {
  std::size_t n = 0;
  for (const Tree::Piece& p : tree_->path(branch_))
    n += tree_->branch(p.branch).pictures.up_to_step(std::min(p.last_step, step));
  return n == 0 ? std::nullopt : std::optional(n - 1);
}

std::vector<std::pair<double, double>> PathFrames::thinned() const {
  std::vector<std::pair<double, double>> spans;
  for (const Tree::Piece& p : tree_->path(branch_)) {
    const MomentStore<StoredPicture>& pictures = tree_->branch(p.branch).pictures;
    const std::size_t n = pictures.up_to_step(p.last_step);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      if (!pictures.at(i).thinned_after) continue;
      const double from = pictures.at(i).time, to = pictures.at(i + 1).time;
      if (!spans.empty() && spans.back().second == from)
        spans.back().second = to;
      else
        spans.emplace_back(from, to);
    }
  }
  return spans;
}

}  // namespace slurry::ui
