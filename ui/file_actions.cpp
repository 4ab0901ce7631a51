// SPDX-License-Identifier: BSD-3-Clause
#include "file_actions.hpp"

#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QSaveFile>
#include <QThreadPool>
#include <QToolBar>

#include "actions.hpp"
#include "icons.hpp"
#include "models/file_kind.hpp"
#include "models/numbered_file.hpp"
#include "models/scenario_file.hpp"
#include "panels/gallery.hpp"
#include "slurry/error.hpp"
#include "view/scene_view.hpp"

namespace slurry::ui {

void write_picture(const QImage& image, const std::filesystem::path& file, std::function<void(const QString&)> done) {
  QThreadPool::globalInstance()->start([image, file, done = std::move(done)] {
    // Encoded in memory first: the writer of images does not say why its device failed.
    QByteArray png;
    QBuffer memory(&png);
    bool good = memory.open(QIODevice::WriteOnly) && image.save(&memory, "PNG");
    QSaveFile out(QString::fromStdString(file.string()));
    good = good && out.open(QIODevice::WriteOnly);
    // A full disk takes a part of it first; only the next attempt is told why.
    for (qsizetype at = 0; good && at < png.size();) {
      const qint64 taken = out.write(png.constData() + at, png.size() - at);
      good = taken > 0;
      at += taken;
    }
    good = good && out.flush();
    const QString why = out.errorString();  // committing after a failure would forget it
    good = good && out.commit();
    done(good ? QString() : QObject::tr("%1 cannot be written: %2").arg(out.fileName(), why));
  });
}

FileActions::FileActions(SceneView* view, QObject* parent) : QObject(parent), view_(view) {
  open_ = make_action(this,
                      {tr("&Open…"), QKeySequence::keyBindings(QKeySequence::Open),
                       tr("Opens a scenario (.toml) or a recorded run (.h5)"), icon("open"), tr("Open")},
                      [this] { askForFile(); });
  save_ = make_action(this,
                      {tr("&Save scenario…"),
                       QKeySequence::keyBindings(QKeySequence::Save),
                       tr("Saves the scenario with the values in force as a file with comments (.toml)"),
                       {}},
                      [this] { askWhereToSave(); });
  command_line_ = make_action(this,
                              {tr("Copy command &line"),
                               {Qt::CTRL | Qt::SHIFT | Qt::Key_C},
                               tr("Copies the command that runs this scenario without a window"),
                               {}},
                              [this] { copyCommandLine(); });
  screenshot_ = make_action(this,
                            {tr("&Screenshot"),
                             {Qt::Key_F12},
                             tr("Saves the view as a PNG file in the working folder"),
                             icon("camera"),
                             tr("Picture")},
                            [this] { takePicture(true); });
  clean_ = make_action(this, {tr("Screenshot without &legend"), {Qt::CTRL | Qt::Key_F12}, {}, {}},
                       [this] { takePicture(false); });
  copy_ = make_action(this, {tr("&Copy picture"), {Qt::CTRL | Qt::Key_C}, tr("Copies the view to the clipboard"), {}},
                      [this] {
                        QGuiApplication::clipboard()->setImage(view_->picture(true));
                        Q_EMIT said(tr("Picture copied"));
                      });
  copy_->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  view_->addAction(copy_);
}

void FileActions::fillMenu(QMenu* menu) const {
  menu->addActions({open_, save_, command_line_});
  menu->addSeparator();
  menu->addActions({screenshot_, clean_, copy_});
}

void FileActions::fillGallery(QMenu* menu) {
  for (const BuiltinScenario& b : builtin_scenarios()) {
    const QString title = QString::fromUtf8(b.title.data(), static_cast<qsizetype>(b.title.size()));
    const QString name = QString::fromUtf8(b.name.data(), static_cast<qsizetype>(b.name.size()));
    QAction* action = make_action(this, {title, {}, {}, {}}, [this, name] { openBuiltin(name); });
    menu->addAction(action);
  }
}

void FileActions::openBuiltin(const QString& name) {
  try {
    Q_EMIT scenarioChosen(find_scenario(name.toStdString()));
  } catch (const Error& e) {
    Q_EMIT complained(QString::fromUtf8(e.what()));
  }
}

void FileActions::askForFile() {
  const QString file = QFileDialog::getOpenFileName(
      view_->window(), tr("Open"), QDir::currentPath(),
      tr("Scenarios and trajectories (*.toml *.TOML *.h5 *.H5 *.hdf5 *.HDF5);;All files (*)"));
  if (!file.isEmpty()) open(file.toStdString());
}

void FileActions::open(const std::filesystem::path& file) {
  std::error_code code;
  if (std::filesystem::exists(file, code)) Gallery::noteOpened(QString::fromStdString(file.string()));
  if (is_recording(file)) {
    Q_EMIT trajectoryChosen(file);
    return;
  }
  try {
    Q_EMIT scenarioChosen(scenario_of(file.string()));
  } catch (const Error& e) {
    Q_EMIT complained(QString::fromUtf8(e.what()));
  }
}

bool FileActions::hasScenario() const {
  return snapshot_ && snapshot_->scenario;
}

void FileActions::askWhereToSave() {
  if (!hasScenario()) return Q_EMIT said(tr("There is no scenario yet."));
  const std::string stem = snapshot_->scenario->name.empty() ? "scenario" : snapshot_->scenario->name;
  const std::filesystem::path proposed = numbered_file(std::filesystem::current_path(), stem, ".toml");
  auto* dialog = new QFileDialog(view_->window(), tr("Save scenario"), QDir::currentPath(),
                                 tr("Scenarios (*.toml *.TOML);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("toml"));  // before it asks whether to overwrite
  dialog->selectFile(QString::fromStdString(proposed.filename().string()));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) { saveScenario(file.toStdString()); });
  dialog->open();
}

void FileActions::saveScenario(const std::filesystem::path& file) {
  if (!hasScenario()) return;
  QSaveFile out(QString::fromStdString(file.string()));
  const QByteArray text = QByteArray::fromStdString(commented_scenario(*snapshot_));
  if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size() || !out.commit())
    return Q_EMIT complained(tr("%1 cannot be written: %2").arg(out.fileName(), out.errorString()));
  saved_ = file;
  Gallery::noteOpened(out.fileName());
  Q_EMIT said(tr("Saved %1").arg(out.fileName()));
}

void FileActions::copyCommandLine() {
  if (!hasScenario()) return Q_EMIT said(tr("There is no scenario yet."));
  const QString line = QString::fromStdString(command_line_of(*snapshot_->scenario, saved_));
  if (line.isEmpty())
    return Q_EMIT said(tr("No file has this scenario. Save it with Ctrl+S, then the command line can name the file."));
  QGuiApplication::clipboard()->setText(line);
  Q_EMIT said(tr("Copied: %1").arg(line));
}

void FileActions::takePicture(bool with_overlay) {
  const std::string stem = snapshot_ && snapshot_->scenario ? snapshot_->scenario->name : "slurry";
  const std::filesystem::path file = numbered_file(std::filesystem::current_path(), stem, ".png");
  write_picture(view_->picture(with_overlay), file, [this, file](const QString& error) {
    QMetaObject::invokeMethod(this, [this, file, error] {
      if (error.isEmpty()) {
        Q_EMIT said(tr("Saved %1").arg(QString::fromStdString(file.string())));
      } else {
        Q_EMIT complained(error);
      }
    });
  });
}

}  // namespace slurry::ui
