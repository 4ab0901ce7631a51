// SPDX-License-Identifier: BSD-3-Clause
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/qt_text.hpp"
#include "panels/fitted_label.hpp"
#include "panels/number_field.hpp"
#include "panels/number_slider.hpp"
#include "panels/option_field.hpp"
#include "slurry/error.hpp"
#include "slurry/quantity.hpp"
#include "slurry/unit.hpp"

// The kinds of editors.
namespace slurry::ui {
namespace {

QString plain_number(double value) {
  return QLocale::c().toString(value, 'g', 6);
}

/// A name at the left and an editor at the right.
class NamedField : public OptionField {
 protected:
  NamedField(const Option& option, QWidget* parent) : OptionField(option, parent) {
    column_ = new QVBoxLayout(this);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(4);
    row_ = new QHBoxLayout;
    row_->setSpacing(6);
    column_->addLayout(row_);
    // where a symbol says it, the name is left to the tooltip
    brief_ = !option.symbol.empty() && !option.view.more;
    QLabel* label = brief_ ? new QLabel(text_of(option.symbol), this) : new NameLabel(name(), this);
    label->setToolTip(brief_ ? help() : name() + '\n' + help());
    row_->addWidget(label);
  }
  void add(QWidget* editor, int stretch = 0) {
    editor->setToolTip(help());
    editor->setAccessibleName(name());
    if (brief_) editor->setMinimumWidth(editor->fontMetrics().horizontalAdvance(QStringLiteral("0.0000")) + 18);
    if (stretch == 0 && !brief_) row_->addStretch();
    row_->addWidget(editor, stretch);
  }
  QVBoxLayout* column_;
  QHBoxLayout* row_;

 private:
  bool brief_;
};

/// A number with a slider, perhaps one that stands for several.
class SliderField final : public OptionField {
 public:
  SliderField(const Option& option, QWidget* parent)
      : OptionField(option, parent),
        stretch_(option.view.slider.value_or(Slider{})),
        slider_(new NumberSlider(name(), help(), stretch_.scale, stretch_.lowest, stretch_.highest, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(slider_);
    connect(slider_, &NumberSlider::asked, this, [this](double x) { ask(value(x)); });
    connect(slider_, &NumberSlider::typed, this, [this](double x) {
      if (range().holds(x))
        slider_->ask(x);
      else
        refuseTyped(plain_number(x));
    });
    connect(slider_, &NumberSlider::refused, this, &SliderField::refuseTyped);
  }

  void adopt(const Scenario& s) override {
    double lowest = stretch_.lowest, highest = stretch_.highest;
    if (stretch_.of_start) {
      double start = std::abs(number(value_of(s, option())));
      if (!(start > 0)) start = std::abs(number(option().standard));
      // The ends stay while the value lies well between them: a knob means the same number before and after.
      if (start >= 0.02 * highest_ && start <= highest_) {
        lowest = lowest_;
        highest = highest_;
      } else {
        lowest *= start;
        highest *= start;
      }
    }
    lowest_ = lowest;
    highest_ = highest;
    slider_->setRange(lowest, highest);
    slider_->setUnit(QString::fromStdString(option().view.as_number ? std::string(option().view.as_number->unit)
                                                                    : unit_text(option().unit, s)));
  }

  void restore(const Scenario& s) override { slider_->restore(number(value_of(s, option()))); }

  void nudge(int notches) override {
    const double at = std::round(2 * std::log10(slider_->value())) + notches;
    const double decade = std::floor(at / 2);
    const double next = (at - 2 * decade > 0.5 ? 3 : 1) * std::pow(10.0, decade);
    slider_->ask(std::clamp(next, stretch_.lowest, stretch_.highest));
  }

 protected:
  void showValue(const OptionValue& v) override { slider_->setValue(number(v)); }

 private:
  const Range& range() const { return option().view.as_number ? option().view.as_number->range : option().range; }
  double number(const OptionValue& v) const {
    return option().view.as_number ? option().view.as_number->number(v) : std::get<double>(v);
  }
  OptionValue value(double x) const {
    return option().view.as_number ? option().view.as_number->value(x) : OptionValue(x);
  }
  Slider stretch_;
  double lowest_ = 0, highest_ = 0;  ///< in force
  NumberSlider* slider_;
};

/// A number without a slider; empty where it is not set.
class NumberBox final : public NamedField {
 public:
  NumberBox(const Option& option, QWidget* parent) : NamedField(option, parent), field_(new NumberField(this)) {
    add(field_);
    field_->setWaits(option.change == Change::bodies);
    unit_ = new QLabel(this);
    unit_->setForegroundRole(QPalette::PlaceholderText);
    unit_->hide();
    if (option.view.more) row_->addWidget(unit_);
    connect(field_, &NumberField::entered, this, [this, before = &before_](double x) {
      if (this->option().range.holds(x)) {
        *before = x;
        ask(x);
        return;
      }
      field_->setNumber(*before, digits);
      refuseTyped(plain_number(x));
    });
    connect(field_, &NumberField::refused, this, &NumberBox::refuseTyped);
    connect(field_, &QLineEdit::textEdited, this, &NumberBox::edited);
    connect(field_, &QLineEdit::returnPressed, this, &NumberBox::returnPressed);
  }
  void adopt(const Scenario& s) override {
    const QString unit = QString::fromStdString(unit_text(option().unit, s));
    unit_->setText(unit);
    unit_->setVisible(option().view.more && !unit.isEmpty());
  }
  void finish() override { field_->finish(); }
  void showOutcome(double value) override { field_->setOutcome(value); }

 protected:
  void showValue(const OptionValue& v) override {
    if (field_->beingEdited()) return;
    const double* x = std::get_if<double>(&v);
    before_ = x ? *x : std::numeric_limits<double>::quiet_NaN();
    field_->setNumber(before_, digits);
  }

 private:
  static constexpr int digits = 6;
  double before_ = std::numeric_limits<double>::quiet_NaN();
  NumberField* field_;
  QLabel* unit_;
};

/// Field for values that the engine reads: whole numbers, of which every digit counts, three numbers, a text.
class TextBox final : public NamedField {
 public:
  TextBox(const Option& option, QWidget* parent) : NamedField(option, parent), field_(new QLineEdit(this)) {
    field_->setAlignment(Qt::AlignRight);
    if (option.type == OptionType::integer)
      field_->setFixedWidth(field_->fontMetrics().horizontalAdvance(QStringLiteral("000000")) + 18);
    add(field_, option.type == OptionType::integer ? 0 : 1);
    connect(field_, &QLineEdit::editingFinished, this, &TextBox::finish);
    connect(field_, &QLineEdit::textEdited, this, &TextBox::edited);
    connect(field_, &QLineEdit::returnPressed, this, &TextBox::returnPressed);
  }
  void finish() override {
    const QString typed = field_->text();
    const bool changed = field_->isModified() && typed != before_;
    field_->setModified(false);
    if (!changed) return;
    try {
      const OptionValue v = read_value(option(), typed.toStdString());
      before_ = shown(v);
      ask(v);
    } catch (const Error&) {
      refuseTyped(typed);
    }
    field_->setText(before_);
  }

 protected:
  void showValue(const OptionValue& v) override {
    if (field_->hasFocus() && field_->isModified()) return;
    before_ = shown(v);
    if (field_->text() != before_) field_->setText(before_);
    field_->setCursorPosition(0);
    if (option().type == OptionType::integer) {  // every digit counts
      const int whole = field_->fontMetrics().horizontalAdvance(before_) + 18;
      field_->setMinimumWidth(std::max(field_->minimumWidth(), whole));
      field_->setMaximumWidth(std::max(field_->maximumWidth(), whole));
    }
  }

 private:
  static QString shown(const OptionValue& v) {
    const auto* words = std::get_if<std::string>(&v);
    return QString::fromStdString(words ? *words : to_toml(v));
  }
  QLineEdit* field_;
  QString before_;
};

/// One of several words.
class ChoiceBox : public NamedField {
 public:
  ChoiceBox(const Option& option, QWidget* parent) : NamedField(option, parent), list_(new QComboBox(this)) {
    for (std::size_t i = 0; i < option.choices.size(); ++i)
      list_->addItem(text_of(i < option.view.choices.size() ? option.view.choices[i] : option.choices[i]));
    list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list_->setMinimumContentsLength(12);
    add(list_, 1);
    connect(list_, &QComboBox::activated, this, &ChoiceBox::choose);
  }

 protected:
  virtual void choose(int i) { ask(std::string(option().choices[static_cast<std::size_t>(i)])); }
  void showValue(const OptionValue& v) override {
    if (list_->view()->isVisible()) return;
    const auto* word = std::get_if<std::string>(&v);
    for (std::size_t i = 0; word && i < option().choices.size(); ++i)
      if (option().choices[i] == *word) list_->setCurrentIndex(static_cast<int>(i));
  }
  QComboBox* list_;
};

/// The mean flow: a list, and a number where one is to be given.
class NetFlowBox final : public ChoiceBox {
 public:
  NetFlowBox(const Option& option, QWidget* parent)
      : ChoiceBox(option, parent),
        value_(new QWidget(this)),
        label_(new QLabel(value_)),
        unit_(new QLabel(value_)),
        field_(new NumberField(value_)) {
    field_->setAccessibleName(tr("Value of %1").arg(name()));
    field_->setToolTip(help());
    unit_->setForegroundRole(QPalette::PlaceholderText);
    auto* row = new QHBoxLayout(value_);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label_, 1);
    row->addWidget(field_);
    row->addWidget(unit_);
    value_->hide();
    column_->addWidget(value_);
    connect(field_, &NumberField::entered, this, [this] { choose(list_->currentIndex()); });
    connect(field_, &NumberField::refused, this, &NetFlowBox::refuseTyped);
  }

 protected:
  void adopt(const Scenario& s) override {
    units_ = s.units;
    describe(s.net_flow.kind);
  }
  void choose(int i) override {
    const auto kind = static_cast<NetFlowKind>(i);
    describe(kind);
    ask(NetFlow{kind, has_value(kind) ? field_->number() : 0});
  }
  void showValue(const OptionValue& v) override {
    const auto* flow = std::get_if<NetFlow>(&v);
    if (!flow || list_->view()->isVisible()) return;
    list_->setCurrentIndex(static_cast<int>(flow->kind));
    describe(flow->kind);
    if (!field_->beingEdited()) field_->setNumber(flow->value, 6);
  }

 private:
  static bool has_value(NetFlowKind kind) { return kind == NetFlowKind::gradient || kind == NetFlowKind::flux; }
  /// What the number is, with its unit; nothing where there is none.
  void describe(NetFlowKind kind) {
    value_->setVisible(has_value(kind));
    if (!has_value(kind)) return;
    const Quantity* meant = find_quantity(quantities(), kind == NetFlowKind::gradient ? "pressure_gradient" : "flux");
    QString words = text_of(meant->title);
    words[0] = words[0].toUpper();
    label_->setText(words);
    unit_->setText(QString::fromStdString(unit_text(meant->unit, units_)));
  }
  QWidget* value_;  ///< the row of the number
  QLabel *label_, *unit_;
  NumberField* field_;
  Units units_ = Units::reduced;
};

class Switch final : public NamedField {
 public:
  Switch(const Option& option, QWidget* parent) : NamedField(option, parent), box_(new QCheckBox(this)) {
    add(box_);
    connect(box_, &QCheckBox::clicked, this, [this](bool on) { ask(on); });
  }

 protected:
  void showValue(const OptionValue& v) override { box_->setChecked(std::get<bool>(v)); }

 private:
  QCheckBox* box_;
};

OptionField* make_editor(const Option& option, QWidget* parent) {
  if (option.view.as_number || option.view.slider) return new SliderField(option, parent);
  switch (option.type) {
    case OptionType::number:
      return new NumberBox(option, parent);
    case OptionType::boolean:
      return new Switch(option, parent);
    case OptionType::choice:
      return new ChoiceBox(option, parent);
    case OptionType::net_flow:
      return new NetFlowBox(option, parent);
    case OptionType::integer:
    case OptionType::vector:
    case OptionType::positions:
    case OptionType::numbers:
    case OptionType::text:
      return new TextBox(option, parent);
  }
  return nullptr;
}

}  // namespace

OptionField* OptionField::make(const Option& option, QWidget* parent) {
  OptionField* field = make_editor(option, parent);
  // Whoever types anew has read what was wrong before.
  for (const QLineEdit* line : field->findChildren<QLineEdit*>())
    connect(line, &QLineEdit::textEdited, field, &OptionField::forgive);
  return field;
}

}  // namespace slurry::ui
