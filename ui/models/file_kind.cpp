// SPDX-License-Identifier: BSD-3-Clause
#include "models/file_kind.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string>

namespace slurry::ui {

bool is_recording(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == ".h5" || ending == ".hdf5") return true;
  std::error_code code;
  if (!std::filesystem::is_regular_file(file, code)) return false;
  // The signature of the HDF5 file format specification, section II.A.
  static constexpr std::array<char, 8> signature{'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};
  std::array<char, 8> start{};
  std::ifstream(file, std::ios::binary).read(start.data(), start.size());
  return start == signature;
}

}  // namespace slurry::ui
