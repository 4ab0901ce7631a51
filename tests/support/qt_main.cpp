// SPDX-License-Identifier: BSD-3-Clause
// main of every test of the window: the surface format that VTK wants, then one QApplication for all tests.
#include <gtest/gtest.h>

#include <QVTKOpenGLNativeWidget.h>
#include <QApplication>
#include <QSurfaceFormat>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  QSurfaceFormat::setDefaultFormat(QVTKOpenGLNativeWidget::defaultFormat());
  QApplication application(argc, argv);
  return RUN_ALL_TESTS();
}
