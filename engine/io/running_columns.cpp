// SPDX-License-Identifier: BSD-3-Clause
#include "io/running_columns.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "base/text.hpp"
#include "io/sparse_rows.hpp"
#include "io/trajectory_layout.hpp"

namespace slurry {

namespace {

/// Headers and first chunks of two datasets, and their group [bytes].
constexpr std::size_t new_column = 16384;
constexpr std::size_t chunk = 512;  // bytes: most of the lists change seldom or never

std::string group_of(std::string name) {
  std::replace(name.begin(), name.end(), '/', '.');
  return text("{}/{}", layout::running, name);
}

/// Unknown numbers are no numbers, and the same when they were so before.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

std::string running_value(const Quantity& q) {
  return text("quantity/{}/value", q.name);
}

void RunningColumns::put(std::int64_t step, const State& state) {
  for (const auto& [name, list] : state.lists()) {
    if (list.empty()) continue;
    Column& c = columns_[name];
    if (c.values && same_bits(c.last, list)) continue;
    if (!c.values) {
      const std::string group = group_of(name);
      c.values = std::make_unique<Hdf5Column>(file_, group + "/value", Hdf5Column::Type::float64,
                                              std::vector<std::size_t>{list.size()}, chunk);
      c.steps = std::make_unique<Hdf5Column>(file_, group + "/step", Hdf5Column::Type::int64,
                                             std::vector<std::size_t>{}, chunk);
      describe(file_, group + "/value", "Part of the state that a run needs to continue from a frame");
      describe(file_, group + "/step", "Step from which each row holds", "", units_);
    }
    if (c.last.size() != list.size() && !c.last.empty()) continue;  // a list keeps its length
    c.values->append(std::span<const double>(list));
    c.steps->append(step);
    c.last = list;
  }
}

std::size_t RunningColumns::growth(const State& state) const {
  std::size_t bytes = 0;
  for (const auto& [name, list] : state.lists()) {
    const auto column = columns_.find(name);
    bytes += column == columns_.end() ? new_column + list.size() * sizeof(double)
                                      : column->second.values->growth() + column->second.steps->growth();
  }
  return bytes;
}

State read_running(const Hdf5Reader& file, std::int64_t step) {
  State state;
  const std::string all = layout::running;
  if (!file.has(all)) return state;
  for (const std::string& flat : file.members(all)) {
    const std::string group = all + "/" + flat;
    const std::size_t rows = whole_rows(file, group);
    if (rows == 0) continue;
    std::size_t row = 0;  // rows that begin at this step or before it
    for (std::size_t high = rows; row < high;) {
      const std::size_t middle = (row + high) / 2;
      if (file.read_row(group + "/step", middle)[0] > static_cast<double>(step))
        high = middle;
      else
        row = middle + 1;
    }
    if (row == 0) continue;
    std::string name = flat;
    std::replace(name.begin(), name.end(), '.', '/');
    state.put(name, file.read_row(group + "/value", row - 1));
  }
  return state;
}

}  // namespace slurry
