// SPDX-License-Identifier: BSD-3-Clause
#include "io/sparse_columns.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "io/sparse_rows.hpp"
#include "io/trajectory_layout.hpp"

namespace slurry {

namespace {

using Type = Hdf5Column::Type;

/// A new element: headers and first chunks of three datasets, and its group [bytes].
constexpr std::size_t element_growth = 65536;
constexpr std::size_t link_growth = 1024;  ///< two more names of datasets that there are

void append(Hdf5Column& column, double number) {
  column.append(std::span<const double>(&number, 1));
}

}  // namespace

std::vector<SparseElement> sparse_elements(const std::vector<Quantity>& table) {
  std::vector<SparseElement> all;
  for (const Quantity& q : table) {
    if (!q.sometimes) continue;
    const std::vector<std::string> paths = sparse_elements(q);
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const std::string_view stem = q.description.substr(0, q.description.rfind(':'));
      all.push_back({paths[i],
                     q.length == 1 ? std::string(q.description) : text("{}: {}", stem, layout::error_parts[i]),
                     std::string(q.unit), q.of_the_frame});
    }
  }
  return all;
}

SparseColumns::SparseColumns(Hdf5Writer& file, FileUnits units, std::vector<SparseElement> elements,
                             bool gauge_dependent)
    : file_(file),
      units_(std::move(units)),
      elements_(std::move(elements)),
      gauge_dependent_(gauge_dependent),
      columns_(elements_.size()) {}

/// Gives the element the grid's times, which it makes where there is no grid yet.
void SparseColumns::join(std::size_t element, std::shared_ptr<Grid>& grid) {
  const std::string& path = elements_[element].path;
  const std::string step = text("{}/step", path), time = text("{}/time", path);
  if (grid) {
    file_.link(text("{}/step", elements_[grid->owner].path), step);
    file_.link(text("{}/time", elements_[grid->owner].path), time);
  } else {
    grid = std::make_shared<Grid>();
    grid->owner = element;
    grid->steps = std::make_unique<Hdf5Column>(file_, step, Type::int64, std::vector<std::size_t>{});
    grid->times = std::make_unique<Hdf5Column>(file_, time, Type::float64, std::vector<std::size_t>{});
    describe(file_, step, "Number of the step of each row", "", units_);
    describe(file_, time, "Time of each row", "time", units_);
  }
  columns_[element].grid = grid;
}

void SparseColumns::make(std::size_t element, std::shared_ptr<Grid>& grid) {
  const SparseElement& e = elements_[element];
  const std::string values = layout::value_of(e.path);
  columns_[element].values = std::make_unique<Hdf5Column>(file_, values, Type::float64, std::vector<std::size_t>{});
  describe(file_, values, e.sentence, e.unit, units_);
  if (gauge_dependent_ && e.of_the_frame) file_.attribute(values, "gauge_dependent", std::int64_t{1});
  join(element, grid);
}

/// Where some elements of a grid get a row and others do not, the others go on with a copy of it.
void SparseColumns::split(std::span<const std::size_t> known) {
  std::map<const Grid*, std::shared_ptr<Grid>> copies;
  for (const std::size_t k : known) copies[columns_[k].grid.get()];
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::shared_ptr<Grid> before = columns_[i].grid;
    const auto copy = copies.find(before.get());
    if (!before || copy == copies.end() || std::find(known.begin(), known.end(), i) != known.end()) continue;
    before->owner =
        *std::find_if(known.begin(), known.end(), [&](std::size_t k) { return columns_[k].grid == before; });
    file_.unlink(text("{}/step", elements_[i].path));
    file_.unlink(text("{}/time", elements_[i].path));
    const bool first = !copy->second;
    join(i, copy->second);
    if (!first) continue;
    const Grid& own = *copy->second;
    for (const double step : before->steps->read()) own.steps->append(static_cast<std::int64_t>(step));
    for (const double time : before->times->read()) append(*own.times, time);
    copy->second->last = before->last;
  }
}

void SparseColumns::put(std::int64_t step, double time, std::span<const double> values) {
  std::vector<std::size_t> known;
  std::shared_ptr<Grid> begun;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    if (columns_[i].values && columns_[i].grid->last == step) {
      columns_[i].values->replace_last(values.subspan(i, 1));
      continue;
    }
    if (!columns_[i].values) make(i, begun);
    known.push_back(i);
  }
  split(known);
  for (const std::size_t i : known) {
    columns_[i].values->append(values.subspan(i, 1));
    Grid& grid = *columns_[i].grid;
    if (grid.last == step) continue;
    append(*grid.times, time);
    grid.steps->append(step);
    grid.last = step;
  }
}

std::size_t SparseColumns::growth(std::span<const double> values) const {
  std::size_t bytes = 0;
  std::map<const Grid*, bool>
      grids;  // that get a row; whether some of their elements get none, and so times of their own
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    const Column& c = columns_[i];
    bytes += c.values ? c.values->growth() : element_growth;
    if (c.values) grids[c.grid.get()] = false;
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto grid = grids.find(columns_[i].grid.get());
    if (std::isfinite(values[i]) || !columns_[i].values || grid == grids.end()) continue;
    bytes += link_growth;
    grid->second = true;
  }
  for (const auto& [grid, splits] : grids) {
    bytes += grid->steps->growth() + grid->times->growth();
    if (splits) bytes += element_growth + 2 * sizeof(double) * grid->steps->rows();
  }
  return bytes;
}

}  // namespace slurry
