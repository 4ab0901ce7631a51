// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/error.hpp"
#include "window.hpp"
#include "yardsticks/window/show_orbits.hpp"

namespace slurry::app {

int show_orbits(const std::optional<OrbitPicture>&) {
  throw Error(no_window_because() + "; 'slurry bench orbit' works without a window");
}

}  // namespace slurry::app
