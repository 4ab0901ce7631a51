// SPDX-License-Identifier: BSD-3-Clause
#include "session/simulation.hpp"

// The boxes of the sum over the bodies, as the solver itself has them.
namespace slurry {

std::shared_ptr<const SumCells> Simulation::cells(long body) const {
  ChosenPoint chosen;
  const bool exists = body >= 0 && body < static_cast<long>(radii_.size());
  if (exists) {
    const double* x = &state_.positions[3 * static_cast<std::size_t>(body)];
    chosen = {x[0], x[1], x[2]};
  }
  auto found = std::make_shared<SumCells>(mobility_->cells(chosen));
  found->body = exists ? body : -1;
  found->step = state_.step;
  found->time = state_.time;
  if (!found->leaves.empty()) return found;
  const SumChoice choice = mobility_->parameters().bodies_choice;
  if (!choice.empty()) found->why_none = why_no_cells(choice.engine());
  if (found->why_none.empty()) found->why_none = "Nothing is summed at this moment, so there are no boxes.";
  return found;
}

}  // namespace slurry
