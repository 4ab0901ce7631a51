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

std::size_t counted_rows(const Hdf5Reader& file, const std::string& element) {
  std::size_t rows = std::numeric_limits<std::size_t>::max();
  for (const char* part : {"/step", "/value"}) {
    const std::string dataset = element + part;
    if (!file.given(dataset)) return 0;
    const std::vector<std::size_t> shape = file.shape(dataset);
    if (shape.empty() || (std::string_view(part) == "/step" && shape.size() != 1))
      throw InputError(text("'{}' is damaged: '{}' has the shape {}; it must be (rows,)", file.file().string(), dataset,
                            hdf5::shape_text(shape)));
    rows = std::min(rows, shape[0]);
  }
  return rows;
}

}  // namespace

std::size_t whole_rows(const Hdf5Reader& file, const std::string& element) {
  const std::size_t rows = counted_rows(file, element);
  if (rows == 0) return 0;
  try {  // the last row may be counted before its chunk is in the file
    for (const char* part : {"/step", "/value"}) file.read_row(element + part, rows - 1);
  } catch (const InputError&) {
    return rows - 1;
  }
  return rows;
}

std::vector<std::string> sparse_elements(const Quantity& q) {
  const std::string path = text("{}/{}", layout::sparse, q.name);
  if (q.length == 1) return {path};
  std::vector<std::string> elements;
  for (const char* part : layout::error_parts) elements.push_back(text("{}/{}", path, part));
  return elements;
}

double sparse_value(const Hdf5Reader& file, const std::string& element, std::int64_t step, std::size_t guess) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::size_t rows = counted_rows(file, element);
  if (rows == 0) return unknown;
  if (const std::string values = element + "/value"; file.shape(values).size() != 1)
    throw InputError(text("'{}' is damaged: '{}' has the shape {}; it must be (rows,)", file.file().string(), values,
                          hdf5::shape_text(file.shape(values))));
  const auto number = [&](const char* part, std::size_t row) { return file.read_row(element + part, row)[0]; };
  // Steps grow by one at least from row to row.  Most elements have all frames, or all but the first.
  std::size_t low = 0, high = rows, row = std::min(guess, rows - 1);
  while (low < high) {
    double found = 0, value = 0;
    const double asked = static_cast<double>(step);
    try {
      found = number("/step", row);
      if (found == asked) value = number("/value", row);
    } catch (const InputError&) {
      if (row + 1 < rows) throw;
      high = row;  // the last row may be counted before its chunk is in the file
      row = low + (high - low) / 2;
      continue;
    }
    if (found == asked) return value;
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
