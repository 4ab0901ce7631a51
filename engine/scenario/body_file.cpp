// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/body_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "slurry/error.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

namespace {

namespace fs = std::filesystem;
using Vector = std::array<double, 3>;

std::vector<std::string_view> words_of(std::string_view line, std::string_view separators) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t first = line.find_first_not_of(separators);
    if (first == std::string_view::npos) return words;
    line.remove_prefix(first);
    const std::size_t length = std::min(line.find_first_of(separators), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

std::optional<double> number(std::string_view word) {
  double x = 0;
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
  if (error != std::errc() || end != word.data() + word.size()) return {};
  return x;
}

/// Reads lines and knows where it is.
class Lines {
 public:
  explicit Lines(const fs::path& file) : name_(file.string()), in_(file) {
    std::error_code code;
    if (!fs::exists(file, code)) throw InputError("there is no file '" + name_ + "' with positions; check its name");
    if (!in_ || fs::is_directory(file, code)) throw InputError("'" + name_ + "' cannot be read; check its permissions");
  }
  bool next() {
    ++number_;
    return static_cast<bool>(std::getline(in_, line_));
  }
  const std::string& line() const { return line_; }
  long number() const { return number_; }
  [[noreturn]] void refuse(const std::string& problem) const {
    throw InputError(fmt::format("{}:{}: {}", name_, number_, problem));
  }
  double number_at(const std::vector<std::string_view>& words, std::size_t column) const {
    const std::optional<double> value = slurry::number(words[column]);
    if (!value) refuse(fmt::format("'{}' is not a number", words[column]));
    if (!std::isfinite(*value)) refuse(fmt::format("'{}' is not finite", words[column]));
    return *value;
  }
  Vector vector_at(const std::vector<std::string_view>& words, std::size_t column) const {
    return {number_at(words, column), number_at(words, column + 1), number_at(words, column + 2)};
  }

 private:
  std::string name_, line_;
  std::ifstream in_;
  long number_ = 0;
};

/// Where a line of a file has what; the columns of a vector follow one another.
struct Columns {
  std::optional<std::size_t> species, position, director, radius, force;
  std::size_t count = 0;  ///< of all
};

/// Collects the bodies of the lines of a file, species by species.
class Collector {
 public:
  explicit Collector(const Columns& columns) : columns_(columns) {}

  void add(const Lines& lines, const std::vector<std::string_view>& words) {
    const std::size_t first = *columns_.position;
    if (words.size() < columns_.count) {
      const std::size_t coordinates = std::min<std::size_t>(3, words.size() > first ? words.size() - first : 0);
      if (coordinates < 3) lines.refuse(fmt::format("there are {} of 3 coordinates", coordinates));
      lines.refuse(fmt::format("there are {} of {} columns", words.size(), columns_.count));
    }
    if (words.size() > columns_.count)
      lines.refuse(
          fmt::format("there are {} columns, but {} are known; name all of them (x, y, z, radius, nx, ny, nz, "
                      "force, species; in XYZ by Properties=)",
                      words.size(), columns_.count));
    FileBodies& b = of_species(columns_.species ? std::string(words[*columns_.species]) : std::string());
    b.positions.push_back(lines.vector_at(words, first));
    if (columns_.director) b.directors.push_back(lines.vector_at(words, *columns_.director));
    if (columns_.radius) b.radii.push_back(lines.number_at(words, *columns_.radius));
    if (columns_.force) b.forces.push_back(lines.number_at(words, *columns_.force));
  }
  std::vector<FileBodies> all() && { return std::move(species_); }

 private:
  FileBodies& of_species(const std::string& species) {
    for (FileBodies& b : species_)
      if (b.species == species) return b;
    species_.emplace_back().species = species;
    return species_.back();
  }

  Columns columns_;
  std::vector<FileBodies> species_;
};

/// Columns by the names of the first line of a CSV file.
Columns named_columns(const Lines& lines, const std::vector<std::string_view>& names) {
  Columns c;
  c.count = names.size();
  std::array<std::optional<std::size_t>, 3> x, n;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string name(names[i]);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char l) { return std::tolower(l); });
    if (name == "x" || name == "y" || name == "z")
      x[static_cast<std::size_t>(name[0] - 'x')] = i;
    else if (name == "nx" || name == "ny" || name == "nz")
      n[static_cast<std::size_t>(name[1] - 'x')] = i;
    else if (name == "radius")
      c.radius = i;
    else if (name == "force")
      c.force = i;
    else if (name == "species")
      c.species = i;
    else
      lines.refuse(fmt::format("the column '{}' is not known; there are x, y, z, radius, nx, ny, nz, force and species",
                               names[i]));
  }
  const auto in_a_row = [&](const std::array<std::optional<std::size_t>, 3>& v, const char* three) {
    if (!v[0] || !v[1] || !v[2] || *v[1] != *v[0] + 1 || *v[2] != *v[1] + 1)
      lines.refuse(fmt::format("the columns {} must stand side by side", three));
    return v[0];
  };
  c.position = in_a_row(x, "x, y, z");
  if (n[0] || n[1] || n[2]) c.director = in_a_row(n, "nx, ny, nz");
  return c;
}

std::vector<FileBodies> from_csv(const fs::path& file) {
  Lines lines(file);
  std::optional<Collector> bodies;
  while (lines.next()) {
    const std::vector<std::string_view> words = words_of(lines.line(), ",; \t\r");
    if (words.empty() || words.front().starts_with('#')) continue;
    if (!bodies) {
      Columns plain;
      plain.position = 0;
      plain.count = 3;
      const bool named = !number(words.front()) && std::isalpha(static_cast<unsigned char>(words.front().front()));
      bodies.emplace(named ? named_columns(lines, words) : plain);
      if (named) continue;
    }
    bodies->add(lines, words);
  }
  return bodies ? std::move(*bodies).all() : std::vector<FileBodies>();
}

/// Columns of an extended XYZ file: Properties=species:S:1:pos:R:3:...
Columns xyz_columns(const Lines& lines) {
  Columns c;
  const std::string& comment = lines.line();
  const std::size_t at = comment.find("Properties=");
  if (at == std::string::npos) {
    c.species = 0;
    c.position = 1;
    c.count = 4;
    return c;
  }
  const std::string_view value = std::string_view(comment).substr(at + 11);
  const auto fields = words_of(value.substr(0, value.find_first_of(" \t\r")), ":\"");
  for (std::size_t i = 0; i + 2 < fields.size(); i += 3) {
    const std::string_view name = fields[i];
    const auto width = static_cast<std::size_t>(number(fields[i + 2]).value_or(1));
    const bool vector = name == "pos" || name == "director";
    if (width != (vector ? 3u : 1u))
      lines.refuse(fmt::format("the property '{}' has {} columns, {} are needed", name, width, vector ? 3 : 1));
    if (name == "pos")
      c.position = c.count;
    else if (name == "director")
      c.director = c.count;
    else if (name == "species")
      c.species = c.count;
    else if (name == "radius" || name == "r")
      c.radius = c.count;
    else if (name == "force")
      c.force = c.count;
    else if (name != "id")
      lines.refuse(
          fmt::format("the property '{}' is not known; there are species, pos, radius, director, force and id", name));
    c.count += width;
  }
  if (!c.position) lines.refuse("Properties names no column 'pos'");
  return c;
}

std::vector<FileBodies> from_xyz(const fs::path& file) {
  constexpr const char* blank = " \t\r";
  Lines lines(file);
  if (!lines.next()) lines.refuse("the number of bodies is missing");
  const auto head = words_of(lines.line(), blank);
  const double count = head.empty() ? 0 : number(head.front()).value_or(0);
  if (!(count >= 1) || count != std::floor(count)) lines.refuse("the first line must be the number of bodies");
  if (!lines.next()) lines.refuse("the comment line is missing");
  Collector bodies(xyz_columns(lines));
  for (double read = 0; read < count; ++read) {
    if (!lines.next()) lines.refuse(fmt::format("the file ends after {:g} of {:g} bodies", read, count));
    bodies.add(lines, words_of(lines.line(), blank));
  }
  return std::move(bodies).all();
}

BodyFile from_run(const fs::path& file, std::optional<std::size_t> frame) {
  const Trajectory run(file);
  if (run.frames() == 0) throw InputError("'" + file.string() + "' has no frame to take bodies from");
  const std::size_t index = frame.value_or(run.frames() - 1);
  const auto s = run.frame(index);
  std::vector<FileBodies> species(s->scenario->bodies.size());
  for (std::size_t g = 0; g < species.size(); ++g) {
    species[g].species = s->scenario->bodies[g].name;
    species[g].shape = s->scenario->bodies[g].shape;
  }
  const auto vector = [](const std::vector<double>& v, std::size_t i) {
    return Vector{v[3 * i], v[3 * i + 1], v[3 * i + 2]};
  };
  for (std::size_t i = 0; i < s->positions.size() / 3; ++i) {
    const auto g = static_cast<std::size_t>(s->groups.at(i));
    FileBodies& b = species.at(g);
    const bool rod = b.shape == BodyShape::rod;
    b.positions.push_back(vector(s->positions, i));
    b.radii.push_back(s->scenario->bodies[g].radius);
    b.reaches.push_back(s->scenario->bodies[g].reach());
    b.forces.push_back(s->scenario->bodies[g].force);
    if (rod) b.directors.push_back(vector(s->directors, i));
  }
  std::erase_if(species, [](const FileBodies& b) { return b.positions.empty(); });
  return {file, std::move(species), ParentFrame{file, static_cast<std::int64_t>(index), frame_hash(*s)}};
}

bool same(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// Why bodies of a file are not those of a group; empty where they are.
std::string misfit(const FileBodies& b, const BodyGroup& g) {
  const auto word = [](BodyShape shape) { return shape == BodyShape::rod ? "rods" : "spheres"; };
  if (b.shape && *b.shape != g.shape)
    return fmt::format("they are {}, the bodies there are {}", word(*b.shape), word(g.shape));
  const auto differs = [&](const std::vector<double>& values, double wanted, const char* name) -> std::string {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!same(values[i], wanted))
        return fmt::format("body {} has the {} {}, the bodies there have {}", i, name, values[i], wanted);
    return {};
  };
  for (const std::string& fault : {differs(b.radii, g.radius, "radius"), differs(b.reaches, g.reach(), "half length"),
                                   differs(b.forces, g.force, "force")})
    if (!fault.empty()) return fault;
  if (g.shape == BodyShape::sphere && !b.directors.empty()) return "they have directions, the bodies there are spheres";
  return {};
}

void give(const FileBodies& b, BodyGroup& g) {
  g.positions = b.positions;
  g.directors = b.directors;
  g.placement = PlacementKind::positions;
  g.count = g.positions.size();
  g.count_from_fraction = false;
  g.volume_fraction.reset();
  g.from_file.reset();
}

std::string said(const FileBodies& b) {
  return fmt::format("the {} bodies{}", b.positions.size(),
                     b.species.empty() ? "" : " of the species '" + b.species + "'");
}

/// The only group for which something holds, or none.
template <class Holds>
std::optional<std::size_t> only_group(const Scenario& s, const Holds& holds) {
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    if (!holds(s.bodies[i])) continue;
    if (only) return {};
    only = i;
  }
  return only;
}

}  // namespace

BodyFile read_bodies(const std::string& name, const fs::path& folder) {
  const std::size_t hash = name.rfind('#');
  const bool numbered = hash != std::string::npos && name.substr(0, hash).ends_with(".h5");
  fs::path file = numbered ? name.substr(0, hash) : name;
  if (file.is_relative()) file = folder / file;
  const std::string ending = file.extension().string();
  std::optional<std::size_t> frame;
  if (numbered) {
    const std::optional<double> value = number(std::string_view(name).substr(hash + 1));
    if (!value || *value < 0 || *value != std::floor(*value))
      throw InputError("'" + name + "' names no frame; write NAME.h5#FRAME with a whole number from 0");
    frame = static_cast<std::size_t>(*value);
  }
  BodyFile out{file, {}, {}};
  if (ending == ".csv" || ending == ".txt")
    out.species = from_csv(file);
  else if (ending == ".xyz" || ending == ".extxyz")
    out.species = from_xyz(file);
  else if (ending == ".h5")
    out = from_run(file, frame);
  else
    throw InputError("bodies come from .csv, .txt, .xyz, .extxyz and .h5 files; '" + name + "' is none of them");
  if (out.species.empty()) throw InputError("'" + file.string() + "' holds no positions");
  return out;
}

void take_file_bodies(Scenario& s) {
  for (std::size_t asking = 0; asking < s.bodies.size(); ++asking) {
    const std::shared_ptr<const BodyFile> from = s.bodies[asking].from_file;
    if (!from) continue;
    const std::string file = "'" + from->file.string() + "'";
    std::vector<std::size_t> group_of;
    for (const FileBodies& b : from->species) {
      std::optional<std::size_t> g = asking;
      if (from->species.size() > 1) {
        g = only_group(s, [&](const BodyGroup& group) { return group.name == b.species; });
        if (!g) g = only_group(s, [&](const BodyGroup& group) { return misfit(b, group).empty(); });
        if (!g)
          throw InputError(
              fmt::format("{} has {}, which fit none of the scenario's bodies, or several; give a [[bodies]] "
                          "their species as its name, and their shape, radius and force",
                          file, said(b)));
        if (std::find(group_of.begin(), group_of.end(), *g) != group_of.end())
          throw InputError(
              fmt::format("{} has two species that fit the same of the scenario's bodies, '{}'; give each species "
                          "a [[bodies]] of its own name",
                          file, s.bodies[*g].name));
      }
      const std::string fault = misfit(b, s.bodies[*g]);
      if (!fault.empty())
        throw InputError(fmt::format("{}: {} do not fit the scenario's '{}' ([[bodies]] {}): {}", file, said(b),
                                     s.bodies[*g].name, *g, fault));
      group_of.push_back(*g);
    }
    s.bodies[asking].from_file.reset();
    for (std::size_t k = 0; k < group_of.size(); ++k) give(from->species[k], s.bodies[group_of[k]]);
  }
}

}  // namespace slurry
