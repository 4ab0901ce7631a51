// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/window/orbit_dialog.hpp"

#include <QHBoxLayout>
#include <QHideEvent>
#include <QPointer>
#include <QPushButton>
#include <QSaveFile>
#include <QScreen>
#include <QVBoxLayout>

#include <filesystem>
#include <string>

#include "file_actions.hpp"
#include "models/numbered_file.hpp"
#include "yardsticks/window/orbit_board.hpp"
#include "yardsticks/window/orbit_panel.hpp"
#include "yardsticks/window/orbit_plot.hpp"

namespace slurry::ui {
namespace {

const char* const stem = "who_keeps_the_orbit";

QString name_of_file(const std::filesystem::path& file) {
  return QString::fromStdString(file.string());
}

}  // namespace

OrbitDialog::OrbitDialog(QWidget* parent) : QDialog(parent), panel_(new OrbitPanel(this)) {
  setObjectName(QStringLiteral("orbit"));
  setWindowTitle(tr("Who keeps the orbit?"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(panel_);
  const auto button = [this](const QString& name, const char* object, const QString& help,
                             void (OrbitDialog::*work)()) {
    auto* made = new QPushButton(name, this);
    made->setObjectName(QString::fromLatin1(object));
    made->setToolTip(help);
    connect(made, &QPushButton::clicked, this, work);
    panel_->tools()->addWidget(made);
  };
  button(tr("Save plot"), "orbit.save_plot", tr("As PNG in the working folder"), &OrbitDialog::savePlot);
  button(tr("Save data"), "orbit.save_data", tr("Every cycle as CSV in the working folder"), &OrbitDialog::saveData);
  // Enter in a field presses none of them.
  for (QPushButton* each : findChildren<QPushButton*>()) each->setAutoDefault(false);
  resize(QSize(1120, 900).boundedTo(screen()->availableGeometry().size() - QSize(8, 40)));
}

void OrbitDialog::savePlot() {
  const std::filesystem::path file = numbered_file(std::filesystem::current_path(), stem, ".png");
  write_picture(panel_->plot()->picture(panel_->board()), file,
                [self = QPointer<OrbitDialog>(this), file](const QString& error) {
                  if (!self) return;
                  QMetaObject::invokeMethod(self, [self, file, error] {
                    if (error.isEmpty())
                      Q_EMIT self->said(tr("Saved %1").arg(name_of_file(file)));
                    else
                      Q_EMIT self->complained(error);
                  });
                });
}

void OrbitDialog::saveData() {
  const std::filesystem::path file = numbered_file(std::filesystem::current_path(), stem, ".csv");
  const std::string text = orbit_csv(panel_->board());
  QSaveFile out(name_of_file(file));
  const bool good = out.open(QIODevice::WriteOnly) &&
                    out.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) &&
                    out.commit();
  if (good)
    Q_EMIT said(tr("Saved %1").arg(name_of_file(file)));
  else
    Q_EMIT complained(tr("%1 cannot be written: %2").arg(out.fileName(), out.errorString()));
}

void OrbitDialog::hideEvent(QHideEvent* event) {
  if (!event->spontaneous()) panel_->stop();  // minimised it goes on
  QDialog::hideEvent(event);
}

}  // namespace slurry::ui
