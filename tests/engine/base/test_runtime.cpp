// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/runtime.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <thread>

#include "slurry/error.hpp"

namespace slurry {
namespace {

TEST(Runtime, RefusesNumbersOfThreadsThatNoMachineWorksWith) {
  EXPECT_EQ(Runtime::most_threads(), std::max(64, 4 * static_cast<int>(std::thread::hardware_concurrency())));
  for (const int threads : {-1, Runtime::most_threads() + 1, 1000000, std::numeric_limits<int>::max()}) try {
      const Runtime runtime(RuntimeOptions{threads});
      ADD_FAILURE() << threads;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(std::to_string(threads)), std::string::npos) << e.what();
    }
}

TEST(Runtime, RefusesADeviceThatIsNotThere_InOneSentence) {
  EXPECT_EQ(Runtime::device(Device::host), Device::host);
  if (Runtime::device(Device::automatic) == Device::cuda) return;
  EXPECT_EQ(Runtime::device(Device::automatic), Device::host);
  try {
    Runtime::device(Device::cuda);
    ADD_FAILURE() << "a device that this program was not built for";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("'cuda'"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("host"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace slurry
