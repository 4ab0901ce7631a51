// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <optional>
#include <string>

namespace slurry::hdf5 {

/// Range of rows along the first dimension, including both ends.
struct RowRange {
  std::size_t first = 0, last = 0;
};

/// The library reads zeros (or the fill value) where a dataset has no values: where nothing was ever written, where an
/// external raw file is missing or short, and where a virtual dataset lacks its sources.  This function throws an
/// InputError that names `what`, and says which values are missing, before anything is read.
/// rows: only these will be read; none: the whole dataset.
void refuse_absent(hid_t dataset, const std::string& what, std::optional<RowRange> rows = {});

}  // namespace slurry::hdf5
