// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string_view>

#include "scenario/body_file.hpp"
#include "scenario/nearest_name.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"

// Bodies as lines of text: CSV and XYZ.
namespace slurry {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::string_view blank = " \t";

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

/// A file's lines, without the marks at their ends and without the byte order mark of the file.
class Lines {
 public:
  explicit Lines(const fs::path& file) : name_(file.string()) {
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
  std::size_t size() const { return lines_.size(); }
  const std::string& operator[](std::size_t i) const { return lines_[i]; }
  bool is_blank(std::size_t i) const { return without_blanks(lines_[i]).empty(); }
  /// i: of the line, from 0.
  [[noreturn]] void refuse(std::size_t i, const std::string& problem) const {
    throw InputError(fmt::format("{}:{}: {}", name_, i + 1, problem));
  }

 private:
  void cut(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
      lines_.push_back(text.substr(at, end - at));
      at = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
    }
  }
  std::string name_;
  std::vector<std::string> lines_;
};

/// Meaning of a column of a file.
enum class Column { x, y, z, nx, ny, nz, radius, force, aspect, half_length, kind, species, unused };

struct ColumnName {
  std::string_view name;
  Column column;
};
constexpr std::array csv_names{ColumnName{"x", Column::x},           ColumnName{"y", Column::y},
                               ColumnName{"z", Column::z},           ColumnName{"nx", Column::nx},
                               ColumnName{"ny", Column::ny},         ColumnName{"nz", Column::nz},
                               ColumnName{"radius", Column::radius}, ColumnName{"force", Column::force},
                               ColumnName{"aspect", Column::aspect}, ColumnName{"half_length", Column::half_length},
                               ColumnName{"kind", Column::kind},     ColumnName{"species", Column::species}};
/// Columns that other programs write and whose numbers would change the motion: leaving them out would be a silent
/// error. `instead` says how the same is written here.
struct RefusedColumn {
  std::array<std::string_view, 9> names;
  const char* instead;
};
constexpr std::array refused_columns{
    RefusedColumn{{"diameter", "d"}, "write a column 'radius' with half of it"},
    RefusedColumn{{"r"}, "name it 'radius' if it is the radius, and leave it out if it is a distance"},
    RefusedColumn{{"image_x", "image_y", "image_z", "ix", "iy", "iz"},
                  "add the image times the period to the position; images of such positions are kept"},
    RefusedColumn{{"fx", "fy", "fz", "force_x", "force_y", "force_z", "weight"},
                  "the weight of a body is one number, along gravity: write a column 'force'"},
    RefusedColumn{{"tx", "ty", "tz", "torque_x", "torque_y", "torque_z", "torque"},
                  "a torque is set for all bodies of a kind, in the scenario"},
    RefusedColumn{{"director_x", "director_y", "director_z", "direction_x", "direction_y", "direction_z",
                   "orientation_x", "orientation_y", "orientation_z"},
                  "write the direction of a rod as columns nx, ny, nz (in XYZ, as the property director)"}};
constexpr const char* known_columns = "x, y, z, radius, nx, ny, nz, aspect, half_length, kind, force and species";

/// The columns of a file in their order, with what the file calls them.
class Columns {
 public:
  void add(Column c, const std::string& name) {
    kinds_.push_back(c);
    names_.push_back(name);
  }
  bool has(Column c) const { return std::find(kinds_.begin(), kinds_.end(), c) != kinds_.end(); }
  std::size_t size() const { return kinds_.size(); }
  /// "column 2 (y)"
  std::string name(std::size_t i) const { return fmt::format("column {} ({})", i + 1, names_[i]); }

  /// Adds the body of a line.  Returns the column whose number a sphere does not use; empty: there is none.
  std::string read(const Lines& lines, std::size_t line, const Words& words, bool decimal_comma, BodyFile& to) const {
    std::array<double, 3> position{}, director{};
    std::string unused;
    const bool sphere = says_sphere(words);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const Column c = kinds_[i];
      if (c == Column::unused) continue;
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

 private:
  /// Whether the line says that its body is a sphere: by its kind, else by a length of zero.
  bool says_sphere(const Words& words) const {
    const auto at = [&](Column c) {
      const auto found = std::find(kinds_.begin(), kinds_.end(), c);
      return found == kinds_.end() ? std::string() : words[static_cast<std::size_t>(found - kinds_.begin())];
    };
    if (has(Column::kind)) return small_letters(at(Column::kind)) == "sphere";
    return parsed_number(at(Column::aspect)) == 0.0 || parsed_number(at(Column::half_length)) == 0.0;
  }
  static double number_of(const Lines& lines, std::size_t line, const std::string& word, bool decimal_comma) {
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

  std::vector<Column> kinds_;
  std::vector<std::string> names_;
};

/// Refuses a column whose numbers would change the motion.
void check_column(const Lines& lines, std::size_t line, const std::string& name) {
  const std::string small = small_letters(name);
  for (const RefusedColumn& r : refused_columns)
    if (!small.empty() && std::find(r.names.begin(), r.names.end(), small) != r.names.end())
      lines.refuse(line, fmt::format("the column '{}' is not read; {}", name, r.instead));
}

/// Whether a name is that of a velocity or an angular velocity, as "vx" or "omega".
bool is_of_motion(const std::string& small) {
  return small.starts_with('v') || small.starts_with('w') || small.starts_with("omega");
}

/// Names of three columns, as "ux, uy, uz" or "e1, e2, e3", that may be a direction: any but those of a velocity.
Words unknown_vectors(const Words& unused) {
  Words vectors;
  const auto is_there = [&](const std::string& name) {
    return std::any_of(unused.begin(), unused.end(), [&](const std::string& n) { return small_letters(n) == name; });
  };
  for (const std::string& name : unused) {
    const std::string small = small_letters(name);
    if (small.size() < 2 || is_of_motion(small)) continue;
    for (const std::string_view ends : {"xyz", "123", "012"})
      for (const std::size_t at : {small.size() - 1, std::size_t{0}}) {
        std::string others = small;
        bool all = true;
        for (const char end : ends) {
          others[at] = end;
          all = all && is_there(others);
        }
        if (all && small[at] == ends.front()) vectors.push_back(name);
      }
  }
  return vectors;
}

/// A message of columns that say nothing here; empty where there are none.
void note_unused(const Words& unused, BodyFile& to) {
  if (unused.empty()) return;
  std::string names;
  for (const std::string& n : unused) names += (names.empty() ? "'" : ", '") + n + "'";
  to.notes.push_back(fmt::format("the column{} {} {} not used; there are {}", unused.size() == 1 ? "" : "s", names,
                                 unused.size() == 1 ? "is" : "are", known_columns));
}

/// A message where a sphere has a number that only rods use: the first such line and its column.
class UnusedOfSpheres {
 public:
  void see(std::size_t line, const std::string& column) {
    if (!column.empty() && ++lines_ == 1) first_ = fmt::format("{} of line {}", column, line + 1);
  }
  void note(BodyFile& to) const {
    if (lines_ == 0) return;
    const std::string more =
        lines_ == 1 ? "" : fmt::format(", nor are those of {} more line{}", lines_ - 1, lines_ == 2 ? "" : "s");
    to.notes.push_back(first_ + " is not used" + more + ": the body is a sphere, which has no direction and no length");
  }

 private:
  std::string first_;
  std::size_t lines_ = 0;
};

/// How the fields of a CSV file are told apart.  Only where a semicolon or a tab does it may a number have a decimal
/// comma.
class Fields {
 public:
  explicit Fields(const std::string& first_line) : separator_(separator_of(first_line)) {}
  explicit Fields(char separator) : separator_(separator) {}
  bool decimal_comma() const { return separator_ == ';' || separator_ == '\t'; }

  Words of(const Lines& lines, std::size_t line) const {
    const std::string& text = lines[line];
    char separator = decimal_comma() ? separator_ : separator_of(text);
    if (separator == '\t' && !decimal_comma()) separator = ' ';  // which a tab is, too
    Words fields;
    for (std::size_t at = 0;;) {
      at = separator == ' ' ? std::min(text.find_first_not_of(blank, at), text.size()) : skip_spaces(text, at);
      if (separator == ' ' && at == text.size()) return fields;
      if (at < text.size() && text[at] == '"') {
        fields.push_back(quoted(lines, line, at));
        while (at < text.size() && text[at] == ' ' && separator != ' ') ++at;
        if (at < text.size() && !ends(text[at], separator))
          lines.refuse(line, fmt::format("there is text behind the quoted field \"{}\"", fields.back()));
      } else {
        std::size_t end = at;
        while (end < text.size() && !ends(text[end], separator)) ++end;
        fields.emplace_back(without_blanks(std::string_view(text).substr(at, end - at)));
        at = end;
      }
      if (at == text.size()) return fields;
      ++at;
    }
  }

 private:
  static bool ends(char c, char separator) { return c == separator || (separator == ' ' && c == '\t'); }
  static std::size_t skip_spaces(const std::string& text, std::size_t at) {
    while (at < text.size() && text[at] == ' ') ++at;
    return at;
  }
  static char separator_of(const std::string& line) {
    bool inside = false, semicolon = false, tab = false, comma = false;
    for (const char c : without_blanks(line)) {
      inside = inside != (c == '"');
      if (inside) continue;
      semicolon = semicolon || c == ';';
      tab = tab || c == '\t';
      comma = comma || c == ',';
    }
    return semicolon ? ';' : tab ? '\t' : comma ? ',' : ' ';
  }
  /// at: the mark before it; moved behind the mark after it.
  static std::string quoted(const Lines& lines, std::size_t line, std::size_t& at) {
    const std::string& text = lines[line];
    std::string field;
    for (++at; at < text.size(); ++at) {
      if (text[at] != '"') {
        field += text[at];
      } else if (at + 1 < text.size() && text[at + 1] == '"') {
        field += text[++at];
      } else {
        ++at;
        return std::string(without_blanks(field));
      }
    }
    lines.refuse(line, "a quotation mark is not closed");
  }

  char separator_;
};

/// The separator that a spreadsheet names in the first line, "sep=;".
std::optional<char> named_separator(const Lines& lines, std::size_t line) {
  std::string_view text = lines[line];
  while (text.starts_with(' ')) text.remove_prefix(1);
  if (!small_letters(text).starts_with("sep=")) return {};
  text.remove_prefix(4);
  while (text.size() > 1 && text.ends_with(' ')) text.remove_suffix(1);
  if (text == ";" || text == "\t" || text == ",") return text.front();
  lines.refuse(line, fmt::format("the separator of 'sep={}' is not known; give a comma, a semicolon or a tab", text));
}

bool all_empty(const Words& fields) {
  return std::all_of(fields.begin(), fields.end(), [](const std::string& f) { return f.empty(); });
}

/// Columns by the names of the first line of a CSV file.
Columns named_columns(const Lines& lines, std::size_t line, Words names, BodyFile& to) {
  while (!names.empty() && names.back().empty()) names.pop_back();  // a spreadsheet's empty columns
  Columns columns;
  Words unused;
  std::vector<std::string_view> known;
  for (const ColumnName& k : csv_names) known.push_back(k.name);
  for (const std::string& name : names) {
    const std::string small = small_letters(name);
    const auto found =
        std::find_if(csv_names.begin(), csv_names.end(), [&](const ColumnName& k) { return k.name == small; });
    const Column column = found == csv_names.end() ? Column::unused : found->column;
    if (column != Column::unused && columns.has(column))
      lines.refuse(line, fmt::format("there are two columns '{}'", name));
    if (column == Column::unused) {
      check_column(lines, line, name);
      const std::string near = nearest_name(small, known);
      // a slip of the pen would leave a column out that was meant
      if (small.size() > 3 && edit_distance(small, near) <= 2)
        lines.refuse(line, fmt::format("the column '{}' is not known; did you mean '{}'?", name, near));
      unused.push_back(name);
    }
    columns.add(column, name);
  }
  const auto all_or_none = [&](std::array<Column, 3> three, const char* said, bool needed) {
    const auto there = std::count_if(three.begin(), three.end(), [&](Column c) { return columns.has(c); });
    if (there != 3 && (there > 0 || needed))
      lines.refuse(line, fmt::format("the columns {} are needed, but only {} of them {} present", said, there,
                                     there == 1 ? "is" : "are"));
  };
  all_or_none({Column::x, Column::y, Column::z}, "x, y, z", true);
  all_or_none({Column::nx, Column::ny, Column::nz}, "nx, ny, nz", false);
  note_unused(unused, to);
  to.unknown_vectors = unknown_vectors(unused);
  return columns;
}

Columns plain_columns() {
  Columns c;
  c.add(Column::x, "x");
  c.add(Column::y, "y");
  c.add(Column::z, "z");
  return c;
}

/// A comment as spreadsheets write it: one quoted word that begins with #, and no other column holds anything.
bool is_quoted_comment(std::string_view line) {
  if (!line.starts_with("\"#")) return false;
  const std::size_t end = line.find_last_of('"');
  const std::string_view word = line.substr(1, end - 1);
  for (std::size_t at = word.find('"'); at != std::string_view::npos; at = word.find('"', at + 2))
    if (!word.substr(at).starts_with("\"\"")) return false;
  return line.find_first_not_of(",; \t", end + 1) == std::string_view::npos;
}

}  // namespace

BodyFile bodies_from_csv(const fs::path& file) {
  const Lines lines(file);
  BodyFile out;
  out.file = file;
  std::optional<Fields> fields;
  std::optional<Columns> columns;
  std::optional<std::size_t> hollow;  // a line of separators alone
  UnusedOfSpheres unused;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = without_blanks(lines[i]);
    if (line.empty() || line.starts_with('#') || is_quoted_comment(line)) continue;
    if (!fields) {
      if (const std::optional<char> separator = named_separator(lines, i)) {
        fields.emplace(*separator);
        continue;
      }
      fields.emplace(lines[i]);
    }
    Words words = fields->of(lines, i);
    if (all_empty(words)) {  // what a spreadsheet leaves behind its last row
      if (!hollow) hollow = i;
      continue;
    }
    if (hollow) lines.refuse(*hollow, "every column is empty, but bodies follow in later lines; remove this line");
    if (!columns) {
      // names: nothing that a number begins with
      const bool named = std::none_of(words.begin(), words.end(), [&](std::string w) {
        std::replace(w.begin(), w.end(), ',', '.');
        return parsed_number(w).has_value();
      });
      columns.emplace(named ? named_columns(lines, i, words, out) : plain_columns());
      if (named) continue;
    }
    while (words.size() > columns->size() && words.back().empty()) words.pop_back();
    const auto empty = std::find(words.begin(), words.end(), "");
    if (words.size() != columns->size() && empty != words.end())
      lines.refuse(i, fmt::format("column {} is empty", empty - words.begin() + 1));
    if (words.size() < columns->size())
      lines.refuse(i, fmt::format("there are {} of {} {}", words.size(), columns->size(),
                                  columns->size() == 3 ? "coordinates" : "columns"));
    if (words.size() > columns->size())
      lines.refuse(i, fmt::format("there are {} columns, but {} are known; name all of them in the first line ({})",
                                  words.size(), columns->size(), known_columns));
    unused.see(i, columns->read(lines, i, words, fields->decimal_comma(), out));
  }
  unused.note(out);
  return out;
}

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
      if (n == 3 && !is_of_motion(name)) to.unknown_vectors.push_back(parts[i]);
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
  for (const std::string& name : unknown_vectors(unused)) to.unknown_vectors.push_back(name);
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

BodyFile bodies_from_xyz(const fs::path& file, std::optional<long> frame) {
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
