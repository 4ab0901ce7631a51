// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "slurry/communicator.hpp"

// How the ranks of a program compute sums together.  Rank 0 carries out the command and says what comes next; the other
// ranks take part.
namespace slurry {

/// From now on the sums of this process, which is rank 0, are computed by all ranks, where these can share them.
/// The ranks must outlive that, and each of the others must pass the words of rank 0 to RankWork::answer(). Null: this
/// process computes alone again. threads: threads of each rank; 0: each rank takes its own number
/// (Runtime::default_threads()).
void use_ranks(Communicator* ranks, int threads = 0);
/// The ranks that are in use; null if this process computes alone.
Communicator* ranks_in_use();

/// Sums that this process has made since use_ranks().
struct MadeSums {
  long together = 0;    ///< that all ranks compute
  long alone = 0;       ///< that rank 0 computes alone
  std::string because;  ///< why it does, each reason once, as the end of a sentence
};
MadeSums made_sums();

/// The work of another rank than rank 0.
class RankWork {
 public:
  explicit RankWork(Communicator& ranks);
  ~RankWork();
  RankWork(const RankWork&) = delete;
  RankWork& operator=(const RankWork&) = delete;

  /// Takes part in what rank 0 does next. words: what Communicator::told() returned. Throws Error for words that this
  /// rank does not know, and what the work itself throws; all ranks must then end.
  void answer(const std::string& words);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace slurry
