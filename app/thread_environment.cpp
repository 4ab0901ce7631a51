// SPDX-License-Identifier: BSD-3-Clause
#include "thread_environment.hpp"

#ifdef __linux__
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#endif

namespace slurry::app {

#ifdef __linux__
void settle_thread_environment(char** argv) {
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  // Some ten microseconds: long enough between two loops of a step, short enough beside anything else.
  std::error_code code;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", code);
  if (!code && ::setenv("GOMP_SPINCOUNT", "5000", 1) == 0) ::execv(self.c_str(), argv);
  // Not started again: slower, but right.
}
#else
void settle_thread_environment(char**) {}
#endif

}  // namespace slurry::app
