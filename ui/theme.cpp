// SPDX-License-Identifier: BSD-3-Clause
#include "theme.hpp"

#include <QApplication>
#include <QLocale>
#include <QProxyStyle>
#include <QToolTip>

#include "panels/custom_plot.hpp"

namespace slurry::ui {
namespace {

QPalette dark_palette() {
  QPalette p;
  const QColor window(30, 34, 41), base(22, 25, 31), text(218, 224, 231), button(43, 48, 57), accent(52, 122, 170);
  p.setColor(QPalette::Window, window);
  p.setColor(QPalette::WindowText, text);
  p.setColor(QPalette::Base, base);
  p.setColor(QPalette::AlternateBase, QColor(26, 30, 36));
  p.setColor(QPalette::Text, text);
  p.setColor(QPalette::PlaceholderText, QColor(128, 138, 149));
  p.setColor(QPalette::Button, button);
  p.setColor(QPalette::ButtonText, text);
  p.setColor(QPalette::BrightText, Qt::white);
  p.setColor(QPalette::ToolTipBase, QColor(46, 52, 62));
  p.setColor(QPalette::ToolTipText, text);
  p.setColor(QPalette::Highlight, accent);
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::Link, QColor(104, 176, 222));
  p.setColor(QPalette::Light, QColor(58, 64, 75));
  p.setColor(QPalette::Midlight, QColor(50, 56, 66));
  p.setColor(QPalette::Mid, QColor(36, 41, 49));
  p.setColor(QPalette::Dark, QColor(17, 20, 25));
  p.setColor(QPalette::Shadow, Qt::black);
  for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, QColor(108, 117, 127));
  return p;
}

QPalette light_palette() {
  QPalette p;
  p.setColor(QPalette::Window, QColor(240, 242, 244));
  p.setColor(QPalette::WindowText, QColor(30, 35, 40));
  p.setColor(QPalette::Base, Qt::white);
  p.setColor(QPalette::AlternateBase, QColor(246, 247, 249));
  p.setColor(QPalette::Text, QColor(30, 35, 40));
  p.setColor(QPalette::PlaceholderText, QColor(140, 148, 156));
  p.setColor(QPalette::Button, QColor(232, 235, 238));
  p.setColor(QPalette::ButtonText, QColor(30, 35, 40));
  p.setColor(QPalette::Highlight, QColor(40, 116, 170));
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::ToolTipBase, QColor(255, 255, 246));
  p.setColor(QPalette::ToolTipText, QColor(30, 35, 40));
  for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, QColor(150, 156, 162));
  return p;
}

/// A click beside a slider's knob means that place, not a page towards it.
class DirectSliders final : public QProxyStyle {
 public:
  using QProxyStyle::QProxyStyle;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* more) const override {
    if (hint == SH_Slider_AbsoluteSetButtons) return Qt::LeftButton;
    return QProxyStyle::styleHint(hint, option, widget, more);
  }
};

bool desktop_has_palette() {
  return !qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP");
}

}  // namespace

void apply_theme(Theme theme) {
  static const QString own_style = QApplication::style()->name();
  if (theme == Theme::system && desktop_has_palette()) {
    QApplication::setStyle(new DirectSliders(own_style));
    QApplication::setPalette(QPalette());
  } else {
    QApplication::setStyle(new DirectSliders(QStringLiteral("Fusion")));
    QApplication::setPalette(theme == Theme::light ? light_palette() : dark_palette());
  }
  QToolTip::setPalette(QApplication::palette());
}

bool is_dark() {
  return QApplication::palette().color(QPalette::Window).lightness() < 128;
}

SignalColours signal_colours() {
  if (is_dark())
    return {QColor(74, 178, 140),     QColor(232, 88, 74), QColor(120, 134, 148), QColor(98, 178, 222),
            QColor(98, 178, 222, 48), QColor(52, 58, 68),  QColor(140, 150, 161)};
  return {QColor(24, 138, 98),      QColor(204, 50, 36),   QColor(128, 140, 152), QColor(24, 106, 160),
          QColor(24, 106, 160, 40), QColor(222, 226, 230), QColor(98, 108, 118)};
}

void style_plot(QCustomPlot* plot) {
  const QPalette palette = QApplication::palette();
  const SignalColours colours = signal_colours();
  const QColor text = palette.color(QPalette::WindowText);
  plot->setBackground(palette.color(QPalette::Window));
  plot->axisRect()->setBackground(palette.color(QPalette::Base));
  // Points in numbers, as everywhere else, whatever the user's language.
  QLocale plain = QLocale::c();
  plain.setNumberOptions(QLocale::OmitGroupSeparator);
  plot->setLocale(plain);
  QFont small = QApplication::font();
  small.setPointSizeF(small.pointSizeF() - 1);
  for (QCPAxis* axis : {plot->xAxis, plot->yAxis, plot->xAxis2, plot->yAxis2}) {
    axis->setBasePen(QPen(colours.grid));
    axis->setTickPen(QPen(colours.grid));
    axis->setSubTickPen(QPen(Qt::NoPen));
    axis->setTickLabelColor(text);
    axis->setLabelColor(colours.faint);
    axis->setTickLabelFont(small);
    axis->setLabelFont(small);
    axis->grid()->setPen(QPen(colours.grid, 1, Qt::SolidLine));
    axis->grid()->setSubGridVisible(false);
    axis->grid()->setZeroLinePen(QPen(colours.grid, 1));
    axis->setTickLength(0, 3);
    axis->setSubTickLength(0, 0);
  }
}

}  // namespace slurry::ui
