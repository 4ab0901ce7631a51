// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"
#include "slurry/quantity.hpp"

// Reads what SparseColumns wrote.
namespace slurry {

/// Number of complete rows of ELEMENT/step and ELEMENT/value; 0 if there are none. A kill may come between the writes
/// of the datasets, or between writing a dataset's length and its last row. Throws InputError for a wrong shape.
std::size_t whole_rows(const Hdf5Reader& file, const std::string& element);

/// Names of the elements of a quantity that is not known at every frame. There is one, or one for each part of an
/// error.
std::vector<std::string> sparse_elements(const Quantity& quantity);

/// The element's number at a step; NaN if it has no row for the step. guess: approximate number of the row.
double sparse_value(const Hdf5Reader& file, const std::string& element, std::int64_t step, std::size_t guess);

/// Values of a quantity at a step (length); NaN if there is no row.
std::vector<double> sparse_row(const Hdf5Reader& file, const Quantity& quantity, std::int64_t step, std::size_t guess);

}  // namespace slurry
