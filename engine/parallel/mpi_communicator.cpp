// SPDX-License-Identifier: BSD-3-Clause
// The only source that knows MPI.  It uses what the MPI 3.1 standard has, and no extension of one library.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <thread>

#include "slurry/communicator.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

constexpr int tag_of_rows = 0, tag_of_words = 1;  // those of each kind of messages are larger

void check(int answer) {
  if (answer == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> words{};
  int length = 0;
  MPI_Error_string(answer, words.data(), &length);
  throw Error("messages between ranks failed: " + std::string(words.data(), static_cast<std::size_t>(length)));
}

int message_count(std::size_t n) {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  if (n > most)
    throw Error("a message between ranks has " + std::to_string(n) + " rows, and at most " + std::to_string(most) +
                " are allowed; use more ranks");
  return static_cast<int>(n);
}

/// Messages count rows, not bytes, so that their sizes fit the standard's 32-bit counts.
class RowType {
 public:
  explicit RowType(std::size_t bytes) {
    check(MPI_Type_contiguous(message_count(bytes), MPI_BYTE, &type_));
    check(MPI_Type_commit(&type_));
  }
  ~RowType() { MPI_Type_free(&type_); }
  RowType(const RowType&) = delete;
  RowType& operator=(const RowType&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

class MpiMessages final : public Messages {
 public:
  explicit MpiMessages(int tag) : tag_(tag) {}
  /// Where a failure leaves messages on their way, their memory may go: all ranks end then.
  ~MpiMessages() override = default;

  void wait() override {
    check(MPI_Waitall(message_count(begun_.size()), begun_.data(), MPI_STATUSES_IGNORE));
    begun_.clear();
  }

 protected:
  void send_bytes(int to, std::span<const std::byte> bytes) override {
    check(MPI_Isend(bytes.data(), message_count(bytes.size()), MPI_BYTE, to, tag_, MPI_COMM_WORLD,
                    &begun_.emplace_back(MPI_REQUEST_NULL)));
  }
  void receive_bytes(int from, std::span<std::byte> bytes) override {
    check(MPI_Irecv(bytes.data(), message_count(bytes.size()), MPI_BYTE, from, tag_, MPI_COMM_WORLD,
                    &begun_.emplace_back(MPI_REQUEST_NULL)));
  }

 private:
  int tag_;
  std::vector<MPI_Request> begun_;
};

class MpiCommunicator final : public Communicator {
 public:
  explicit MpiCommunicator(const Launch& launch) {
    int provided = MPI_THREAD_SINGLE;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided));
    try {
      check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
      check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_));
      check(MPI_Comm_size(MPI_COMM_WORLD, &size_));
      if (launch.size > 1 && size_ == 1)
        throw InputError("the launcher started " + std::to_string(launch.size) + " processes, but the " +
                         message_passing_library() +
                         " of this program sees one alone; start it with the mpirun of that library, or with srun "
                         "--mpi=pmix");
      if (provided < MPI_THREAD_SERIALIZED)
        throw Error("the MPI library cannot be called from different threads in turn (MPI_THREAD_SERIALIZED)");
      MPI_Comm host = MPI_COMM_NULL;
      check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host));
      check(MPI_Comm_size(host, &ranks_on_host_));
      check(MPI_Comm_free(&host));
    } catch (...) {
      MPI_Finalize();
      throw;
    }
  }
  ~MpiCommunicator() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int ranks_on_host() const override { return ranks_on_host_; }
  void barrier() override { check(MPI_Barrier(MPI_COMM_WORLD)); }

  std::unique_ptr<Messages> messages(int kind) override {
    return std::make_unique<MpiMessages>(tag_of_words + 1 + kind);
  }

  void tell(const std::string& word) override {
    for (int q = 1; q < size_; ++q)
      check(MPI_Send(word.data(), message_count(word.size()), MPI_CHAR, q, tag_of_words, MPI_COMM_WORLD));
  }

  std::string told() override {
    using namespace std::chrono_literals;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    // A blocking call of MPI keeps a core busy, which rank 0 may need.  A nap is a twentieth of the wait so far, so
    // that rank 0 waits little for this rank.
    using clock = std::chrono::steady_clock;
    for (const clock::time_point begun = clock::now();;) {
      int is_there = 0;
      check(MPI_Improbe(0, tag_of_words, MPI_COMM_WORLD, &is_there, &message, &status));
      if (is_there) break;
      std::this_thread::sleep_for(std::clamp<clock::duration>((clock::now() - begun) / 20, 50us, 10ms));
    }
    int length = 0;
    check(MPI_Get_count(&status, MPI_CHAR, &length));
    std::string word(static_cast<std::size_t>(length), ' ');
    check(MPI_Mrecv(word.data(), length, MPI_CHAR, &message, MPI_STATUS_IGNORE));
    return word;
  }

  [[noreturn]] void abort(const std::string& sentence, int exit_code) override {
    std::fprintf(stderr, "slurry: rank %d: %s\n", rank_, sentence.c_str());
    std::fflush(nullptr);
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
  }

 protected:
  void travel(std::size_t row_bytes, const std::vector<int>& partners, std::span<const std::span<const std::byte>> out,
              const Room& room) override {
    const RowType row(row_bytes);
    std::vector<MPI_Request> sent(out.size(), MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < out.size(); ++i)
      check(MPI_Isend(out[i].data(), message_count(out[i].size() / row_bytes), row.get(), partners[i], tag_of_rows,
                      MPI_COMM_WORLD, &sent[i]));
    for (std::size_t i = 0; i < partners.size(); ++i) {
      MPI_Message message = MPI_MESSAGE_NULL;
      MPI_Status status;
      check(MPI_Mprobe(partners[i], tag_of_rows, MPI_COMM_WORLD, &message, &status));
      int rows = 0;
      check(MPI_Get_count(&status, row.get(), &rows));
      check(MPI_Mrecv(room(i, static_cast<std::size_t>(rows)), rows, row.get(), &message, MPI_STATUS_IGNORE));
    }
    check(MPI_Waitall(static_cast<int>(sent.size()), sent.data(), MPI_STATUSES_IGNORE));
  }

  void broadcast_bytes(std::size_t row_bytes, std::size_t rows, std::byte* bytes) override {
    const RowType row(row_bytes);
    check(MPI_Bcast(bytes, message_count(rows), row.get(), 0, MPI_COMM_WORLD));
  }

  void gather_bytes(std::span<const std::byte> mine, std::byte* all) override {
    const int bytes = message_count(mine.size());
    check(MPI_Allgather(mine.data(), bytes, MPI_BYTE, all, bytes, MPI_BYTE, MPI_COMM_WORLD));
  }

 private:
  int rank_ = 0, size_ = 1, ranks_on_host_ = 1;
};

}  // namespace

std::unique_ptr<Communicator> start_message_passing(const Launch& launch) {
  return std::make_unique<MpiCommunicator>(launch);
}

std::string message_passing_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> words{};
  int length = 0;
  MPI_Get_library_version(words.data(), &length);
  const std::string all(words.data(), static_cast<std::size_t>(length));
  return all.substr(0, all.find_first_of(",\n"));  // what follows says how it was built
}

}  // namespace slurry
