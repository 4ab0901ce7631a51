// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

class vtkActor;

namespace slurry::ui {

/// Puts one of our shaders in place of VTK's light implementation of an actor.
void set_light_shader(vtkActor* actor, std::string_view text);

/// Puts one of our shaders in place of the depth implementation of VTK's sphere or stick mapper.
void set_depth_shader(vtkActor* actor, std::string_view text);

/// Puts one of our vertex shaders in place of what VTK's stick mapper does with the axes of its sticks.
void set_axis_shader(vtkActor* actor, std::string_view text);

/// Sets a uniform of an actor's fragment shader.
void set_uniform(vtkActor* actor, const char* name, double value);
void set_uniform(vtkActor* actor, const char* name, const double (&value)[3]);

}  // namespace slurry::ui
