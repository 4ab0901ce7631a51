// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/body_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include "slurry/error.hpp"

namespace slurry::body_text {

namespace fs = std::filesystem;

namespace {

/// Whether a word is UTF-8 (RFC 3629): names of species go into files, and are read there again.
bool is_utf8(const std::string& word) {
  for (std::size_t i = 0; i < word.size();) {
    const auto first = static_cast<unsigned char>(word[i]);
    const std::size_t more = first < 0x80   ? 0
                             : first < 0xc2 ? 9
                             : first < 0xe0 ? 1
                             : first < 0xf0 ? 2
                             : first < 0xf5 ? 3
                                            : 9;
    if (i + more >= word.size()) return false;
    for (std::size_t k = 1; k <= more; ++k)
      if ((static_cast<unsigned char>(word[i + k]) & 0xc0) != 0x80) return false;
    const auto second = more > 0 ? static_cast<unsigned char>(word[i + 1]) : 0;
    const bool is_too_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool is_no_letter = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
    if (is_too_long || is_no_letter) return false;
    i += more + 1;
  }
  return true;
}

double number_of(const Lines& lines, std::size_t line, const std::string& word, bool decimal_comma) {
  std::string digits = word;
  const std::size_t comma = word.find(',');
  if (decimal_comma && comma != std::string::npos && comma + 1 < word.size() &&
      word.find_first_of(",.", comma + 1) == std::string::npos && word.find('.') == std::string::npos)
    digits[comma] = '.';
  const std::optional<double> value = parsed_number(digits);
  if (!value)
    lines.refuse(line, fmt::format("'{}' is not a number{}", word,
                                   !decimal_comma && comma != std::string::npos
                                       ? "; decimal commas need semicolons or tabs between the columns"
                                       : ""));
  if (!std::isfinite(*value)) lines.refuse(line, fmt::format("'{}' is not finite", word));
  return *value;
}

}  // namespace

std::string_view without_blanks(std::string_view s) {
  const std::size_t first = s.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(blank) - first + 1);
}

std::string small_letters(std::string_view s) {
  std::string out(s);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

Words blank_words(std::string_view line) {
  Words words;
  while (!(line = without_blanks(line)).empty()) {
    const std::size_t length = std::min(line.find_first_of(blank), line.size());
    words.emplace_back(line.substr(0, length));
    line.remove_prefix(length);
  }
  return words;
}

std::optional<double> parsed_number(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  double x = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
  if (error != std::errc() || end != word.data() + word.size()) return {};
  return x;
}

std::optional<long> whole_number(std::string_view word) {
  long n = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (error != std::errc() || end != word.data() + word.size()) return {};
  return n;
}

Lines::Lines(const fs::path& file) : name_(file.string()) {
  std::error_code code;
  if (!fs::exists(file, code)) throw InputError("there is no file '" + name_ + "' with positions; check its name");
  if (fs::is_directory(file, code)) throw InputError("'" + name_ + "' is a folder, not a file with positions");
  std::ifstream in(file, std::ios::binary);
  if (!fs::is_regular_file(file, code) || !in.is_open())
    throw InputError("'" + name_ + "' cannot be read; check that it is a file and its permissions");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw InputError("'" + name_ + "' cannot be read to its end; check the disk");
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw InputError("'" + name_ + "' is written in UTF-16; save it as UTF-8");
  if (text.starts_with("\x89HDF\r\n")) throw InputError("'" + name_ + "' is an HDF5 file; give it a name with .h5");
  if (text.find('\0') != std::string::npos)
    throw InputError("'" + name_ +
                     "' is not a text file, because it contains zero bytes; bodies come from text or HDF5 files");
  cut(text);
}

void Lines::refuse(std::size_t i, const std::string& problem) const {
  throw InputError(fmt::format("{}:{}: {}", name_, i + 1, problem));
}

void Lines::cut(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    lines_.push_back(text.substr(at, end - at));
    at = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
  }
}

void Columns::add(Column c, const std::string& name) {
  kinds_.push_back(c);
  names_.push_back(name);
}

bool Columns::has(Column c) const {
  return std::find(kinds_.begin(), kinds_.end(), c) != kinds_.end();
}

std::string Columns::name(std::size_t i) const {
  return fmt::format("column {} ({})", i + 1, names_[i]);
}

void Columns::check_time(const Lines& lines, std::size_t line, const Words& first, const Words& words) const {
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    if (kinds_[i] == Column::unused && is_time(names_[i]) && words[i] != first[i])
      lines.refuse(line, fmt::format("{}: '{}' follows on '{}', so the bodies are those of several times. Keep the "
                                     "lines of one time, or name the column 'frame' if it counts frames",
                                     name(i), words[i], first[i]));
}

long Columns::frame_of(const Lines& lines, std::size_t line, const Words& words) const {
  const auto at = static_cast<std::size_t>(std::find(kinds_.begin(), kinds_.end(), Column::frame) - kinds_.begin());
  // programs that keep every column as floating point write 3.0
  const std::optional<double> number = parsed_number(words[at]);
  constexpr double most = 1e15;
  if (!number || !(*number >= 0 && *number <= most) || *number != std::floor(*number))
    lines.refuse(line, fmt::format("{}: '{}' is not the number of a frame, which is a whole number of at least 0",
                                   name(at), words[at]));
  return static_cast<long>(*number);
}

std::string Columns::read(const Lines& lines, std::size_t line, const Words& words, bool decimal_comma,
                          BodyFile& to) const {
  std::array<double, 3> position{}, director{};
  std::string unused;
  const bool sphere = says_sphere(words);
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const Column c = kinds_[i];
    if (c == Column::unused || c == Column::frame) continue;
    const bool of_rods = (c >= Column::nx && c <= Column::nz) || c == Column::aspect || c == Column::half_length;
    if (words[i].empty() && sphere && of_rods) {  // nothing is said; what stands there is not looked at
      if (c == Column::aspect) to.aspects.push_back(1);
      if (c == Column::half_length) to.half_lengths.push_back(0);
      continue;
    }
    if (words[i].empty()) lines.refuse(line, name(i) + " is empty");
    if (c == Column::species) {
      if (!is_utf8(words[i])) lines.refuse(line, name(i) + " is not written in UTF-8; save the file as UTF-8");
      to.species.push_back(words[i]);
    } else if (c == Column::kind) {
      const std::string kind = small_letters(words[i]);
      const auto shape = value_of_word<BodyShape>(kind);
      if (!shape)
        lines.refuse(line, fmt::format("{}: '{}' is not known; a body is a sphere or a rod", name(i), words[i]));
      to.shapes.push_back(*shape);
    } else {
      const double value = number_of(lines, line, words[i], decimal_comma);
      if (sphere && of_rods && unused.empty() && value != 0 && !(c == Column::aspect && value == 1)) unused = name(i);
      if (c <= Column::z) position[static_cast<std::size_t>(c)] = value;
      if (c >= Column::nx && c <= Column::nz)
        director[static_cast<std::size_t>(c) - static_cast<std::size_t>(Column::nx)] = value;
      if (c == Column::radius) to.radii.push_back(value);
      if (c == Column::force) to.forces.push_back(value);
      if (c == Column::aspect) to.aspects.push_back(value);
      if (c == Column::half_length) to.half_lengths.push_back(value);
    }
  }
  to.positions.push_back(position);
  if (has(Column::nx)) to.directors.push_back(director);
  to.lines.push_back(static_cast<long>(line) + 1);
  return unused;
}

bool Columns::says_sphere(const Words& words) const {
  const auto at = [&](Column c) {
    const auto found = std::find(kinds_.begin(), kinds_.end(), c);
    return found == kinds_.end() ? std::string() : words[static_cast<std::size_t>(found - kinds_.begin())];
  };
  if (has(Column::kind)) return small_letters(at(Column::kind)) == "sphere";
  return parsed_number(at(Column::aspect)) == 0.0 || parsed_number(at(Column::half_length)) == 0.0;
}

void note_unused(const Words& unused, BodyFile& to) {
  if (unused.empty()) return;
  std::string names;
  for (const std::string& n : unused) names += (names.empty() ? "'" : ", '") + n + "'";
  to.notes.push_back(fmt::format("the column{} {} {} not used; the known columns are {}", unused.size() == 1 ? "" : "s",
                                 names, unused.size() == 1 ? "is" : "are", known_columns));
}

void UnusedOfSpheres::see(std::size_t line, const std::string& column) {
  if (!column.empty() && ++lines_ == 1) first_ = fmt::format("{} of line {}", column, line + 1);
}

void UnusedOfSpheres::note(BodyFile& to) const {
  if (lines_ == 0) return;
  const std::string more =
      lines_ == 1 ? "" : fmt::format(", nor are those of {} more line{}", lines_ - 1, lines_ == 2 ? "" : "s");
  to.notes.push_back(first_ + " is not used" + more + ": the body is a sphere, which has no direction and no length");
}

}  // namespace slurry::body_text
