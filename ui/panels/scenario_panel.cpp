// SPDX-License-Identifier: BSD-3-Clause
#include "panels/scenario_panel.hpp"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "models/quantity_text.hpp"
#include "slurry/error.hpp"
#include "slurry/expectations.hpp"
#include "slurry/option_table.hpp"

namespace slurry::ui {
namespace {

/// Lines of a TOML text are joined into paragraphs; empty lines part them.
QString paragraphs(const std::string& text) {
  QString out = QString::fromStdString(text).trimmed();
  out.replace(QStringLiteral("\n\n"), QStringLiteral("\x01"));
  out.replace('\n', ' ');
  out.replace(QChar(1), QStringLiteral("\n\n"));
  return out;
}

QString expectations(const Scenario& s) {
  QString out;
  for (const Expectation& e : s.expect) {
    if (e.qualitative || !applies(e, s)) continue;
    out += QStringLiteral("\n\n") +
           QObject::tr("Expected: %1 = %2").arg(QString::fromStdString(e.quantity), QString::number(e.value, 'g', 9));
    if (!e.source.empty()) out += QStringLiteral(" (") + QString::fromStdString(e.source) + ')';
  }
  return out;
}

}  // namespace

ScenarioPanel::ScenarioPanel(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      count_(new QLineEdit(this)),
      fraction_(new QLineEdit(this)),
      radius_(new QLineEdit(this)),
      seed_(new QLineEdit(this)),
      rebuild_(new QPushButton(tr("Rebuild"), this)) {
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  title_->setWordWrap(true);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 4, 10, 8);
  column->setSpacing(6);
  column->addWidget(title_);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(6);
  grid->setVerticalSpacing(4);
  const auto field = [&](int row, int place, const QString& name, const QString& help, QLineEdit* edit) {
    auto* label = new QLabel(name, this);
    label->setToolTip(help);
    edit->setToolTip(help);
    edit->setAccessibleName(name);
    edit->setAlignment(Qt::AlignRight);
    edit->setMinimumWidth(44);
    grid->addWidget(label, row, place);
    grid->addWidget(edit, row, place + 1);
    connect(edit, &QLineEdit::textEdited, this, &ScenarioPanel::edited);
    connect(edit, &QLineEdit::returnPressed, this, &ScenarioPanel::apply);
  };
  field(0, 0, tr("N"), tr("Number of spheres of the first kind"), count_);
  field(0, 2, tr("φ"),
        tr("Volume fraction: share of the pipe that the spheres fill.\nWith N it sets the length of the pipe"),
        fraction_);
  field(1, 0, tr("R"), tr("Radius of the pipe, in the unit of length (a: radius of a sphere)"), radius_);
  field(1, 2, tr("seed"), tr("Seed of the random start"), seed_);
  auto* row = new QHBoxLayout;
  row->addLayout(grid, 1);
  row->addWidget(rebuild_, 0, Qt::AlignBottom);
  column->addLayout(row);
  column->addWidget(text_);
  column->addStretch();
  rebuild_->setToolTip(tr("Sets the suspension up anew with these numbers, at time 0"));
  rebuild_->setEnabled(false);
  connect(rebuild_, &QPushButton::clicked, this, &ScenarioPanel::apply);
}

void ScenarioPanel::edited() {
  rebuild_->setEnabled(shown_ != nullptr);
}

void ScenarioPanel::show(const SnapshotPtr& s) {
  if (!s || !s->scenario || (s->scenario == shown_ && s->scenario_generation == generation_)) return;
  const bool fresh = s->scenario_generation != generation_;
  shown_ = s->scenario;
  generation_ = s->scenario_generation;
  if (!fresh) return;
  title_->setText(QString::fromStdString(shown_->title.empty() ? shown_->name : shown_->title));
  text_->setText(paragraphs(shown_->description) + expectations(*shown_));
  text_->setVisible(!text_->text().isEmpty());
  const bool any = !shown_->bodies.empty();
  count_->setText(QString::number(s->radii.size()));
  fraction_->setText(any && shown_->bodies.front().volume_fraction
                         ? QString::number(*shown_->bodies.front().volume_fraction, 'g', 4)
                         : QString());
  radius_->setText(QString::number(shown_->domain.radius, 'g', 6));
  seed_->setText(QString::number(shown_->run.seed));
  const bool listed = any && shown_->bodies.front().placement == PlacementKind::positions;
  count_->setEnabled(!listed);
  fraction_->setEnabled(!listed);
  radius_->setEnabled(shown_->domain.kind == DomainKind::pipe);
  rebuild_->setEnabled(false);
}

void ScenarioPanel::apply() {
  if (!shown_) return;
  try {
    // Only what was changed by hand: the other keys keep what the scenario says, even where they follow from each
    // other.
    Scenario s = *shown_;
    const auto set = [&](QLineEdit* edit, const char* key) {
      if (edit->isModified() && edit->isEnabled() && !edit->text().isEmpty())
        set_option(s, std::string(key) + "=" + edit->text().replace(',', '.').toStdString());  // decimal commas too
    };
    set(radius_, "domain.radius");
    set(fraction_, "bodies.volume_fraction");
    set(count_, "bodies.count");
    set(seed_, "run.seed");
    Q_EMIT loadAsked(s);
  } catch (const Error& e) {
    Q_EMIT complained(QString::fromUtf8(e.what()));
  }
}

}  // namespace slurry::ui
