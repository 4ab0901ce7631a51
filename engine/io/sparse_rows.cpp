// SPDX-License-Identifier: BSD-3-Clause
#include "io/sparse_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "io/hdf5_common.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

/// Rows that are whole: a kill may come between the writes of the three datasets.
std::size_t whole_rows(const Hdf5Reader& file, const std::string& element) {
  std::size_t rows = std::numeric_limits<std::size_t>::max();
  for (const char* part : {"/step", "/value"}) {
    const std::string dataset = element + part;
    if (!file.given(dataset)) return 0;
    const std::vector<std::size_t> shape = file.shape(dataset);
    if (shape.size() != 1)
      throw InputError(text("'{}' is damaged: '{}' has the shape {}; it must be (rows,)", file.file().string(), dataset,
                            hdf5::shape_text(shape)));
    rows = std::min(rows, shape[0]);
  }
  return rows;
}

}  // namespace

std::vector<std::string> sparse_elements(const Quantity& q) {
  const std::string path = text("{}/{}", layout::sparse, q.name);
  if (q.length == 1) return {path};
  std::vector<std::string> elements;
  for (const char* part : layout::error_parts) elements.push_back(text("{}/{}", path, part));
  return elements;
}

double sparse_value(const Hdf5Reader& file, const std::string& element, std::int64_t step, std::size_t guess) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::size_t rows = whole_rows(file, element);
  if (rows == 0) return unknown;
  const auto number = [&](const char* part, std::size_t row) { return file.read_row(element + part, row)[0]; };
  // Steps grow by one at least from row to row.  Most elements have all frames, or all but the first.
  std::size_t low = 0, high = rows, row = std::min(guess, rows - 1);
  while (low < high) {
    const double found = number("/step", row), asked = static_cast<double>(step);
    if (found == asked) return number("/value", row);
    if (!std::isfinite(found))
      throw InputError(text("'{}' is damaged: '{}/step' is {} in row {}", file.file().string(), element, found, row));
    if (found < asked) low = row + 1;
    if (found > asked) high = row;
    row = row == guess && found > asked && row > low ? row - 1 : (low + high) / 2;
  }
  return unknown;
}

std::vector<double> sparse_row(const Hdf5Reader& file, const Quantity& q, std::int64_t step, std::size_t guess) {
  std::vector<double> row;
  for (const std::string& element : sparse_elements(q)) row.push_back(sparse_value(file, element, step, guess));
  return row;
}

}  // namespace slurry
