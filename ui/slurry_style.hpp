// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QProxyStyle>

namespace slurry::ui {

struct Tokens;

/// Draws the controls of the window flat, in the colours of the present theme (tokens.hpp), over Qt's Fusion style. All
/// sizes follow the size of type.
class SlurryStyle final : public QProxyStyle {
 public:
  SlurryStyle();

  void polish(QPalette& palette) override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* more) const override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                       const QWidget* widget) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
};

/// Makes a palette from these tokens.
QPalette palette_of(const Tokens& tokens);

/// Marks the button of a region that the user is most likely to press.
void set_primary(QWidget* button);
/// Marks a field whose value was refused with a border, or removes the mark.
void set_refused(QWidget* field, bool refused);

}  // namespace slurry::ui
