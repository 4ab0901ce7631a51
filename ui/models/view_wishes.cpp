// SPDX-License-Identifier: BSD-3-Clause
#include "models/view_wishes.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <variant>

namespace slurry::ui {
namespace {

template <class T>
T wish(const Scenario& s, std::string_view key, T otherwise) {
  const auto at = s.more.find(key);
  if (at == s.more.end()) return otherwise;
  const T* value = std::get_if<T>(&at->second);
  return value ? *value : otherwise;
}

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> list;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(';', from), text.size());
    std::string part = text.substr(from, end - from);
    while (!part.empty() && part.front() == ' ') part.erase(0, 1);
    if (!part.empty()) list.push_back(part);
    from = end + 1;
  }
  return list;
}

}  // namespace

ViewWishes view_wishes(const Scenario& s) {
  ViewWishes w;
  const std::string camera = wish<std::string>(s, "view.camera", "oblique");
  if (camera == "front") w.camera = ViewPreset::front;
  if (camera == "side") w.camera = ViewPreset::side;
  if (camera == "along-axis") w.camera = ViewPreset::along_axis;
  w.flat = wish(s, "view.flat", false);
  w.zoom = wish(s, "view.zoom", 1.0);
  w.follow = static_cast<long>(wish<std::int64_t>(s, "view.follow", -1));
  w.chart = wish<std::string>(s, "view.chart", "");
  if (const double speed = wish(s, "view.speed", 0.0); speed > 0) w.speed = speed;
  w.tree = wish(s, "view.tree", false);
  w.sums = wish(s, "view.sums", false);
  w.try_label = wish<std::string>(s, "view.try_label", "");
  w.to_try = parts(wish<std::string>(s, "view.try", ""));
  if (w.to_try.empty()) w.try_label.clear();
  if (w.try_label.empty() && !w.to_try.empty()) w.try_label = w.to_try.front();
  return w;
}

}  // namespace slurry::ui
