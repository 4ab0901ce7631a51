// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace slurry {

/// Rows travel as their bytes, so a row holds no pointers.
template <class Row>
concept TravellingRow = std::is_trivially_copyable_v<Row>;

/// Messages of known sizes, which travel while the ranks go on computing. Between two ranks, messages of one kind
/// arrive in the order in which they were sent. The memory of a message belongs to it until wait() has returned. A rank
/// sends none to itself. Throws Error as Communicator does.
class Messages {
 public:
  virtual ~Messages() = default;
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  template <TravellingRow Row>
  void send(int to, std::span<const Row> rows) {
    send_bytes(to, std::as_bytes(rows));
  }
  /// Receives rows from a rank. rows: room for exactly as many rows as that rank sends.
  template <TravellingRow Row>
  void receive(int from, std::span<Row> rows) {
    receive_bytes(from, std::as_writable_bytes(rows));
  }
  /// Waits until all messages that were begun here have left and arrived. More messages may be begun afterwards.
  virtual void wait() = 0;

 protected:
  Messages() = default;
  virtual void send_bytes(int to, std::span<const std::byte> bytes) = 0;
  virtual void receive_bytes(int from, std::span<std::byte> bytes) = 0;
};

/// The ranks of one program, and how they exchange rows. A rank is a process; ranks count from 0 to size() - 1. All
/// ranks must make the same calls in the same order, on one thread at a time. A call returns once its own rows have
/// been sent and those of the others are here. Every number of rows is learnt on arrival. Throws Error if the library
/// reports an error, or if one message has more than 2^31 - 1 rows. Source: the MPI 3.1 standard.
class Communicator {
 public:
  virtual ~Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual int ranks_on_host() const = 0;  ///< ranks that share this rank's machine, this rank included
  /// The neighbours on a ring; with one rank both are the rank itself.
  int left() const { return (rank() + size() - 1) % size(); }
  int right() const { return (rank() + 1) % size(); }

  /// Exchanges rows with some ranks: sends to[i] to rank partners[i], and returns as entry i what that rank sent. Each
  /// partner names this rank among its own partners. A rank may be its own partner.
  template <TravellingRow Row>
  std::vector<std::vector<Row>> exchange_with(const std::vector<int>& partners,
                                              const std::vector<std::vector<Row>>& to) {
    std::vector<std::span<const std::byte>> out;
    for (std::size_t i = 0; i < partners.size(); ++i) out.push_back(std::as_bytes(std::span(to.at(i))));
    std::vector<std::vector<Row>> got(partners.size());
    travel(sizeof(Row), partners, out, [&got](std::size_t partner, std::size_t rows) {
      got[partner].resize(rows);
      return reinterpret_cast<std::byte*>(got[partner].data());
    });
    return got;
  }

  /// Gives every rank the rows that rank 0 has.
  template <TravellingRow Row>
  void broadcast(std::vector<Row>& rows) {
    std::uint64_t count = rows.size();
    broadcast_bytes(sizeof count, 1, reinterpret_cast<std::byte*>(&count));
    rows.resize(count);
    broadcast_bytes(sizeof(Row), rows.size(), reinterpret_cast<std::byte*>(rows.data()));
  }

  /// One row of each rank, in the order of the ranks, on every rank.
  template <TravellingRow Row>
  std::vector<Row> gather(const Row& mine) {
    std::vector<Row> all(static_cast<std::size_t>(size()));
    gather_bytes(std::as_bytes(std::span(&mine, 1)), reinterpret_cast<std::byte*>(all.data()));
    return all;
  }

  /// Begins messages of a kind, which is a number from 0 on. Messages of different kinds may overtake each other.
  virtual std::unique_ptr<Messages> messages(int kind) = 0;

  /// Sums over the ranks, entry by entry, on every rank; all ranks give the same number of entries. The numbers are
  /// gathered and added in the order of the ranks, so that the same ranks give the same bits on every rank.
  std::vector<double> sum(std::span<const double> mine);
  std::int64_t sum(std::int64_t mine);
  /// Whether a rank raised its flag.
  bool any(bool flag);
  /// Returns once every rank has called it.
  virtual void barrier() = 0;

  /// Rank 0 sends a word to all other ranks, which wait for it with told().
  virtual void tell(const std::string& word) = 0;
  /// Waits for the next word of rank 0 without using the processor, for as long as it takes.
  virtual std::string told() = 0;

  /// Ends all ranks within seconds. Prints the sentence with the number of this rank.
  [[noreturn]] virtual void abort(const std::string& sentence, int exit_code) = 0;

 protected:
  Communicator() = default;

  /// Returns the memory for this number of rows from entry `partner` of a list of partners.
  using Room = std::function<std::byte*(std::size_t partner, std::size_t rows)>;

  /// Sends the rows out[i] to rank partners[i], and receives one message from each partner.
  virtual void travel(std::size_t row_bytes, const std::vector<int>& partners,
                      std::span<const std::span<const std::byte>> out, const Room& room) = 0;
  virtual void broadcast_bytes(std::size_t row_bytes, std::size_t rows, std::byte* bytes) = 0;
  /// all: memory for size() times as many bytes as each rank gives.
  virtual void gather_bytes(std::span<const std::byte> mine, std::byte* all) = 0;
};

/// The communicator of a process that has no others beside it.
std::unique_ptr<Communicator> single_process();

/// How this process was started together with others, as the environment of its launcher says.
struct Launch {
  int rank = 0;
  int size = 0;  ///< 0: the launcher does not say
};

/// Empty if no launcher started this process, or if it started this process alone. variable: reads a variable of the
/// environment; a null pointer where it is not set.
std::optional<Launch> launch_of(const std::function<const char*(const char*)>& variable);
/// Calls launch_of() with the environment of this process.
std::optional<Launch> launch();
/// Removes the launcher's variables from the environment, so that this program can go on alone.
void forget_launch();

/// Starts message passing. To be called once, and only under a launcher; it ends when the result is destroyed, for
/// which all ranks wait. Throws InputError if this build has no MPI, or if its MPI is not that of the launcher.
std::unique_ptr<Communicator> start_message_passing(const Launch& launch);

/// Name and version of the MPI library, for example "Open MPI v4.1.4". Empty if this build has none.
std::string message_passing_library();

/// Logical processors of this machine for each of the ranks on it, at least 1. If a launcher has bound this rank to
/// fewer, the binding is undone. Otherwise the binding stays.
int share_of_processors(int ranks_on_host);

}  // namespace slurry
