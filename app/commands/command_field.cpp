// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "above_asked.hpp"
#include "commands/commands.hpp"
#include "headless_run.hpp"
#include "json_output.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "rates_file.hpp"
#include "slurry/error.hpp"
#include "slurry/field.hpp"
#include "slurry/file_frame.hpp"
#include "slurry/output_file.hpp"
#include "slurry/quantity.hpp"
#include "slurry/runtime.hpp"
#include "slurry/scenario.hpp"
#include "slurry/trajectory.hpp"

namespace slurry::app {
namespace {

struct FieldArguments {
  std::string input, plane, line, box, points, output, json;
  std::optional<double> resolution, tolerance;
  std::optional<long> count;
  std::optional<Device> device;
  FieldOptions options;
  RuntimeOptions runtime;
  bool overwrite = false;
};

std::optional<double> finite_number(const std::string& word) {
  try {
    std::size_t used = 0;
    const double x = std::stod(word, &used);
    if (used == word.size() && std::isfinite(x)) return x;
  } catch (const std::logic_error&) {  // none
  }
  return {};
}

/// Three numbers with commas between them.
std::optional<std::array<double, 3>> three_numbers(const std::string& word) {
  std::array<double, 3> out{};
  std::size_t from = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t end = c < 2 ? word.find(',', from) : word.size();
    if (end == std::string::npos) return {};
    const std::optional<double> x = finite_number(word.substr(from, end - from));
    if (!x) return {};
    out[c] = *x;
    from = end + 1;
  }
  return out;
}

/// Exactly one way to say where; what belongs to another one is refused.
void check_where(const FieldArguments& a) {
  const int ways = !a.plane.empty() + !a.line.empty() + !a.box.empty() + !a.points.empty();
  if (ways != 1)
    throw InputError(fmt::format("{} of --plane, --line, --box and --points {} given; give one",
                                 ways == 0 ? "none" : std::to_string(ways), ways == 0 ? "is" : "are"));
  if (a.resolution && a.plane.empty())
    throw InputError(
        "--resolution belongs to --plane, which is not given; give --plane too, or leave out --resolution");
  if (a.count && a.line.empty())
    throw InputError("--count belongs to --line, which is not given; give --line too, or leave out --count");
}

FieldPoints points_of(const FieldArguments& a, const Snapshot& frame) {
  if (!a.points.empty()) return read_field_points(a.points);
  if (!a.plane.empty()) {
    const std::size_t axis = std::string("xyz").find(a.plane.front());
    const std::optional<double> value = a.plane.size() > 2 ? finite_number(a.plane.substr(2)) : std::nullopt;
    if (axis == std::string::npos || a.plane[1] != '=' || !value)
      throw InputError("--plane " + a.plane + " is not a plane; give x=VALUE, y=VALUE or z=VALUE with a number");
    return plane_points(frame, static_cast<int>(axis), *value, a.resolution);
  }
  if (!a.line.empty()) {
    const std::size_t colon = a.line.find(':');
    const auto first = three_numbers(a.line.substr(0, colon));
    const auto last = colon == std::string::npos ? std::nullopt : three_numbers(a.line.substr(colon + 1));
    if (!first || !last)
      throw InputError("--line " + a.line + " is not a line; give X0,Y0,Z0:X1,Y1,Z1 with six numbers");
    return line_points(*first, *last, a.count.value_or(101));
  }
  const auto counts = three_numbers(a.box);
  std::array<long, 3> n{};
  for (std::size_t c = 0; counts && c < 3; ++c) n[c] = std::abs((*counts)[c]) < 1e15 ? std::lround((*counts)[c]) : -1;
  if (!counts || static_cast<double>(n[0]) != (*counts)[0] || static_cast<double>(n[1]) != (*counts)[1] ||
      static_cast<double>(n[2]) != (*counts)[2])
    throw InputError("--box " + a.box + " is not a box; give NX,NY,NZ with three whole numbers");
  return box_points(frame, n);
}

bool is_scenario(const std::string& name) {
  for (const BuiltinScenario& s : builtin_scenarios())
    if (s.name == name) return true;
  return std::filesystem::path(name).extension() == ".toml";
}

struct Frame {
  std::shared_ptr<const Snapshot> snapshot;
  FieldOrigin origin;
};

Frame frame_of(const FileFrame& input, const FieldArguments& a) {
  if (is_scenario(input.file)) {
    if (input.frame)
      throw InputError("'" + input.file + "' is a scenario and has no frames; leave #" + std::to_string(*input.frame) +
                       " out for its start");
    Scenario s = find_scenario(input.file);
    if (a.device) s.solver.device = *a.device;
    return {start_of(s, a.options.rates), {input.file, -1}};
  }
  const Trajectory run(input.file);
  const std::size_t frame = chosen_frame(input.file, input.frame, run.frames());
  return {run.frame(frame), {input.file, static_cast<long>(frame)}};
}

Json error_json(const ErrorEntry& e) {
  return {{"asked", e.asked}, {"predicted", e.predicted}, {"measured", e.measured}};
}

std::string error_words(const char* of, const ErrorEntry& e) {
  if (!std::isfinite(e.predicted)) return fmt::format("{} has no error, because no point lies in the fluid", of);
  const std::string measured = std::isfinite(e.measured) ? fmt::format("measured {:.2g}", e.measured) : "not measured";
  return fmt::format("error of {} over its rms: asked {:.2g}, predicted {:.2g}, {}", of, e.asked, e.predicted,
                     measured);
}

void tell(const FieldArguments& a, const Frame& f, const FieldPoints& where, const FieldResult& r) {
  std::fprintf(stderr, "slurry field: %s, %s, time %.6g: %s; %zu in bodies", f.origin.file.c_str(),
               f.origin.frame < 0 ? "start" : fmt::format("frame {}", f.origin.frame).c_str(), f.snapshot->time,
               where.words.c_str(), r.inside_bodies);
  if (r.outside > 0) std::fprintf(stderr, ", %zu outside of the pipe (no velocity)", r.outside);
  std::fprintf(stderr, "\n%s; %.3g s; rates %s\n", error_words("u", r.error).c_str(), r.seconds,
               origin_of(a.options.rates.get()).c_str());
  for (const auto& [name, e] : {std::pair{"grad_u", r.gradient_error}, std::pair{"p", r.pressure_error}})
    if (!std::isnan(e.asked)) std::fprintf(stderr, "%s\n", error_words(name, e).c_str());
  std::vector<std::string> above;
  for (const auto& [name, e] :
       {std::pair{"u", r.error}, std::pair{"grad_u", r.gradient_error}, std::pair{"p", r.pressure_error}})
    if (const std::string s = above_asked(e, name, finer_tolerance); !s.empty()) above.push_back(s);
  for (const std::string& sentence : above) tell_above_asked(sentence);
  const bool gauge_dependent = depends_on_gauge(step_of(*f.snapshot));
  if (gauge_dependent) std::fprintf(stderr, "GAUGE: %s\n", gauge_sentence);
  if (a.json.empty()) return;
  Json j{{"file", f.origin.file},
         {"frame", f.origin.frame < 0 ? Json() : Json(f.origin.frame)},
         {"step", f.snapshot->step},
         {"time", f.snapshot->time},
         {"output", a.output},
         {"points", r.inside.size()},
         {"points_in_bodies", r.inside_bodies},
         {"points_outside_pipe", r.outside},
         {"rms_velocity", r.rms},
         {"gauge_dependent", gauge_dependent},
         {"error", error_json(r.error)},
         {"seconds", r.seconds}};
  if (!std::isnan(r.gradient_error.asked)) j["gradient_error"] = error_json(r.gradient_error);
  if (!std::isnan(r.pressure_error.asked)) j["pressure_error"] = error_json(r.pressure_error);
  j["errors_above_asked"] = Json::list();
  for (const std::string& sentence : above) j["errors_above_asked"].push_back(sentence);
  write_json(a.json, j.text(2));
}

int run_field(const FieldArguments& a) {
  check_where(a);
  if (a.tolerance) refuse_senseless_tolerance(*a.tolerance);
  const FileFrame input = file_frame(a.input);
  std::vector<std::filesystem::path> inputs;
  for (const std::string& name : {input.file, a.points})
    if (!name.empty()) inputs.emplace_back(name);
  check_field_file(a.output, a.points.empty());
  refuse_output(a.output, a.overwrite, inputs);
  if (!a.json.empty() && a.json != "-") {
    inputs.emplace_back(a.output);
    refuse_same_file(a.json, inputs);
    refuse_json_file(a.json, a.overwrite);
  }
  FieldArguments b = a;
  b.options.tolerance = a.tolerance;
  b.options.device = a.device;
  b.options.rates = stored_rates(a.runtime.threads, Precision::fp64, a.device.value_or(Device::automatic));
  std::optional<SignalGuard> guard(FirstSignal::ends_at_once);
  const Runtime runtime(a.runtime);
  const Frame frame = frame_of(input, b);
  for (const std::string& name : {a.output, a.json == "-" ? std::string() : a.json})
    if (!name.empty()) refuse_same_file(name, frame.snapshot->scenario->position_files);
  const FieldPoints where = points_of(a, *frame.snapshot);
  Progress progress;
  b.options.progress = [&](double done) { progress.show(done, fmt::format("{} points", where.points.size() / 3)); };
  const FieldResult r = field_of_frame(*frame.snapshot, where, b.options);
  progress.end();
  guard.reset();  // what writes a file removes what is not complete
  write_field(a.output, a.overwrite, where, r, *frame.snapshot, frame.origin, b.options);
  tell(b, frame, where, r);
  return 0;
}

constexpr const char* about_field =
    R"(FRAME counts from 0; -1 is the last frame, which is the default.  For a scenario, the field is that of its start.
Points of planes and boxes are the centres of equal cells of the domain.  An open domain ends four radii beyond the
bodies.  The output holds, for each point:
  X (M,3)       the point
  u (M,3)       the velocity of the fluid; inside a body, the motion of the body, V + Omega x (X - Y).  The spin of a rod
                about its own axis is not computed, so Omega does not contain it.  Outside of a pipe u is NaN, but
                points of --points outside of the pipe are refused.
  inside (M)    the number of the body in which the point lies, or -1.  A rod counts as a spheroid;
                a chain counts as a spheroid and its spheres.  If bodies overlap, the body counts in which the point
                lies deepest, relative to its radius.  Point bodies have no inside.
  grad_u, p     the gradient and the pressure, with --gradient and --pressure
The name of the output gives its format: .h5 (HDF5), .csv, or .vti (VTK image data, for planes, lines and boxes).
HDF5 and VTK files also hold the error of u.  Standard error and the JSON report it as well.)";

}  // namespace

void add_field_command(CommandLine& line) {
  Subcommand c = line.command(
      "field", "Compute the velocity of the fluid for a frame, on a plane, on a line, in a box or at points");
  auto a = std::make_shared<FieldArguments>();
  c.option("input", a->input, "a recorded run, FILE.h5 or FILE.h5#FRAME, or a scenario, which means its start")
      .required();
  c.option("--output", a->output, "file to write; its name ends in .h5, .csv or .vti").required().check(file_name());
  c.option("--plane", a->plane, "plane x=VALUE, y=VALUE or z=VALUE through the whole domain");
  c.option("--resolution", a->resolution,
           "largest distance between two points of the plane (default: a hundredth of its longer side)")
      .check(positive_number());
  c.option("--line", a->line, "line X0,Y0,Z0:X1,Y1,Z1 from one end to the other, both ends included");
  c.option("--count", a->count, "number of points of the line (default 101)").check(positive_count());
  c.option("--box", a->box, "box NX,NY,NZ: the number of points in each direction of the whole domain");
  c.option("--points", a->points, "HDF5 file with the points, X (M,3)");
  c.option("--inside", a->options.inside, words_for<InsideBodies>(),
           "value of u at points inside a body: motion (default; the motion of the body) or nan");
  c.option("--tolerance", a->tolerance,
           "largest allowed rms error of u over the rms of u in the fluid (default: the tolerance of the scenario)")
      .check(tolerance_number());
  c.flag("--gradient", a->options.gradient, "also write grad_u (M,3,3), [i][l] = du_i/dx_l");
  c.flag("--pressure", a->options.pressure, "also write the pressure p (M)");
  add_device_option(c, a->device);
  c.option("--threads", a->runtime.threads, "number of threads (default: OMP_NUM_THREADS, otherwise all cores)")
      .check(thread_count());
  c.option("--json", a->json, "write a summary as JSON to this file; - is standard output");
  c.flag("--overwrite", a->overwrite, "replace an existing output file");
  c.footer([] { return about_field; });
  c.action([a] { return run_field(*a); });
}

}  // namespace slurry::app
