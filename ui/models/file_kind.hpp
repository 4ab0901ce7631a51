// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

namespace slurry::ui {

/// Whether a file is a recorded run rather than a scenario: what begins as HDF5 does, whatever it is called, and what
/// is called .h5 or .hdf5, so that one which is broken or missing is reported as a recording.
bool is_recording(const std::filesystem::path& file);

}  // namespace slurry::ui
