// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "slurry/domain.hpp"

class vtkRenderer;

namespace slurry::ui {

/// Actor for the domain: a pipe as thin glass with its end rims, a periodic box as an outline, nothing in free space.
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
