// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "slurry/communicator.hpp"

// The ranks of a program compute sums together. Rank 0 carries out the command and says what comes next; the other
// ranks take part.
namespace slurry {

/// From now on, all ranks compute the sums of this process, which is rank 0, if they can share them. The ranks must
/// live until this function is called with another value. Each of the other ranks must pass the words of rank 0 to
/// RankWork::answer(). Null: this process computes alone again. threads: threads of each rank; 0: each rank takes its
/// own number (Runtime::default_threads()).
void use_ranks(Communicator* ranks, int threads = 0);
/// The ranks that are in use; null if this process computes alone.
Communicator* ranks_in_use();

/// Sums that this process has made since use_ranks().
struct MadeSums {
  long together = 0;    ///< sums that all ranks computed together
  long alone = 0;       ///< sums that rank 0 computed alone
  std::string because;  ///< why rank 0 computed sums alone, each reason once, as the end of a sentence
};
MadeSums made_sums();

/// The work of a rank other than rank 0.
class RankWork {
 public:
  explicit RankWork(Communicator& ranks);
  ~RankWork();
  RankWork(const RankWork&) = delete;
  RankWork& operator=(const RankWork&) = delete;

  /// Takes part in what rank 0 does next. words: the result of Communicator::told(). Throws Error for words that this
  /// rank does not know; exceptions of the work itself pass through. After an exception, all ranks must end.
  void answer(const std::string& words);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace slurry
