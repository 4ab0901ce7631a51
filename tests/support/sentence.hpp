// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/error.hpp"

namespace slurry::test {

/// What the error says that `work` throws; empty where it throws none.
template <class Kind = Error, class Work>
std::string sentence_of(const Work& work) {
  try {
    work();
  } catch (const Kind& e) {
    return e.what();
  }
  return {};
}

}  // namespace slurry::test
