// SPDX-License-Identifier: BSD-3-Clause
#include "models/numbered_file.hpp"

#include <cctype>

namespace slurry::ui {

std::filesystem::path numbered_file(const std::filesystem::path& folder, const std::string& stem,
                                    const std::string& ending) {
  std::string clean;
  for (const char c : stem) {
    const bool good = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
    if (good || (!clean.empty() && clean.back() != '-')) clean += good ? c : '-';
  }
  if (clean.empty()) clean = "slurry";
  std::filesystem::path file = folder / (clean + ending);
  for (int i = 2; std::filesystem::exists(file); ++i) file = folder / (clean + "-" + std::to_string(i) + ending);
  return file;
}

}  // namespace slurry::ui
