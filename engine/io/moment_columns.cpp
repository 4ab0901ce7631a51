// SPDX-License-Identifier: BSD-3-Clause
#include "io/moment_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

constexpr std::size_t library_growth = 65536;  // blocks in which the library takes its room, and the index of chunks
std::string column(const char* name) {
  return text("{}/{}", layout::moments, name);
}

/// Its lists and words in the order of their names: lines "numbers NAME COUNT", "integers NAME COUNT" and
/// "word NAME BYTES", the last followed by the bytes and a line break.
struct Flat {
  std::vector<double> numbers;
  std::string words;
};

Flat flat(const State& state) {
  Flat f;
  const auto add = [&f](const char* kind, const std::string& name, const auto& list) {
    f.words += text("{} {} {}\n", kind, name, list.size());
    f.numbers.insert(f.numbers.end(), list.begin(), list.end());
  };
  for (const auto& [name, list] : state.lists())
    if (!list.empty()) add("numbers", name, list);
  for (const auto& [name, list] : state.integer_lists())
    if (!list.empty()) add("integers", name, list);
  for (const auto& [name, word] : state.words()) f.words += text("word {} {}\n", name, word->size()) + *word + "\n";
  return f;
}

[[noreturn]] void refuse(const Hdf5Reader& file, const char* what) {
  throw InputError(text("'{}' is damaged: '{}' {}", file.file().string(), layout::moments, what));
}

/// The next line "KIND NAME COUNT" of the words.
struct Line {
  std::string_view kind;
  std::string name;
  std::size_t count = 0;
};

Line next_line(std::string_view& words, const Hdf5Reader& file) {
  const std::size_t end = words.find('\n');
  const std::string_view line = words.substr(0, end);
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  Line found;
  if (end == std::string_view::npos || first == std::string_view::npos || last <= first) refuse(file, "has no names");
  found.kind = line.substr(0, first);
  found.name = line.substr(first + 1, last - first - 1);
  const std::string_view digits = line.substr(last + 1);
  const auto [rest, code] = std::from_chars(digits.data(), digits.data() + digits.size(), found.count);
  if (code != std::errc() || rest != digits.data() + digits.size()) refuse(file, "has a list without a length");
  words.remove_prefix(end + 1);
  return found;
}

State parse(std::string_view words, std::span<const double> numbers, const Hdf5Reader& file) {
  State state;
  while (!words.empty()) {
    const Line line = next_line(words, file);
    if (line.kind == "word") {
      if (words.size() < line.count + 1) refuse(file, "ends within a word");
      state.put_word(line.name, std::string(words.substr(0, line.count)));
      words.remove_prefix(line.count + 1);
      continue;
    }
    if (numbers.size() < line.count) refuse(file, "ends within a list");
    const auto own = numbers.first(line.count);
    numbers = numbers.subspan(line.count);
    if (line.kind == "numbers") {
      state.put(line.name, std::vector<double>(own.begin(), own.end()));
    } else if (line.kind == "integers") {
      std::vector<std::int32_t> whole(own.size());
      for (std::size_t i = 0; i < own.size(); ++i) {
        if (!(std::abs(own[i]) < 2147483648.0) || own[i] != std::floor(own[i])) refuse(file, "has no whole number");
        whole[i] = static_cast<std::int32_t>(own[i]);
      }
      state.put_integers(line.name, std::move(whole));
    } else {
      refuse(file, "has a list of no known kind");
    }
  }
  if (!numbers.empty()) refuse(file, "has numbers without a name");
  return state;
}

}  // namespace

void MomentColumns::put(std::int64_t step, const State& of_run, std::size_t events) {
  State state = of_run;
  state.remove_word("law/text");  // the file has the scenario and its events
  const Flat f = flat(state);
  last_bytes_ = f.numbers.size() * sizeof(double) + f.words.size();
  file_.reserve(library_growth + 2 * last_bytes_);
  if (!step_) {
    const auto chunk = [](std::size_t bytes) { return std::clamp<std::size_t>(bytes, 2048, 262144); };
    using Type = Hdf5Column::Type;
    const std::vector<std::size_t> one;
    numbers_ = std::make_unique<Hdf5Column>(file_, column("numbers"), Type::float64, one,
                                            chunk(f.numbers.size() * sizeof(double)));
    words_ = std::make_unique<Hdf5Column>(file_, column("words"), Type::byte, one, chunk(f.words.size()));
    end_ = std::make_unique<Hdf5Column>(file_, column("end"), Type::int64, std::vector<std::size_t>{3}, 512);
    step_ = std::make_unique<Hdf5Column>(file_, column("step"), Type::int64, one, 512);
    describe(file_, column("numbers"), "Whole states from which the run can continue, one after the other");
    describe(
        file_, column("words"),
        "Lines of text that give the name and length of each list in numbers, and each word with its length in bytes");
    describe(file_, column("end"), "Where each state ends in numbers and in words, and the number of events before it");
    describe(file_, column("step"), "Step of each state", "", units_);
  }
  numbers_->append_all(f.numbers);
  words_->append_all(f.words);
  numbers_end_ += static_cast<std::int64_t>(f.numbers.size());
  words_end_ += static_cast<std::int64_t>(f.words.size());
  // What they count is in the file before they count it.
  file_.flush();
  end_->append(std::array<std::int64_t, 3>{numbers_end_, words_end_, static_cast<std::int64_t>(events)});
  file_.flush();
  step_->append(step);
  file_.flush();
  last_step_ = step;
  bytes_ += last_bytes_;
}

std::vector<StoredMoment> stored_moments(const Hdf5Reader& file) {
  for (const char* name : {"step", "end", "numbers", "words"})
    if (!file.has(column(name))) return {};
  const std::size_t rows = file.whole_rows({column("end"), column("step")});
  const Hdf5Array steps = file.read_rows(column("step"), rows), ends = file.read_rows(column("end"), rows);
  if (steps.values.size() != rows || ends.values.size() != 3 * rows) refuse(file, "does not say where states end");
  for (const auto* list : {&steps.values, &ends.values})
    for (const double x : *list)
      if (!(x >= 0 && x < 9e15) || x != std::floor(x)) refuse(file, "has a count that is no whole number");
  std::vector<StoredMoment> all(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double* end = &ends.values[3 * i];
    all[i] = {static_cast<std::int64_t>(steps.values[i]), static_cast<std::size_t>(end[2]), {}, {}};
    all[i].to = {static_cast<std::size_t>(end[0]), static_cast<std::size_t>(end[1])};
    if (i == 0) continue;
    all[i].from = all[i - 1].to;
    if (all[i].from[0] > all[i].to[0] || all[i].from[1] > all[i].to[1] || all[i].step < all[i - 1].step)
      refuse(file, "has a state that ends before it begins");
  }
  return all;
}

State read_moment(const Hdf5Reader& file, const StoredMoment& m) {
  const std::vector<double> numbers = file.read_range(column("numbers"), m.from[0], m.to[0]),
                            letters = file.read_range(column("words"), m.from[1], m.to[1]);
  std::string words;
  for (const double c : letters) words.push_back(static_cast<char>(static_cast<unsigned char>(c)));
  State state = parse(words, numbers, file);
  for (const char* list : {"state/positions", "state/directors", "state/time", "state/step", "contacts/built_at",
                           "contacts/skin", "contacts/cutoff"})
    for (const double x : state.list(list))
      if (!std::isfinite(x)) refuse(file, "has a place or a time that is not finite");
  if (state.number("state/step", -1) != static_cast<double>(m.step)) refuse(file, "has a state of another step");
  return state;
}

}  // namespace slurry
