// SPDX-License-Identifier: BSD-3-Clause
#include "models/file_kind.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string>

#include "slurry/error.hpp"

namespace slurry::ui {

bool begins_as_hdf5(const std::filesystem::path& file) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(file, code)) return false;
  // The signature of the HDF5 file format specification, section II.A.
  static constexpr std::array<char, 8> signature{'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};
  std::array<char, 8> start{};
  std::ifstream(file, std::ios::binary).read(start.data(), start.size());
  return start == signature;
}

bool is_recording(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending == ".h5" || ending == ".hdf5" || begins_as_hdf5(file);
}

std::string no_recording(const std::filesystem::path& file) {
  std::error_code code;
  if (!std::filesystem::exists(file, code)) return "there is no file '" + file.string() + "'; check its name";
  return "'" + file.string() + "' is not a Slurry trajectory, because it does not begin like an HDF5 file";
}

Scenario scenario_of(const std::string& name_or_file) {
  try {
    return find_scenario(name_or_file);
  } catch (const KeyError&) {
    throw;  // a scenario, and what is wrong in it
  } catch (const InputError& e) {
    std::error_code code;
    if (!std::filesystem::is_regular_file(name_or_file, code)) throw;
    throw InputError("'" + name_or_file + "' is neither a scenario nor a trajectory: " + e.what());
  }
}

}  // namespace slurry::ui
