// SPDX-License-Identifier: BSD-3-Clause
#include "ui_version.hpp"

#include <vtkVersion.h>
#include <QtGlobal>

namespace slurry::ui {

std::string libraries() {
  return std::string("Qt ") + qVersion() + ", VTK " + vtkVersion::GetVTKVersion();
}

}  // namespace slurry::ui
