// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/body_file.hpp"

// Code that all text files with bodies share: it reads lines of words, and finds the meaning of columns. The functions
// that take `Lines` throw InputError with file and line.
namespace slurry::body_text {

using Words = std::vector<std::string>;

inline constexpr std::string_view blank = " \t";

/// The text without blanks at both ends.
std::string_view without_blanks(std::string_view s);
std::string small_letters(std::string_view s);
/// The words between blanks.
Words blank_words(std::string_view line);
/// The word as a number. Empty if the whole word is not a number.
std::optional<double> parsed_number(std::string_view word);
std::optional<long> whole_number(std::string_view word);

/// The lines of a file, without line breaks and without the byte order mark of the file.
class Lines {
 public:
  /// Reads the file. Throws InputError if it cannot be read or is no text in UTF-8.
  explicit Lines(const std::filesystem::path& file);
  std::size_t size() const { return lines_.size(); }
  const std::string& operator[](std::size_t i) const { return lines_[i]; }
  bool is_blank(std::size_t i) const { return without_blanks(lines_[i]).empty(); }
  /// Throws InputError that names the line. i: number of the line, from 0.
  [[noreturn]] void refuse(std::size_t i, const std::string& problem) const;

 private:
  void cut(const std::string& text);
  std::string name_;
  std::vector<std::string> lines_;
};

/// Meaning of a column of a file.
enum class Column { x, y, z, nx, ny, nz, radius, force, aspect, half_length, kind, species, frame, unused };

inline constexpr const char* known_columns =
    "x, y, z, radius, nx, ny, nz, aspect, half_length, kind, force and species";

/// The columns of a file in their order, with their names in the file.
class Columns {
 public:
  void add(Column c, const std::string& name);
  bool has(Column c) const;
  std::size_t size() const { return kinds_.size(); }

  /// Refuses the second of two lines that differ in a column of times that is not read: their bodies belong to two
  /// times. `first` has the words of the first line.
  void check_time(const Lines& lines, std::size_t line, const Words& first, const Words& words) const;

  /// Number of the frame that a line belongs to. Throws InputError if the word is no whole number of at least 0. There
  /// must be a column of frames.
  long frame_of(const Lines& lines, std::size_t line, const Words& words) const;

  /// Adds the body of a line. Returns the column whose number a sphere does not use, or an empty text if there is none.
  std::string read(const Lines& lines, std::size_t line, const Words& words, bool decimal_comma, BodyFile& to) const;

 private:
  /// "column 2 (y)"
  std::string name(std::size_t i) const;
  /// Whether the line says that its body is a sphere: by its kind, or without a kind by a length of zero.
  bool says_sphere(const Words& words) const;

  std::vector<Column> kinds_;
  std::vector<std::string> names_;
};

/// Refuses a column whose numbers would change the motion.
void check_column(const Lines& lines, std::size_t line, const std::string& name);

/// Refuses a vector of three columns whose numbers would change the motion: a force, a torque or an image.
void check_vector(const Lines& lines, std::size_t line, const std::string& name);

/// Words on what to write in place of something that is the size of a body by its name, as "rad" or "Diameter (um)".
/// Empty if the name is no such name.
std::string instead_of_size(const std::string& name);

/// Whether a name says that its column is a time or counts steps or frames, as "t", "time (s)" or "timestep".
bool is_time(const std::string& name);

/// Whether a name is that of a motion or a load, as "vx", "omega" or "forces". It is not the direction of a rod then.
bool is_no_direction(const std::string& name);

/// The names that may be the direction of a rod: the first of three columns, as "ux, uy, uz", "e[0], e[1], e[2]" or
/// "u, v, w", and words and angles, as "axis", "quat_w" or "theta".
Words maybe_directions(const Words& unused);

/// Adds a message about columns that are not used, if there are any.
void note_unused(const Words& unused, BodyFile& to);

/// A message if spheres have numbers that only rods use. It names the first such line and its column.
class UnusedOfSpheres {
 public:
  void see(std::size_t line, const std::string& column);
  void note(BodyFile& to) const;

 private:
  std::string first_;
  std::size_t lines_ = 0;
};

}  // namespace slurry::body_text
