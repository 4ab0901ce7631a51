// SPDX-License-Identifier: BSD-3-Clause
#include "appearance.hpp"

#include <QActionGroup>
#include <QMenu>
#include <QSettings>

#include <cmath>
#include <tuple>

#include "actions.hpp"
#include "theme.hpp"
#include "type_scale.hpp"
#include "view/overlay_painter.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {

Appearance::Appearance(SceneView* view, QWidget* window) : QObject(window), view_(view), window_(window) {}

void Appearance::fillMenu(QMenu* menu) {
  QMenu* theme = menu->addMenu(tr("T&heme"));
  auto* group = new QActionGroup(this);
  int i = 0;
  for (const QString& name : {tr("System"), tr("Dark"), tr("Light")}) {
    QAction* a = theme->addAction(name, this, [this, i] { applyTheme(i); });
    a->setCheckable(true);
    group->addAction(a);
    ++i;
  }
  group->actions().at(QSettings().value("window/theme", 0).toInt() % 3)->setChecked(true);
  QMenu* type = menu->addMenu(tr("T&ype size"));
  for (const auto& [name, key, factor] : {std::tuple{tr("&Larger"), QKeySequence(Qt::CTRL | Qt::Key_Plus), 1},
                                          {tr("&Smaller"), QKeySequence(Qt::CTRL | Qt::Key_Minus), -1},
                                          {tr("S&tandard"), QKeySequence(Qt::CTRL | Qt::Key_0), 0}})
    type->addAction(make_action(window_, {name, {key}, {}, {}}, [this, factor = factor] {
      applyFontScale(factor == 0 ? 1 : font_scale() + 0.1 * factor);
    }));
  // Only this bit: what was maximised is so again afterwards.
  menu->addAction(make_toggle(window_, {tr("F&ull screen"), {Qt::Key_F11}, {}, {}}, false, [this](bool on) {
    window_->setWindowState(on ? window_->windowState() | Qt::WindowFullScreen
                               : window_->windowState() & ~Qt::WindowFullScreen);
  }));
}

void Appearance::restore() {
  const QSettings settings;
  applyFontScale(settings.value("window/font_scale", 1).toDouble());
  applyTheme(settings.value("window/theme", static_cast<int>(Theme::system)).toInt());
}

void Appearance::applyFontScale(double scale) {
  set_font_scale(std::round(10 * scale) / 10);
  QSettings().setValue("window/font_scale", font_scale());
  Q_EMIT fontScaleChanged();
  view_->refresh();
}

void Appearance::applyTheme(int theme) {
  apply_theme(static_cast<Theme>(theme));
  QSettings().setValue("window/theme", theme);
  view_->setColours(is_dark() ? dark_scene() : light_scene(), is_dark() ? dark_overlay() : light_overlay());
}

}  // namespace slurry::ui
