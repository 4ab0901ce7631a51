// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include "ewald/ranks/wire.hpp"

namespace slurry {

#if defined(KOKKOS_ENABLE_CUDA)
/// Memory of the host from which a space copies without waiting.
template <class Space>
using StagingSpace = std::conditional_t<is_host_space<Space>, Kokkos::HostSpace, Kokkos::CudaHostPinnedSpace>;
#else
template <class Space>
using StagingSpace = Kokkos::HostSpace;
#endif

/// Sends arrays as messages between ranks, piece by piece through memory of the hosts. While a piece travels, the next
/// one is copied from the device.
template <class Space>
class StagedWire final : public Wire<Space> {
 public:
  /// piece: number of bytes of an array that travel at a time.
  explicit StagedWire(Communicator& ranks, std::size_t piece = std::size_t(1) << 22)
      : ranks_(&ranks), piece_(piece), messages_(ranks.messages(kind)) {}

  void exchange(const Space& space, std::span<const WirePart> out, std::span<const WirePart> in) override {
    std::size_t longest = 0;
    for (const auto parts : {out, in})
      for (const WirePart& p : parts) longest = std::max(longest, p.bytes);
    const std::size_t pieces = (longest + piece_ - 1) / piece_;
    for (Staging& s : outgoing_) grow(s, out.size());
    grow(incoming_, in.size());
    if (pieces > 0) fetch(space, out, 0);
    space.fence();
    for (std::size_t k = 0; k < pieces; ++k) {
      visit(in, k, [&](std::size_t i, const WirePart& p, char*, std::size_t n) {
        messages_->receive(p.rank, std::span(incoming_.data() + i * piece_, n));
      });
      visit(out, k, [&](std::size_t i, const WirePart& p, char*, std::size_t n) {
        messages_->send(p.rank, std::span<const char>(outgoing_[k % 2].data() + i * piece_, n));
      });
      if (k + 1 < pieces) fetch(space, out, k + 1);
      messages_->wait();
      visit(in, k, [&](std::size_t i, const WirePart&, char* to, std::size_t n) {
        Kokkos::deep_copy(space, Bytes(to, n), Staging(incoming_.data() + i * piece_, n));
      });
      space.fence();
    }
  }
  std::string_view name() const override { return "staged"; }

 private:
  static constexpr int kind = 3;  // of messages; those of hosts have others
  using Staging = Kokkos::View<char*, StagingSpace<Space>>;
  using Bytes = Kokkos::View<char*, typename Space::memory_space>;

  /// Calls visit(number of the part, part, its piece k, bytes of that piece) for every part that has a piece k.
  template <class Visit>
  void visit(std::span<const WirePart> parts, std::size_t k, const Visit& visit) const {
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (parts[i].bytes > k * piece_)
        visit(i, parts[i], parts[i].data + k * piece_, std::min(piece_, parts[i].bytes - k * piece_));
  }
  void fetch(const Space& space, std::span<const WirePart> out, std::size_t k) {
    visit(out, k, [&](std::size_t i, const WirePart&, char* from, std::size_t n) {
      Kokkos::deep_copy(space, Staging(outgoing_[k % 2].data() + i * piece_, n), Bytes(from, n));
    });
  }
  void grow(Staging& s, std::size_t parts) const {
    if (s.extent(0) < parts * piece_)
      s = Staging(Kokkos::view_alloc("slurry::ranks::staging", Kokkos::WithoutInitializing), parts * piece_);
  }

  Communicator* ranks_;
  std::size_t piece_;
  std::unique_ptr<Messages> messages_;
  std::array<Staging, 2> outgoing_;
  Staging incoming_;
};

}  // namespace slurry
