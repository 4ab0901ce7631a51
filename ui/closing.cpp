// SPDX-License-Identifier: BSD-3-Clause
#include "closing.hpp"

#include <QMessageBox>
#include <QPushButton>
#include <QStringList>

#include <exception>
#include <system_error>
#include <utility>

#include "laboratory/laboratory.hpp"
#include "models/numbered_file.hpp"
#include "panels/gallery.hpp"

namespace slurry::ui {

Closing::Closing(const Laboratory* laboratory, QWidget* window)
    : QObject(window), laboratory_(laboratory), window_(window) {}

Closing::~Closing() {
  if (saving_.joinable()) saving_.join();
}

bool Closing::mayClose() {
  if (!asks_) return true;
  if (waits_) {
    if (!saving_.joinable()) pauseAll();  // somebody let a run go on meanwhile
    Q_EMIT said(tr("The runs are being saved; the window closes afterwards."));
    return false;
  }
  const std::size_t runs = laboratory_->unrecorded();
  if (runs == 0) return true;
  ask(runs);
  return false;
}

void Closing::ask(std::size_t runs) {
  if (window_->findChild<QMessageBox*>("closing")) return;
  std::error_code gone;
  folder_ = std::filesystem::current_path(gone);
  const QString folder = QString::fromStdString(folder_.string());
  auto* box = new QMessageBox(QMessageBox::Question, tr("Close Slurry"),
                              runs == 1 ? tr("The run was not recorded, or not from its start.")
                                        : tr("%1 runs were not recorded, or not from their start.").arg(runs),
                              QMessageBox::NoButton, window_);
  box->setInformativeText(
      runs == 1 ? tr("Save writes its stored moments to a file in %1. Discard drops them.").arg(folder)
                : tr("Save writes the stored moments of each to a file in %1. Discard drops them.").arg(folder));
  box->setObjectName("closing");
  box->setAttribute(Qt::WA_DeleteOnClose);
  const auto button = [box](const QString& text, QMessageBox::ButtonRole role, const char* name) {
    QPushButton* b = box->addButton(text, role);
    b->setObjectName(name);
    return b;
  };
  QPushButton* yes = button(tr("&Save"), QMessageBox::AcceptRole, "closing.save");
  QPushButton* no = button(tr("&Discard"), QMessageBox::DestructiveRole, "closing.discard");
  QPushButton* stay = button(tr("&Cancel"), QMessageBox::RejectRole, "closing.cancel");
  box->setDefaultButton(yes);
  box->setEscapeButton(stay);
  connect(box, &QMessageBox::buttonClicked, this, [this, yes, no](const QAbstractButton* pressed) {
    if (pressed == yes) save();
    if (pressed == no) closeWindow();
  });
  box->open();
}

void Closing::pauseAll() {
  for (Experiment* e : laboratory_->experiments()) e->pause();
}

/// Runs pause first, so that what is saved ends where they end.
void Closing::save() {
  waits_ = true;
  for (Experiment* e : laboratory_->experiments()) connect(e, &Experiment::arrived, this, &Closing::saveNow);
  pauseAll();
  saveNow();
}

void Closing::saveNow() {
  if (!waits_ || saving_.joinable()) return;
  for (Experiment* e : laboratory_->experiments())
    if (e->isStarting() || e->player()->runState() == SessionState::running) return;
  std::vector<Saving> all;
  for (Experiment* e : laboratory_->experiments()) {
    disconnect(e, nullptr, this, nullptr);
    for (const int branch : e->unrecorded()) {
      const SnapshotPtr newest = e->tree().branch(branch).newest;
      all.push_back({newest && newest->scenario ? newest->scenario->name : "run", e->kept(branch)});
    }
  }
  Q_EMIT said(all.size() == 1 ? tr("Saving the run …") : tr("Saving %1 runs …").arg(all.size()));
  saving_ = std::thread([this, all = std::move(all), folder = folder_] {
    QString failure;
    QStringList files;
    for (const Saving& s : all) {
      const std::filesystem::path file = numbered_file(folder, s.name, ".h5");
      try {
        save_run(file, s.run);
        files << QString::fromStdString(file.string());
      } catch (const std::exception& e) {
        failure = tr("%1 could not be saved: %2")
                      .arg(QString::fromStdString(file.filename().string()), QString::fromUtf8(e.what()));
        break;
      }
    }
    QMetaObject::invokeMethod(
        this,
        [this, failure, files] {
          saving_.join();
          waits_ = false;
          for (const QString& file : files) Gallery::noteOpened(file);
          if (failure.isEmpty()) return closeWindow();
          Q_EMIT complained(failure);
        },
        Qt::QueuedConnection);
  });
}

void Closing::closeWindow() {
  asks_ = false;
  window_->close();
}

}  // namespace slurry::ui
