# SPDX-License-Identifier: BSD-3-Clause
# Target slurry_vtk_qt: VTK's widget for Qt 6.  The system's own where it is built with Qt 6; otherwise the four classes
# compiled from the source of the same VTK version in SLURRY_VTK_QT_SOURCE (app/run fetches it into the user's cache).

set(system_widget_qt "")
if(TARGET VTK::GUISupportQt)
  get_target_property(system_widget_qt VTK::GUISupportQt INTERFACE_LINK_LIBRARIES)
endif()

if(system_widget_qt MATCHES "Qt6::")
  add_library(slurry_vtk_qt INTERFACE)
  target_link_libraries(slurry_vtk_qt INTERFACE VTK::GUISupportQt)
  return()
endif()

if(NOT SLURRY_VTK_QT_SOURCE)
  set(SLURRY_VTK_QT_SOURCE "${slurry_cache}/vtk-qt-${VTK_VERSION}")
endif()
set(SLURRY_VTK_QT_SOURCE "${SLURRY_VTK_QT_SOURCE}" CACHE PATH "Folder GUISupport/Qt of the source of the VTK in use" FORCE)
if(NOT EXISTS "${SLURRY_VTK_QT_SOURCE}/QVTKOpenGLNativeWidget.cxx")
  message(FATAL_ERROR "This VTK ${VTK_VERSION} has no widget for Qt 6: 'app/run --version' fetches its source, or name the folder GUISupport/Qt with -DSLURRY_VTK_QT_SOURCE=...")
endif()

add_library(slurry_vtk_qt STATIC
  "${SLURRY_VTK_QT_SOURCE}/QVTKInteractor.cxx"
  "${SLURRY_VTK_QT_SOURCE}/QVTKInteractor.h"
  "${SLURRY_VTK_QT_SOURCE}/QVTKInteractorAdapter.cxx"
  "${SLURRY_VTK_QT_SOURCE}/QVTKInteractorAdapter.h"
  "${SLURRY_VTK_QT_SOURCE}/QVTKInteractorInternal.h"
  "${SLURRY_VTK_QT_SOURCE}/QVTKOpenGLNativeWidget.cxx"
  "${SLURRY_VTK_QT_SOURCE}/QVTKOpenGLNativeWidget.h"
  "${SLURRY_VTK_QT_SOURCE}/QVTKRenderWindowAdapter.cxx"
  "${SLURRY_VTK_QT_SOURCE}/QVTKRenderWindowAdapter.h")
slurry_target_defaults(slurry_vtk_qt)
target_compile_options(slurry_vtk_qt PRIVATE -w)
set_target_properties(slurry_vtk_qt PROPERTIES AUTOMOC ON)
target_compile_definitions(slurry_vtk_qt PUBLIC QT_NO_KEYWORDS VTKGUISUPPORTQT_STATIC_DEFINE)
include(GenerateExportHeader)
set(export_folder "${CMAKE_CURRENT_BINARY_DIR}/vtk_qt")
generate_export_header(slurry_vtk_qt BASE_NAME VTKGUISUPPORTQT EXPORT_FILE_NAME "${export_folder}/vtkGUISupportQtModule.h")
# Before VTK's own folder, which may hold the same headers for Qt 5.
target_include_directories(slurry_vtk_qt SYSTEM BEFORE PUBLIC "${SLURRY_VTK_QT_SOURCE}" "${export_folder}")
target_link_libraries(slurry_vtk_qt PUBLIC
  VTK::CommonCore VTK::CommonDataModel VTK::RenderingCore VTK::RenderingOpenGL2 VTK::InteractionWidgets
  VTK::InteractionStyle Qt6::OpenGL Qt6::OpenGLWidgets Qt6::Widgets)
