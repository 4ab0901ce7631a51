// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/window/show_orbits.hpp"

#include <QApplication>
#include <QSettings>
#include <QTimer>

#include <array>
#include <clocale>
#include <cstdio>

#include "display.hpp"
#include "headless_run.hpp"
#include "panels/message_chip.hpp"
#include "slurry/error.hpp"
#include "theme.hpp"
#include "yardsticks/window/orbit_dialog.hpp"
#include "yardsticks/window/orbit_panel.hpp"

namespace slurry::app {

int show_orbits(const std::optional<OrbitPicture>& picture) {
  if (!have_display())
    throw Error("no window can be opened, because there is no display; 'slurry bench orbit' works without a display");
  QCoreApplication::setOrganizationName("slurry");
  QCoreApplication::setApplicationName("slurry");
  static int argc = 1;
  static std::array<char, 7> name{"slurry"};
  static std::array<char*, 2> argv{name.data(), nullptr};
  const QApplication application(argc, argv.data());
  // Qt takes the user's locale; files are written with points all the same.
  std::setlocale(LC_NUMERIC, "C");
  ui::apply_theme(static_cast<ui::Theme>(QSettings().value("window/theme", 0).toInt()));  // as the window of Slurry

  ui::OrbitDialog dialog(nullptr);
  ui::MessageChip chip(dialog.panel());
  QObject::connect(&dialog, &ui::OrbitDialog::said, &chip, &ui::MessageChip::say);
  QObject::connect(&dialog, &ui::OrbitDialog::complained, &chip, &ui::MessageChip::warn);
  QObject::connect(&dialog, &QDialog::finished, &application, [] { QApplication::quit(); });  // Escape hides it
  dialog.show();
  if (picture)
    QTimer::singleShot(static_cast<int>(1000 * picture->after), &dialog, [&dialog, file = picture->file] {
      const bool good = dialog.grab().save(QString::fromStdString(file.string()), "PNG");
      if (!good) std::fprintf(stderr, "slurry: %s cannot be written\n", file.c_str());
      dialog.close();
      QApplication::exit(good ? 0 : 1);
    });
  const SignalGuard guard;
  QTimer signals;
  QObject::connect(&signals, &QTimer::timeout, &dialog, [&] {
    if (interrupted() == 0) return;
    dialog.close();
    QApplication::exit();
  });
  signals.start(100);
  const int code = QApplication::exec();
  return interrupted() != 0 ? 128 + interrupted() : code;
}

}  // namespace slurry::app
