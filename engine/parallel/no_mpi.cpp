// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "slurry/communicator.hpp"
#include "slurry/error.hpp"

namespace slurry {

std::unique_ptr<Communicator> start_message_passing(const Launch& launch) {
  throw InputError("a launcher started " + (launch.size > 0 ? std::to_string(launch.size) : std::string("several")) +
                   " processes, but this build of slurry has no MPI, so each of them would do the whole work; start "
                   "one process, or build with SLURRY_MPI=ON");
}

std::string message_passing_library() {
  return "";
}

}  // namespace slurry
