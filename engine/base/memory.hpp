// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace slurry {

/// Bytes that this process can still take: the least of what the system calls available, what its control groups
/// (versions 1 and 2, with their parents) leave, and its own limit on addresses.  Infinity where nobody says.
/// root: where proc and sys lie, for tests.
double available_memory(const std::filesystem::path& root = "/");

/// Bytes of an accelerator that nobody holds; infinity where nobody says.
double available_device_memory();

/// Bytes of this process in memory now, and the most there ever were; 0 where the system does not say.
double resident_memory();
double peak_memory();

/// How far the process grows from where it stands to a peak of its own.
class MemoryWatch {
 public:
  MemoryWatch() : resident_(resident_memory()), peak_(peak_memory()) {}
  /// Bytes; NaN where an earlier peak was higher, or nobody says.
  double growth() const;

 private:
  double resident_, peak_;
};

/// "12.3 GB" (10^9 bytes), "4.5 MB".
std::string bytes_text(double bytes);

}  // namespace slurry
