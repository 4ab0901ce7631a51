// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace slurry {

/// Rows travel as their bytes, so a row holds no pointers.
template <class Row>
concept TravellingRow = std::is_trivially_copyable_v<Row>;

template <TravellingRow Row>
struct FromNeighbours {
  std::vector<Row> left, right;  ///< what the left and the right neighbour sent here
};

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

  /// Sends rows to both neighbours and returns theirs.
  template <TravellingRow Row>
  FromNeighbours<Row> exchange_with_neighbours(std::span<const Row> to_left, std::span<const Row> to_right) {
    FromNeighbours<Row> got;
    const Parcel out[] = {{left(), 0, std::as_bytes(to_left)}, {right(), 1, std::as_bytes(to_right)}};
    const Source in[] = {{right(), 0}, {left(), 1}};
    travel(sizeof(Row), out, in, [&got](std::size_t source, std::size_t rows) {
      std::vector<Row>& side = source == 0 ? got.right : got.left;
      side.resize(rows);
      return reinterpret_cast<std::byte*>(side.data());
    });
    return got;
  }

  /// Sends to[q] to each rank q and returns the rows of each rank q as entry q. to: size() entries.
  template <TravellingRow Row>
  std::vector<std::vector<Row>> exchange(const std::vector<std::vector<Row>>& to) {
    std::vector<int> all(static_cast<std::size_t>(size()));
    std::iota(all.begin(), all.end(), 0);
    return exchange_with(all, to);
  }

  /// Exchanges rows with some ranks: sends to[i] to rank partners[i], and returns as entry i what that rank sent. Each
  /// partner names this rank among its own partners. A rank may be its own partner.
  template <TravellingRow Row>
  std::vector<std::vector<Row>> exchange_with(const std::vector<int>& partners,
                                              const std::vector<std::vector<Row>>& to) {
    std::vector<Parcel> out;
    std::vector<Source> in;
    for (std::size_t i = 0; i < partners.size(); ++i) {
      out.push_back({partners[i], 2, std::as_bytes(std::span(to.at(i)))});
      in.push_back({partners[i], 2});
    }
    return received<Row>(out, in);
  }

  /// Brings the rows of every rank to rank 0, where entry q is that of rank q. The other ranks get nothing.
  template <TravellingRow Row>
  std::vector<std::vector<Row>> collect(std::span<const Row> mine) {
    const Parcel out[] = {{0, 3, std::as_bytes(mine)}};
    std::vector<Source> in;
    for (int q = 0; rank() == 0 && q < size(); ++q) in.push_back({q, 3});
    return received<Row>(out, in);
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

  struct Parcel {
    int to, tag;
    std::span<const std::byte> bytes;  ///< whole rows
  };
  struct Source {
    int from, tag;
  };
  /// Returns the memory for this number of rows of entry `source` of a list of sources.
  using Room = std::function<std::byte*(std::size_t source, std::size_t rows)>;

  /// Sends each parcel and receives one message from each source. Each parcel is the source of exactly one rank.
  virtual void travel(std::size_t row_bytes, std::span<const Parcel> out, std::span<const Source> in,
                      const Room& room) = 0;
  virtual void broadcast_bytes(std::size_t row_bytes, std::size_t rows, std::byte* bytes) = 0;
  /// all: memory for size() times as many bytes as each rank gives.
  virtual void gather_bytes(std::span<const std::byte> mine, std::byte* all) = 0;

 private:
  template <TravellingRow Row>
  std::vector<std::vector<Row>> received(std::span<const Parcel> out, std::span<const Source> in) {
    std::vector<std::vector<Row>> got(in.size());
    travel(sizeof(Row), out, in, [&got](std::size_t source, std::size_t rows) {
      got[source].resize(rows);
      return reinterpret_cast<std::byte*>(got[source].data());
    });
    return got;
  }
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
