// SPDX-License-Identifier: BSD-3-Clause
#include "slurry_style.hpp"

#include <QPainter>
#include <QPalette>
#include <QStyleOption>
#include <QVariant>
#include <QWidget>

#include <algorithm>

#include "icons.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

namespace slurry::ui {
namespace {

constexpr const char *primary = "slurry.primary", *refused_text = "slurry.refused";
constexpr double radius = 4, disabled = 0.45;

bool says(const QWidget* widget, const char* property) {
  return widget != nullptr && widget->property(property).toBool();
}

/// A rounded rectangle with a line of a pixel within its edge.
void paint_box(QPainter& p, const QRect& rect, const QColor& ground, const QColor& edge, double width = 1) {
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(QPen(edge, width));
  p.setBrush(ground);
  const double half = width / 2, round = scaled(radius);
  p.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), round, round);
  p.restore();
}

void paint_field(QPainter& p, const QStyleOption& o, const QWidget* widget) {
  const Tokens& t = tokens();
  const bool focus = o.state & QStyle::State_HasFocus, bad = says(widget, refused_text);
  p.save();
  if (!(o.state & QStyle::State_Enabled)) p.setOpacity(disabled);
  const bool under = o.state & QStyle::State_MouseOver;
  paint_box(p, o.rect, t.field, bad ? t.err : focus ? t.acc : under ? t.tx2 : t.line2, bad || focus ? 2 : 1);
  p.restore();
}

void paint_button(QPainter& p, const QStyleOption& o, const QWidget* widget) {
  const Tokens& t = tokens();
  const bool main = says(widget, primary), pressed = o.state & (QStyle::State_Sunken | QStyle::State_On);
  const bool focus = o.state & QStyle::State_HasFocus, under = o.state & QStyle::State_MouseOver;
  p.save();
  if (!(o.state & QStyle::State_Enabled)) p.setOpacity(disabled);
  const QColor ground = main ? t.fill : pressed ? t.sel : t.bg3;
  paint_box(p, o.rect, ground, focus ? t.acc : main ? t.fill : under ? t.tx2 : t.line2, focus ? 2 : 1);
  p.restore();
}

void paint_tool(QPainter& p, const QStyleOption& o) {
  const Tokens& t = tokens();
  const bool on = o.state & (QStyle::State_Sunken | QStyle::State_On), enabled = o.state & QStyle::State_Enabled;
  const bool under = enabled && (o.state & QStyle::State_MouseOver), focus = o.state & QStyle::State_HasFocus;
  if (!on && !under && !focus) return;
  const QColor ground = on ? t.sel : under ? t.bg3 : QColor(Qt::transparent);
  paint_box(p, o.rect, ground, focus ? t.acc : ground, focus ? 2 : 1);
}

void paint_check(QPainter& p, const QStyleOption& o) {
  const Tokens& t = tokens();
  const bool on = o.state & QStyle::State_On, focus = o.state & QStyle::State_HasFocus;
  p.save();
  if (!(o.state & QStyle::State_Enabled)) p.setOpacity(disabled);
  paint_box(p, o.rect, on ? t.fill : t.field, focus ? t.acc : on ? t.fill : t.line2, focus ? 2 : 1);
  if (on) icon("check", Qt::white).paint(&p, o.rect.adjusted(1, 1, -1, -1));
  p.restore();
}

void paint_slider(QPainter& p, const QStyleOptionSlider& o, const QRect& handle) {
  const Tokens& t = tokens();
  const bool lies = o.orientation == Qt::Horizontal;
  p.save();
  p.setRenderHint(QPainter::Antialiasing);
  if (!(o.state & QStyle::State_Enabled)) p.setOpacity(disabled);
  p.setPen(Qt::NoPen);
  const double thick = scaled(4);
  const QPointF c = QRectF(handle).center();
  QRectF track = lies ? QRectF(o.rect.left(), c.y() - thick / 2, o.rect.width(), thick)
                      : QRectF(c.x() - thick / 2, o.rect.top(), thick, o.rect.height());
  p.setBrush(t.bg3);
  p.drawRoundedRect(track, thick / 2, thick / 2);
  if (lies) track.setRight(c.x());
  p.setBrush(t.acc);
  if (lies) p.drawRoundedRect(track, thick / 2, thick / 2);
  const double r = scaled(7);
  p.setBrush(t.tx1);
  p.setPen(QPen(o.state & QStyle::State_HasFocus ? t.acc : t.bg1, 2));
  p.drawEllipse(c, r - 1, r - 1);
  p.restore();
}

void paint_tab(QPainter& p, const QStyleOptionTab& o) {
  const Tokens& t = tokens();
  const bool on = o.state & QStyle::State_Selected;
  p.fillRect(o.rect, on ? t.bg1 : o.state & QStyle::State_MouseOver ? t.bg3 : t.bg2);
  const int line = scaled(2);
  if (on) p.fillRect(QRect(o.rect.left(), o.rect.bottom() + 1 - line, o.rect.width(), line), t.acc);
  if (o.state & QStyle::State_HasFocus) paint_box(p, o.rect, Qt::transparent, t.acc, 2);
}

}  // namespace

SlurryStyle::SlurryStyle() : QProxyStyle(QStringLiteral("Fusion")) {
  setObjectName("slurry");
}

QPalette palette_of(const Tokens& t) {
  QPalette p;
  const auto faded = [&t](const QColor& c) {
    const auto mix = [](int a, int b) { return static_cast<int>(disabled * a + (1 - disabled) * b); };
    return QColor(mix(c.red(), t.bg1.red()), mix(c.green(), t.bg1.green()), mix(c.blue(), t.bg1.blue()));
  };
  p.setColor(QPalette::Window, t.bg1);
  p.setColor(QPalette::WindowText, t.tx1);
  p.setColor(QPalette::Base, t.field);
  p.setColor(QPalette::AlternateBase, t.bg2);
  p.setColor(QPalette::Text, t.tx1);
  p.setColor(QPalette::PlaceholderText, t.tx2);
  p.setColor(QPalette::Button, t.bg3);
  p.setColor(QPalette::ButtonText, t.tx1);
  p.setColor(QPalette::BrightText, t.tx1);
  p.setColor(QPalette::ToolTipBase, t.bg2);
  p.setColor(QPalette::ToolTipText, t.tx1);
  p.setColor(QPalette::Highlight, t.fill);
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::Link, t.acc);
  p.setColor(QPalette::LinkVisited, t.acc);
  p.setColor(QPalette::Light, t.bg3);
  p.setColor(QPalette::Midlight, t.bg3);
  p.setColor(QPalette::Mid, t.line);
  p.setColor(QPalette::Dark, t.line);
  p.setColor(QPalette::Shadow, t.bg0);
  for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, faded(t.tx1));
  p.setColor(QPalette::Disabled, QPalette::PlaceholderText, faded(t.tx2));
  p.setColor(QPalette::Disabled, QPalette::Highlight, t.bg3);
  return p;
}

void set_primary(QWidget* button) {
  button->setProperty(primary, true);
  QPalette p = button->palette();
  p.setColor(QPalette::ButtonText, Qt::white);
  button->setPalette(p);
}

void set_refused(QWidget* field, bool refused) {
  if (says(field, refused_text) == refused) return;
  field->setProperty(refused_text, refused);
  field->update();
}

void SlurryStyle::polish(QPalette& palette) {
  palette = palette_of(tokens());
}

int SlurryStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* more) const {
  // A click beside a slider's knob means that place, not a page towards it.
  if (hint == SH_Slider_AbsoluteSetButtons) return Qt::LeftButton;
  if (hint == SH_ComboBox_Popup) return 0;
  return QProxyStyle::styleHint(hint, option, widget, more);
}

int SlurryStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
      return 4;
    case PM_DockWidgetFrameWidth:
      return 0;
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
      return scaled(20);
    case PM_SmallIconSize:
    case PM_TabBarIconSize:
      return scaled(16);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
      return scaled(16);
    case PM_SliderLength:
    case PM_SliderControlThickness:
    case PM_SliderThickness:
      return scaled(16);
    case PM_ScrollBarExtent:
      return scaled(10);
    case PM_TabBarTabVSpace:
      return scaled(14);
    case PM_TabBarTabHSpace:
      return scaled(22);
    case PM_ButtonMargin:
      return scaled(8);
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

QSize SlurryStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                    const QWidget* widget) const {
  QSize s = QProxyStyle::sizeFromContents(type, option, size, widget);
  if (type == CT_PushButton) s.setHeight(std::max(s.height(), scaled(28)));
  if (type == CT_LineEdit || type == CT_ComboBox) s.setHeight(std::max(s.height(), scaled(24)));
  return s;
}

QRect SlurryStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                  const QWidget* widget) const {
  if (control == CC_ScrollBar) {  // without buttons at the ends
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!bar) return QProxyStyle::subControlRect(control, option, part, widget);
    const bool lies = bar->orientation == Qt::Horizontal;
    const int length = lies ? bar->rect.width() : bar->rect.height();
    const int range = bar->maximum - bar->minimum;
    int knob =
        range > 0 ? static_cast<int>(static_cast<double>(bar->pageStep) * length / (range + bar->pageStep)) : length;
    knob = std::clamp(knob, std::min(scaled(24), length), length);
    const int start =
        sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - knob, bar->upsideDown);
    const auto stretch = [&](int from, int size) {
      return lies ? QRect(from, 0, size, bar->rect.height()) : QRect(0, from, bar->rect.width(), size);
    };
    switch (part) {
      case SC_ScrollBarSlider:
        return stretch(start, knob);
      case SC_ScrollBarGroove:
        return bar->rect;
      case SC_ScrollBarSubPage:
        return stretch(0, start);
      case SC_ScrollBarAddPage:
        return stretch(start + knob, length - start - knob);
      default:
        return {};
    }
  }
  return QProxyStyle::subControlRect(control, option, part, widget);
}

void SlurryStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
  switch (element) {
    case PE_PanelButtonCommand:
      return paint_button(*painter, *option, widget);
    case PE_PanelButtonTool:
      return paint_tool(*painter, *option);
    case PE_PanelLineEdit:
      if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0)
        return paint_field(*painter, *option, widget);
      return painter->fillRect(option->rect, option->palette.brush(QPalette::Base));
    case PE_FrameLineEdit:
      return;
    case PE_IndicatorCheckBox:
      return paint_check(*painter, *option);
    case PE_FrameFocusRect:
      return paint_box(*painter, option->rect, Qt::transparent, tokens().acc, 1);
    case PE_FrameTabBarBase:
    case PE_PanelStatusBar:
    case PE_FrameStatusBarItem:
      return;
    case PE_IndicatorDockWidgetResizeHandle:
      return painter->fillRect(option->rect, tokens().bg0);
    case PE_PanelTipLabel:
      painter->fillRect(option->rect, tokens().bg2);
      painter->setPen(tokens().line2);
      return painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    default:
      return QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

void SlurryStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
  if (element == CE_TabBarTabShape) {
    if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) return paint_tab(*painter, *tab);
  }
  if (element == CE_ToolBar) return painter->fillRect(option->rect, tokens().bg2);
  if (element == CE_MenuBarEmptyArea) return painter->fillRect(option->rect, tokens().bg2);
  if (element == CE_HeaderSection) {
    painter->fillRect(option->rect, tokens().bg1);
    return painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), tokens().line);
  }
  if (element == CE_MenuBarItem) {
    if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
      const bool on = (item->state & State_Selected) != 0;
      painter->fillRect(item->rect, on ? tokens().sel : tokens().bg2);
      return drawItemText(painter, item->rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextHideMnemonic,
                          item->palette, (item->state & State_Enabled) != 0, item->text, QPalette::ButtonText);
    }
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

void SlurryStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const {
  if (control == CC_Slider) {
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option))
      return paint_slider(*painter, *slider, subControlRect(CC_Slider, slider, SC_SliderHandle, widget));
  }
  if (control == CC_ScrollBar) {
    const QRect knob = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    painter->fillRect(option->rect, tokens().bg1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(option->state & State_MouseOver ? tokens().tx3 : tokens().line2);
    const double round = std::min(knob.width(), knob.height()) / 2.0 - 2;
    painter->drawRoundedRect(QRectF(knob).adjusted(2, 2, -2, -2), round, round);
    painter->restore();
    return;
  }
  if (control == CC_ComboBox) {
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (box && !box->editable) {
      paint_field(*painter, *option, widget);
      const int side = scaled(14);
      painter->save();
      if (!(option->state & State_Enabled)) painter->setOpacity(disabled);
      icon("down", tokens().tx2)
          .paint(painter,
                 QRect(option->rect.right() - side - scaled(4), option->rect.center().y() - side / 2 + 1, side, side));
      painter->restore();
      return;
    }
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

}  // namespace slurry::ui
