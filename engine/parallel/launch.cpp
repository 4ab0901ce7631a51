// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstdlib>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

#include "slurry/communicator.hpp"

namespace slurry {
namespace {

struct Variables {
  const char *rank, *size;
};

/// Sources: the manuals of Open MPI 4.1 (mpirun), of MPICH's Hydra, and of Slurm (srun).  A batch script of Slurm has
/// SLURM_PROCID and SLURM_NTASKS too, but only what srun starts has SLURM_STEP_NUM_TASKS.
constexpr std::array<Variables, 3> launchers{{
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
}};

/// The whole number from 0 on that a text is.
std::optional<int> number(const char* text) {
  if (text == nullptr || *text == '\0') return {};
  char* end = nullptr;
  const long n = std::strtol(text, &end, 10);
  if (*end != '\0' || n < 0 || n > 1'000'000'000) return {};
  return static_cast<int>(n);
}

#ifdef __linux__
/// Thousands of processors do not fit into the usual set.
constexpr std::size_t most_processors = 1 << 16;
struct Processors {
  Processors() : set(CPU_ALLOC(most_processors)), bytes(CPU_ALLOC_SIZE(most_processors)) {}
  ~Processors() { CPU_FREE(set); }
  Processors(const Processors&) = delete;
  Processors& operator=(const Processors&) = delete;
  bool read() { return sched_getaffinity(0, bytes, set) == 0; }
  bool apply() const { return sched_setaffinity(0, bytes, set) == 0; }
  int count() const { return CPU_COUNT_S(bytes, set); }
  void fill() {
    CPU_ZERO_S(bytes, set);
    for (std::size_t i = 0; i < most_processors; ++i) CPU_SET_S(i, bytes, set);
  }
  cpu_set_t* set;
  std::size_t bytes;
};
#endif

}  // namespace

std::optional<Launch> launch_of(const std::function<const char*(const char*)>& variable) {
  for (const Variables& v : launchers) {
    const std::optional<int> rank = number(variable(v.rank)), size = number(variable(v.size));
    if (!rank || !size) continue;
    if (*size < 2) return {};
    return Launch{*rank, *size};
  }
  if (const std::optional<int> rank = number(variable("PMIX_RANK"))) return Launch{*rank, 0};
  return {};
}

std::optional<Launch> launch() {
  return launch_of([](const char* name) -> const char* { return std::getenv(name); });
}

void forget_launch() {
  for (const Variables& v : launchers) {
    ::unsetenv(v.rank);
    ::unsetenv(v.size);
  }
  ::unsetenv("PMIX_RANK");
}

int share_of_processors(int ranks_on_host) {
#ifdef __linux__
  Processors bound, all;
  if (bound.read()) {
    all.fill();
    if (all.apply() && all.read()) {  // the system leaves out what this process may not have
      const int share = std::max(1, all.count() / ranks_on_host);
      if (bound.count() >= share) bound.apply();
      return share;
    }
  }
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / ranks_on_host);
}

}  // namespace slurry
