// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "slurry/domain.hpp"

class vtkRenderer;

namespace slurry::ui {

/// Draws the domain. A pipe is thin glass with rims at its ends, a periodic box is an outline, and free space is
/// nothing.
class PipeActor {
 public:
  explicit PipeActor(vtkRenderer* renderer);
  ~PipeActor();
  void show(const Domain& domain, bool visible);
  void set_colour(const std::array<double, 3>& colour);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace slurry::ui
