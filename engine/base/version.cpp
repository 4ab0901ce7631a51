// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/version.hpp"

#include <fftw3.h>
#include <Kokkos_Core.hpp>

#include <cctype>
#include <string>
#include <string_view>

#include "slurry_git_commit.hpp"

namespace slurry {
namespace {

std::string compiler_name() {
#if defined(__clang__)
  return "Clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
  return "GCC " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
         std::to_string(__GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

// KOKKOS_VERSION is major * 10000 + minor * 100 + patch.
std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string back_ends() {
  std::string names;
  [[maybe_unused]] const auto add = [&names](const char* name) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  };
#ifdef KOKKOS_ENABLE_SERIAL
  add("Serial");
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  add("OpenMP");
#endif
#ifdef KOKKOS_ENABLE_THREADS
  add("Threads");
#endif
#ifdef KOKKOS_ENABLE_CUDA
  add("CUDA");
#endif
#ifdef KOKKOS_ENABLE_HIP
  add("HIP");
#endif
  return names;
}

// The library says "fftw-3.3.10-sse2-avx".
std::string fftw_release() {
  std::string_view text = fftw_version;
  if (text.starts_with("fftw-")) text.remove_prefix(5);
  std::size_t end = 0;
  while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) || text[end] == '.')) ++end;
  return std::string(text.substr(0, end));
}

}  // namespace

const BuildInfo& build_info() {
  static const BuildInfo info = [] {
    BuildInfo b;
    b.version = SLURRY_VERSION;
    b.git_commit = SLURRY_GIT_COMMIT;
    b.compiler = compiler_name();
    b.build_type = SLURRY_BUILD_TYPE;
    b.native = SLURRY_NATIVE;
    b.kokkos_version = kokkos_version();
    b.back_ends = back_ends();
    b.fftw_version = fftw_release();
    const std::string hdf5 = SLURRY_HDF5_VERSION;
    b.hdf5_version = hdf5.empty() ? "none" : hdf5;
    return b;
  }();
  return info;
}

}  // namespace slurry
