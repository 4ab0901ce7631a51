// SPDX-License-Identifier: BSD-3-Clause
// The only source that knows NCCL.
#include "ewald/ranks/nccl_wire.hpp"

#include <nccl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "slurry/error.hpp"

namespace slurry {
namespace {

void check_nccl(ncclResult_t answer) {
  if (answer != ncclSuccess)
    throw Error(std::string("the exchange between devices by NCCL failed: ") + ncclGetErrorString(answer));
}

class NcclWire final : public Wire<Kokkos::Cuda> {
 public:
  explicit NcclWire(Communicator& ranks) {
    ncclUniqueId id;
    if (ranks.rank() == 0) check_nccl(ncclGetUniqueId(&id));
    std::vector<char> same(id.internal, id.internal + sizeof id.internal);
    ranks.broadcast(same);
    std::copy(same.begin(), same.end(), id.internal);
    check_nccl(ncclCommInitRank(&devices_, ranks.size(), id, ranks.rank()));
  }
  ~NcclWire() override { ncclCommDestroy(devices_); }
  NcclWire(const NcclWire&) = delete;
  NcclWire& operator=(const NcclWire&) = delete;

  void exchange(const Kokkos::Cuda& space, std::span<const WirePart> out, std::span<const WirePart> in) override {
    check_nccl(ncclGroupStart());
    for (const WirePart& p : out)
      if (p.bytes > 0) check_nccl(ncclSend(p.data, p.bytes, ncclChar, p.rank, devices_, space.cuda_stream()));
    for (const WirePart& p : in)
      if (p.bytes > 0) check_nccl(ncclRecv(p.data, p.bytes, ncclChar, p.rank, devices_, space.cuda_stream()));
    check_nccl(ncclGroupEnd());
  }
  std::string_view name() const override { return "NCCL"; }

 private:
  ncclComm_t devices_ = nullptr;
};

}  // namespace

std::unique_ptr<Wire<Kokkos::Cuda>> make_nccl_wire(Communicator& ranks) {
  return std::make_unique<NcclWire>(ranks);
}

}  // namespace slurry
