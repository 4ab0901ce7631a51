// SPDX-License-Identifier: BSD-3-Clause
#include "panels/message_chip.hpp"

#include <QEvent>
#include <QTime>

#include <algorithm>
#include <utility>

#include "theme.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int most_kept = 500;
constexpr int axes_end = 205, above_axes = 120;  ///< room of the axes and of gravity in the corner of the view [pixels]

}  // namespace

MessageChip::MessageChip(QWidget* over) : QLabel(over) {
  setObjectName("message");
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
  connect(this, &QLabel::linkActivated, this, [this] {
    const auto work = std::exchange(work_, {});
    leave();
    if (work) work();
  });
  hide();
  over->installEventFilter(this);
  leave_.setSingleShot(true);
  connect(&leave_, &QTimer::timeout, this, &MessageChip::leave);
}

void MessageChip::keep(const QString& sentence, bool warning) {
  repeats_ = sentence == last_ ? repeats_ + 1 : 1;
  if (repeats_ > 1) history_.removeLast();
  last_ = sentence;
  const QString line = QTime::currentTime().toString(QStringLiteral("hh:mm:ss  ")) + sentence;
  history_.append(repeats_ > 1 ? tr("%1 (%2 ×)").arg(line).arg(repeats_) : line);
  if (history_.size() > most_kept) history_.removeFirst();
  if (warning) ++new_warnings_;
  Q_EMIT noted();
}

void MessageChip::read() {
  new_warnings_ = 0;
  Q_EMIT noted();
}

void MessageChip::say(const QString& sentence) {
  keep(sentence, false);
  if (warning_) {
    waiting_ = sentence;
  } else {
    pass(sentence, false);
  }
}

void MessageChip::warn(const QString& sentence) {
  if (sentence != held_) keep(sentence, true);
  if (sentence != held_) pass(sentence, true);
}

void MessageChip::offer(const QString& sentence, const QString& action, std::function<void()> work) {
  keep(sentence, false);
  pass(QStringLiteral("%1 &nbsp; <a href=\"#\">%2</a>").arg(sentence.toHtmlEscaped(), action.toHtmlEscaped()), false);
  work_ = std::move(work);
}

void MessageChip::hold(const QString& sentence) {
  keep(sentence, true);
  held_ = sentence;
  if (passing_ == held_) leave();
  refresh();
}

void MessageChip::letGo() {
  held_.clear();
  refresh();
}

void MessageChip::pass(const QString& sentence, bool warning) {
  passing_ = sentence;
  work_ = {};
  warning_ = warning;
  // Long sentences stay longer.
  leave_.start(std::clamp(3000 + 60 * static_cast<int>(sentence.size()), 4000, 15000));
  refresh();
}

void MessageChip::leave() {
  leave_.stop();
  passing_.clear();
  work_ = {};
  warning_ = false;
  if (!waiting_.isEmpty()) return pass(std::exchange(waiting_, QString()), false);
  refresh();
}

void MessageChip::refresh() {
  QStringList lines{held_, passing_};
  lines.removeAll(QString());
  setVisible(!lines.isEmpty());
  if (lines.isEmpty()) return;
  setText(lines.join('\n'));
  const QColor back = palette().color(QPalette::Window);
  const QColor edge = warning_ || !held_.isEmpty() ? signal_colours().bad : signal_colours().line;
  setStyleSheet(QStringLiteral("QLabel { background: %1; border-left: 4px solid %2; padding: 7px 12px; }")
                    .arg(back.name(), edge.name()));
  place();
  raise();
}

void MessageChip::place() {
  const QWidget* over = parentWidget();
  // To the right of the axes and of gravity. In a narrow view there is no room for that, so it stands above them.
  const bool beside = over->width() >= axes_end + scaled(280);
  const int from = beside ? axes_end : 20;
  const int widest = std::min(scaled(560), over->width() - from - 20);
  const int wide = std::max(std::min(widest, fontMetrics().size(0, text()).width() + 40), 120);
  setFixedSize(wide, heightForWidth(wide));
  move(std::max(from, (over->width() - width()) / 2), over->height() - height() - (beside ? 58 : above_axes));
}

bool MessageChip::eventFilter(QObject* watched, QEvent* event) {
  // The parent is asked for another layout when the type or the text have changed.
  const bool moves = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
  if (watched == parentWidget() && moves && isVisible()) place();
  return QLabel::eventFilter(watched, event);
}

void MessageChip::mousePressEvent(QMouseEvent* event) {
  if (work_) return QLabel::mousePressEvent(event);  // its link
  held_.clear();
  leave();
}

}  // namespace slurry::ui
