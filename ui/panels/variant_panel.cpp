// SPDX-License-Identifier: BSD-3-Clause
#include "panels/variant_panel.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "models/qt_text.hpp"
#include "models/quantity_text.hpp"
#include "theme.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr int lowest_for_legend = 260;  // pixels

enum VariantColumn { column_name, column_source, column_predicted, column_alone, column_run, column_count };

QString milliseconds(double seconds, int digits = 3) {
  return text_of(number_text(1e3 * seconds, digits));
}

/// The four published models of a row, beside what it was measured to take.
QString help_of(const VariantEntry& e) {
  QString help = e.own ? QObject::tr("%1: our own").arg(text_of(e.variant))
                       : QObject::tr("%1: from %2").arg(text_of(e.variant), text_of(e.source));
  if (e.usual) help += QObject::tr("; used unless you choose another variant");
  if (e.model)
    help +=
        QObject::tr("\nModels [ms]: without caches %1, from L2 %2, from L1 %3, operations only %4\n%5 flop per byte")
            .arg(milliseconds(e.model->no_caches), milliseconds(e.model->l2), milliseconds(e.model->l1),
                 milliseconds(e.model->flops), text_of(number_text(e.model->intensity, 3)));
  else if (!e.usual)
    help += QObject::tr("\nIts operations are not counted, so no time is predicted");
  if (!e.refused.empty()) help += QObject::tr("\nRefused: %1").arg(text_of(e.refused));
  return help;
}

}  // namespace

VariantPanel::VariantPanel(QWidget* parent)
    : QWidget(parent),
      state_(new QLabel(this)),
      note_(new QLabel(this)),
      table_(new QTreeWidget(this)),
      measure_(new QPushButton(this)),
      throttle_([this] { refresh(); }) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(4);
  auto* top = new QHBoxLayout;
  top->addWidget(state_, 1);
  top->addWidget(measure_, 0, Qt::AlignTop);
  column->addLayout(top);
  column->addWidget(table_, 1);
  column->addWidget(note_);
  for (QLabel* label : {state_, note_}) {
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  note_->setText(
      tr("Times in ms. Predicted and alone: one sum over the spheres. In the run: one step, with its wall, when the "
         "variant was last in use."));
  table_->setObjectName("variants.table");
  table_->setAccessibleName(tr("Variants of stages"));
  table_->setColumnCount(column_count);
  table_->setHeaderLabels({tr("Variant"), tr("From"), tr("Predicted"), tr("Alone"), tr("In run")});
  table_->headerItem()->setToolTip(column_source, tr("Ours, or the paper from which the variant comes"));
  table_->headerItem()->setToolTip(column_predicted,
                                   tr("Predicted time of one sum over the spheres. For the usual row it is the model "
                                      "of the plans. For other rows it is the published model. That model counts 12 "
                                      "numbers per source, for two layers; this sum has 6, for one layer."));
  table_->headerItem()->setToolTip(column_alone, tr("Time of the quickest of three sums, measured by \"Measure all\""));
  table_->headerItem()->setToolTip(column_run,
                                   tr("Mean time over the steps of this run in which the variant was in use"));
  for (int c = column_predicted; c < column_count; ++c) table_->headerItem()->setTextAlignment(c, Qt::AlignRight);
  table_->setIndentation(8);
  set_type(table_, Type::caption);
  set_type(table_->header(), Type::caption);
  table_->setUniformRowHeights(false);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setMinimumHeight(120);
  table_->header()->setStretchLastSection(false);
  table_->header()->setMinimumSectionSize(20);
  table_->header()->setSectionResizeMode(column_name, QHeaderView::Stretch);
  for (int c = column_source; c < column_count; ++c)
    table_->header()->setSectionResizeMode(c, QHeaderView::ResizeToContents);
  measure_->setToolTip(tr("Times every variant with the present spheres, between the steps of the run"));
  connect(measure_, &QPushButton::clicked, this, &VariantPanel::toggleMeasuring);
  // Enter and the platform's own way to activate; a single click does too.
  connect(table_, &QTreeWidget::itemActivated, this, &VariantPanel::use);
  connect(table_, &QTreeWidget::itemClicked, this, &VariantPanel::use);
  connect(&runner_, &SurveyRunner::found, this, &VariantPanel::take);
  connect(&runner_, &SurveyRunner::ended, this, &VariantPanel::showButton);
  showButton();
}

void VariantPanel::runGoesOn(const SnapshotPtr& s) {
  if (!s) return;
  if (live_ && live_->scenario_generation != s->scenario_generation) forget();
  live_ = s;
  list_.add(*s);
  answer(*s);
  throttle_.request();
}

void VariantPanel::show(const SnapshotPtr& s) {
  if (!s || !s->scenario) return;
  list_.show(*s);
  throttle_.request();
  if (shown_variants_ != s->scenario->solver.variants) {
    shown_variants_ = s->scenario->solver.variants;
    Q_EMIT changed();
  }
}

void VariantPanel::forget() {
  runner_.stop();
  calm();
  list_.clear();
  live_.reset();
  surveyed_.reset();
  asked_ = 0;
  throttle_.request();
}

void VariantPanel::answer(const Snapshot& live) {
  if (asked_ == 0 || live.last_command < asked_) return;
  if (live.message_command == asked_ && !live.message.empty())
    refuse(asked_for_, text_of(live.message));
  else
    calm();
  asked_ = 0;
}

void VariantPanel::use(QTreeWidgetItem* item) {
  const auto at = std::find(rows_.begin(), rows_.end(), item);
  if (at == rows_.end()) return;
  const auto entry = static_cast<std::size_t>(at - rows_.begin());
  const VariantEntry& e = list_.entries()[entry];
  const bool waits = asked_ != 0;  // what was asked for before is not yet seen, and goes on to hold
  if (e.in_use && locked_.isEmpty() && !waits) return calm();
  if (!locked_.isEmpty()) return refuse({e.stage, e.variant}, locked_);
  const std::string words = waits ? list_.asking_for(entry, asked_words_) : list_.asking_for(entry);
  if (waits && words == asked_words_) return;
  calm();
  asked_for_ = {e.stage, e.variant};
  asked_words_ = words;
  Q_EMIT optionAsked("solver.variants", words);
}

void VariantPanel::toggleMeasuring() {
  if (runner_.measuring()) return runner_.stop();
  if (!live_ || !why_not_surveyable(*live_).empty()) return;
  surveyed_ = live_;
  runner_.begin(surveyed_sum(*live_), true);
  showButton();
}

/// Lists what the present sum can take, wherever that is not the one that was listed.
void VariantPanel::survey() {
  if (!live_ || !runner_.canStart() || runner_.busy() || (surveyed_ && same_sum(*surveyed_, *live_))) return;
  if (surveyed_ && !same_task(*surveyed_, *live_)) list_.clear();
  surveyed_ = live_;
  if (why_not_surveyable(*live_).empty()) runner_.begin(surveyed_sum(*live_), false);
}

void VariantPanel::take(const VariantSurveyState& state) {
  list_.take(state);
  if (!state.failure.empty()) state_->setText(text_of(state.failure));
  showButton();
  throttle_.request();
  Q_EMIT changed();
}

void VariantPanel::showButton() {
  measure_->setText(runner_.measuring() ? tr("Stop") : tr("Measure all"));
  measure_->setEnabled(runner_.canStart() && live_ && why_not_surveyable(*live_).empty());
}

void VariantPanel::refresh() {
  if (!isVisible()) return;
  survey();
  const std::vector<VariantEntry>& entries = list_.entries();
  if (rows_.size() != entries.size()) buildRows();
  for (std::size_t i = 0; i < entries.size(); ++i) fillRow(i);
  showButton();
  if (!live_) return state_->setText(QString());
  if (const std::string why_not = why_not_surveyable(*live_); !why_not.empty())
    return state_->setText(text_of(why_not));
  std::size_t measured = 0;
  for (const VariantEntry& e : entries) measured += std::isfinite(e.alone) || !e.refused.empty();
  if (runner_.measuring())
    state_->setText(tr("Measuring: %1 of %2").arg(measured).arg(entries.size()));
  else
    state_->setText(tr("%1 spheres, times in ms").arg(live_->radii.size()));
}

/// Stages, their variants, and beneath a variant those that differ from it by the shape of its teams alone.
void VariantPanel::buildRows() {
  sentences_.clear();
  rows_.clear();
  table_->clear();
  QTreeWidgetItem *stage = nullptr, *base = nullptr;
  std::string stage_name, base_name;
  for (const VariantEntry& e : list_.entries()) {
    if (e.stage != stage_name) {
      stage = new QTreeWidgetItem(table_, {text_of(stage_title(e.stage))});
      stage->setFlags(Qt::ItemIsEnabled);
      QFont bold = table_->font();
      bold.setBold(true);
      stage->setFont(0, bold);
      stage->setFirstColumnSpanned(true);
      stage->setExpanded(true);
      stage_name = e.stage;
    }
    const bool shape = !e.base().empty() && e.base() == base_name;
    auto* item = new QTreeWidgetItem(shape ? base : stage);
    if (!shape) {
      base = item;
      base_name = e.variant;
    }
    rows_.push_back(item);
  }
}

void VariantPanel::fillRow(std::size_t entry) {
  const VariantEntry& e = list_.entries()[entry];
  QTreeWidgetItem* item = rows_[entry];
  const auto set = [item](int column, const QString& text) {
    if (item->text(column) != text) item->setText(column, text);
  };
  set(column_name, (e.in_use ? QStringLiteral("● ") : QStringLiteral("\u2003")) + text_of(e.variant));
  set(column_source, e.own ? tr("ours") : tr("paper"));
  set(column_predicted, milliseconds(e.predicted, 2));
  set(column_alone, e.refused.empty() ? milliseconds(e.alone) : tr("refused"));
  set(column_run, milliseconds(e.in_run));
  QFont f = table_->font();
  f.setBold(e.in_use);
  const SignalColours colours = signal_colours();
  for (int c = 0; c < column_count; ++c) {
    item->setFont(c, f);
    item->setToolTip(c, help_of(e));
    if (c >= column_predicted) item->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
    item->setBackground(c, e.in_use ? QBrush(colours.band) : QBrush());
  }
  item->setForeground(column_source, colours.faint);
  item->setForeground(column_predicted, colours.predicted);
  item->setData(
      column_name, Qt::AccessibleTextRole,
      tr("%1, %2%3")
          .arg(text_of(e.variant), e.own ? tr("ours") : text_of(e.source), e.in_use ? tr(", in use") : QString()));
}

QTreeWidgetItem* VariantPanel::row(const std::string& stage, const std::string& variant) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (list_.entries()[i].stage == stage && list_.entries()[i].variant == variant) return rows_[i];
  return nullptr;
}

QString VariantPanel::sentence(const std::string& stage, const std::string& variant) const {
  const auto found = sentences_.find({stage, variant});
  if (found == sentences_.end()) return {};
  return qobject_cast<QLabel*>(table_->itemWidget(found->second, 0))->text();
}

void VariantPanel::refuse(const Key& key, const QString& why) {
  calm();
  QTreeWidgetItem* at = row(key.first, key.second);
  if (!at) return;
  QTreeWidgetItem* parent = at->parent();
  auto* item = new QTreeWidgetItem;
  item->setFlags(Qt::ItemIsEnabled);
  parent->insertChild(parent->indexOfChild(at) + 1, item);
  item->setFirstColumnSpanned(true);
  auto* label = new QLabel(why, table_);
  label->setWordWrap(true);
  label->setContentsMargins(4, 0, 4, 2);
  label->setForegroundRole(QPalette::WindowText);
  QPalette colours = label->palette();
  colours.setColor(QPalette::WindowText, signal_colours().bad);
  label->setPalette(colours);
  table_->setItemWidget(item, 0, label);
  sentences_[key] = item;
  fitSentences();
  table_->scrollToItem(item);
}

void VariantPanel::calm() {
  for (const auto& [key, item] : sentences_) delete item;
  sentences_.clear();
}

void VariantPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  note_->setVisible(height() > lowest_for_legend);
  fitSentences();
}

/// Sentences take as many lines as they need.
void VariantPanel::fitSentences() {
  const int width = table_->viewport()->width() - 2 * table_->indentation();
  for (const auto& [key, item] : sentences_) {
    const QWidget* label = table_->itemWidget(item, 0);
    item->setSizeHint(0, QSize(width, label->heightForWidth(width)));
  }
}

void VariantPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  throttle_.request();
}

void VariantPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) throttle_.request();
  QWidget::changeEvent(event);
}

}  // namespace slurry::ui
