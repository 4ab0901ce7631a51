// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/runtime.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "base/execution.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

std::atomic<bool> started_once{false};

/// A Kokkos that is built for a device does not start without one, so that it is there where the library knows it.
template <class... Space>
constexpr bool has_device_in(SpaceList<Space...>) {
  return (!is_host_space<Space> || ...);
}
constexpr bool has_device = has_device_in(Spaces());

/// Kokkos ends the process where it is built for a device and finds none.
void require_device() {
#if defined(KOKKOS_ENABLE_CUDA)
  int devices = 0;
  const cudaError_t answer = cudaGetDeviceCount(&devices);
  if (answer == cudaSuccess && devices > 0) return;
  throw InputError(
      text("this program is built for a CUDA device, but none was found ({}); use a build for the host (preset release "
           "or headless)",
           answer == cudaSuccess ? "there are 0" : cudaGetErrorString(answer)));
#endif
}

/// 1 where the system does not say.
int hardware_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// The number of threads that OMP_NUM_THREADS asks for, or its first for nested loops; 0 where it is not set or is no
/// number.
int threads_of_environment() {
  const char* const words = std::getenv("OMP_NUM_THREADS");
  if (words == nullptr) return 0;
  const long asked = std::strtol(words, nullptr, 10);
  return asked > 0 && asked <= Runtime::most_threads() ? static_cast<int>(asked) : 0;
}

}  // namespace

Runtime::Runtime(const RuntimeOptions& options) {
  if (options.threads < 0) throw InputError(text("{} threads were asked for; at least 1 is needed", options.threads));
  if (options.threads > most_threads()) throw InputError(too_many_threads(std::to_string(options.threads)));
  require_device();
  // Kokkos cannot start a second time after it ended, so one Runtime per process is a rule, not a habit.
  if (started_once.exchange(true)) throw Error("this process has made a Runtime already; it can make only one");
  const int threads = options.threads > 0 ? options.threads : default_threads();
#if KOKKOS_VERSION >= 30700
  Kokkos::initialize(Kokkos::InitializationSettings().set_num_threads(threads).set_disable_warnings(true));
#else
  Kokkos::InitArguments arguments;
  arguments.num_threads = threads;
  arguments.disable_warnings = true;
  Kokkos::initialize(arguments);
#endif
}

Runtime::~Runtime() {
  Kokkos::finalize();
}

int Runtime::default_threads() {
  const int asked = threads_of_environment();
  return asked > 0 ? asked : hardware_threads();
}

int Runtime::most_threads() {
  return std::max(64, 4 * hardware_threads());
}

std::string Runtime::too_many_threads(const std::string& asked) {
  const int has = hardware_threads();
  return text("{} threads were asked for, but this machine runs {} at a time; give {}, or at most {}", asked, has, has,
              most_threads());
}

Device Runtime::device(Device asked) {
  if (asked != Device::automatic && asked != Device::host && !has_device)
    throw InputError(
        text("the device '{}' was asked for, but this program is built for the host only; ask for auto or host, or "
             "build the preset {}",
             name_of(asked), name_of(asked)));
  if (asked == Device::automatic) return has_device ? Device::cuda : Device::host;
  return asked;
}

std::string Runtime::accelerator() {
#if defined(KOKKOS_ENABLE_CUDA)
  cudaDeviceProp found;
  if (cudaGetDeviceProperties(&found, 0) == cudaSuccess) return found.name;
#endif
  return "";
}

std::string_view name_of(Device device) {
  return word_of(device);
}

RuntimeInfo Runtime::info() const {
  RuntimeInfo i;
  i.back_end = Host::name();
  i.threads = Host().concurrency();
  if (has_device) i.device = name_of(Device::cuda);
  i.kokkos_version = text("{}.{}.{}", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100);
  return i;
}

}  // namespace slurry
