// SPDX-License-Identifier: BSD-3-Clause
#include "view/shader_parts.hpp"

#include <vtkActor.h>
#include <vtkShaderProperty.h>
#include <vtkUniforms.h>

#include <string>

namespace slurry::ui {

void set_light_shader(vtkActor* actor, std::string_view text) {
  actor->GetShaderProperty()->AddFragmentShaderReplacement("//VTK::Light::Impl", true, std::string(text), false);
}

void set_depth_shader(vtkActor* actor, std::string_view text) {
  actor->GetShaderProperty()->AddFragmentShaderReplacement("//VTK::Depth::Impl", true, std::string(text), false);
}

void set_axis_shader(vtkActor* actor, std::string_view text) {
  vtkShaderProperty* shaders = actor->GetShaderProperty();
  // The mapper declares this in its geometry and fragment shaders alone.
  shaders->AddVertexShaderReplacement("//VTK::TCoord::Dec", true, "uniform int cameraParallel;\n", false);
  shaders->AddVertexShaderReplacement("//VTK::Normal::Impl", true, std::string(text), false);
}

void set_uniform(vtkActor* actor, const char* name, double value) {
  actor->GetShaderProperty()->GetFragmentCustomUniforms()->SetUniformf(name, static_cast<float>(value));
}

void set_uniform(vtkActor* actor, const char* name, const double (&value)[3]) {
  const float v[3] = {static_cast<float>(value[0]), static_cast<float>(value[1]), static_cast<float>(value[2])};
  actor->GetShaderProperty()->GetFragmentCustomUniforms()->SetUniform3f(name, v);
}

}  // namespace slurry::ui
