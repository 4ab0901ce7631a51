// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "ewald/ranks/wire.hpp"

namespace slurry {

/// The wire by NCCL. All ranks make it together, and each of them has a device of its own. Throws Error if NCCL reports
/// an error.
std::unique_ptr<Wire<Kokkos::Cuda>> make_nccl_wire(Communicator& ranks);

}  // namespace slurry
