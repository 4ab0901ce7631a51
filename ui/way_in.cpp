// SPDX-License-Identifier: BSD-3-Clause
#include "way_in.hpp"

#include <QMainWindow>
#include <QMenuBar>

#include "file_actions.hpp"
#include "panels/gallery.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {

WayIn::WayIn(QMainWindow* window, SceneView* view, FileActions* files)
    : QObject(window), window_(window), view_(view), files_(files) {
  connect(files_, &FileActions::scenarioChosen, this, &WayIn::leave);
  connect(files_, &FileActions::trajectoryChosen, this, &WayIn::leave);
}

void WayIn::make() {
  gallery_ = new Gallery(window_);
  connect(gallery_, &Gallery::scenarioWanted, files_, &FileActions::openBuiltin);
  connect(gallery_, &Gallery::fileWanted, files_, [this](const QString& file) { files_->open(file.toStdString()); });
  connect(gallery_, &Gallery::openWanted, files_, &FileActions::askForFile);
  connect(gallery_, &Gallery::newWanted, this, [this] {
    leave();
    Q_EMIT newWanted();
  });
  connect(gallery_, &Gallery::left, this, [this] {
    if (view_->snapshot()) leave();
  });
}

void WayIn::show() {
  if (!gallery_) make();
  gallery_->renew();
  place();
  gallery_->show();
  gallery_->raise();
  gallery_->setFocus();
}

void WayIn::leave() {
  if (!gallery_ || !gallery_->isVisible()) return;
  gallery_->hide();
  view_->setFocus();
}

void WayIn::place() {
  if (gallery_) gallery_->setGeometry(window_->rect().adjusted(0, window_->menuBar()->height(), 0, 0));
}

}  // namespace slurry::ui
