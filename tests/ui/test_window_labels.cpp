// SPDX-License-Identifier: BSD-3-Clause
// What is written over the picture has room for its words, and no words stand over others: in small and large views, at
// every size of type.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <QStringList>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "models/colour_map.hpp"
#include "models/overlay_contents.hpp"
#include "models/picking.hpp"
#include "models/turntable.hpp"
#include "support/pipe_snapshot.hpp"
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
  OverlayContents caption, legends, cells, scale_bar, gravity;
  caption.title = "Spheres and rods settle together in a closed pipe";
  caption.moment = "t = 123456.75 τ   step 1234567   slice of t = 123456.50 τ";
  caption.remark = "100000 spheres, 10000 rods, looking back";
  legends.legend = OverlayContents::Legend{"speed perpendicular to gravity", "a/τ", -0.0125, 0.0125, true, true,
                                           &ColourMap::diverging()};
  legends.slice_legend =
      OverlayContents::Legend{"speed of the fluid", "a/τ", 0, 1.25, false, false, &ColourMap::sequential()};
  cells.cells = CellLegend{"Boxes of the sum at t = 123456.50 τ",
                           {{CellLegend::Row::Kind::leaves, 0, "leaves of the tree, levels 2 to 14", "123 456"},
                            {CellLegend::Row::Kind::heading, 0, "On sphere 123456 act", ""}},
                           {"12 of these boxes act from periodic images. All are drawn in the cell.",
                            "Everything that lies farther away acts through one sum over all images."}};
  for (std::size_t k = 0; k < cell_list_count; ++k) {
    cells.cells->rows.push_back({CellLegend::Row::Kind::list, k, "boxes of equal size, by expansions (M2L)", "1 189"});
    cells.cells->rows.push_back({CellLegend::Row::Kind::levels, k, "level 13: 189,  12: 102,  11: 189,  10: 77", ""});
  }
  scale_bar.scale_bar = OverlayContents::ScaleBar{0.2 * width, "100 a"};
  gravity.gravity = OverlayContents::Arrow{1, 0, 0};
  for (OverlayContents* c : {&caption, &legends, &cells, &scale_bar, &gravity})
    c->axes = {OverlayContents::Arrow{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  OverlayContents axes = gravity;
  axes.gravity.reset();
  return {{"axes", axes},   {"caption", caption},     {"legends", legends},
          {"boxes", cells}, {"scale bar", scale_bar}, {"gravity", gravity}};
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

/// Pipes upright and lying, in views of every shape: the caption keeps clear of the outline wherever there is room
/// beside it.
TEST(WindowLabels, TheCaptionStandsOverNoRimOfThePipe) {
  const StandardType standard;
  int beside = 0;
  for (const double radius : {10.0, 12.0, 40.0})
    for (const bool flat : {false, true})
      for (const QSize size :
           {QSize(700, 480), QSize(815, 477), QSize(852, 504), QSize(1180, 620), QSize(1400, 1000)}) {
        Snapshot s = test::pipe_snapshot(radius, 40 + 2 * radius);
        test::add_body(s, {20, 0, 0});
        s.time = 1090.8;
        s.step = 12345;
        Turntable camera;
        camera.set_subject(subject_box(s), {1, 0, 0});
        camera.set_flat(flat);
        camera.fit(0.9 * size.width() / size.height());
        OverlayContents o =
            overlay_contents(s, camera.pose(), "speed", ColourRange(), size.width(), size.height(), nullptr);
        OverlayContents caption;
        caption.title = "Spheres settle in a closed pipe";
        caption.moment = o.moment + "   slice of t = 1090.20 τ";
        caption.remark = o.remark;
        caption.outline_from = o.outline_from;
        caption.axes = o.axes;
        OverlayContents axes;
        axes.axes = o.axes;
        const QImage with = painted(size, caption), without = painted(size, axes);
        // the leftmost point of the outline at each height, from many points on the wall
        std::vector<double> left(static_cast<std::size_t>(size.height()), 1e9);
        for (int i = 0; i <= 100; ++i)
          for (int j = 0; j < 90; ++j) {
            const double t = 2 * std::numbers::pi * j / 90;
            double x = 0, y = 0;
            ASSERT_TRUE(project(camera.pose(),
                                {s.scenario->domain.length * i / 100, radius * std::cos(t), radius * std::sin(t)},
                                size.width(), size.height(), x, y));
            if (y < 0 || y >= size.height()) continue;
            double& at = left[static_cast<std::size_t>(y)];
            at = std::min(at, x);
          }
        int over = 0;
        double free = 1e9;
        for (int y = 0; y < size.height(); ++y) {
          if (y < 150) free = std::min(free, left[static_cast<std::size_t>(y)]);
          for (int x = 0; x < size.width(); ++x)
            over += with.pixel(x, y) != without.pixel(x, y) && x >= left[static_cast<std::size_t>(y)];
        }
        if (free < 200) continue;  // nearly nothing is left beside the pipe
        ++beside;
        EXPECT_EQ(over, 0) << "radius " << radius << (flat ? ", lying, " : ", upright, ") << size.width() << " x "
                           << size.height();
      }
  EXPECT_GE(beside, 15);
}

}  // namespace
}  // namespace slurry::ui
