// SPDX-License-Identifier: BSD-3-Clause
#include "thread_clock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace slurry::ui {
namespace {

/// Linux counts the nanoseconds that a thread stood ready without a core: the second number of this file.
class WaitCounter {
 public:
  WaitCounter() : file_(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}
  ~WaitCounter() {
    if (file_ >= 0) close(file_);
  }
  double seconds() const {
    char text[80];
    const ssize_t n = file_ >= 0 ? pread(file_, text, sizeof text - 1, 0) : 0;
    if (n <= 0) return 0;
    text[n] = 0;
    unsigned long long ran = 0, waited = 0;
    return std::sscanf(text, "%llu %llu", &ran, &waited) == 2 ? 1e-9 * static_cast<double>(waited) : 0;
  }

 private:
  int file_;
};

}  // namespace

ThreadTime thread_time() {
  static const thread_local WaitCounter counter;
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return {std::chrono::duration<double>(now).count(), counter.seconds()};
}

}  // namespace slurry::ui
