// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "scenario/body_text.hpp"
#include "slurry/file_frame.hpp"

// Bodies from XYZ, plain and extended.
namespace slurry {

namespace body_text {
namespace {

/// The values of key=value, key="a b" and key='a b' in the comment line of an extended XYZ file.
class Comment {
 public:
  /// Throws InputError if a quotation mark is not closed, or if a key has two values. The keys that are read here may
  /// be written in small or large letters; other keys are told apart by them.
  Comment(const Lines& lines, std::size_t line) : lines_(lines), line_(line), text_(lines[line]) {
    while ((at_ = text_.find_first_not_of(blank, at_)) != std::string::npos) {
      if (text_[at_] == '"' && closing() != std::string::npos) {  // words that are no key
        at_ = closing() + 1;
        continue;
      }
      const std::string key = text_.substr(at_, std::min(text_.find_first_of(" \t=", at_), text_.size()) - at_);
      at_ += key.size();
      const std::size_t sign = text_.find_first_not_of(blank, at_);
      if (key.empty() || sign == std::string::npos || text_[sign] != '=') {
        if (key.empty()) ++at_;
        continue;
      }
      at_ = std::min(text_.find_first_not_of(blank, sign + 1), text_.size());
      add(key, value_of(key));
    }
  }
  /// key: in small letters.
  std::optional<std::string> value(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  [[noreturn]] void refuse(const std::string& problem) const { lines_.refuse(line_, problem); }
  const Lines& lines() const { return lines_; }
  std::size_t line() const { return line_; }

 private:
  bool is_mark() const { return at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\''); }
  /// The mark that ends the quoted text that begins here.
  std::size_t closing() const {
    std::size_t end = text_.find(text_[at_], at_ + 1);
    while (end != std::string::npos && text_[end - 1] == '\\') end = text_.find(text_[at_], end + 1);
    return end;
  }
  std::string value_of(const std::string& key) {
    const std::size_t from = at_;
    if (!is_mark()) {
      at_ = std::min(text_.find_first_of(blank, from), text_.size());
      return text_.substr(from, at_ - from);
    }
    const std::size_t end = closing();
    if (end == std::string::npos) refuse(fmt::format("the quotation mark of {} is not closed", key));
    at_ = end + 1;
    return text_.substr(from + 1, end - from - 1);
  }
  void add(const std::string& key, const std::string& value) {
    static constexpr std::array<std::string_view, 6> read{"properties", "lattice", "pbc", "units", "unit", "origin"};
    const std::string small = small_letters(key);
    const bool is_read = std::find(read.begin(), read.end(), small) != read.end();
    if (!values_.emplace(is_read ? small : key, value).second)
      refuse(fmt::format("the comment line gives '{}' twice; give it once", key));
  }

  const Lines& lines_;
  std::size_t line_, at_ = 0;
  const std::string& text_;
  std::map<std::string, std::string> values_;
};

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
Columns xyz_columns(const Comment& comment, BodyFile& to) {
  Columns columns;
  const Lines& lines = comment.lines();
  const std::size_t line = comment.line();
  const std::optional<std::string> value = comment.value("properties");
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
    if (n == 3) check_vector(lines, line, parts[i]);
    if (known && n != found->width)
      lines.refuse(line, fmt::format("the property '{}' has {} columns, but {} are needed", parts[i], n, found->width));
    if (!known) {
      check_column(lines, line, parts[i]);
      unused.push_back(parts[i]);
      const bool vector = n >= 2 && n <= 4;  // angles, a direction, or a quaternion
      if (vector && !is_no_direction(name)) to.unknown_vectors.push_back(parts[i]);
    }
    const Column first = known ? found->column : Column::unused;
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
void note_unused_keys(const Comment& comment, BodyFile& to) {
  for (const char* key : {"units", "unit", "origin"})
    if (const std::optional<std::string> value = comment.value(key)) {
      to.notes.push_back(
          fmt::format("'{}={}' of the comment line is not used; positions are taken as they are", key, *value));
      if (key != std::string_view("origin")) to.length_unit = *value;
    }
}

FileBox xyz_box(const Comment& comment) {
  FileBox box;
  box.name = "Lattice";
  if (const std::optional<std::string> lattice = comment.value("lattice")) {
    const Words words = blank_words(*lattice);
    if (words.size() != 9)
      comment.refuse(fmt::format("Lattice has {} numbers; it needs 9, for three vectors", words.size()));
    std::array<double, 3> lengths{};
    for (std::size_t i = 0; i < 9; ++i) {
      const std::optional<double> x = parsed_number(words[i]);
      if (!x || !std::isfinite(*x)) comment.refuse(fmt::format("Lattice: '{}' is not a finite number", words[i]));
      if (i % 4 == 0) lengths[i / 4] = *x;
      if (i % 4 != 0 && *x != 0) comment.refuse("Lattice is not orthogonal; its vectors must lie along x, y and z");
    }
    box.lengths = lengths;
  }
  if (const std::optional<std::string> pbc = comment.value("pbc")) {
    const Words words = blank_words(*pbc);
    std::array<bool, 3> periodic{};
    if (words.size() != 3) comment.refuse("pbc must be three letters, each T or F");
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string w = small_letters(words[i]);
      if (w != "t" && w != "f" && w != "1" && w != "0" && w != "true" && w != "false")
        comment.refuse(fmt::format("pbc: '{}' is neither T nor F", words[i]));
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
  const Comment comment(lines, head + 1);
  const Columns columns = xyz_columns(comment, out);
  out.box = xyz_box(comment);
  note_unused_keys(comment, out);
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
