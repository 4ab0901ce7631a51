// SPDX-License-Identifier: BSD-3-Clause
#include "way_in.hpp"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QSettings>

#include "actions.hpp"
#include "file_actions.hpp"
#include "icons.hpp"
#include "panels/gallery.hpp"
#include "panels/message_chip.hpp"
#include "panels/tour_callout.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {

namespace {

constexpr const char* offered_key = "tour/offered";

/// Name of the widget of which a step of the tour speaks.
const char* name_of(TourPlace place) {
  switch (place) {
    case TourPlace::view:
      return "scene";
    case TourPlace::timeline:
      return "transport";
    case TourPlace::experiment:
      return "panel.scenario";
    case TourPlace::inspector:
      return "panel.inspector";
    case TourPlace::errors:
      return "panel.errors";
  }
  return "scene";
}

/// Brings a part of the window to the front, and returns it.
QWidget* shown_part(const QMainWindow* window, TourPlace place) {
  auto* part = window->findChild<QWidget*>(QLatin1String(name_of(place)));
  if (auto* dock = qobject_cast<QDockWidget*>(part)) {
    dock->show();
    dock->raise();
  }
  return part;
}

}  // namespace

WayIn::WayIn(QMainWindow* window, SceneView* view, FileActions* files, MessageChip* chip)
    : QObject(window),
      window_(window),
      view_(view),
      files_(files),
      chip_(chip),
      callout_(new TourCallout(window, [window](TourPlace place) { return shown_part(window, place); })),
      tour_(make_action(
          window, {tr("&Tour in five steps"), {}, tr("Shows the parts of the window one after another"), icon("book")},
          [this] { beginTour(); })) {
  connect(callout_, &TourCallout::left, this, [this] {
    if (!gallery_ || !gallery_->isVisible()) view_->setFocus();
  });
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
  connect(gallery_, &Gallery::tourWanted, this, &WayIn::beginTour);
  connect(gallery_, &Gallery::left, this, [this] {
    if (hasExperiment()) leave();
  });
}

void WayIn::show() {
  if (!gallery_) make();
  callout_->leave();
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
  offerTour();
}

/// The engine's first snapshot comes before any experiment and has no bodies.
bool WayIn::hasExperiment() const {
  return view_->snapshot() && !view_->snapshot()->radii.empty();
}

/// Whoever takes the tour from the gallery needs no offer.
void WayIn::beginTour() {
  QSettings().setValue(offered_key, true);
  if (hasExperiment())
    leave();
  else
    files_->openBuiltin(QStringLiteral("welcome"));
  callout_->begin();
}

void WayIn::offerTour() {
  if (QSettings().value(offered_key).toBool()) return;
  QSettings().setValue(offered_key, true);
  chip_->offer(tr("A tour in five steps shows the parts of this window. You find it in Help, too."),
               tr("Take the tour"), [this] { beginTour(); });
}

void WayIn::place() {
  if (gallery_) gallery_->setGeometry(window_->rect().adjusted(0, window_->menuBar()->height(), 0, 0));
}

}  // namespace slurry::ui
