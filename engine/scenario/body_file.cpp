// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/body_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

#include "scenario/body_text.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

namespace {

namespace fs = std::filesystem;
using Vector = std::array<double, 3>;

enum class Format { none, csv, xyz, hdf5 };

Format format_of(const fs::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == ".csv" || ending == ".txt" || ending == ".tsv") return Format::csv;
  if (ending == ".xyz" || ending == ".extxyz") return Format::xyz;
  if (ending == ".h5" || ending == ".hdf5" || ending == ".h5md") return Format::hdf5;
  return Format::none;
}

Vector vector_at(const std::vector<double>& v, std::size_t i) {
  return {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
}

std::vector<Vector> vectors(const std::vector<double>& v) {
  std::vector<Vector> out;
  for (std::size_t i = 0; i < v.size() / 3; ++i) out.push_back(vector_at(v, i));
  return out;
}

void say_frame(BodyFile& out, std::size_t frame, std::size_t frames) {
  out.frame = fmt::format(", frame {}", frame);
  if (frames > 1)
    out.notes.push_back(fmt::format("the bodies are those of frame {}; frames are 0 to {}", frame, frames - 1));
}

/// Names of the kinds of bodies of a run, each another one.
std::vector<std::string> kind_names(const Scenario& s) {
  std::vector<std::string> names;
  for (std::size_t g = 0; g < s.bodies.size(); ++g) {
    const std::string& name = s.bodies[g].name;
    const bool taken = std::find(names.begin(), names.end(), name) != names.end();
    names.push_back(taken ? fmt::format("{} ([[bodies]] {})", name, g) : name);
  }
  return names;
}

BodyFile from_run(const fs::path& file, std::optional<long> wanted) {
  const Trajectory run(file);
  const std::size_t frames = run.frames(), index = chosen_frame(file, wanted, frames);
  const auto s = run.frame(index);
  BodyFile out;
  out.file = file;
  say_frame(out, index, frames);
  out.positions = vectors(s->positions);
  for (std::size_t i = 0; i < s->images.size() / 3; ++i)
    out.images.push_back({double(s->images[3 * i]), double(s->images[3 * i + 1]), double(s->images[3 * i + 2])});
  const std::vector<std::string> names = kind_names(*s->scenario);
  for (std::size_t g = 0; g < names.size(); ++g)
    if (const std::string& name = s->scenario->bodies[g].name; name != names[g])
      out.notes.push_back(
          fmt::format("the name '{}' stands for several kinds of bodies; kind {} is taken as '{}'", name, g, names[g]));
  const std::size_t n = out.positions.size();
  out.directors = s->directors.size() == 3 * n ? vectors(s->directors) : std::vector<Vector>();
  out.radii = s->radii;  // a file may have been changed since; what it says of its bodies counts
  for (std::size_t i = 0; i < n; ++i) {
    const auto g = static_cast<std::size_t>(s->groups.at(i));
    if (s->groups[i] < 0 || g >= names.size())
      throw InputError(fmt::format("'{}' is damaged: body {} has the kind {}, but the kinds are 0 to {}", file.string(),
                                   i, s->groups[i], names.size() - 1));
    const BodyGroup& b = s->scenario->bodies[g];
    out.species.push_back(names[g]);
    out.shapes.push_back(b.shape);
    out.aspects.push_back(b.aspect);
    out.forces.push_back(b.force);
    out.tables.push_back(g);
  }
  out.run = s->scenario;
  out.box.domain = s->scenario->domain;
  out.units = s->scenario->units;
  out.parent = ParentFrame{file, static_cast<std::int64_t>(index), frame_hash(*s), s->step, s->time};
  return out;
}

/// A file of another program.
BodyFile from_h5md(const fs::path& file, const H5mdFrame& f) {
  BodyFile out;
  out.file = file;
  say_frame(out, f.frame, f.frames);
  out.positions = vectors(f.positions);
  out.images = vectors(f.images);
  out.directors = vectors(f.directors);
  out.radii = f.radii;
  out.half_lengths = f.half_lengths;
  out.rows = f.rows;
  out.notes.insert(out.notes.end(), f.notes.begin(), f.notes.end());
  for (const double half : f.half_lengths) out.shapes.push_back(half > 0 ? BodyShape::rod : BodyShape::sphere);
  for (const double species : f.species) out.species.push_back(fmt::format("{}", species));
  out.box.name = f.group + "/box";
  out.box.lengths = f.edges;
  out.box.is_periodic = f.is_periodic;
  out.length_unit = f.unit;
  if (!f.unit.empty())
    out.notes.push_back(fmt::format(
        "the file gives positions in '{}'; their numbers are taken as they are, as lengths of the scenario", f.unit));
  if (!f.not_used.empty()) {
    std::string names;
    for (const std::string& n : f.not_used) names += (names.empty() ? "'" : ", '") + n + "'";
    out.notes.push_back(names + " of the file " + (f.not_used.size() == 1 ? "is" : "are") + " not used");
  }
  // the other elements that H5MD names are no directions
  static constexpr std::array<std::string_view, 3> others{"mass", "id", "charge"};
  for (const std::string& n : f.not_used) {
    if (const std::string instead = body_text::instead_of_size(n); !instead.empty() && f.radii.empty())
      throw InputError(fmt::format("'{}/{}' of '{}' is not read; {}", f.group, n, file.string(), instead));
    if (std::find(others.begin(), others.end(), n) == others.end() && !body_text::is_no_direction(n))
      out.unknown_vectors.push_back(n);
  }
  return out;
}

/// NAME#FRAME in two; a file whose own name has such an end is a file.
/// Whatever the format: numbers that no body can have.
void check_bodies(const BodyFile& b) {
  const auto each = [&](const auto& values, const char* name, const auto& fits, const char* allowed) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!fits(values[i])) throw InputError(fmt::format("{}: the {} {} {}", b.place(i), name, values[i], allowed));
  };
  const auto finite = [](const Vector& v) { return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]); };
  const auto all_finite = [&](const std::vector<Vector>& list, const char* name) {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (!finite(list[i]))
        throw InputError(
            fmt::format("{}: the {} [{}, {}, {}] is not finite", b.place(i), name, list[i][0], list[i][1], list[i][2]));
  };
  const auto is_sphere = [&](std::size_t i) {
    if (!b.shapes.empty()) return b.shapes[i] == BodyShape::sphere;
    return (!b.aspects.empty() && b.aspects[i] == 0) || (!b.half_lengths.empty() && b.half_lengths[i] == 0);
  };
  all_finite(b.positions, "position");
  all_finite(b.images, "image");
  all_finite(b.directors, "direction");
  for (std::size_t i = 0; i < b.directors.size(); ++i)
    if (!is_sphere(i) && !(std::hypot(b.directors[i][0], b.directors[i][1], b.directors[i][2]) > 0))
      throw InputError(
          fmt::format("{}: the direction is [0, 0, 0]; a rod needs three numbers that are not all zero", b.place(i)));
  each(
      b.radii, "radius", [](double x) { return std::isfinite(x) && x > 0; }, "must be a finite number above 0");
  each(
      b.forces, "force", [](double x) { return std::isfinite(x); }, "must be finite");
  each(
      b.half_lengths, "half length", [](double x) { return std::isfinite(x) && x >= 0; },
      "must be a finite number of at least 0");
  each(
      b.aspects, "aspect", [](double x) { return std::isfinite(x) && x >= 0; },
      "must be a finite number of at least 0");
}

}  // namespace

std::string BodyFile::place(std::size_t body) const {
  if (body < lines.size()) return fmt::format("{}:{}", file.string(), lines[body]);
  return fmt::format("'{}'{}, body {}", file.string(), frame, number(body));
}

BodyFile read_bodies(const std::string& name, const fs::path& folder) {
  const auto [plain, frame] = file_frame(name, folder);
  fs::path file = plain;
  if (file.is_relative()) file = folder / file;
  BodyFile out;
  switch (format_of(file)) {
    case Format::csv:
      out = bodies_from_csv(file, frame);
      break;
    case Format::xyz:
      out = bodies_from_xyz(file, frame);
      break;
    case Format::hdf5: {
      const std::optional<H5mdFrame> foreign = read_h5md_frame(file, frame);
      out = foreign ? from_h5md(file, *foreign) : from_run(file, frame);
      break;
    }
    case Format::none:
      throw InputError(
          "the name of a file of bodies must end in .csv, .tsv, .txt, .xyz, .extxyz, .h5, .hdf5 or .h5md; '" + name +
          "' does not");
  }
  if (out.positions.empty()) throw InputError("'" + file.string() + "' holds no positions");
  check_bodies(out);
  return out;
}

}  // namespace slurry
