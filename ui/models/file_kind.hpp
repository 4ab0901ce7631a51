// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "slurry/scenario.hpp"

namespace slurry::ui {

/// Whether a file is a recorded run and not a scenario. This is decided by its first bytes, which HDF5 defines. A file
/// named .h5 or .hdf5 counts as a recording too, so that a broken or missing one is reported as such.
bool is_recording(const std::filesystem::path& file);
bool begins_as_hdf5(const std::filesystem::path& file);
/// Says why a file whose name is that of a recording is not one: it is missing, or its first bytes are not those of
/// HDF5.
std::string no_recording(const std::filesystem::path& file);

/// Reads a built-in scenario by name, or a file. Throws InputError; for other kinds of files, the message says that the
/// file is neither a scenario nor a trajectory.
Scenario scenario_of(const std::string& name_or_file);

}  // namespace slurry::ui
