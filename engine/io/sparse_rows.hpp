// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"
#include "slurry/quantity.hpp"

// What SparseColumns wrote, read again.
namespace slurry {

/// Rows of ELEMENT/step and ELEMENT/value that are whole; 0 where there are none.  A kill may come between the writes
/// of the datasets, or between those of a dataset's length and of its last row.  Throws InputError for a wrong shape.
std::size_t whole_rows(const Hdf5Reader& file, const std::string& element);

/// Elements of a quantity that is not known at every frame: one, or one for each part of an error.
std::vector<std::string> sparse_elements(const Quantity& quantity);

/// The element's number at a step, NaN where it has no row for it.  guess: about which row it is.
double sparse_value(const Hdf5Reader& file, const std::string& element, std::int64_t step, std::size_t guess);

/// Values of a quantity at a step (length); NaN if there is no row.
std::vector<double> sparse_row(const Hdf5Reader& file, const Quantity& quantity, std::int64_t step, std::size_t guess);

}  // namespace slurry
