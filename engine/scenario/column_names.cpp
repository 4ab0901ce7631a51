// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/text.hpp"
#include "scenario/body_text.hpp"

// What the names of columns say that are not known.
namespace slurry::body_text {

namespace {

constexpr const char* instead_of_image =
    "add the image times the period to the position; images of such positions are kept";
constexpr const char* instead_of_torque = "a torque is set for all bodies of a kind, in the scenario";

/// Columns that other programs write and whose numbers would change the motion: leaving them out would be a silent
/// error. `instead` says how the same is written here.
struct RefusedColumn {
  std::array<std::string_view, 10> names;
  const char* instead;
};
constexpr std::array refused_columns{
    RefusedColumn{{"image_x", "image_y", "image_z", "ix", "iy", "iz"}, instead_of_image},
    RefusedColumn{{"fx", "fy", "fz", "force_x", "force_y", "force_z", "f", "force", "forces", "weight"},
                  "the weight of a body is one number, along gravity: write a column 'force'"},
    RefusedColumn{{"tx", "ty", "tz", "torque_x", "torque_y", "torque_z", "torque"}, instead_of_torque},
    RefusedColumn{{"length", "len", "rod_length", "full_length", "aspect_ratio", "aspectratio"},
                  "write the aspect of a rod (length over thickness) as a column 'aspect', or half of its length as a "
                  "column 'half_length'"},
    RefusedColumn{{"director_x", "director_y", "director_z", "direction_x", "direction_y", "direction_z",
                   "orientation_x", "orientation_y", "orientation_z"},
                  "write the direction of a rod as columns nx, ny, nz (in XYZ, as the property director)"}};

/// Vectors of three columns, by a word in their name: how it begins, and a short form of the whole word.
struct RefusedVector {
  std::string_view beginning, short_form;
  const char* instead;
};
constexpr std::array refused_vectors{
    RefusedVector{"image", "img", instead_of_image}, RefusedVector{"torq", "t", instead_of_torque},
    RefusedVector{"force", "f", "the weight of a body is one number, along gravity: write it as force:R:1"}};

/// Units behind the name of a column, in small letters.
constexpr std::array<std::string_view, 7> length_units{"m", "cm", "mm", "um", "nm", "\xc2\xb5m", "\xce\xbcm"};
constexpr std::array<std::string_view, 7> load_units{"n", "mn", "un", "nn", "pn", "fn", "\xc2\xb5n"};

constexpr std::array<std::string_view, 6> time_units{"s", "ms", "us", "min", "h", "\xc2\xb5s"};

constexpr std::array<std::string_view, 5> begin_times{"time", "frame", "step", "snap", "iter"};
constexpr std::array<std::string_view, 7> radii{"r", "a", "rad", "rads", "rp", "size", "sizes"};
constexpr std::array<std::string_view, 4> diameters{"d", "dp", "dia", "diam"};
constexpr std::array<std::string_view, 8> motions{"v", "vx", "vy", "vz", "w", "wx", "wy", "wz"};
constexpr std::array<std::string_view, 8> begin_motions{"vel",  "omega",  "angular", "force",
                                                        "torq", "moment", "magmom",  "stress"};
constexpr std::array<std::string_view, 14> angles{"theta", "phi",  "psi", "alpha", "beta",   "gamma", "pitch",
                                                  "yaw",   "roll", "rot", "tilt",  "normal", "polar", "rotation"};
constexpr std::array<std::string_view, 10> begin_directions{"orient", "direct", "quat",  "euler",   "azimut",
                                                            "inclin", "axis",   "angle", "heading", "tangent"};

template <class Names>
bool holds(const Names& names, std::string_view word) {
  return std::find(names.begin(), names.end(), word) != names.end();
}
template <class Names>
bool holds_beginning(const Names& names, std::string_view word) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view n) { return word.starts_with(n); });
}

bool is_small_letter(char c) {
  return c >= 'a' && c <= 'z';
}

/// The words of letters in a name, as "rod" and "axis" in "rod_axis[1]".
Words letter_words(const std::string& small) {
  Words words(1);
  for (const char c : small)
    if (is_small_letter(c))
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  return words;
}

/// The letters with which a name begins; the whole name unless one of the units follows, as in "a [um]", "rad (m)" or
/// "a_mm".
template <class Units>
std::string without_unit(const std::string& small, const Units& units) {
  std::size_t end = 0;
  while (end < small.size() && is_small_letter(small[end])) ++end;
  const std::string rest = small.substr(end);
  for (const std::string_view unit : units)
    for (const char* around : {"_", " ", "[]", "()", " []", " ()"}) {
      std::string with(around);
      const std::size_t at = with.find_first_of("])");
      with.insert(at == std::string::npos ? with.size() : at, unit);
      if (rest == with) return small.substr(0, end);
    }
  return small;
}

bool is_word_of_direction(const std::string& small) {
  const Words words = letter_words(small);
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& w) { return holds(angles, w) || holds_beginning(begin_directions, w); });
}

/// Whether a name is the first of three that differ in one letter or digit.
bool begins_three(const std::string& small, const Words& all_small) {
  for (std::size_t at = 0; at < small.size(); ++at)
    for (const std::string_view three : {"xyz", "123", "012", "ijk", "uvw", "lmn"}) {
      if (small[at] != three.front()) continue;
      std::string other = small;
      if (std::all_of(three.begin(), three.end(), [&](char c) {
            other[at] = c;
            return holds(all_small, other);
          }))
        return true;
    }
  return false;
}

}  // namespace

std::string instead_of_size(const std::string& name) {
  const std::string small = small_letters(name), word = without_unit(small, length_units);
  if (holds(diameters, word) || small.find("diamet") != std::string::npos)
    return "the size of a body is read from 'radius': write half of the diameter there";
  if (holds(radii, word) || small.find("radius") != std::string::npos || small.find("radii") != std::string::npos)
    return "name it 'radius' if it is the radius of the body, and leave it out otherwise";
  return {};
}

void check_column(const Lines& lines, std::size_t line, const std::string& name) {
  const std::string small = small_letters(name);
  if (small.empty()) return;
  std::string instead = instead_of_size(name);
  for (const RefusedColumn& r : refused_columns)
    if (holds(r.names, small) || holds(r.names, without_unit(small, load_units))) instead = r.instead;
  if (!instead.empty()) lines.refuse(line, text("the column '{}' is not read; {}", name, instead));
}

void check_vector(const Lines& lines, std::size_t line, const std::string& name) {
  for (const std::string& word : letter_words(small_letters(name)))
    for (const RefusedVector& r : refused_vectors)
      if (word == r.short_form || word.starts_with(r.beginning))
        lines.refuse(line, text("the vector '{}' is not read; {}", name, r.instead));
}

bool is_time(const std::string& name) {
  const std::string small = small_letters(name);
  return holds_beginning(begin_times, small) || without_unit(small, time_units) == "t";
}

bool is_no_direction(const std::string& name) {
  const std::string first = letter_words(small_letters(name)).front();
  return holds(motions, first) || holds_beginning(begin_motions, first);
}

Words maybe_directions(const Words& unused) {
  Words all_small, found;
  for (const std::string& name : unused) all_small.push_back(small_letters(name));
  for (std::size_t i = 0; i < unused.size(); ++i) {
    const std::string& small = all_small[i];
    const bool one_of_three = (small.size() == 1 || !is_no_direction(small)) && begins_three(small, all_small);
    if (one_of_three || is_word_of_direction(small)) found.push_back(unused[i]);
  }
  return found;
}

}  // namespace slurry::body_text
