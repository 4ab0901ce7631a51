// SPDX-License-Identifier: BSD-3-Clause
#include "pane/docks.hpp"

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QTimer>

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "pane/dock_title.hpp"
#include "pane/panel_table.hpp"
#include "panels/panel_scroll.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int layout_version = 3;
constexpr int narrow_below = 1120, low_below = 760;  // pixels at a scale of 1
constexpr int left_width = 262, right_width = 336;   // the same
constexpr int without_plot = 240;  // pixels; the most for a panel on demand in windows lower than this:
constexpr int plot_from = 800;

Qt::DockWidgetArea area_of(Place place) {
  if (place == Place::left) return Qt::LeftDockWidgetArea;
  if (place == Place::right || place == Place::right_tabs) return Qt::RightDockWidgetArea;
  return Qt::BottomDockWidgetArea;
}

}  // namespace

Docks::Docks(QMainWindow* window, QObject* parent) : QObject(parent), window_(window) {}

QDockWidget* Docks::add(const PanelRow& row, QWidget* panel) {
  auto* dock = new QDockWidget(QObject::tr(row.title), window_);
  dock->setObjectName(row.name);
  auto* own = new DockTitle(dock);
  if (row.brief) dock->setWindowTitle(QObject::tr(row.brief));
  dock->setTitleBarWidget(own);
  // Out of the window it needs a frame to be moved and closed by.
  connect(dock, &QDockWidget::topLevelChanged, dock, [dock, own](bool floats) {
    dock->setTitleBarWidget(floats ? nullptr : own);
    own->setVisible(!floats);
  });
  if (row.scrolls) {
    auto* scroll = new PanelScroll(dock);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(panel);
    dock->setWidget(scroll);
  } else {
    dock->setWidget(panel);
  }
  window_->addDockWidget(area_of(row.place), dock);
  if (row.place != Place::on_demand) return dock;
  // Side by side they would need more width than a small screen has.
  for (const PanelRow& other : panel_table())
    if (QDockWidget* below = other.place == Place::below ? this->dock(other.name) : nullptr)
      window_->tabifyDockWidget(below, dock);
  dock->hide();
  return dock;
}

QDockWidget* Docks::dock(const char* name) const {
  return window_->findChild<QDockWidget*>(name);
}

void Docks::arrange() {
  const double scale = font_scale();
  const bool narrow = window_->width() < narrow_below * scale, low = window_->height() < low_below * scale;
  const QString kind = narrow ? QStringLiteral("narrow") : low ? QStringLiteral("low") : QStringLiteral("wide");
  if (kind == arranged_) {
    // Later, and once: a second change of the type would find widths that the layout has not applied yet.
    if (scale != scale_) QTimer::singleShot(0, this, &Docks::widen);
    return;
  }
  arranged_ = kind;
  scale_ = scale;
  if (window_->restoreState(QSettings().value("window/state_" + kind).toByteArray(), layout_version)) return;
  const auto put = [this](Place place, Qt::DockWidgetArea area, bool tabs) {
    std::vector<QDockWidget*> placed;
    for (const PanelRow& row : panel_table()) {
      if (row.place != place) continue;
      QDockWidget* next = dock(row.name);
      window_->addDockWidget(area, next);
      if (!placed.empty() && tabs) window_->tabifyDockWidget(placed.back(), next);
      placed.push_back(next);
    }
    placed.front()->raise();
    return placed;
  };
  put(Place::left, narrow ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea, narrow);
  const auto right = put(Place::right, Qt::RightDockWidgetArea, narrow || low);
  const auto tabs = put(Place::right_tabs, Qt::RightDockWidgetArea, true);
  if (narrow)
    for (QDockWidget* next : tabs) window_->tabifyDockWidget(right.back(), next);
  (narrow ? right : tabs).front()->raise();
  for (const PanelRow& row : panel_table())
    if (row.place == Place::below) dock(row.name)->setVisible(!low && !narrow);
  giveRoom();
  QTimer::singleShot(0, this, &Docks::giveRoom);  // the layout of docks that have just moved follows later
}

/// The usual sizes of the docks.
void Docks::giveRoom() {
  QList<QDockWidget*> left, right, below;
  QList<int> left_sizes, right_sizes, below_sizes;
  bool tabs = false;
  for (const PanelRow& row : panel_table()) {
    if (row.place == Place::left) left << dock(row.name), left_sizes << scaled(row.size);
    if (row.place == Place::right) right << dock(row.name), right_sizes << scaled(row.size);
    // One height for all those behind each other.
    if (row.place == Place::right_tabs && !std::exchange(tabs, true))
      right << dock(row.name), right_sizes << scaled(row.size);
    if (row.place == Place::below) below << dock(row.name), below_sizes << scaled(row.size);
  }
  window_->resizeDocks({left.front(), right.front()}, {scaled(left_width), scaled(right_width)}, Qt::Horizontal);
  window_->resizeDocks(left, left_sizes, Qt::Vertical);
  window_->resizeDocks(right, right_sizes, Qt::Vertical);
  window_->resizeDocks(below, below_sizes, Qt::Vertical);
}

/// The columns keep their widths in letters when the size of type changes.
void Docks::widen() {
  const double factor = font_scale() / std::exchange(scale_, font_scale());
  if (factor == 1) return;
  QList<QDockWidget*> columns;
  QList<int> widths;
  for (const PanelRow& row : panel_table()) {
    QDockWidget* next = dock(row.name);
    const Qt::DockWidgetArea area = window_->dockWidgetArea(next);
    const bool side = area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
    // Of those behind each other the one in front is seen, and of a column any one will do.
    if (!side || next->isFloating() || next->visibleRegion().isEmpty()) continue;
    columns << next;
    widths << static_cast<int>(std::lround(factor * next->width()));
  }
  window_->resizeDocks(columns, widths, Qt::Horizontal);
}

void Docks::save() const {
  if (!arranged_.isEmpty()) QSettings().setValue("window/state_" + arranged_, window_->saveState(layout_version));
}

void Docks::demand(const char* name, bool wanted) {
  QDockWidget* asked = dock(name);
  asked->setVisible(wanted);
  if (!wanted) return;
  asked->raise();
  for (const PanelRow& row : panel_table())
    if (std::string_view(row.name) == name)
      window_->resizeDocks({asked}, {window_->height() < plot_from ? without_plot : scaled(row.size)}, Qt::Vertical);
}

}  // namespace slurry::ui
