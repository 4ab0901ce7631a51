// SPDX-License-Identifier: BSD-3-Clause
#include "picture.hpp"

#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSaveFile>

#include <array>
#include <clocale>
#include <memory>
#include <optional>

#include "models/overlay_contents.hpp"
#include "models/turntable.hpp"
#include "models/view_wishes.hpp"
#include "slurry/error.hpp"
#include "slurry/version.hpp"
#include "view/offscreen.hpp"
#include "view/overlay_painter.hpp"
#include "view/scene.hpp"

namespace slurry::ui {
namespace {

/// Qt writes text only while there is an application; without a window it needs no display.
class TextSource {
 public:
  TextSource() {
    if (QCoreApplication::instance() != nullptr) return;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Without a desktop Qt misses folders that nothing here is written to.
    const QtMessageHandler said = qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    application_ = std::make_unique<QGuiApplication>(count_, words_.data());
    qInstallMessageHandler(said);
    std::setlocale(LC_NUMERIC, "C");  // Qt takes the user's locale; numbers keep their points
  }

 private:
  int count_ = 1;
  std::array<char, 7> name_{"slurry"};
  std::array<char*, 2> words_{name_.data(), nullptr};
  std::unique_ptr<QGuiApplication> application_;
};

QImage draw_scene(const Snapshot& s, const PictureOptions& options, const SceneOptions& what, ColourRange& range,
                  const CameraPose& pose, std::optional<ColourRange>& slice_range) {
  Offscreen off(options.width, options.height);
  Scene scene;
  scene.set_colours(options.light ? light_scene() : dark_scene());
  off.window()->AddRenderer(scene.renderer());
  scene.show(s, body_values(s, colour_quantity(s.values.table(), what.by)), what, range, nullptr, pose);
  if (scene.slice_range() != nullptr) slice_range = *scene.slice_range();
  const Picture picture = off.draw(options.samples);
  const QImage image(picture.rgba.data(), picture.width, picture.height, 4 * picture.width, QImage::Format_RGBX8888);
  return image.convertToFormat(QImage::Format_RGB32);
}

}  // namespace

std::string colour_keys() {
  std::string keys;
  for (const Quantity* q : colour_quantities()) keys += (keys.empty() ? "" : ", ") + std::string(q->name);
  return keys;
}

void write_picture(const Snapshot& s, const PictureOptions& options, const std::filesystem::path& file) {
  const TextSource text;
  const std::string by = options.colour_by ? *options.colour_by : s.scenario ? s.scenario->view.colour_by : "speed";
  Turntable turntable;
  turntable.set_subject(bulk_box(s), s.scenario ? s.scenario->gravity : Vec3d{1, 0, 0});
  turntable.set_flat(options.flat);
  turntable.fit(static_cast<double>(options.width) / options.height);
  const CameraPose pose = turntable.pose();
  SceneOptions what;
  what.by = by;
  what.show_cells = s.scenario && view_wishes(*s.scenario).tree;
  ColourRange range;
  std::optional<ColourRange> slice_range;
  QImage image = draw_scene(s, options, what, range, pose, slice_range);
  if (options.overlay) {
    QPainter painter(&image);
    OverlayContents contents =
        overlay_contents(s, pose, by, range, options.width, options.height, slice_range ? &*slice_range : nullptr);
    contents.cells = cell_legend(s, what);
    paint_overlay(painter, image.size(), contents, options.light ? light_overlay() : dark_overlay());
  }
  image.setText("Software", QString::fromStdString("slurry " + build_info().version + " " + build_info().git_commit));
  if (s.scenario)
    image.setText("Title", QString::fromStdString(s.scenario->title.empty() ? s.scenario->name : s.scenario->title));
  image.setText("Time", QString::number(s.time, 'g', 12));
  image.setText("Step", QString::number(s.step));
  QSaveFile out(QString::fromStdString(file.string()));
  if (!out.open(QIODevice::WriteOnly) || !image.save(&out, "PNG") || !out.commit())
    throw Error(file.string() + " cannot be written: " + out.errorString().toStdString());
}

}  // namespace slurry::ui
