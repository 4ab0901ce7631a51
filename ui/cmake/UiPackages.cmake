# SPDX-License-Identifier: BSD-3-Clause
# Packages of the window.  Included at the top and never searched by a headless build.

find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets OpenGL OpenGLWidgets PrintSupport Test)
set_package_properties(Qt6 PROPERTIES TYPE REQUIRED PURPOSE "window, panels and models")
find_package(VTK 9.1 REQUIRED COMPONENTS
  CommonCore CommonDataModel CommonColor FiltersSources FiltersCore FiltersGeneral InteractionStyle InteractionWidgets
  RenderingCore RenderingOpenGL2 RenderingAnnotation RenderingFreeType IOImage)
set_package_properties(VTK PROPERTIES TYPE REQUIRED PURPOSE "three-dimensional view")
find_package(QCustomPlotQt6 REQUIRED)
set_package_properties(QCustomPlotQt6 PROPERTIES TYPE REQUIRED PURPOSE "live charts in panels")
# Pictures without a display server.
find_package(OpenGL COMPONENTS EGL)
set_package_properties(OpenGL PROPERTIES TYPE OPTIONAL PURPOSE "pictures without a display (EGL)")
