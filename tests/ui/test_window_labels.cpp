// SPDX-License-Identifier: BSD-3-Clause
// What is written over the picture has room for its words, and no words stand over others: in small and large views, at
// every size of type.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <QStringList>

#include <utility>
#include <vector>

#include "models/colour_map.hpp"
#include "models/overlay_contents.hpp"
#include "type_scale.hpp"
#include "view/overlay_painter.hpp"

namespace slurry::ui {
namespace {

/// Sets the size of type back, whatever a test did.
struct StandardType {
  ~StandardType() { set_font_scale(1); }
};

/// A part of the overlay, by its name.
using Part = std::pair<const char*, OverlayContents>;

/// The longest of what the overlay writes.
std::vector<Part> overlay_parts(int width) {
  OverlayContents caption, legends, scale_bar, gravity;
  caption.title = "Spheres and rods settle together in a closed pipe";
  caption.moment = "t = 123456.75 τ   step 1234567   slice of t = 123456.50 τ";
  caption.remark = "100000 spheres, 10000 rods, looking back";
  legends.legend = OverlayContents::Legend{"speed perpendicular to gravity", "a/τ", -0.0125, 0.0125, true, true,
                                           &ColourMap::diverging()};
  legends.slice_legend =
      OverlayContents::Legend{"speed of the fluid", "a/τ", 0, 1.25, false, false, &ColourMap::sequential()};
  scale_bar.scale_bar = OverlayContents::ScaleBar{0.2 * width, "100 a"};
  gravity.gravity = OverlayContents::Arrow{1, 0, 0};
  for (OverlayContents* c : {&caption, &legends, &scale_bar, &gravity})
    c->axes = {OverlayContents::Arrow{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  OverlayContents axes = gravity;
  axes.gravity.reset();
  return {{"axes", axes}, {"caption", caption}, {"legends", legends}, {"scale bar", scale_bar}, {"gravity", gravity}};
}

QImage painted(QSize size, const OverlayContents& contents) {
  QImage picture(size, QImage::Format_ARGB32_Premultiplied);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  paint_overlay(painter, size, contents, dark_overlay());
  return picture;
}

/// Each part is painted by itself; the axes stand in every picture and are taken out of the others.
TEST(WindowLabels, WhatIsWrittenOverThePictureIsWhole_AndNoPartStandsOverAnother) {
  const StandardType standard;
  for (const double scale : {0.8, 1.0, 1.4, 2.0})
    for (const QSize size :
         {QSize(480, 320), QSize(340, 420), QSize(560, 400), QSize(852, 504), QSize(1180, 620), QSize(3050, 1800)}) {
      set_font_scale(scale);
      const std::vector<Part> parts = overlay_parts(size.width());
      const QImage axes = painted(size, parts[0].second);
      std::vector<const char*> owner(static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height()));
      QStringList faults;
      for (const auto& [name, contents] : parts) {
        const QImage picture = painted(size, contents);
        bool is_there = false;
        for (int y = 0; y < size.height(); ++y)
          for (int x = 0; x < size.width(); ++x) {
            const bool mine =
                qAlpha(picture.pixel(x, y)) > 0 && (name == parts[0].first || qAlpha(axes.pixel(x, y)) == 0);
            if (!mine) continue;
            is_there = true;
            if (x == 0 || y == 0 || x == size.width() - 1 || y == size.height() - 1)
              faults << QString("%1 is cut").arg(name);
            const char*& at = owner[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width()) +
                                    static_cast<std::size_t>(x)];
            if (at) faults << QString("%1 stands over %2").arg(name, at);
            at = name;
          }
        // in a large view nothing is left out
        if (size.width() >= 852 && scale <= 1.4) EXPECT_TRUE(is_there) << name << " " << size.width() << ", " << scale;
      }
      faults.removeDuplicates();
      EXPECT_TRUE(faults.isEmpty()) << size.width() << " x " << size.height() << ", " << scale << ": "
                                    << faults.join("; ").toStdString();
    }
}

}  // namespace
}  // namespace slurry::ui
