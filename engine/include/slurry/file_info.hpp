// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace slurry {

/// Mean of a series in time and its statistical error.
struct SeriesMean {
  double mean = 0;
  double error = 0;        ///< of the mean, one standard deviation; NaN: fewer than `fewest_blocks` values
  std::size_t blocks = 0;  ///< whose scatter gave it; 0: none
};

inline constexpr std::size_t fewest_blocks = 8;

/// Values that follow each other in time are correlated: neighbours are averaged pairwise, again and again, and the
/// error that the scatter of the blocks gives grows until they are independent.  The largest of all levels that have
/// at least 8 blocks is taken (Flyvbjerg and Petersen, J. Chem. Phys. 91, 461, 1989).  Throws InputError without
/// values.
SeriesMean mean_of_series(std::span<const double> values);

/// What `slurry info` prints, JSON text.  Of a recorded run: scenario, plan, last values, means over its second half
/// with their errors.  Of any other HDF5 file of ours (results of sum and mobility, inputs of both): attributes,
/// groups and the shapes of what is in it.  Throws InputError for a file that is not there, or no HDF5.
std::string file_info_json(const std::filesystem::path& file);

}  // namespace slurry
