// SPDX-License-Identifier: BSD-3-Clause
#include "closing.hpp"

#include <QMessageBox>
#include <QPushButton>

#include "laboratory/laboratory.hpp"

namespace slurry::ui {

Closing::Closing(const Laboratory* laboratory, QWidget* window)
    : QObject(window), laboratory_(laboratory), window_(window) {}

bool Closing::mayClose() {
  if (!asks_) return true;
  const std::size_t runs = laboratory_->unrecorded();
  if (runs == 0) return true;
  auto* box = new QMessageBox(
      QMessageBox::Question, tr("Close Slurry"),
      runs == 1 ? tr("The run was not recorded, or not from its start. Its moments go with this window.")
                : tr("%1 runs were not recorded, or not from their start. Their moments go with "
                     "this window.")
                      .arg(runs),
      QMessageBox::Cancel, window_);
  QAbstractButton* yes = box->addButton(tr("Close"), QMessageBox::DestructiveRole);
  box->setDefaultButton(QMessageBox::Cancel);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::buttonClicked, this, [this, yes](QAbstractButton* pressed) {
    if (pressed != yes) return;
    asks_ = false;
    window_->close();
  });
  box->open();
  return false;
}

}  // namespace slurry::ui
