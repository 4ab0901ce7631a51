// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/execution.hpp"
#include "slurry/communicator.hpp"

namespace slurry {

/// How arrays travel between the memories of devices.
enum class WireKind {
  automatic,  ///< by NCCL if this build has it, otherwise through the host
  nccl,       ///< by NCCL's send and receive, on the queue of the loops
  staged      ///< by messages between ranks, piece by piece through pinned memory of the hosts
};

/// An array in the memory of a space that is sent to a rank or received from it, as bytes.
struct WirePart {
  template <class Number>
  WirePart(int of, Number* numbers, std::size_t count)
      : rank(of), data(reinterpret_cast<char*>(numbers)), bytes(count * sizeof(Number)) {}

  int rank;
  char* data;
  std::size_t bytes;
};

/// Sends arrays from the memory of a space on one rank to that of another rank.
template <class Space>
class Wire {
 public:
  virtual ~Wire() = default;

  /// Sends and receives arrays. There is at most one array for each pair of ranks and direction, and none from a rank
  /// to itself. All ranks call it together, and both sides know the size of each array; arrays of size 0 are not sent.
  /// Work that was begun on `space` before is finished first. Work that is begun there later finds the arrays that
  /// arrived.
  virtual void exchange(const Space& space, std::span<const WirePart> out, std::span<const WirePart> in) = 0;
  virtual std::string_view name() const = 0;
};

/// Returns the reason why the ranks cannot have a device each, as the end of a sentence. It is empty if each rank has
/// one. All ranks call it together and get the same answer.
template <class Space>
std::string why_devices_are_shared(Communicator& ranks);

/// Makes a wire; all ranks make it together. Throws InputError if two ranks have the same device, or if this build has
/// no NCCL and the kind asks for it.
template <class Space>
std::unique_ptr<Wire<Space>> make_wire(Communicator& ranks, WireKind kind);

}  // namespace slurry
