// SPDX-License-Identifier: BSD-3-Clause
#include "panels/option_panel.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "panels/option_field.hpp"
#include "slurry/error.hpp"

namespace slurry::ui {
namespace {

/// A short name and a number take half a row.
bool is_brief(const Option& o) {
  return !o.view.more && !o.view.slider && !o.view.as_number && !o.symbol.empty() &&
         (o.type == OptionType::number || o.type == OptionType::integer);
}

bool is_shown(const Option& o, const Scenario& s) {
  return applies(o, s) && (!o.view.where || o.view.where(s));
}

/// Value of the quantity that has the option's name: the volume fraction where only a number of bodies was given.
double outcome_of(const Option& o, const Snapshot& s) {
  const std::string_view name = o.key.substr(o.key.rfind('.') + 1);
  return find_quantity(s.values.table(), name) ? s.values.number(name) : std::nan("");
}

}  // namespace

OptionPanel::OptionPanel(Panel panel, const OptionTable& table, QWidget* parent)
    : QWidget(parent),
      table_(table),
      column_(new QVBoxLayout(this)),
      brief_(new QGridLayout),
      more_(new QWidget(this)),
      show_more_(new QToolButton(this)),
      rebuild_(new QPushButton(tr("Rebuild"), this)) {
  column_->setContentsMargins(10, 4, 10, 4);
  column_->setSpacing(5);
  column_->addLayout(brief_);
  brief_->setHorizontalSpacing(8);
  brief_->setVerticalSpacing(4);
  brief_->setColumnStretch(0, 1);
  brief_->setColumnStretch(1, 1);
  more_column_ = new QVBoxLayout(more_);
  more_column_->setContentsMargins(0, 0, 0, 0);
  more_column_->setSpacing(4);
  for (const Option& o : table)
    if (o.view.panel == panel) add(o);
  column_->addWidget(rebuild_, 0, Qt::AlignRight);
  column_->addWidget(show_more_);
  column_->addWidget(more_);
  column_->addStretch();
  more_->hide();

  const bool any_more = std::any_of(fields_.begin(), fields_.end(), [](auto* f) { return f->option().view.more; });
  show_more_->setText(tr("More"));
  show_more_->setToolTip(tr("Further options of this panel"));
  show_more_->setArrowType(Qt::RightArrow);
  show_more_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  show_more_->setAutoRaise(true);
  show_more_->setCheckable(true);
  show_more_->setVisible(any_more);
  connect(show_more_, &QToolButton::toggled, this, [this](bool on) {
    show_more_->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
    more_->setVisible(on);
  });
  rebuild_->setToolTip(tr("Rebuilds the suspension with these values; restarts at t = 0"));
  offerRebuild(false);
  connect(rebuild_, &QPushButton::clicked, this, &OptionPanel::apply);
}

void OptionPanel::lock(const QString& reason) {
  if (reason == locked_) return;
  for (OptionField* f : fields_) {
    if (locked_.isEmpty() || f->sentence()->isHidden() || f->sentence()->text() != locked_) continue;
    if (reason.isEmpty()) {
      f->forgive();
    } else {
      f->refuse(reason);
    }
  }
  locked_ = reason;
}

bool OptionPanel::refuseLocked(OptionField* field) {
  if (locked_.isEmpty()) return false;
  field->restore(*shown_);
  field->refuse(locked_);
  return true;
}

void OptionPanel::add(const Option& option) {
  OptionField* field = OptionField::make(option, option.view.more ? more_ : this);
  fields_.push_back(field);
  place(field);
  if (option.change != Change::bodies) {
    connect(field, &OptionField::asked, this, [this, field, key = std::string(option.key)](const std::string& value) {
      if (!refuseLocked(field)) Q_EMIT optionAsked(key, value);
    });
    return;
  }
  connect(field, &OptionField::asked, this, [this, field](const std::string& value) {
    if (!refuseLocked(field)) wait(*field, value);
  });
  connect(field, &OptionField::edited, this, [this] { offerRebuild(shown_ != nullptr); });
  connect(field, &OptionField::returnPressed, this, &OptionPanel::apply);
}

void OptionPanel::place(OptionField* field) {
  QVBoxLayout* column = field->option().view.more ? more_column_ : column_;
  if (is_brief(field->option())) {
    const int at = brief_->count();
    brief_->addWidget(field, at / 2, at % 2);
  } else {
    column->addWidget(field);
  }
  column->addWidget(field->former());
  column->addWidget(field->sentence());
}

OptionField* OptionPanel::field(std::string_view key) const {
  for (OptionField* f : fields_)
    if (f->option().key == key) return f;
  return nullptr;
}

void OptionPanel::show(const SnapshotPtr& s) {
  if (!s || !s->scenario || (s->scenario == shown_ && s->scenario_generation == generation_)) return;
  const bool fresh = s->scenario_generation != generation_ || !shown_;
  shown_ = s->scenario;
  generation_ = s->scenario_generation;
  if (fresh) {
    waiting_.clear();
    offerRebuild(false);
  }
  for (OptionField* f : fields_) {
    if (!is_shown(f->option(), *shown_)) continue;
    if (fresh) {
      f->adopt(*shown_);
      f->forgive();
    }
    if (fresh || f->option().change != Change::bodies) f->show(*shown_);
    f->showOutcome(outcome_of(f->option(), *s));
  }
  if (fresh || waiting_.empty()) showApplying(*shown_);
  showFormer(*s);
}

/// What was changed in the run up to the moment shown: the value before the newest change of each option.
void OptionPanel::showFormer(const Snapshot& s) {
  const std::vector<Event> changes = s.events ? joined_drags(*s.events) : std::vector<Event>();
  for (OptionField* f : fields_) {
    const auto newest =
        std::find_if(changes.rbegin(), changes.rend(), [f](const Event& e) { return e.key == f->option().key; });
    f->showFormer(newest == changes.rend() ? nullptr : &*newest, *s.scenario);
  }
}

void OptionPanel::showApplying(const Scenario& scenario) {
  for (OptionField* f : fields_) {
    const bool here = is_shown(f->option(), scenario);
    const bool appears = here && f->isHidden();
    f->setVisible(here);
    if (!here) f->forgive();
    if (!appears) continue;
    f->adopt(scenario);
    f->show(scenario);
  }
}

/// The button is there while something waits for it.
void OptionPanel::offerRebuild(bool offered) {
  rebuild_->setEnabled(offered);
  rebuild_->setVisible(offered);
}

void OptionPanel::wait(const OptionField& field, const std::string& value) {
  const std::string change = std::string(field.option().key) + "=";
  std::erase_if(waiting_, [&](const std::string& w) { return w.starts_with(change); });
  waiting_.push_back(change + value);
  offerRebuild(shown_ != nullptr);
  if (!shown_) return;
  try {  // what has a meaning beside the new value
    Scenario next = *shown_;
    set_options(next, waiting_, table_);
    showApplying(next);
  } catch (const Error&) {
    // "Rebuild" says what does not fit
  }
}

void OptionPanel::apply() {
  if (!shown_) return;
  for (OptionField* f : fields_)
    if (f->option().change == Change::bodies) f->finish();
  if (waiting_.empty()) return offerRebuild(false);  // what was typed was refused, or is in force
  if (!locked_.isEmpty()) {
    if (OptionField* at = field(waiting_.back().substr(0, waiting_.back().find('=')))) at->refuse(locked_);
    return;
  }
  try {
    // Only what was changed by hand: the other keys keep what the scenario says, even where they follow from each
    // other.
    Scenario s = *shown_;
    set_options(s, waiting_, table_);
    Q_EMIT loadAsked(s);
  } catch (const KeyError& e) {
    OptionField* at = field(e.key());
    if (!at || !at->isVisibleTo(this)) at = field(waiting_.back().substr(0, waiting_.back().find('=')));
    if (at) at->refuse(QString::fromUtf8(e.what()));
  }
}

}  // namespace slurry::ui
