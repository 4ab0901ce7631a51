// SPDX-License-Identifier: BSD-3-Clause
// A number is never cut: a part of it would be another number. Words give way, and then digits, by rounding.
#include <gtest/gtest.h>

#include <QApplication>
#include <QLineEdit>

#include <cmath>
#include <memory>
#include <set>

#include "experiment/front.hpp"
#include "panels/number_field.hpp"
#include "panels/option_field.hpp"
#include "panels/option_panel.hpp"
#include "shortened.hpp"
#include "slurry/scenario.hpp"
#include "slurry/snapshot.hpp"
#include "type_scale.hpp"
#include "ui/support/window_driver.hpp"

namespace slurry::ui::testing {
namespace {

TEST(Shortened, KeepsEveryNumberWholeOrLeavesItOut) {
  const QFontMetrics m(type_font(Type::text));
  for (const QString& text :
       {QStringLiteral("t = 12.00 τ   step 1234   slice of t = 3.25 τ"), QStringLiteral("φ = 0.0104   R = 40 a"),
        QStringLiteral("10 000 spheres"), QStringLiteral("recording run_12.h5, 37 frames"),
        QStringLiteral("0.01234567"), QStringLiteral("Viewing a_rather_long_name.h5; the live run continues")}) {
    std::set<QString> words;
    for (const QString& word : text.split(' ')) words.insert(word);
    for (int width = 0; width <= m.horizontalAdvance(text) + 2; ++width) {
      const QString seen = shortened(text, m, width);
      if (width > m.horizontalAdvance(text)) {
        EXPECT_EQ(seen.toStdString(), text.toStdString());
      }
      for (QString word : seen.split(' ')) {
        word.remove(QChar(0x2026));
        bool digits = false;
        for (const QChar c : std::as_const(word)) digits = digits || c.isDigit();
        if (digits) {
          EXPECT_TRUE(words.contains(word)) << seen.toStdString() << " of " << text.toStdString();
        }
      }
    }
  }
}

/// Room for text in a field, of which the frame and its margins take 16 pixels.
bool fits(const QLineEdit& field, const QString& text) {
  return field.fontMetrics().horizontalAdvance(text) <= field.width() - 12;
}

/// Whether this is the number, rounded to one digit or more.
bool is_rounded(const QString& text, double number) {
  const auto read = read_number(text);
  return read && std::abs(*read - number) <= 0.5 * std::pow(10.0, std::floor(std::log10(std::abs(number))));
}

TEST(NumberField, RoundsWhatItHasNoRoomFor_AlsoAValueThatNobodyAskedFor) {
  for (const double scale : {1.0, 1.5, 2.0}) {
    set_font_scale(scale);
    for (const double number : {0.0104, 0.00012345, 13333.3, -0.0271828, 3.1e-7, 40.0}) {
      NumberField asked, outcome;
      outcome.setNumber(NAN, 6);
      asked.show();
      outcome.show();
      const int least = asked.fontMetrics().horizontalAdvance("-0.000") + 18;
      for (int width = 3 * least; width >= least; width -= 3) {
        for (NumberField* field : {&asked, &outcome}) field->resize(width, field->sizeHint().height());
        asked.setNumber(number, 6);
        outcome.setOutcome(number);
        for (int again = 0; again < 2; ++again) {
          EXPECT_TRUE(fits(asked, asked.text())) << asked.text().toStdString() << " in " << width;
          EXPECT_TRUE(is_rounded(asked.text(), number)) << asked.text().toStdString();
          EXPECT_EQ(outcome.text(), "");
          EXPECT_TRUE(fits(outcome, outcome.placeholderText())) << outcome.placeholderText().toStdString();
          EXPECT_TRUE(is_rounded(outcome.placeholderText(), number)) << outcome.placeholderText().toStdString();
          // The layout gives less room afterwards.
          for (NumberField* field : {&asked, &outcome}) field->resize(width - 2, field->height());
        }
      }
    }
  }
  set_font_scale(1);
}

TEST(NumberField, TheVolumeFractionOfRodsIsShownInTheWindow) {
  Scenario rods = find_scenario("settling_rods");
  auto s = std::make_shared<Snapshot>();
  s->scenario = std::make_shared<const Scenario>(rods);
  s->scenario_generation = 1000;
  s->values.set("volume_fraction", 0.010419);
  for (const QSize size : {QSize(1280, 800), QSize(1600, 1000), QSize(1024, 700)})
    for (const double scale : {1.0, 1.5, 2.0}) {
      FakeWindow w;
      ASSERT_TRUE(wait_until([&] { return w.moving(); }));
      w.window->bridge()->post(Pause{});
      ASSERT_TRUE(wait_until([&] { return w.window->bridge()->latest()->state == SessionState::paused; }));
      set_font_scale(scale);
      w.window->resize(size);
      run_for(100);
      OptionField* fraction = field_of(*w.window, "bodies.volume_fraction");
      auto* panel = qobject_cast<OptionPanel*>(fraction->parentWidget());
      QObject::disconnect(w.window->front(), nullptr, panel, nullptr);  // nothing but this is shown
      panel->show(s);
      run_for(100);
      const auto* field = fraction->findChild<QLineEdit*>();
      EXPECT_TRUE(fits(*field, field->placeholderText())) << field->placeholderText().toStdString() << " in "
                                                          << field->width() << ", " << size.width() << ", " << scale;
      EXPECT_NEAR(read_number(field->placeholderText()).value_or(0), 0.010419, 5e-5);
      for (const char* key : {"domain.radius", "bodies.count", "run.seed"}) {
        const auto* other = field_of(*w.window, key)->findChild<QLineEdit*>();
        EXPECT_TRUE(fits(*other, other->text())) << key << " " << other->width();
      }
    }
  set_font_scale(1);
}

}  // namespace
}  // namespace slurry::ui::testing
