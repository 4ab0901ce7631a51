// SPDX-License-Identifier: BSD-3-Clause
#include "window/render_picture.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

#include "models/view_wishes.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"
#include "slurry/output_file.hpp"
#include "slurry/session.hpp"
#include "slurry/trajectory.hpp"

namespace slurry::app {
namespace {

constexpr double slice_points = 120000;

std::shared_ptr<const Snapshot> frame_of(const std::string& file, std::optional<long> wanted) {
  const Trajectory trajectory(file);
  return trajectory.frame(chosen_frame(file, wanted, trajectory.frames()));
}

/// The scenario with its bodies where they are in a frame, and as they lie there.
Scenario scenario_at(const Snapshot& s) {
  Scenario now = *s.scenario;
  now.text.clear();
  for (BodyGroup& g : now.bodies) {
    g.placement = PlacementKind::positions;
    g.positions.clear();
    g.directors.clear();
    g.images.clear();
    g.source = nullptr;
    g.source_bodies.clear();
    g.numbers.clear();
  }
  const auto at = [](const std::vector<double>& v, std::size_t i) {
    return std::array{v[3 * i], v[3 * i + 1], v[3 * i + 2]};
  };
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    const std::size_t group = i < s.groups.size() ? static_cast<std::size_t>(s.groups[i]) : 0;
    if (group >= now.bodies.size()) continue;
    BodyGroup& g = now.bodies[group];
    g.positions.push_back(at(s.positions, i));
    if (g.shape == BodyShape::rod && 3 * i + 2 < s.directors.size()) g.directors.push_back(at(s.directors, i));
  }
  for (BodyGroup& g : now.bodies) g.count = g.positions.size();
  return now;
}

RequestField slice_through(const Domain& d) {
  const double wide = d.kind == DomainKind::periodic_3 ? d.cell[0] : d.length;
  const double high = d.kind == DomainKind::periodic_3 ? d.cell[1] : 2 * d.radius;
  const double cell = std::sqrt(wide * high / slice_points);
  FieldPlane plane;
  plane.resolution = {std::max(8, static_cast<int>(wide / cell)), std::max(8, static_cast<int>(high / cell))};
  if (d.kind == DomainKind::periodic_3) plane.offset = d.cell[2] / 2;
  RequestField r;
  r.places = plane;
  return r;
}

/// First state of a scenario, with a slice and with the boxes of its sum if they are wanted.
std::shared_ptr<const Snapshot> first_state(const Scenario& scenario, bool slice, bool cells = false) {
  Session session;
  session.post(SetErrorBudget{0});
  const CommandNumber loaded = session.post(LoadScenario{scenario});
  std::shared_ptr<const Snapshot> s = session.wait_for(loaded);
  if (!s->message.empty()) throw InputError(s->message);
  if (slice) s = session.wait_for(session.post(slice_through(scenario.domain)));
  if (cells) s = session.wait_for(session.post(RequestCells{}));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (((slice && !s->field()) || (cells && !s->cells)) && std::chrono::steady_clock::now() < end)
    s = session.wait_newer(s->number, 0.2);
  return s;
}

/// Slice at the moment of a frame.  After a reversal every velocity there is the opposite of what the scenario's forces
/// give.
std::shared_ptr<const Field> slice_of(const Snapshot& frame) {
  const std::shared_ptr<const Snapshot> now = first_state(scenario_at(frame), true);
  if (!now->field()) return {};
  auto slice = std::make_shared<Field>(*now->field());
  slice->time = frame.time;
  if (frame.velocities.size() == now->velocities.size() &&
      std::inner_product(frame.velocities.begin(), frame.velocities.end(), now->velocities.begin(), 0.0) < 0)
    for (float& v : slice->velocity) v = -v;
  return slice;
}

bool has_plane(const Scenario& s) {
  return s.view.slice && (s.domain.kind == DomainKind::pipe || s.domain.kind == DomainKind::periodic_3);
}

}  // namespace

void render_picture(const RenderArguments& a) {
  const std::filesystem::path file(a.what);
  const std::array<std::filesystem::path, 1> inputs{file};
  refuse_output(a.output, a.overwrite, inputs);
  const bool recorded = file.extension() == ".h5" || file.extension() == ".hdf5";
  if (!recorded && a.frame) throw InputError("--frame is for recorded runs (.h5); '" + a.what + "' is a scenario");
  std::shared_ptr<const Snapshot> s;
  if (recorded) {
    const std::shared_ptr<const Snapshot> frame = frame_of(a.what, a.frame);
    s = frame;
    if (a.slice && frame->scenario && has_plane(*frame->scenario)) {
      try {
        auto with_slice = std::make_shared<Snapshot>(*frame);
        if (auto slice = slice_of(*frame)) with_slice->fields = {std::move(slice)};
        s = with_slice;
      } catch (const Error& e) {
        std::fprintf(stderr, "slurry render: without the slice: %s\n", e.what());
      }
    }
  } else {
    const Scenario scenario = find_scenario(a.what);
    s = first_state(scenario, a.slice && has_plane(scenario), ui::view_wishes(scenario).tree);
  }
  ui::write_picture(*s, a.picture, a.output);
}

}  // namespace slurry::app
