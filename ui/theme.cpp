// SPDX-License-Identifier: BSD-3-Clause
#include "theme.hpp"

#include <QApplication>
#include <QLocale>
#include <QToolTip>

#include "panels/custom_plot.hpp"
#include "slurry_style.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

bool desktop_has_palette() {
  return !qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP");
}

}  // namespace

void apply_theme(Theme theme) {
  // before it is ours: what the desktop brings
  static const bool dark_desktop =
      !desktop_has_palette() || QApplication::palette().color(QPalette::Window).lightness() < 128;
  const bool dark = theme == Theme::dark || (theme == Theme::system && dark_desktop);
  use_tokens(dark ? dark_tokens() : light_tokens());
  QApplication::setStyle(new SlurryStyle);
  QApplication::setPalette(palette_of(tokens()));
  QToolTip::setPalette(QApplication::palette());
}

bool is_dark() {
  return &tokens() == &dark_tokens();
}

SignalColours signal_colours() {
  const Tokens& t = tokens();
  QColor band = t.series[0];
  band.setAlpha(48);
  return {t.ok, t.err, t.line2, t.series[0], band, t.grid, t.tx3};
}

void style_plot(QCustomPlot* plot) {
  const QPalette palette = QApplication::palette();
  const SignalColours colours = signal_colours();
  const QColor text = tokens().tx2;
  plot->setBackground(palette.color(QPalette::Window));
  plot->axisRect()->setBackground(tokens().plot);
  // Points in numbers, as everywhere else, whatever the user's language.
  QLocale plain = QLocale::c();
  plain.setNumberOptions(QLocale::OmitGroupSeparator);
  plot->setLocale(plain);
  const QFont small = type_font(Type::caption);
  for (QCPAxis* axis : {plot->xAxis, plot->yAxis, plot->xAxis2, plot->yAxis2}) {
    axis->setBasePen(QPen(tokens().line2));
    axis->setTickPen(QPen(tokens().line2));
    axis->setSubTickPen(QPen(Qt::NoPen));
    axis->setTickLabelColor(text);
    axis->setLabelColor(tokens().tx2);
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
