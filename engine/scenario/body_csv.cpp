// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "scenario/body_text.hpp"
#include "scenario/nearest_name.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"

// Bodies from CSV.
namespace slurry {

namespace body_text {
namespace {

struct ColumnName {
  std::string_view name;
  Column column;
};
constexpr std::array csv_names{ColumnName{"x", Column::x},           ColumnName{"y", Column::y},
                               ColumnName{"z", Column::z},           ColumnName{"nx", Column::nx},
                               ColumnName{"ny", Column::ny},         ColumnName{"nz", Column::nz},
                               ColumnName{"radius", Column::radius}, ColumnName{"force", Column::force},
                               ColumnName{"aspect", Column::aspect}, ColumnName{"half_length", Column::half_length},
                               ColumnName{"kind", Column::kind},     ColumnName{"species", Column::species},
                               ColumnName{"frame", Column::frame}};
/// How the fields of a CSV file are told apart.  Only where a semicolon or a tab does it may a number have a decimal
/// comma.
class Fields {
 public:
  explicit Fields(const std::string& first_line) : separator_(separator_of(first_line)) {}
  explicit Fields(char separator) : separator_(separator) {}
  bool decimal_comma() const { return separator_ == ';' || separator_ == '\t'; }

  Words of(const Lines& lines, std::size_t line) const { return of_text(lines, line, lines[line]); }
  /// The fields of a text that is a part of a line.
  Words of_text(const Lines& lines, std::size_t line, const std::string& text) const {
    char separator = decimal_comma() ? separator_ : separator_of(text);
    if (separator == '\t' && !decimal_comma()) separator = ' ';  // which a tab is, too
    Words fields;
    for (std::size_t at = 0;;) {
      at = separator == ' ' ? std::min(text.find_first_not_of(blank, at), text.size()) : skip_spaces(text, at);
      if (separator == ' ' && at == text.size()) return fields;
      if (at < text.size() && text[at] == '"') {
        fields.push_back(quoted(lines, line, text, at));
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
  static std::string quoted(const Lines& lines, std::size_t line, const std::string& text, std::size_t& at) {
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
  known.reserve(csv_names.size());
  for (const ColumnName& k : csv_names)
    if (k.column != Column::frame) known.push_back(k.name);  // "name" is two letters from "frame"
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
  to.unknown_vectors = maybe_directions(unused);
  return columns;
}

/// The names of columns that a comment above the first row gives, as numpy writes them: "# x,y,z". Empty unless every
/// word of the comment is the name of a column, and there is one for each column of the row.
std::optional<Words> names_in_comment(const Lines& lines, std::size_t comment, const Fields& fields, const Words& row) {
  const std::string_view text = without_blanks(without_blanks(lines[comment]).substr(1));
  Words names = fields.of_text(lines, comment, std::string(text));
  if (names.size() != row.size()) names = blank_words(text);
  if (names.size() != row.size()) return {};
  const bool known = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return std::any_of(csv_names.begin(), csv_names.end(),
                       [&](const ColumnName& k) { return k.name == small_letters(name); });
  });
  if (!known) return {};
  return names;
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

struct Row {
  std::size_t line;
  Words words;
};

/// The rows of the frame that is meant: the one of that number, or the one of the largest number. `to` gets the name of
/// the frame and a message. There must be a row.
std::vector<Row> rows_of_frame(const Lines& lines, const Columns& columns, std::vector<Row> rows,
                               std::optional<long> wanted, BodyFile& to) {
  std::map<long, std::vector<Row>> frames;
  for (Row& row : rows) frames[columns.frame_of(lines, row.line, row.words)].push_back(std::move(row));
  const long first = frames.begin()->first, last = frames.rbegin()->first;
  const auto chosen = frames.find(wanted && *wanted != -1 ? *wanted : last);
  if (chosen == frames.end())
    throw InputError(
        fmt::format("'{}' has no frame {}; its column 'frame' has {} different number{} from {} to {} "
                    "(-1 stands for the last frame)",
                    to.file.string(), *wanted, frames.size(), frames.size() == 1 ? "" : "s", first, last));
  to.frame = fmt::format(", frame {}", chosen->first);
  if (frames.size() > 1)
    to.notes.push_back(
        fmt::format("the bodies are those of frame {}; the column 'frame' has {} different numbers from "
                    "{} to {}",
                    chosen->first, frames.size(), first, last));
  return std::move(chosen->second);
}

}  // namespace
}  // namespace body_text

BodyFile bodies_from_csv(const std::filesystem::path& file, std::optional<long> frame) {
  using namespace body_text;
  const Lines lines(file);
  BodyFile out;
  out.file = file;
  std::optional<Fields> fields;
  std::optional<Columns> columns;
  std::optional<std::size_t> hollow;   // a line of separators alone
  std::optional<std::size_t> comment;  // the last one above the rows
  std::optional<Words> first;          // the first row
  std::vector<Row> rows;               // of all frames, where there is a column of them
  UnusedOfSpheres unused;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = without_blanks(lines[i]);
    if (line.starts_with('#')) comment = i;
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
      const std::optional<Words> commented =
          named || !comment ? std::nullopt : names_in_comment(lines, *comment, *fields, words);
      if (commented) {
        columns.emplace(named_columns(lines, *comment, *commented, out));
        out.notes.push_back(fmt::format("the names of the columns are those of the comment in line {}", *comment + 1));
      } else {
        columns.emplace(named ? named_columns(lines, i, words, out) : plain_columns());
      }
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
    if (columns->has(Column::frame)) {
      rows.push_back({i, std::move(words)});
    } else {
      if (!first) first = words;
      columns->check_time(lines, i, *first, words);
      unused.see(i, columns->read(lines, i, words, fields->decimal_comma(), out));
    }
  }
  if (rows.empty()) {
    chosen_frame(file, frame, 1);
  } else {
    for (const Row& row : rows_of_frame(lines, *columns, std::move(rows), frame, out))
      unused.see(row.line, columns->read(lines, row.line, row.words, fields->decimal_comma(), out));
  }
  unused.note(out);
  return out;
}

}  // namespace slurry
