// SPDX-License-Identifier: BSD-3-Clause
// VTK's widget for Qt 6, as this build has it, draws into a window.
#include <gtest/gtest.h>

#include <QVTKOpenGLNativeWidget.h>
#include <vtkActor.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkSphereSource.h>
#include <QApplication>
#include <QColor>
#include <QElapsedTimer>
#include <QImage>

namespace {

TEST(VtkWidget, DrawsARedSphereOnBlue) {
  QVTKOpenGLNativeWidget widget;
  vtkNew<vtkGenericOpenGLRenderWindow> window;
  window->SetMultiSamples(0);
  widget.setRenderWindow(window);
  vtkNew<vtkSphereSource> sphere;
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(sphere->GetOutputPort());
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(1, 0, 0);
  actor->GetProperty()->LightingOff();
  vtkNew<vtkRenderer> renderer;
  renderer->SetBackground(0, 0, 1);
  renderer->AddActor(actor);
  window->AddRenderer(renderer);
  widget.resize(200, 160);
  widget.show();

  // The first frames may come before the window is exposed.
  QImage image;
  QElapsedTimer clock;
  clock.start();
  do {
    QApplication::processEvents(QEventLoop::AllEvents, 50);
    window->Render();
    image = widget.grabFramebuffer();
  } while (clock.elapsed() < 5000 && QColor(image.pixel(image.width() / 2, image.height() / 2)).red() < 200);

  const QColor centre = image.pixel(image.width() / 2, image.height() / 2);
  EXPECT_GT(centre.red(), 200);
  EXPECT_LT(centre.blue(), 50);
  const QColor corner = image.pixel(2, 2);
  EXPECT_LT(corner.red(), 50);
  EXPECT_GT(corner.blue(), 200);
}

}  // namespace
