// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "scenario/body_text.hpp"
#include "slurry/file_frame.hpp"

// Bodies from XYZ, plain and extended.
namespace slurry {

namespace body_text {
namespace {

/// The value of key=value or key="a b" in the comment line of an extended XYZ file.
std::optional<std::string> comment_value(const Lines& lines, std::size_t line, std::string_view key) {
  const std::string& comment = lines[line];
  const std::string small = small_letters(comment);
  bool inside = false;
  for (std::size_t at = 0; at < small.size(); ++at) {
    const bool begins = at == 0 || blank.find(small[at - 1]) != std::string_view::npos;
    if (!inside && begins && small.compare(at, key.size(), key) == 0) {
      std::size_t from = at + key.size();
      while (from < small.size() && small[from] == ' ') ++from;
      if (from >= small.size() || small[from] != '=') continue;
      ++from;
      while (from < small.size() && small[from] == ' ') ++from;
      const bool marked = from < small.size() && (small[from] == '"' || small[from] == '\'');
      const std::size_t end = marked ? small.find(small[from], from + 1) : small.find_first_of(blank, from);
      if (marked && end == std::string::npos)
        lines.refuse(line, fmt::format("the quotation mark of {} is not closed", comment.substr(at, key.size())));
      return marked ? comment.substr(from + 1, end - from - 1) : comment.substr(from, end - from);
    }
    if (small[at] == '"') inside = !inside;
  }
  return {};
}

struct Property {
  std::string_view name;
  std::size_t width;
  Column column;
};
constexpr std::array properties{Property{"pos", 3, Column::x},
                                Property{"director", 3, Column::nx},
                                Property{"orientation", 3, Column::nx},
                                Property{"species", 1, Column::species},
                                Property{"radius", 1, Column::radius},
                                Property{"r", 1, Column::radius},
                                Property{"force", 1, Column::force},
                                Property{"aspect", 1, Column::aspect},
                                Property{"half_length", 1, Column::half_length},
                                Property{"kind", 1, Column::kind}};

/// Columns of an extended XYZ file: Properties=species:S:1:pos:R:3:...
Columns xyz_columns(const Lines& lines, std::size_t line, BodyFile& to) {
  Columns columns;
  const std::optional<std::string> value = comment_value(lines, line, "properties");
  if (!value) {
    columns.add(Column::species, "species");
    for (const Column c : {Column::x, Column::y, Column::z}) columns.add(c, std::string(1, "xyz"[static_cast<int>(c)]));
    return columns;
  }
  Words parts(1), unused;
  for (const char c : *value)
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  if (parts.size() % 3 != 0) lines.refuse(line, "Properties must be a list of name:type:columns");
  for (std::size_t i = 0; i < parts.size(); i += 3) {
    const std::string name = small_letters(parts[i]);
    const std::optional<long> width = whole_number(parts[i + 2]);
    if (!width || *width < 1 || *width > 1000)
      lines.refuse(line,
                   fmt::format("the property '{}' has '{}' columns; the number must be a whole number of at least 1",
                               parts[i], parts[i + 2]));
    const auto n = static_cast<std::size_t>(*width);
    const auto found =
        std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.name == name; });
    const bool known = found != properties.end();
    // other programs call the vector of the force on a body so, which says nothing of its weight
    const bool other_force = known && found->column == Column::force && n == 3;
    if (known && !other_force && n != found->width)
      lines.refuse(line, fmt::format("the property '{}' has {} columns, but {} are needed", parts[i], n, found->width));
    if (!known) {
      check_column(lines, line, parts[i]);
      unused.push_back(parts[i]);
      const bool vector = n >= 2 && n <= 4;  // angles, a direction, or a quaternion
      if (vector && !is_no_direction(name)) to.unknown_vectors.push_back(parts[i]);
    }
    if (other_force)
      to.notes.push_back(fmt::format(
          "the property '{}' is not used: it is a vector, and the weight of a body is one number (force:R:1)",
          parts[i]));
    const Column first = known && !other_force ? found->column : Column::unused;
    if (first != Column::unused && columns.has(first))
      lines.refuse(line, fmt::format("Properties names '{}' twice", parts[i]));
    for (std::size_t k = 0; k < n; ++k) {
      const bool vector = first == Column::x || first == Column::nx;
      columns.add(vector ? static_cast<Column>(static_cast<std::size_t>(first) + k) : first,
                  n == 1 ? parts[i] : fmt::format("{}[{}]", parts[i], k));
    }
  }
  if (!columns.has(Column::x)) lines.refuse(line, "Properties names no column 'pos'");
  note_unused(unused, to);
  for (const std::string& name : maybe_directions(unused)) to.unknown_vectors.push_back(name);
  return columns;
}

/// Keys of the comment line that would change what the positions mean, and do not.
void note_unused_keys(const Lines& lines, std::size_t line, BodyFile& to) {
  for (const char* key : {"units", "unit", "origin"})
    if (const std::optional<std::string> value = comment_value(lines, line, key))
      to.notes.push_back(
          fmt::format("'{}={}' of the comment line is not used; positions are taken as they are", key, *value));
}

FileBox xyz_box(const Lines& lines, std::size_t line) {
  FileBox box;
  box.name = "Lattice";
  if (const std::optional<std::string> lattice = comment_value(lines, line, "lattice")) {
    const Words words = blank_words(*lattice);
    if (words.size() != 9)
      lines.refuse(line, fmt::format("Lattice has {} numbers; it needs 9, for three vectors", words.size()));
    std::array<double, 3> lengths{};
    for (std::size_t i = 0; i < 9; ++i) {
      const std::optional<double> x = parsed_number(words[i]);
      if (!x || !std::isfinite(*x)) lines.refuse(line, fmt::format("Lattice: '{}' is not a finite number", words[i]));
      if (i % 4 == 0) lengths[i / 4] = *x;
      if (i % 4 != 0 && *x != 0) lines.refuse(line, "Lattice is not orthogonal; its vectors must lie along x, y and z");
    }
    box.lengths = lengths;
  }
  if (const std::optional<std::string> pbc = comment_value(lines, line, "pbc")) {
    const Words words = blank_words(*pbc);
    std::array<bool, 3> periodic{};
    if (words.size() != 3) lines.refuse(line, "pbc must be three letters, each T or F");
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string w = small_letters(words[i]);
      if (w != "t" && w != "f" && w != "1" && w != "0" && w != "true" && w != "false")
        lines.refuse(line, fmt::format("pbc: '{}' is neither T nor F", words[i]));
      periodic[i] = w == "t" || w == "1" || w == "true";
    }
    box.is_periodic = periodic;
  }
  return box;
}

/// The first line of each frame of an XYZ file; all of them are looked through, so that none is taken for another.
std::vector<std::size_t> xyz_frames(const Lines& lines) {
  std::vector<std::size_t> frames;
  std::size_t end = lines.size();
  while (end > 0 && lines.is_blank(end - 1)) --end;
  for (std::size_t at = 0; at < end;) {
    const Words head = blank_words(lines[at]);
    const std::optional<long> count = head.size() == 1 ? whole_number(head[0]) : std::nullopt;
    if (!count || *count < 1)
      lines.refuse(at, frames.empty()
                           ? "the first line must be the number of bodies"
                           : fmt::format("'{}' is not a number of bodies. The frame that begins in line {} ends before "
                                         "this line, so the next frame must begin here with its number of bodies",
                                         without_blanks(lines[at]), frames.back() + 1));
    if (at + 1 >= lines.size()) lines.refuse(at, "the comment line is missing");
    if (end < at + 2 || static_cast<std::size_t>(*count) > end - at - 2)
      lines.refuse(at, fmt::format("the file ends after {} of {} bodies", end < at + 2 ? 0 : end - at - 2, *count));
    frames.push_back(at);
    at += 2 + static_cast<std::size_t>(*count);
  }
  return frames;
}

}  // namespace
}  // namespace body_text

BodyFile bodies_from_xyz(const std::filesystem::path& file, std::optional<long> frame) {
  using namespace body_text;
  const Lines lines(file);
  BodyFile out;
  out.file = file;
  const std::vector<std::size_t> frames = xyz_frames(lines);
  if (frames.empty()) return out;
  const std::size_t chosen = chosen_frame(file, frame, frames.size());
  if (frames.size() > 1)
    out.notes.push_back(fmt::format("the bodies are those of frame {}, frames are 0 to {}", chosen, frames.size() - 1));
  const std::size_t head = frames[chosen];
  const auto count = static_cast<std::size_t>(*whole_number(blank_words(lines[head])[0]));
  const Columns columns = xyz_columns(lines, head + 1, out);
  out.box = xyz_box(lines, head + 1);
  note_unused_keys(lines, head + 1, out);
  UnusedOfSpheres unused;
  for (std::size_t i = head + 2; i < head + 2 + count; ++i) {
    const Words words = blank_words(lines[i]);
    if (words.size() < columns.size())
      lines.refuse(i, fmt::format("there are {} columns, but {} are needed; name other columns by Properties=",
                                  words.size(), columns.size()));
    if (words.size() > columns.size())
      lines.refuse(i, fmt::format("there are {} columns, but {} are known; name all of them by Properties=",
                                  words.size(), columns.size()));
    unused.see(i, columns.read(lines, i, words, false, out));
  }
  unused.note(out);
  return out;
}

}  // namespace slurry
