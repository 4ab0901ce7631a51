// SPDX-License-Identifier: BSD-3-Clause
#include "panels/walk_panel.hpp"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>

#include "models/qt_text.hpp"
#include "models/quantity_text.hpp"
#include "theme.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int narrowest_for_halves = 640;  // pixels
constexpr int most_rows = 8;               // that are seen without scrolling
constexpr int column_total = 1 + static_cast<int>(WalkTimes::groups);

}  // namespace

WalkPanel::WalkPanel(QWidget* parent)
    : QWidget(parent),
      places_(new QGridLayout(this)),
      title_(new QLabel(this)),
      result_(new QLabel(this)),
      why_(new QLabel(this)),
      printed_(new QLabel(this)),
      back_(new QPushButton(tr("Back"), this)),
      next_(new QPushButton(tr("Next"), this)),
      table_(new QTreeWidget(this)),
      throttle_([this] { refresh(); }) {
  places_->setContentsMargins(10, 0, 10, 8);
  places_->setHorizontalSpacing(12);
  places_->setVerticalSpacing(4);
  auto* top = new QHBoxLayout;
  top->addWidget(title_, 1);
  top->addWidget(back_);
  top->addWidget(next_);
  places_->addLayout(top, 0, 0, 1, 2);
  for (QLabel* label : {title_, why_, printed_}) label->setTextFormat(Qt::PlainText);  // as the file has it
  for (QLabel* label : {result_, why_, printed_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  title_->setWordWrap(true);
  printed_->setForegroundRole(QPalette::PlaceholderText);
  for (QPushButton* button : {back_, next_}) button->setMaximumWidth(64);
  arrange(true);

  table_->setAccessibleName(tr("Times of the walk"));
  table_->setHeaderLabels({tr("ms"), tr("Near"), tr("Spread"), tr("Transf."), tr("Gather"), tr("Other"), tr("Total")});
  table_->headerItem()->setToolTip(column_total, tr("All stages of a step, including the sum for the wall"));
  table_->setRootIsDecorated(false);
  table_->setSelectionMode(QAbstractItemView::NoSelection);
  table_->setFocusPolicy(Qt::NoFocus);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  set_type(table_, Type::caption);
  set_type(table_->header(), Type::caption);
  table_->header()->setStretchLastSection(false);
  table_->header()->setMinimumSectionSize(20);
  table_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  for (int c = 1; c <= column_total; ++c) {
    table_->header()->setSectionResizeMode(c, QHeaderView::ResizeToContents);
    table_->headerItem()->setTextAlignment(c, Qt::AlignRight);
  }
  table_->setMinimumWidth(300);
  connect(back_, &QPushButton::clicked, this, [this] { go(-1); });
  connect(next_, &QPushButton::clicked, this, [this] { go(1); });
}

void WalkPanel::runGoesOn(const SnapshotPtr& s) {
  if (!s || !s->scenario) return;
  const bool here = SpeedWalk::belongs(*s);
  if (here) walk_.add(*s);
  if (here != here_) {
    here_ = here;
    makeRows();  // the place that is made for the panel depends on its height
    Q_EMIT wanted(here);
  }
  station_ = SpeedWalk::station(*s);
  if (station_ >= 0) last_ = station_;
  throttle_.request();
}

void WalkPanel::lock(const QString& reason) {
  locked_ = reason;
  throttle_.request();
}

void WalkPanel::forget() {
  walk_.clear();
  station_ = -1;
  last_ = 0;
  throttle_.request();
}

QString WalkPanel::result() const {
  return result_->text();
}

/// From other variants both lead back to where the walk was.
void WalkPanel::go(int by) {
  const int to = station_ < 0 ? last_ : station_ + by;
  if (!here_ || to < 0 || to >= static_cast<int>(walk_.steps().size()) || !locked_.isEmpty()) return;
  Q_EMIT optionAsked("solver.variants", walk_.steps()[static_cast<std::size_t>(to)].variants);
}

void WalkPanel::refresh() {
  if (!isVisible()) return;
  const int count = static_cast<int>(walk_.steps().size());
  const bool walking = station_ >= 0;
  back_->setEnabled(here_ && locked_.isEmpty() && station_ != 0);
  next_->setEnabled(here_ && locked_.isEmpty() && station_ != count - 1);
  fillTable();
  for (QLabel* label : {why_, printed_}) label->setVisible(walking);
  if (!walking) {
    title_->setText(here_ ? tr("Other variants are chosen") : tr("This scenario has no guided walk"));
    result_->setText(here_ ? tr("Back and Next return to the walk.")
                           : tr("The demonstration 'Why is it fast?' in the menu Scenarios has one."));
    return;
  }
  const WalkStep& step = walk_.steps()[static_cast<std::size_t>(station_)];
  title_->setText(tr("%1 of %2. %3").arg(station_ + 1).arg(count).arg(text_of(step.title)));
  why_->setText(text_of(step.text));
  printed_->setText(text_of(step.printed));
  const QString result = text_of(walk_.result(station_));
  if (!locked_.isEmpty())
    result_->setText(locked_);
  else if (!walk_.times(station_))
    result_->setText(tr("Not measured yet: let the run continue (Space)."));
  else
    result_->setText(result);
  result_->setVisible(!result_->text().isEmpty());
}

/// One row for each step.  The table is as high as its rows, or scrolls where there are many.
void WalkPanel::makeRows() {
  const int rows = static_cast<int>(walk_.steps().size());
  while (table_->topLevelItemCount() > rows) delete table_->takeTopLevelItem(rows);
  while (table_->topLevelItemCount() < rows) new QTreeWidgetItem(table_);
  for (int row = 0; row < rows; ++row)
    table_->topLevelItem(row)->setText(0, text_of(walk_.steps()[static_cast<std::size_t>(row)].label));
  table_->setVerticalScrollBarPolicy(rows > most_rows ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  const int line = QFontMetrics(table_->font()).height() + 1;
  table_->setFixedHeight(table_->header()->sizeHint().height() + std::min(rows, most_rows) * line + 4);
}

void WalkPanel::fillTable() {
  makeRows();
  const SignalColours colours = signal_colours();
  for (int row = 0; row < table_->topLevelItemCount(); ++row) {
    QTreeWidgetItem* item = table_->topLevelItem(row);
    const WalkTimes* times = walk_.times(row);
    const auto& changed = walk_.steps()[static_cast<std::size_t>(row)].group;
    for (int c = 0; c <= column_total; ++c) {
      QFont f = table_->font();
      const bool group = c >= 1 && c < column_total;
      f.setBold(c == column_total || (group && changed && c == 1 + static_cast<int>(*changed)));
      item->setFont(c, f);
      item->setBackground(c, row == station_ ? QBrush(colours.band) : QBrush());
      if (c == 0) continue;
      item->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
      const double ms =
          !times ? std::nan("") : 1e3 * (group ? times->seconds[static_cast<std::size_t>(c - 1)] : times->total());
      item->setText(c, text_of(number_text(ms, 3)));
    }
  }
}

void WalkPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  throttle_.request();
}

void WalkPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (const bool wide = width() >= narrowest_for_halves; wide != wide_) arrange(wide);
}

/// Words and times side by side, or where that is too narrow the times between them.
void WalkPanel::arrange(bool wide) {
  wide_ = wide;
  places_->addWidget(result_, 1, 0);
  places_->addWidget(why_, wide ? 2 : 3, 0);
  places_->addWidget(printed_, wide ? 3 : 4, 0);
  places_->addWidget(table_, wide ? 1 : 2, wide ? 1 : 0, wide ? 4 : 1, 1, Qt::AlignTop);
  places_->setColumnStretch(0, 5);
  places_->setColumnStretch(1, wide ? 6 : 0);
  places_->setRowStretch(4, wide ? 1 : 0);
  places_->setRowStretch(5, 1);
}

}  // namespace slurry::ui
