// SPDX-License-Identifier: BSD-3-Clause
#include "help_actions.hpp"

#include <QCoreApplication>
#include <QMenu>
#include <QMessageBox>
#include <QProcess>

#include "actions.hpp"
#include "panels/message_chip.hpp"
#include "slurry/version.hpp"
#include "ui_version.hpp"

namespace slurry::ui {

HelpActions::HelpActions(MessageChip* chip, QWidget* window)
    : QObject(window),
      chip_(chip),
      window_(window),
      keys_(make_action(window, {tr("&Keys"), {Qt::Key_F1}, {}, {}}, [this] { showKeys(); })),
      messages_(make_action(
          window, {tr("&Messages"), {Qt::CTRL | Qt::Key_M}, tr("Lists every message so far, with its time"), {}},
          [this] { showMessages(); })),
      about_(make_action(window, {tr("&About Slurry"), {}, {}, {}}, [this] { showAbout(); })),
      orbits_(make_action(window, {tr("&Who keeps the orbit?…"), {}, {}, {}}, [this] { showOrbits(); })) {}

void HelpActions::fillMenu(QMenu* menu) const {
  menu->addActions({keys_, messages_, about_});
}

/// Not modal: the run goes on, and the window stays usable.
QMessageBox* HelpActions::box(const QString& title, const QString& text) {
  auto* box = new QMessageBox(QMessageBox::NoIcon, title, text, QMessageBox::Close, window_);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setModal(false);
  return box;
}

void HelpActions::showKeys() {
  QString rows;
  for (const QString& line : shortcut_lines(window_)) {
    const QStringList parts = line.split('\t');
    rows += QStringLiteral("<tr><td align=right><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                .arg(parts[0].toHtmlEscaped(), parts[1].toHtmlEscaped());
  }
  QMessageBox* sheet = box(tr("Keys"), QStringLiteral("<table>%1</table>").arg(rows));
  sheet->setInformativeText(
      tr("Single letters and arrows act when the view has the focus.\n"
         "Drag: turn; Shift or middle button: move; wheel or right button: zoom; click: pick."));
  sheet->show();
}

/// The orbits are a program of their own, which goes on when this window is closed.
void HelpActions::showOrbits() {
  const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/slurry-bench");
  if (!QProcess::startDetached(program, {QStringLiteral("bench"), QStringLiteral("orbit"), QStringLiteral("--show")}))
    chip_->warn(
        tr("The orbits are shown by the program slurry-bench, which is not built yet. "
           "Start 'app/run bench orbit --show' in a terminal: it builds the program first."));
}

/// Shows the messages that were over the view and have gone since.
void HelpActions::showMessages() {
  const QStringList& said = chip_->history();
  QMessageBox* list = box(tr("Messages"), said.isEmpty() ? tr("None so far.") : said.join('\n'));
  list->setTextInteractionFlags(Qt::TextSelectableByMouse);
  list->show();
  chip_->read();
}

void HelpActions::showAbout() {
  const BuildInfo& b = build_info();
  box(tr("About Slurry"), tr("<b>Slurry %1</b> (%2)<p>A desktop laboratory for suspensions in Stokes flow.<p>%3")
                              .arg(QString::fromStdString(b.version), QString::fromStdString(b.git_commit),
                                   QString::fromStdString(libraries())))
      ->show();
}

}  // namespace slurry::ui
