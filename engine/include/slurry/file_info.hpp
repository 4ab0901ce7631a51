// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "slurry/series_mean.hpp"

namespace slurry {

/// Text that `slurry info` prints, as JSON.  A recorded run has its scenario, plan, last values and means over the
/// steady part of the run with their errors (series_mean.hpp).  Any other HDF5 file has its attributes, groups and the
/// shapes of datasets; of large files, the first members are listed.  Throws InputError where the file is missing or is
/// not HDF5.
std::string file_info_json(const std::filesystem::path& file);

/// The mean over time of a quantity in a recorded run.  Nothing: the file does not have it, or it is constant.  Throws
/// InputError where the file is missing or is no recorded run.
std::optional<SeriesMean> mean_in_file(const std::filesystem::path& file, std::string_view quantity);

}  // namespace slurry
