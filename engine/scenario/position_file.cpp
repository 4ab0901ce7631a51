// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/position_file.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <string_view>

#include "slurry/error.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

namespace {

namespace fs = std::filesystem;
using Positions = std::vector<std::array<double, 3>>;

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
  /// Three numbers from the words at `first`.
  std::array<double, 3> position(const std::vector<std::string_view>& words, std::size_t first) const {
    if (words.size() < first + 3)
      refuse(fmt::format("there are {} of 3 coordinates", words.size() > first ? words.size() - first : 0));
    std::array<double, 3> x{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::optional<double> value = slurry::number(words[first + k]);
      if (!value) refuse(fmt::format("'{}' is no number", words[first + k]));
      if (!std::isfinite(*value)) refuse(fmt::format("'{}' is not finite", words[first + k]));
      x[k] = *value;
    }
    return x;
  }

 private:
  std::string name_, line_;
  std::ifstream in_;
  long number_ = 0;
};

Positions from_csv(const fs::path& file) {
  Lines lines(file);
  Positions out;
  bool first = true;
  while (lines.next()) {
    const std::vector<std::string_view> words = words_of(lines.line(), ",; \t\r");
    if (words.empty() || words.front().starts_with('#')) continue;
    const bool headings = first && !number(words.front());
    first = false;
    if (!headings) out.push_back(lines.position(words, 0));
  }
  return out;
}

/// Column where the positions of an extended XYZ file begin: Properties=species:S:1:pos:R:3:...
std::size_t position_column(const Lines& lines) {
  const std::string& comment = lines.line();
  const std::size_t at = comment.find("Properties=");
  if (at == std::string::npos) return 1;
  const std::string_view value = std::string_view(comment).substr(at + 11);
  const auto fields = words_of(value.substr(0, value.find_first_of(" \t\r")), ":\"");
  std::size_t column = 0;
  for (std::size_t i = 0; i + 2 < fields.size(); i += 3) {
    if (fields[i] == "pos") return column;
    column += static_cast<std::size_t>(number(fields[i + 2]).value_or(1));
  }
  lines.refuse("Properties names no column 'pos'");
}

Positions from_xyz(const fs::path& file) {
  constexpr const char* blank = " \t\r";
  Lines lines(file);
  if (!lines.next()) lines.refuse("the number of bodies is missing");
  const auto head = words_of(lines.line(), blank);
  const double count = head.empty() ? 0 : number(head.front()).value_or(0);
  if (!(count >= 1) || count != std::floor(count)) lines.refuse("the first line must be the number of bodies");
  if (!lines.next()) lines.refuse("the comment line is missing");
  const std::size_t column = position_column(lines);
  Positions out;
  while (static_cast<double>(out.size()) < count) {
    if (!lines.next()) lines.refuse(fmt::format("the file ends after {} of {:g} bodies", out.size(), count));
    out.push_back(lines.position(words_of(lines.line(), blank), column));
  }
  return out;
}

Positions from_run(const fs::path& file, std::optional<std::size_t> frame) {
  const Trajectory run(file);
  if (run.frames() == 0) throw InputError("'" + file.string() + "' has no frame to take positions from");
  const auto s = run.frame(frame.value_or(run.frames() - 1));
  Positions out(s->positions.size() / 3);
  for (std::size_t i = 0; i < s->positions.size(); ++i) out[i / 3][i % 3] = s->positions[i];
  return out;
}

}  // namespace

PositionFile read_positions(const std::string& name, const fs::path& folder) {
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
  PositionFile out{file, {}};
  if (ending == ".csv" || ending == ".txt")
    out.positions = from_csv(file);
  else if (ending == ".xyz" || ending == ".extxyz")
    out.positions = from_xyz(file);
  else if (ending == ".h5")
    out.positions = from_run(file, frame);
  else
    throw InputError("positions come from .csv, .txt, .xyz, .extxyz and .h5 files; '" + name + "' is none of them");
  if (out.positions.empty()) throw InputError("'" + file.string() + "' holds no positions");
  return out;
}

}  // namespace slurry
