// SPDX-License-Identifier: BSD-3-Clause
#include "panels/moment_banner.hpp"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "experiment/front.hpp"
#include "icons.hpp"
#include "models/moment_text.hpp"
#include "panels/fitted_label.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {

MomentBanner::MomentBanner(Front* front, QWidget* parent)
    : QFrame(parent),
      front_(front),
      sign_(new QLabel(this)),
      headline_(new NameLabel(QString(), this)),
      sentence_(new QLabel(this)),
      branch_(new QToolButton(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 8, 4);
  row->setSpacing(8);
  row->addWidget(sign_);
  row->addWidget(headline_);
  row->addWidget(sentence_);
  row->addStretch(1);
  row->addWidget(branch_);
  set_type(headline_, Type::text, true);
  headline_->setForegroundRole(QPalette::WindowText);
  setMinimumWidth(scaled(240));
  branch_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  connect(branch_, &QToolButton::clicked, this, [this] { front_->experiment()->branchHere(); });
  connect(front_, &Front::moved, this, &MomentBanner::refresh);
  hide();
}

void MomentBanner::refresh() {
  Player* player = front_->player();
  const SnapshotPtr shown = player->shownSnapshot();
  const bool here = !player->following() && shown && shown->scenario;
  if (here) {
    past_ = !player->ofFile();
    QString headline, text;
    if (past_) {
      const SnapshotPtr newest = player->newest();
      const bool running = player->runState() == SessionState::running;
      const QString at = QString::fromStdString(time_text(shown->time, *shown->scenario));
      const QString now =
          newest && newest->scenario ? QString::fromStdString(time_text(newest->time, *newest->scenario)) : QString();
      headline = tr("Looking back at %1.").arg(at);
      text = front_->experiment()->isStarting() ? tr("A run is being prepared here.")
                                                : tr("The run %1 %2. Changing a value here starts a branch.")
                                                      .arg(running ? tr("goes on, now at") : tr("stands at"), now);
    } else {
      headline = tr("Viewing %1.").arg(QFileInfo(player->fileName()).fileName());
      text = tr("Changing a value here starts a run from this frame.");
    }
    if (headline != headline_->text()) headline_->setText(headline);
    if (const QString whole = headline + '\n' + text; headline_->toolTip() != whole) headline_->setToolTip(whole);
    if (text != text_) {
      text_ = text;
      setToolTip(text);
    }
    const QString action = past_ ? tr("Branch from here") : tr("Run from here");
    if (branch_->text() != action) {
      branch_->setText(action);
      branch_->setIcon(icon(past_ ? "branch" : "play"));
      branch_->setToolTip(past_ ? tr("Begins another run at this moment; the present run is kept")
                                : tr("Begins a run at this frame of the file"));
      sign_->setPixmap(icon(past_ ? "clock" : "open", past_ ? tokens().past : QColor()).pixmap(scaled(16), scaled(16)));
    }
    branch_->setEnabled(!front_->experiment()->isStarting());
  }
  if (here) fit();
  if (here == isHidden()) setVisible(here);
}

/// Where it is narrow, what can be done here is in the tooltip, then what the run does, and then the button has no
/// words.
void MomentBanner::fit() {
  const QMargins m = layout()->contentsMargins();
  const auto needed = [&](const QString& sentence, int button) {
    const int room = sentence.isEmpty() ? 0 : sentence_->fontMetrics().horizontalAdvance(sentence) + 4;
    return m.left() + m.right() + sign_->sizeHint().width() + headline_->sizeHint().width() + room + button +
           (room > 0 ? layout()->spacing() : 0) + 4 * layout()->spacing();
  };
  branch_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  const int words = branch_->sizeHint().width();
  const QString first = text_.section(QStringLiteral(". "), 0, 0);
  QString said;
  for (const QString& text : {text_, first.endsWith('.') ? first : first + '.'})
    if (said.isEmpty() && needed(text, words) <= width()) said = text;
  if (sentence_->text() != said) sentence_->setText(said);
  sentence_->setVisible(!said.isEmpty());
  if (needed({}, words) > width()) branch_->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void MomentBanner::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

void MomentBanner::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    branch_->setText(QString());  // what has the colour of the theme is made anew
    if (isVisible()) refresh();
  }
  QFrame::changeEvent(event);
}

void MomentBanner::paintEvent(QPaintEvent*) {
  QPainter p(this);
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(past_ ? tokens().past : tokens().line2);
  p.setBrush(past_ ? tokens().pastbg : tokens().bg2);
  p.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  p.setPen(tokens().line2);  // what one can press here has a border, unlike the sentences beside it
  p.setBrush(tokens().bg3);
  p.drawRoundedRect(QRectF(branch_->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace slurry::ui
