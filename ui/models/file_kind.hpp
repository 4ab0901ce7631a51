// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "slurry/scenario.hpp"

namespace slurry::ui {

/// Whether a file is a recorded run rather than a scenario: what begins as HDF5 does, whatever it is called, and what
/// is called .h5 or .hdf5, so that one which is broken or missing is reported as a recording.
bool is_recording(const std::filesystem::path& file);
bool begins_as_hdf5(const std::filesystem::path& file);
/// Why a file that is called like a recording is none: that it is not there, or does not begin as HDF5 does.
std::string no_recording(const std::filesystem::path& file);

/// A built-in scenario by its name, or what is in a file.  Throws InputError; for a file of another kind the sentence
/// says that it is neither a scenario nor a trajectory.
Scenario scenario_of(const std::string& name_or_file);

}  // namespace slurry::ui
