// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/runtime.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

std::atomic<bool> started_once{false};

/// 1 where the system does not say.
int hardware_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

Runtime::Runtime(const RuntimeOptions& options) {
  if (options.threads < 0) throw InputError(text("{} threads were asked for; at least 1 is needed", options.threads));
  if (options.threads > most_threads()) throw InputError(too_many_threads(std::to_string(options.threads)));
  // Kokkos cannot start a second time after it ended, so one Runtime per process is a rule, not a habit.
  if (started_once.exchange(true)) throw Error("a Runtime was made before in this process; it can be made once only");
  const int threads = options.threads > 0 ? options.threads : hardware_threads();
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

int Runtime::most_threads() {
  return std::max(64, 4 * hardware_threads());
}

std::string Runtime::too_many_threads(const std::string& asked) {
  const int has = hardware_threads();
  return text("{} threads were asked for, but this machine runs {} at a time; give {}, or at most {}", asked, has, has,
              most_threads());
}

RuntimeInfo Runtime::info() const {
  RuntimeInfo i;
  i.back_end = Kokkos::DefaultExecutionSpace::name();
  i.threads = Kokkos::DefaultExecutionSpace().concurrency();
  i.kokkos_version = text("{}.{}.{}", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100);
  return i;
}

}  // namespace slurry
