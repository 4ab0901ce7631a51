// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

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

/// Throws RefusedError: the memory that is left does not suffice.
[[noreturn]] void refuse_for_memory(const char* of_what, double forecast, const char* help);

/// How far the process grows from where it stands to a peak of its own.
class MemoryWatch {
 public:
  MemoryWatch() : resident_(resident_memory()), peak_(peak_memory()) {}
  /// Bytes; NaN where an earlier peak was higher, or nobody says.
  double growth() const;

 private:
  double resident_, peak_;
};

/// Returns the result of `work`.  If memory runs out during the work, throws RefusedError, which names `of_what`, the
/// forecast [bytes] and the `help`.  Forecasts count the memory that is touched, and a limit on addresses counts what
/// is asked for, so that this can happen below the forecast.
template <class Work>
auto with_memory_refused(const char* of_what, const double& forecast, const char* help, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
  } catch (const std::runtime_error& e) {
    if (std::string_view(e.what()).find("failed to allocate") == std::string_view::npos) throw;
  }
  refuse_for_memory(of_what, forecast, help);
}

/// "12.3 GB" (10^9 bytes), "4.5 MB".
std::string bytes_text(double bytes);

}  // namespace slurry
