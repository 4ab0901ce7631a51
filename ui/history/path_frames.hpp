// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "history/frames.hpp"
#include "history/tree.hpp"

namespace slurry::ui {

/// The stored pictures along the way to the end of a branch, including those of its ancestors.
class PathFrames final : public Frames {
 public:
  explicit PathFrames(const Tree* tree) : tree_(tree) {}
  void setBranch(int branch) { branch_ = branch; }
  int branch() const { return branch_; }

  std::size_t count() const override;
  double time(std::size_t index) const override;
  SnapshotPtr request(std::size_t index) override;
  std::vector<std::pair<double, double>> thinned() const override;

  struct Place {
    int branch = 0;
    const Kept<StoredPicture>* kept = nullptr;
  };
  Place place(std::size_t index) const;
  /// Index of the last picture up to this step. Empty if there is none.
  std::optional<std::size_t> find(long step) const;

 private:
  const Tree* tree_;
  int branch_ = -1;
};

}  // namespace slurry::ui
