// SPDX-License-Identifier: BSD-3-Clause
#include "json_output.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "slurry/error.hpp"

namespace slurry::app {

Json milliseconds(const StageTimes& times) {
  Json j;
  for (const auto& [stage, seconds] : times)
    if (seconds > 0) j[stage] = 1e3 * seconds;
  return j;
}

void refuse_json_file(const std::string& where, bool overwrite) {
  if (where.empty() || where == "-") return;
  std::error_code code;
  const std::filesystem::path file(where), folder = file.has_parent_path() ? file.parent_path() : ".";
  if (std::filesystem::is_directory(file, code))
    throw InputError("'" + where + "' is a folder; give a file for --json");
  if (!std::filesystem::is_directory(folder, code))
    throw InputError("the folder of '" + where + "' does not exist; make it first");
  if (!overwrite && std::filesystem::is_regular_file(file, code) && std::filesystem::file_size(file, code) > 0)
    throw InputError("'" + where + "' exists already; give --json another name, or --overwrite to replace it");
}

void write_json(const std::string& where, const std::string& json) {
  if (where == "-") {
    std::printf("%s\n", json.c_str());
    return;
  }
  std::ofstream out(where);
  if (!out && (errno == ENOSPC || errno == EDQUOT))
    throw Error("'" + where + "' cannot be written; check the space left");
  if (!out) throw InputError("'" + where + "' cannot be written; check the rights on its folder");
  if (!(out << json << '\n' << std::flush)) throw Error("'" + where + "' cannot be written; check the space left");
}

}  // namespace slurry::app
