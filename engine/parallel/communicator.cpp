// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/communicator.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "slurry/error.hpp"

namespace slurry {

std::vector<double> Communicator::sum(std::span<const double> mine) {
  const std::size_t n = mine.size();
  std::vector<double> all(n * static_cast<std::size_t>(size()));
  gather_bytes(std::as_bytes(mine), reinterpret_cast<std::byte*>(all.data()));
  std::vector<double> total(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
  for (std::size_t i = n; i < all.size(); ++i) total[i % n] += all[i];
  return total;
}

std::int64_t Communicator::sum(std::int64_t mine) {
  std::int64_t total = 0;
  for (const std::int64_t part : gather(mine)) total += part;
  return total;
}

bool Communicator::any(bool flag) {
  return sum(std::int64_t{flag}) > 0;
}

namespace {

class NoMessages final : public Messages {
 public:
  void wait() override {}

 protected:
  void send_bytes(int, std::span<const std::byte>) override { refuse(); }
  void receive_bytes(int, std::span<std::byte>) override { refuse(); }

 private:
  [[noreturn]] static void refuse() { throw Error("this process has no other rank to exchange messages with"); }
};

class SingleProcess final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  int ranks_on_host() const override { return 1; }
  void barrier() override {}
  void tell(const std::string&) override {}
  std::unique_ptr<Messages> messages(int) override { return std::make_unique<NoMessages>(); }
  std::string told() override { throw Error("this process has no other rank that could tell it anything"); }

  [[noreturn]] void abort(const std::string& sentence, int exit_code) override {
    std::fprintf(stderr, "slurry: %s\n", sentence.c_str());
    std::fflush(nullptr);
    std::_Exit(exit_code);
  }

 protected:
  void travel(std::size_t row_bytes, const std::vector<int>& partners, std::span<const std::span<const std::byte>> out,
              const Room& room) override {
    for (std::size_t i = 0; i < partners.size(); ++i) copy(out[i], room(i, out[i].size() / row_bytes));
  }
  void broadcast_bytes(std::size_t, std::size_t, std::byte*) override {}
  void gather_bytes(std::span<const std::byte> mine, std::byte* all) override { copy(mine, all); }

 private:
  static void copy(std::span<const std::byte> from, std::byte* to) {
    if (!from.empty()) std::memcpy(to, from.data(), from.size());
  }
};

}  // namespace

std::unique_ptr<Communicator> single_process() {
  return std::make_unique<SingleProcess>();
}

}  // namespace slurry
