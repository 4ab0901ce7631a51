// SPDX-License-Identifier: BSD-3-Clause
#include "ui_version.hpp"

#include <QtGlobal>
#include <vtkVersion.h>

namespace slurry::ui {

std::string libraries() { return std::string("Qt ") + qVersion() + ", VTK " + vtkVersion::GetVTKVersion(); }

}  // namespace slurry::ui
