// SPDX-License-Identifier: BSD-3-Clause
// Every operation of a Communicator against closed forms.  Started alone it tests the single process; under mpirun the
// same tests run on all ranks.
#include "slurry/communicator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <map>
#include <numeric>
#include <span>
#include <string_view>
#include <thread>

#include "slurry/error.hpp"
#include "support/rank_main.hpp"

namespace {

using slurry::Communicator;

std::unique_ptr<Communicator> ranks;

struct Row {
  int from, to, number;
  double value;
};

std::vector<int> all_ranks() {
  std::vector<int> all(static_cast<std::size_t>(ranks->size()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// Number of rows that one rank sends to another: uneven, and none from some.
int rows_between(int from, int to) {
  return (7 * from + 3 * to) % 5;
}

std::vector<Row> rows_of(int from, int to, int count) {
  std::vector<Row> rows;
  for (int i = 0; i < count; ++i) rows.push_back({from, to, i, std::sqrt(1 + from + 100 * to + 10000 * i)});
  return rows;
}

void expect_rows(const std::vector<Row>& got, int from, int to, int count) {
  ASSERT_EQ(got.size(), static_cast<std::size_t>(count)) << "from " << from << " to " << to;
  for (int i = 0; i < count; ++i) {
    const Row& row = got[static_cast<std::size_t>(i)];
    EXPECT_EQ(row.from, from);
    EXPECT_EQ(row.to, to);
    EXPECT_EQ(row.number, i);
    EXPECT_EQ(row.value, std::sqrt(1 + from + 100 * to + 10000 * i));
  }
}

TEST(Communicator, KnowsItsPlace) {
  const auto launched = slurry::launch();
  EXPECT_EQ(ranks->size(), launched ? launched->size : 1);
  EXPECT_EQ(ranks->rank(), launched ? launched->rank : 0);
  EXPECT_EQ(ranks->ranks_on_host(), ranks->size());  // this test runs on one host
  const int here = ranks->rank(), n = ranks->size();
  EXPECT_EQ((ranks->left() + 1) % n, here);
  EXPECT_EQ((here + 1) % n, ranks->right());
}

// Several messages of two kinds are on their way at a time; those of a kind arrive in the order in which they left,
// also where the kinds are waited for in another order than they were begun in.
TEST(Communicator, MessagesOfAKindArriveInTheirOrder) {
  const int here = ranks->rank(), n = ranks->size(), rounds = 5;
  if (n == 1) {
    std::array<double, 1> none{};
    EXPECT_THROW(ranks->messages(0)->send(0, std::span<const double>(none)), slurry::Error);
    return;
  }
  const auto first = ranks->messages(0), second = ranks->messages(1);
  const auto size = [](int kind, int from, int to, int round) {
    return std::size_t(1 + 3 * kind + from + 2 * to + 5000 * round);
  };
  const auto value = [](int kind, int from, int to, int round) { return kind + 10 * from + 100 * to + 1000 * round; };
  std::vector<std::vector<double>> out, in;
  out.reserve(2 * rounds * n);
  in.reserve(2 * rounds * n);
  const auto begin = [&](slurry::Messages& messages, int kind, int round) {
    for (int q = 0; q < n; ++q) {
      if (q == here) continue;
      messages.receive(q, std::span<double>(in.emplace_back(size(kind, q, here, round))));
      messages.send(q,
                    std::span<const double>(out.emplace_back(size(kind, here, q, round), value(kind, here, q, round))));
    }
  };
  for (int round = 0; round < rounds; ++round) {
    begin(*first, 0, round);
    begin(*second, 1, round);
  }
  second->wait();
  first->wait();
  std::size_t i = 0;
  for (int round = 0; round < rounds; ++round)
    for (const int kind : {0, 1})
      for (int q = 0; q < n; ++q) {
        if (q == here) continue;
        for (const double got : in[i]) ASSERT_EQ(got, value(kind, q, here, round));
        ++i;
      }
  EXPECT_EQ(i, in.size());
}

TEST(Communicator, ExchangeBringsEveryRowToItsRank) {
  const int here = ranks->rank();
  for (int round = 0; round < 3; ++round) {
    std::vector<std::vector<Row>> to;
    for (int q = 0; q < ranks->size(); ++q) to.push_back(rows_of(here, q, rows_between(here, q) * round));
    const auto got = ranks->exchange_with(all_ranks(), to);
    ASSERT_EQ(got.size(), static_cast<std::size_t>(ranks->size()));
    for (int q = 0; q < ranks->size(); ++q)
      expect_rows(got[static_cast<std::size_t>(q)], q, here, rows_between(q, here) * round);
  }
}

// Larger than what a library sends without asking the receiver.
TEST(Communicator, LongMessagesArriveWhole) {
  const std::size_t count = 1 << 20;
  std::vector<std::vector<double>> to(static_cast<std::size_t>(ranks->size()), std::vector<double>(count));
  for (std::size_t q = 0; q < to.size(); ++q)
    std::iota(to[q].begin(), to[q].end(), 1e7 * ranks->rank() + 1e9 * static_cast<double>(q));
  const auto got = ranks->exchange_with(all_ranks(), to);
  for (std::size_t q = 0; q < got.size(); ++q) {
    ASSERT_EQ(got[q].size(), count);
    double wrong = 0;
    for (std::size_t i = 0; i < count; ++i)
      wrong += got[q][i] != 1e7 * static_cast<double>(q) + 1e9 * ranks->rank() + static_cast<double>(i);
    EXPECT_EQ(wrong, 0);
  }
}

TEST(Communicator, BroadcastGivesTheRowsOfRankZero) {
  for (const int count : {0, 1, 1000}) {
    auto rows = rows_of(ranks->rank(), ranks->rank(), ranks->rank() == 0 ? count : ranks->rank());
    ranks->broadcast(rows);
    expect_rows(rows, 0, 0, count);
  }
}

// 1e16 + 1 rounds back to 1e16: another order, or a tree, gives another sum.
TEST(Communicator, SumsAreAddedInTheOrderOfRanks) {
  const auto part = [](int rank, int entry) {
    return entry == 0 ? (rank == 0 ? 1e16 : 1.0) : entry == 1 ? 1.0 / (1 + rank) : (rank % 2 ? 1e16 : -1e16) + rank;
  };
  std::array<double, 3> mine{};
  for (int e = 0; e < 3; ++e) mine[static_cast<std::size_t>(e)] = part(ranks->rank(), e);
  const std::vector<double> total = ranks->sum(mine);
  ASSERT_EQ(total.size(), 3U);
  for (int e = 0; e < 3; ++e) {
    double expected = part(0, e);
    for (int q = 1; q < ranks->size(); ++q) expected += part(q, e);
    EXPECT_EQ(total[static_cast<std::size_t>(e)], expected) << "entry " << e;
  }
  EXPECT_TRUE(ranks->sum(std::span<const double>()).empty());
}

TEST(Communicator, CountsAreExact) {
  const std::int64_t n = ranks->size(), large = std::int64_t{1} << 60;
  EXPECT_EQ(ranks->sum(std::int64_t{ranks->rank()}), n * (n - 1) / 2);
  EXPECT_EQ(ranks->sum(ranks->rank() == n - 1 ? large + 1 : 0), large + 1);
}

TEST(Communicator, AFlagOfOneRankIsSeenByAll) {
  EXPECT_FALSE(ranks->any(false));
  EXPECT_TRUE(ranks->any(true));
  for (int q = 0; q < ranks->size(); ++q) EXPECT_TRUE(ranks->any(ranks->rank() == q));
}

TEST(Communicator, GatherHasOneRowOfEachRank) {
  const auto all = ranks->gather(Row{ranks->rank(), 0, 5, 0.5});
  ASSERT_EQ(all.size(), static_cast<std::size_t>(ranks->size()));
  for (int q = 0; q < ranks->size(); ++q) EXPECT_EQ(all[static_cast<std::size_t>(q)].from, q);
}

// By the clock of the processor: a rank that waits leaves the core to rank 0.
TEST(Communicator, WordsArriveInOrderAndWaitingTakesNoProcessor) {
  const std::array<std::string, 3> words{"first", "", std::string(100'000, 'x')};
  ranks->barrier();
  if (ranks->rank() == 0) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    for (const std::string& word : words) ranks->tell(word);
  } else {
    const std::clock_t before = std::clock();
    EXPECT_EQ(ranks->told(), words[0]);
    EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 0.1);
    EXPECT_EQ(ranks->told(), words[1]);
    EXPECT_EQ(ranks->told(), words[2]);
  }
  ranks->barrier();
}

TEST(Communicator, ASingleProcessHasNobodyToWaitFor) {
  const auto alone = slurry::single_process();
  EXPECT_EQ(alone->size(), 1);
  alone->tell("anything");
  EXPECT_THROW(alone->told(), slurry::Error);
}

std::optional<slurry::Launch> launched_with(const std::map<std::string, std::string>& environment) {
  return slurry::launch_of([&environment](const char* name) -> const char* {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(Launch, IsReadFromTheVariablesOfEachLauncher) {
  const auto open_mpi = launched_with({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "4"}});
  ASSERT_TRUE(open_mpi);
  EXPECT_EQ(open_mpi->rank, 2);
  EXPECT_EQ(open_mpi->size, 4);
  const auto hydra = launched_with({{"PMI_RANK", "0"}, {"PMI_SIZE", "3"}});
  ASSERT_TRUE(hydra);
  EXPECT_EQ(hydra->size, 3);
  const auto srun = launched_with({{"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "2"}, {"SLURM_STEP_NUM_TASKS", "2"}});
  ASSERT_TRUE(srun);
  EXPECT_EQ(srun->rank, 1);
  const auto pmix = launched_with({{"PMIX_RANK", "1"}});
  ASSERT_TRUE(pmix);
  EXPECT_EQ(pmix->size, 0);
}

TEST(Launch, OneProcessIsNotLaunched) {
  EXPECT_FALSE(launched_with({}));
  EXPECT_FALSE(launched_with({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}}));
  EXPECT_FALSE(launched_with({{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}, {"PMIX_RANK", "0"}}));
  // a batch script of Slurm for four tasks, of which srun has started none
  EXPECT_FALSE(launched_with({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}));
  EXPECT_FALSE(launched_with({{"PMI_RANK", ""}, {"PMI_SIZE", "many"}}));
}

TEST(Launch, ProcessorsAreShared) {
  const int all = slurry::share_of_processors(1);
  EXPECT_GE(all, 1);
  EXPECT_EQ(slurry::share_of_processors(2), std::max(1, all / 2));
  EXPECT_EQ(slurry::share_of_processors(1000 * all), 1);
}

}  // namespace

int main(int argc, char** argv) {
  ranks = slurry::test::start_rank(argc, argv);
  // The last rank fails while the others would wait for a minute.  tests/system/test_ranks.py expects the end.
  if (argc > 1 && std::string_view(argv[1]) == "--abort") {
    if (ranks->rank() == ranks->size() - 1) ranks->abort("the brake has failed", 7);
    std::this_thread::sleep_for(std::chrono::seconds(60));
    return 0;
  }
  const int failed = RUN_ALL_TESTS();
  return slurry::test::end_rank(ranks, failed);
}
