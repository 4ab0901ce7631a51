// SPDX-License-Identifier: BSD-3-Clause
#include "base/memory.hpp"

#include <sys/resource.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The number behind a word at the beginning of a line; negative: the word is not there.
double value_of(const std::filesystem::path& file, const std::string& word) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream parts(line);
    std::string name;
    double value = -1;
    if (parts >> name >> value && name == word) return value;
  }
  return -1;
}

/// A file that holds one number; negative: it cannot be read, or says "max".
double number_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  double value = -1;
  return in >> value ? value : -1;
}

/// Memory that one group leaves.  Pages of files that have not been used lately are given back when memory is short.
double group_leaves(const std::filesystem::path& folder, const char* limit_file, const char* usage_file,
                    const char* inactive) {
  const double limit = number_in(folder / limit_file), used = number_in(folder / usage_file);
  if (limit < 0 || limit > 1e18 || used < 0) return unlimited;
  return std::max(0.0, limit - used + std::max(0.0, value_of(folder / "memory.stat", inactive)));
}

/// The least that the groups of this process and their parents leave.  A container may name a path that only its host
/// sees; then the top of what is mounted is the group.
double groups_leave(const std::filesystem::path& root) {
  double least = unlimited;
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool unified = controllers == ",,";
    if (!unified && controllers.find(",memory,") == std::string::npos) continue;
    const std::filesystem::path top = root / (unified ? "sys/fs/cgroup" : "sys/fs/cgroup/memory");
    std::filesystem::path below = std::filesystem::path(line.substr(second + 1)).relative_path();
    for (;; below = below.parent_path()) {
      least = std::min(least, unified ? group_leaves(top / below, "memory.max", "memory.current", "inactive_file")
                                      : group_leaves(top / below, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                                     "total_inactive_file"));
      if (below.empty()) break;
    }
  }
  return least;
}

/// Memory that the limit on addresses leaves (ulimit -v).
double addresses_left(const std::filesystem::path& root) {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  const double used = value_of(root / "proc/self/status", "VmSize:");
  return std::max(0.0, double(limit.rlim_cur) - 1024 * std::max(0.0, used));
}

}  // namespace

double available_memory(const std::filesystem::path& root) {
  const double system = value_of(root / "proc/meminfo", "MemAvailable:");
  return std::min({system < 0 ? unlimited : 1024 * system, groups_leave(root), addresses_left(root)});
}

double available_device_memory() {
#if defined(KOKKOS_ENABLE_CUDA)
  std::size_t left = 0, all = 0;
  if (cudaMemGetInfo(&left, &all) == cudaSuccess) return double(left);
#endif
  return unlimited;
}

double resident_memory() {
  return 1024 * std::max(0.0, value_of("/proc/self/status", "VmRSS:"));
}

double peak_memory() {
  return 1024 * std::max(0.0, value_of("/proc/self/status", "VmHWM:"));
}

double MemoryWatch::growth() const {
  const double now = peak_memory();
  return now > peak_ ? now - resident_ : std::numeric_limits<double>::quiet_NaN();
}

std::string bytes_text(double bytes) {
  const char* const unit[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  int u = 0;
  while (bytes >= 999.5 && u < 5) bytes /= 1000, ++u;
  return text("{:.3g} {}", bytes, unit[u]);
}

void refuse_for_memory(const char* of_what, double forecast, const char* help) {
  const std::string expected =
      forecast > 0
          ? text("; the forecast was {}, not counting memory that is reserved and not used", bytes_text(forecast))
          : "";
  throw RefusedError(text("{} ran out of memory: it needs more than the {} that are available{}; {}", of_what,
                          bytes_text(available_memory()), expected, help));
}

}  // namespace slurry
