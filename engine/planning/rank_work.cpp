// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/rank_work.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <string_view>

#include "base/text.hpp"
#include "planning/count_made_sum.hpp"
#include "planning/engines.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

namespace slurry {
namespace {

constexpr std::string_view start_word = "start";
Communicator* in_use = nullptr;
std::mutex made_mutex;  // sums are made on the engine's thread, and asked about on others
MadeSums all_made;

}  // namespace

void use_ranks(Communicator* ranks, int threads) {
  in_use = ranks && ranks->size() > 1 ? ranks : nullptr;
  const std::lock_guard guard(made_mutex);
  all_made = {};
  if (in_use) in_use->tell(text("{} {}", start_word, threads));
}
Communicator* ranks_in_use() {
  return in_use;
}

MadeSums made_sums() {
  const std::lock_guard guard(made_mutex);
  return all_made;
}
void count_made_sum(const std::string& because) {
  const std::lock_guard guard(made_mutex);
  ++(because.empty() ? all_made.together : all_made.alone);
  std::string& all = all_made.because;
  if (because.empty() || all.find(because) != std::string::npos) return;
  all += (all.empty() ? "" : ", and because ") + because;
}

struct RankWork::State {
  explicit State(Communicator& with) : ranks(with) {}

  Communicator& ranks;
  std::optional<Runtime> runtime;
  std::map<std::string, std::unique_ptr<RankHelper>> helpers;  // by engine; they end before the runtime
};

RankWork::RankWork(Communicator& ranks) : state_(std::make_unique<State>(ranks)) {}
RankWork::~RankWork() = default;

void RankWork::answer(const std::string& words) {
  const std::size_t space = words.find(' ');
  const std::string first = words.substr(0, space), rest = space == std::string::npos ? "" : words.substr(space + 1);
  if (first == start_word) {
    if (state_->runtime) return;
    RuntimeOptions options;
    options.threads = std::stoi(rest);
    state_->runtime.emplace(options);
    return;
  }
  const Engine* const engine = find_engine(first);
  if (!engine || !engine->over_ranks.helper)
    throw Error(text("rank 0 asks for '{}', which this rank does not know", words));
  auto& helper = state_->helpers[first];
  if (!helper) helper = engine->over_ranks.helper(state_->ranks);
  helper->answer(rest);
}

}  // namespace slurry
