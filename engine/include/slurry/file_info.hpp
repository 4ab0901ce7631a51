// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "slurry/series_mean.hpp"

namespace slurry {

/// Returns the text that `slurry info` prints, as JSON. For a recorded run it holds scenario, plan, last values, and
/// means over the steady part of the run with their errors (series_mean.hpp). For any other HDF5 file it holds
/// attributes, groups and shapes of datasets; for large files, only the first members. Throws InputError if the file is
/// missing or is not HDF5.
std::string file_info_json(const std::filesystem::path& file);

/// Mean over time of a quantity in a recorded run. Empty if the file does not have the quantity or the quantity is
/// constant. Throws InputError if the file is missing or is no recorded run.
std::optional<SeriesMean> mean_in_file(const std::filesystem::path& file, std::string_view quantity);

}  // namespace slurry
