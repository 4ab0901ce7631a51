// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace slurry {

/// Bytes that this process can still allocate: the smallest of the memory that the system calls available, the rest
/// that its control groups (versions 1 and 2, with their parents) allow, and its own limit on addresses. Infinity if
/// none of them is known. root: folder that holds proc and sys, for tests.
double available_memory(const std::filesystem::path& root = "/");

/// Free bytes of an accelerator's memory. Infinity if they are not known.
double available_device_memory();

/// Bytes of this process in memory: now, and at its peak. 0 if the system does not tell.
double resident_memory();
double peak_memory();

/// Throws RefusedError, because the free memory is too small.
[[noreturn]] void refuse_for_memory(const char* of_what, double forecast, const char* help);

/// Measures by how much the process grows from now to a new peak.
class MemoryWatch {
 public:
  MemoryWatch() : resident_(resident_memory()), peak_(peak_memory()) {}
  /// Growth in bytes. NaN if an earlier peak was higher or the system does not tell.
  double growth() const;

 private:
  double resident_, peak_;
};

/// Returns the result of `work`. If memory runs out during the work, throws RefusedError with `of_what`, the forecast
/// [bytes] and the `help`. This can happen below the forecast: forecasts count memory that is used, but a limit on
/// addresses counts memory that is reserved.
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

/// Returns a number of bytes as text, such as "12.3 GB" (10^9 bytes) or "4.5 MB".
std::string bytes_text(double bytes);

}  // namespace slurry
