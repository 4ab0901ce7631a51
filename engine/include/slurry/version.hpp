// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace slurry {

/// Version and options of this build, as text for --version, reports and files.
struct BuildInfo {
  std::string version;         ///< version of Slurry, for example "0.1.0"
  std::string git_commit;      ///< abbreviated, with "-dirty" where the tree was changed; "unknown" outside git
  std::string compiler;        ///< e.g. "GCC 12.2.0"
  std::string build_type;      ///< e.g. "Release"
  bool native = false;         ///< compiled for the instruction set of the building machine
  std::string kokkos_version;  ///< e.g. "3.4.1"
  std::string back_ends;       ///< execution spaces compiled in, e.g. "Serial, OpenMP"
  std::string fftw_version;    ///< e.g. "3.3.10"
  std::string hdf5_version;    ///< e.g. "1.10.8"; "none" when built without
};

/// Information about this build. It is valid during the whole life of the process and needs no Runtime.
const BuildInfo& build_info();

}  // namespace slurry
