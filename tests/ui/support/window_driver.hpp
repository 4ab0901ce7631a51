// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QLineEdit>
#include <QTest>

#include <memory>

#include "engine_bridge.hpp"
#include "history/player.hpp"
#include "main_window.hpp"
#include "models/picking.hpp"
#include "panels/number_slider.hpp"
#include "panels/option_field.hpp"
#include "slurry/scenario.hpp"
#include "stall_meter.hpp"
#include "ui/support/fake_session.hpp"
#include "ui/support/wait.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui::testing {

inline void run_for(int milliseconds) {
  wait_until([] { return false; }, milliseconds);
}

/// The editor of an option, by its key.
/// In place of what the field holds.
inline void type(QLineEdit* field, const QString& text) {
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, text);
}

inline OptionField* field_of(const QWidget& window, const char* key) {
  return window.findChild<OptionField*>(QString::fromUtf8(key));
}
inline NumberSlider* slider_of(const QWidget& window, const char* key) {
  return field_of(window, key)->findChild<NumberSlider*>();
}

/// A shown window over a fake engine that has been given bodies and runs.
struct FakeWindow {
  FakeSession* session;
  std::unique_ptr<MainWindow> window;

  explicit FakeWindow(
      const FakeSession::Options& options = {},
      OpenFrames open = [](const auto&) { return std::make_unique<FakeFrames>(120, 300, 0.02); }) {
    auto fake = std::make_unique<FakeSession>(options);
    session = fake.get();
    window = std::make_unique<MainWindow>(std::move(fake), std::move(open));
    window->resize(1280, 800);
    window->show();
    // Keys are shortcuts of the active window only; without a window manager nobody else makes it so.
    window->activateWindow();
    view()->setFocus();
    wait_until([this] { return window->isActiveWindow(); }, 1000);
    window->load(Scenario{});
  }
  SnapshotPtr shown() const { return window->player()->shownSnapshot(); }
  SceneView* view() const { return window->view(); }
  bool moving() const { return shown() && shown()->step > 0; }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const {
    QTest::keyClick(view(), key, modifiers);
  }
  /// Commands of one kind, in the order they were applied.
  template <class C>
  std::vector<C> commands() const {
    std::vector<C> found;
    for (const Command& c : session->applied())
      if (const auto* one = std::get_if<C>(&c)) found.push_back(*one);
    return found;
  }
};

}  // namespace slurry::ui::testing
