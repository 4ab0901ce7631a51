// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "slurry/options.hpp"

namespace slurry {

struct MachineRates;

struct RuntimeOptions {
  int threads = 0;  ///< threads of the host back end, at most Runtime::most_threads(); 0: default_threads()
  /// Rates of this machine with this number of threads, for the sums of a Session; empty: the built-in rates
  /// (machine_rates.hpp).
  std::shared_ptr<const MachineRates> rates = nullptr;
};

struct RuntimeInfo {
  std::string back_end;        ///< execution space in use, e.g. "OpenMP"
  int threads = 1;             ///< threads of the back end
  std::string kokkos_version;  ///< "3.4.1"
  std::string device;          ///< name of the device, or empty if there is none
};

/// Starts Kokkos in the constructor and ends it in the destructor. At most one Runtime exists in a process, and all
/// numerical work happens on the thread that made it. Throws Error for a second Runtime, and InputError for a number of
/// threads that is not allowed.
class Runtime {
 public:
  explicit Runtime(const RuntimeOptions& options = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Number of threads if the user gives none: the value of OMP_NUM_THREADS, otherwise one per core.
  static int default_threads();
  /// Largest allowed number of threads: four per hardware thread, and at least 64. More threads would only wait for
  /// each other, and the OpenMP library ends the process if there is no room for their stacks.
  static int most_threads();
  /// Sentence that refuses too many threads. asked: the number as the user gave it.
  static std::string too_many_threads(const std::string& asked);

  /// Resolves a requested device. Device::automatic becomes the device if there is one, and otherwise the host. Throws
  /// InputError if the device is missing.
  static Device device(Device asked);
  /// The manufacturer's name of the accelerator. Empty if there is none.
  static std::string accelerator();

  /// The back ends and devices that were found. Valid while the Runtime exists.
  RuntimeInfo info() const;
};

/// Word for a device in options and files: auto, host or cuda.
std::string_view name_of(Device device);

}  // namespace slurry
