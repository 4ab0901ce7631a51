// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"

// Helpers that the reader, the writer and the columns of hdf5_file.hpp share.
namespace slurry::hdf5 {

/// `message`, followed by the library's reason if it gave one.
std::string with_reason(std::string message);
std::string quoted(const std::filesystem::path& p);
std::string in_file(const std::string& object, const std::filesystem::path& file);
std::string shape_text(const std::vector<std::size_t>& shape);

/// Access properties with which every file is opened: no lock is put on the file.
H5Handle file_access();
std::vector<std::size_t> shape_of(hid_t space);
std::size_t count_of(const std::vector<std::size_t>& shape);
/// HDF5 type of a text of `length` bytes, including the closing zero.
H5Handle fixed_text(std::size_t length);
H5Handle space_for(std::span<const std::size_t> shape);

}  // namespace slurry::hdf5
