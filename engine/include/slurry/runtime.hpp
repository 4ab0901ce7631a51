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
  std::string device;          ///< "cuda", or empty where there is none
};

/// Starts Kokkos in the constructor and ends it in the destructor.  At most one lives in a process, and everything
/// numerical happens on the thread that made it.  Throws Error when a second one is made,
/// and InputError for a number of threads that it does not take.
class Runtime {
 public:
  explicit Runtime(const RuntimeOptions& options = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Threads where nobody asks for a number: those of the variable OMP_NUM_THREADS, else one per core.
  static int default_threads();
  /// Four per hardware thread, and 64 in any case.  More would only wait for each other, and the OpenMP library ends
  /// the process where their stacks do not fit.
  static int most_threads();
  /// Sentence that refuses more; `asked` as it was given.
  static std::string too_many_threads(const std::string& asked);

  /// Device::host or Device::cuda, as it is asked for; Device::automatic is the device where there is one.  Throws
  /// InputError where the device is not there.
  static Device device(Device asked);
  /// Name that the maker gives the accelerator; empty if there is none.
  static std::string accelerator();

  /// The devices and back ends that were found; valid while the Runtime lives.
  RuntimeInfo info() const;
};

/// The word of options and files: auto, host or cuda.
std::string_view name_of(Device device);

}  // namespace slurry
