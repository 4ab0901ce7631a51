// SPDX-License-Identifier: BSD-3-Clause
#include "models/view_look.hpp"

namespace slurry::ui {

ViewLook look_of(const ViewState& s) {
  ViewLook look{s.turntable, s.options,       s.closer,          s.fitted,      s.touched,
                s.following, s.trail_visible, s.overlay_visible, s.range.locked};
  look.options.selected = -1;
  return look;
}

bool same_camera(const ViewLook& a, const ViewLook& b) {
  return a.turntable.looks_like(b.turntable) && a.following == b.following;
}

bool same_look(const ViewLook& a, const ViewLook& b) {
  return same_camera(a, b) && a.options == b.options && a.trail_visible == b.trail_visible &&
         a.overlay_visible == b.overlay_visible && a.locked == b.locked;
}

void take_look(ViewState& s, const ViewLook& look) {
  s.turntable.look_like(look.turntable);
  if (s.options.by != look.options.by) s.range.forget();
  const long selected = s.options.selected;
  s.options = look.options;
  s.options.selected = selected;
  s.closer = look.closer;
  s.fitted = look.fitted;
  s.touched = look.touched;
  s.following = look.following;
  s.trail_visible = look.trail_visible;
  s.trail.follow(s.trail_visible ? selected : -1);
  s.overlay_visible = look.overlay_visible;
  s.range.locked = look.locked;
}

}  // namespace slurry::ui
