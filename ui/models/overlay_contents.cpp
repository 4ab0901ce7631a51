// SPDX-License-Identifier: BSD-3-Clause
#include "models/overlay_contents.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/body_shape.hpp"
#include "models/moment_text.hpp"
#include "models/picking.hpp"
#include "models/quantity_text.hpp"
#include "slurry/unit.hpp"

namespace slurry::ui {
namespace {

OverlayContents::Arrow seen(const Vec3d& direction, const CameraPose& pose) {
  const Vec3d d = normalised(direction);
  return {dot(d, pose.right()), dot(d, pose.upward()), dot(d, pose.towards_eye())};
}

/// The slice is found now and then: which moment it is of stands beside that of the bodies.
std::string moment_of(const Snapshot& s, const Scenario& scenario) {
  std::string text = time_text(s.time, scenario) + "   step " + std::to_string(s.step);
  if (const auto slice = s.field()) text += "   slice of " + time_text(slice->time, scenario);
  return text;
}

/// Titles of quantities of bodies are written as in the middle of a sentence.
std::string capital(std::string_view title) {
  std::string text(title);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// Whether anything has a weight, for which gravity has a meaning.
bool has_weight(const Scenario& s) {
  return std::any_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& g) { return g.force != 0; });
}

/// Whether the weights act the other way round, as after a reversal of every force.
bool weights_are_reversed(const Snapshot& s) {
  const Vec3d down = normalised(s.scenario->gravity);
  double meant = 0, found = 0;
  for (std::size_t i = 0; i < s.radii.size() && 3 * i + 2 < s.forces.size(); ++i) {
    const auto group = static_cast<std::size_t>(i < s.groups.size() ? s.groups[i] : 0);
    if (group < s.scenario->bodies.size()) meant += s.scenario->bodies[group].force;
    found += dot({s.forces[3 * i], s.forces[3 * i + 1], s.forces[3 * i + 2]}, down);
  }
  return meant * found < 0;
}

std::string grouped(std::size_t n) {
  return count_text(static_cast<long long>(n));
}

std::string pipe_of(const NetFlow& flow) {
  switch (flow.kind) {
    case NetFlowKind::zero_flux:
      return "closed pipe";
    case NetFlowKind::zero_gradient:
      return "open pipe";
    case NetFlowKind::gradient:
      return "given pressure gradient";
    case NetFlowKind::flux:
      break;
  }
  return "given flux";
}

/// Calls visit(point) for points on the edges of the domain that the picture shows, close enough for a caption.
template <class Visit>
void each_outline_point(const Domain& d, Visit&& visit) {
  constexpr int along = 24, around = 48;
  for (int i = 0; i <= along && d.kind == DomainKind::pipe; ++i)
    for (int j = 0; j < around; ++j) {
      const double t = 2 * std::numbers::pi * j / around;
      visit(Vec3d{d.length * i / along, d.radius * std::cos(t), d.radius * std::sin(t)});
    }
  for (int corner = 0; corner < 8 && d.kind == DomainKind::periodic_3; ++corner)
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i <= along; ++i) {
        Vec3d x{corner & 1 ? d.cell[0] : 0, corner & 2 ? d.cell[1] : 0, corner & 4 ? d.cell[2] : 0};
        x[axis] = d.cell[axis] * i / along;
        visit(x);
      }
}

void find_outline(OverlayContents& o, const Domain& domain, const CameraPose& pose, double width, double height) {
  each_outline_point(domain, [&](const Vec3d& point) {
    double x = 0, y = 0;
    if (!project(pose, point, width, height, x, y) || y < 0 || x >= width) return;
    const auto band = static_cast<std::size_t>(y / OverlayContents::band_height);
    if (band >= o.outline_from.size()) return;
    int& from = o.outline_from[band];
    const int here = std::max(1, static_cast<int>(x));
    from = from == 0 ? here : std::min(from, here);
  });
}

std::string remark_of(const Snapshot& s) {
  std::size_t rods = 0;
  for (std::size_t i = 0; i < s.radii.size(); ++i) rods += is_rod(s, i) ? 1 : 0;
  const std::size_t spheres = s.radii.size() - rods;
  std::string text;
  const bool points = s.scenario && s.scenario->solver.model == BodyModel::points;
  if (spheres > 0) text = grouped(spheres) + (points ? " point" : " sphere") + (spheres == 1 ? "" : "s");
  if (rods > 0) text += (spheres > 0 ? ", " : "") + grouped(rods) + (rods == 1 ? " rod" : " rods");
  if (!s.scenario) return text;
  const Domain& d = s.scenario->domain;
  if (d.kind == DomainKind::pipe) {
    // The title was written for the pipe that the scenario began with.
    text += "   " + pipe_of(s.scenario->net_flow) + "   φ = " + number_text(s.values.number("volume_fraction"), 3) +
            "   R = " + quantity_text(d.radius, "length", *s.scenario, 3) +
            "   L = " + quantity_text(d.length, "length", *s.scenario, 4);
  }
  if (s.scenario->shear_rate != 0)
    text += "   shear flow u_x = γ y, γ = " + quantity_text(s.scenario->shear_rate, "1/time", *s.scenario, 3);
  return text;
}

}  // namespace

OverlayContents overlay_contents(const Snapshot& s, const CameraPose& pose, std::string_view by,
                                 const ColourRange& range, double width, double height,
                                 const ColourRange* slice_range) {
  OverlayContents o;
  static const Scenario none;
  const Scenario& scenario = s.scenario ? *s.scenario : none;
  if (s.scenario) o.title = s.scenario->title.empty() ? s.scenario->name : s.scenario->title;
  if (!s.radii.empty()) {
    o.moment = moment_of(s, scenario);
    o.remark = remark_of(s);
  }
  const Quantity& q = colour_quantity(s.values.table(), by);
  o.legend = OverlayContents::Legend{
      capital(q.title),  unit_text(q.unit, scenario), range.low(), range.high(), range.locked, q.diverging,
      &colour_map_of(q), names_of_values(q, scenario)};
  if (slice_range != nullptr)
    o.slice_legend = OverlayContents::Legend{
        "Slice: speed", unit_text("velocity", scenario), slice_range->low(), slice_range->high(), false,
        false,          &ColourMap::sequential()};
  if (s.scenario) find_outline(o, scenario.domain, pose, width, height);
  const double per_pixel = pose.length_per_pixel(height);
  const double wanted = 0.16 * width * per_pixel;
  if (wanted > 0 && std::isfinite(wanted)) {
    const double bar = nice_floor(wanted);
    o.scale_bar = OverlayContents::ScaleBar{bar / per_pixel, quantity_text(bar, "length", scenario, 3)};
  }
  o.axes = {seen({1, 0, 0}, pose), seen({0, 1, 0}, pose), seen({0, 0, 1}, pose)};
  if (has_weight(scenario) && length(scenario.gravity) > 0) {
    o.reversed = weights_are_reversed(s);
    const Vec3d gravity = s.scenario->gravity;
    o.gravity = seen((o.reversed ? -1.0 : 1.0) * gravity, pose);
  }
  return o;
}

}  // namespace slurry::ui
