// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "slurry/communicator.hpp"

// The main program of tests that run on several ranks: MPI starts before the tests and ends after them.
namespace slurry::test {

/// Reads the options of GoogleTest and starts this rank. Rank 0 alone writes a report.
inline std::unique_ptr<Communicator> start_rank(int& argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const auto launched = launch();
  if (launched && launched->rank != 0) testing::GTEST_FLAG(output) = "";
  return launched ? start_message_passing(*launched) : single_process();
}

/// Ends this rank. Returns the exit code of the program: 1 if any rank failed.
inline int end_rank(std::unique_ptr<Communicator>& ranks, int failed) {
  const bool any = ranks->any(failed != 0);
  ranks.reset();
  return any ? 1 : 0;
}

}  // namespace slurry::test
