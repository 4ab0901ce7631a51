// SPDX-License-Identifier: BSD-3-Clause
#include "json_output.hpp"

#include <cstdio>
#include <fstream>

#include "slurry/error.hpp"

namespace slurry::app {

Json milliseconds(const StageTimes& times) {
  Json j;
  for (const auto& [stage, seconds] : times)
    if (seconds > 0) j[stage] = 1e3 * seconds;
  return j;
}

void write_json(const std::string& where, const std::string& json) {
  if (where == "-") {
    std::printf("%s\n", json.c_str());
    return;
  }
  std::ofstream out(where);
  if (!(out << json << '\n')) throw InputError("'" + where + "' cannot be written; check the rights on its folder");
}

}  // namespace slurry::app
