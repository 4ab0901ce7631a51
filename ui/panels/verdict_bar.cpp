// SPDX-License-Identifier: BSD-3-Clause
#include "panels/verdict_bar.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "panels/fitted_label.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

void set_text(QLabel* label, const QString& text) {
  if (label->text() != text) label->setText(text);
}

void set_colour(QLabel* label, const QColor& colour) {
  if (label->palette().color(QPalette::WindowText) == colour) return;
  QPalette p = label->palette();
  p.setColor(QPalette::WindowText, colour);
  label->setPalette(p);
}

/// "Not yet decided" of "Not yet decided: at t = 120 τ".
QString first_words(const QString& words) {
  return words.section(QStringLiteral(": "), 0, 0);
}

int room_of(const QLabel* label, const QString& text) {
  return label->fontMetrics().horizontalAdvance(text) + 10;
}

}  // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent),
      name_(new QLabel(this)),
      expected_(new QLabel(this)),
      within_(new QLabel(this)),
      source_(new NameLabel(QString(), this)),
      found_word_(new QLabel(tr("found"), this)),
      found_(new QLabel(this)),
      words_(new QLabel(this)) {
  forget();
  setObjectName("verdict");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 5, 10, 5);
  row->setSpacing(8);
  for (QLabel* label : {name_, expected_, within_, source_, found_word_, found_, words_}) {
    set_type(label, label == expected_ || label == found_ || label == words_ ? Type::text : Type::label,
             label == expected_ || label == found_ || label == words_);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(label, label == source_ ? 1 : 0);
  }
  row->addStretch();
  source_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  source_->setTextInteractionFlags(Qt::NoTextInteraction);
  hide();
}

void VerdictBar::forget() {
  watches_ = {{run_ = 0, {}}};
  hide();
}

void VerdictBar::leave() {
  hide();
}

void VerdictBar::runGoesOn(const SnapshotPtr& s, const Series* series, int run) {
  if (!s) return;
  VerdictWatch& watch = watches_[run_ = run];
  const bool before = watch.fixed();
  watch.see(*s, series);
  const auto& verdict = watch.verdict();
  setVisible(verdict.has_value());
  if (verdict) show(*verdict);
  if (!before && watch.fixed())
    Q_EMIT decided(QString::fromStdString(s->scenario->name), verdict->state == FoundAndExpected::State::agrees);
}

void VerdictBar::show(const FoundAndExpected& v) {
  const auto text = [](const std::string& s) { return QString::fromStdString(s); };
  set_text(name_, tr("%1: expected").arg(text(v.name)));
  set_text(expected_, text(v.expected));
  set_text(within_, text(v.within));
  set_text(source_, text(v.source));
  source_->setToolTip(text(v.source) + QChar(10) + tr("Source of the expected number"));
  set_text(found_, text(v.found));
  whole_words_ = text(v.words);
  words_->setToolTip(whole_words_);
  const Tokens& t = tokens();
  for (QLabel* label : {name_, within_, source_, found_word_}) set_colour(label, t.tx2);
  set_colour(expected_, t.ref);
  set_colour(found_, t.tx1);
  using State = FoundAndExpected::State;
  set_colour(words_, v.state == State::agrees ? t.ok : v.state == State::differs ? t.err : t.tx2);
  setAccessibleName(
      tr("%1: expected %2, found %3. %4").arg(text(v.name), text(v.expected), text(v.found), text(v.words)));
  fit();
}

/// The width of what always stays: the two numbers and the first words of the verdict.
int VerdictBar::leastWidth() const {
  int least = 20 + room_of(words_, first_words(whole_words_));
  for (const QLabel* label : {expected_, found_word_, found_}) least += room_of(label, label->text());
  return least;
}

/// The layout would ask for all that is shown now, and so would never be given less.
QSize VerdictBar::minimumSizeHint() const {
  return {leastWidth(), QWidget::minimumSizeHint().height()};
}

/// Where there is little room, the tolerance, the source, the name, and when it is decided give way.
void VerdictBar::fit() {
  int needed = leastWidth() + room_of(words_, whole_words_) - room_of(words_, first_words(whole_words_));
  const bool in_full = needed <= width();
  const bool named = (needed += room_of(name_, name_->text())) <= width();
  const bool within = needed + room_of(within_, within_->text()) <= width();
  if (within) needed += room_of(within_, within_->text());
  // Set once each: to show a label and hide it again asks the X server and lays the bar out anew.
  set_text(words_, in_full ? whole_words_ : first_words(whole_words_));
  name_->setVisible(named);
  within_->setVisible(within);
  source_->setVisible(needed + scaled(60) <= width());
}

void VerdictBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void VerdictBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange && watch().verdict()) show(*watch().verdict());
  QWidget::changeEvent(event);
}

void VerdictBar::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), tokens().bg2);
}

}  // namespace slurry::ui
