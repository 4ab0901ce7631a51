// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "slurry/error.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {
namespace {

TEST(TryApart, SaysHowWorkEndsAndLivesOn) {
  int here = 1;
  EXPECT_EQ(try_apart([&] { here = 2; }, 10), Ending::done);
  EXPECT_EQ(here, 1);  // it was another process
  EXPECT_EQ(try_apart([] { throw std::runtime_error("met again here"); }, 10), Ending::done);
  EXPECT_EQ(try_apart([] { std::raise(SIGSEGV); }, 10), Ending::crashed);
  EXPECT_EQ(try_apart([] { std::raise(SIGFPE); }, 10), Ending::crashed);
  EXPECT_EQ(try_apart(
                [] {
                  for (;;) ::pause();
                },
                1),
            Ending::too_long);
}

TEST(ProbeHdf5, LetsWholeFilesAndThoseThatAreNoneThrough) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "a.h5";
  {
    Hdf5Writer w(file, false);
    w.group("deep/er");
    w.write_vectors("deep/er/x", std::vector<double>(300, 0.5));
    w.attribute("deep", "name", "text");
    w.commit();
  }
  EXPECT_NO_THROW(probe_hdf5(file));
  EXPECT_NO_THROW(probe_hdf5(folder.path() / "not there.h5"));
  EXPECT_NO_THROW(probe_hdf5(folder.path()));
  EXPECT_EQ(Hdf5Reader(file).read("deep/er/x").values.size(), 300u);  // the library is as usable as before
}

}  // namespace
}  // namespace slurry
