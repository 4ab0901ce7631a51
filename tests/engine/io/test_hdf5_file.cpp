// SPDX-License-Identifier: BSD-3-Clause
// What becomes of files that cannot be completed, and of objects that hold nothing.
#include "io/hdf5_file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "slurry/error.hpp"
#include "support/sentence.hpp"
#include "support/temporary_folder.hpp"

namespace slurry {
namespace {

using test::sentence_of;

namespace fs = std::filesystem;

class Hdf5File : public testing::Test {
 protected:
  fs::path file() const { return folder_.path() / "out.h5"; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  test::TemporaryFolder folder_;
};

/// Files of this process can grow to so many bytes only: as on a full disk, with another word of the system.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~SmallDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

void write_some(const fs::path& file, std::size_t values) {
  Hdf5Writer out(file, false);
  const std::vector<double> numbers(values, 1.5);
  const std::array<std::size_t, 1> shape{values};
  for (const char* name : {"a", "b", "c"}) out.write(name, numbers, shape);
  out.attribute("/", "text", "some words");
  out.commit();
}

/// What a child process ended with that does `work` and then goes on for a while.
int status_of_child(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(7);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

TEST_F(Hdf5File, WithoutSpaceIsOneSentenceAndLeavesTheLibraryUsable) {
  // in a child: what the library could not close it keeps for ever
  const int status = status_of_child([&] {
    // small ones fail when they are flushed, larger ones when they are written
    for (const std::size_t values : {200, 3000, 200000}) {
      std::string sentence;
      {
        const SmallDisk full(2048);
        sentence = sentence_of([&] { write_some(file(), values); });
      }
      EXPECT_NE(sentence.find("out.h5"), std::string::npos) << sentence;
      EXPECT_NE(sentence.find("File too large"), std::string::npos) << sentence;
      EXPECT_EQ(sentence.find_first_of("\n\r"), std::string::npos) << sentence;
      EXPECT_EQ(sentence.find("0x"), std::string::npos) << sentence;
      EXPECT_EQ(files(), 0u);
      write_some(file(), values);
      EXPECT_EQ(Hdf5Reader(file()).read("c").values.size(), values);
      fs::remove(file());
    }
    ::_exit(HasFailure() ? 1 : 0);
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(Hdf5File, ThatSomebodyElseMadeMeanwhileStaysAndNothingIsLeftBeside) {
  const std::string sentence = sentence_of([&] {
    Hdf5Writer out(file(), false);
    std::ofstream(file()) << "theirs";
    out.commit();
  });
  EXPECT_NE(sentence.find("exists already"), std::string::npos) << sentence;
  EXPECT_EQ(fs::file_size(file()), 6u);
  EXPECT_EQ(files(), 1u);
}

TEST_F(Hdf5File, ObjectsWithoutValueAreRefusedByAllReaders) {
  {
    Hdf5Writer out(file(), false);
    const H5Handle nothing(H5Screate(H5S_NULL)), words(H5Tcopy(H5T_C_S1));
    H5Tset_size(words.get(), 8);
    for (const auto& [name, type] : {std::pair{"number", H5T_NATIVE_DOUBLE}, std::pair{"word", words.get()}}) {
      const H5Handle d(H5Dcreate2(out.id(), name, type, nothing.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
      const H5Handle a(H5Acreate_by_name(out.id(), "/", (std::string(name) + "_attribute").c_str(), type, nothing.get(),
                                         H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    }
    out.commit();
  }
  const Hdf5Reader in(file());
  const std::function<void()> readers[] = {[&] { in.read("number"); },
                                           [&] { in.read_vectors("number"); },
                                           [&] { in.read_row("number", 0); },
                                           [&] { in.shape("number"); },
                                           [&] { in.read_number("", "number"); },
                                           [&] { in.read_number("", "number_attribute"); },
                                           [&] { in.read_texts("word"); },
                                           [&] { in.read_attribute_texts("", "word_attribute"); },
                                           [&] { in.read_text("", "word_attribute"); }};
  for (const auto& reader : readers) {
    const std::string sentence = sentence_of(reader);
    EXPECT_NE(sentence.find("has no value"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("out.h5"), std::string::npos) << sentence;
  }
}

/// Playback reads one row after the other.  Of 100 times the rows, a row takes 1.3 times the time, for the index is
/// deeper; it takes 18 times where all chunks are looked at for each row.
TEST_F(Hdf5File, ARowOfALongDatasetIsReadAsQuicklyAsOneOfAShortDataset) {
  const std::vector<double> row(64, 0.5);
  std::array<double, 2> best{};
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t rows = k ? 20000 : 200;
    const fs::path path = folder_.path() / (k ? "long.h5" : "short.h5");
    {
      Hdf5Writer out(path, false);
      Hdf5Column column(out, "value", Hdf5Column::Type::float64, {row.size()}, 8 * row.size());
      for (std::size_t i = 0; i < rows; ++i) column.append(row);
      out.commit();
    }
    const Hdf5Reader in(path);
    best[k] = std::numeric_limits<double>::infinity();
    for (std::size_t attempt = 0; attempt < 20; ++attempt) {
      const auto start = std::chrono::steady_clock::now();
      for (std::size_t i = 0; i < 10; ++i) ASSERT_EQ(in.read_row("value", (attempt * 10 + i) * rows / 200), row);
      best[k] = std::min(best[k], std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  }
  RecordProperty("short_us", std::to_string(1e5 * best[0]));
  RecordProperty("long_us", std::to_string(1e5 * best[1]));
  EXPECT_LT(best[1], 5 * best[0]);
}

TEST_F(Hdf5File, TheLibraryPrintsNothingOnAnyThread) {
  std::ofstream(file()) << "this is no HDF5 file";
  testing::internal::CaptureStderr();
  std::string said;
  for (int i = 0; i < 2; ++i) std::thread([&] { said = sentence_of([&] { Hdf5Reader(this->file()); }); }).join();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_NE(said.find("cannot be opened as an HDF5 file"), std::string::npos) << said;
}

TEST_F(Hdf5File, SignalsThatEndTheProcessRemoveWhatIsNotComplete) {
  for (const int which : {SIGINT, SIGTERM, SIGHUP}) {
    const int status = status_of_child([&] {
      ::signal(which, SIG_DFL);
      Hdf5Writer out(file(), false);
      if (files() == 1) ::raise(which);
    });
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == which) << status;
    EXPECT_EQ(files(), 0u);
  }
}

TEST_F(Hdf5File, SignalsAreAsTheyWereOnceTheFileIsComplete) {
  const int status = status_of_child([&] {
    ::signal(SIGTERM, SIG_DFL);
    write_some(file(), 1);
    struct sigaction now {};
    ::sigaction(SIGTERM, nullptr, &now);
    ::_exit(now.sa_handler == SIG_DFL ? 0 : 1);
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(files(), 1u);
}

TEST_F(Hdf5File, HandlersOfOthersStayInForce) {
  const int status = status_of_child([&] {
    static volatile sig_atomic_t seen = 0;
    ::signal(SIGTERM, [](int) { seen = 1; });
    ::signal(SIGHUP, SIG_IGN);
    Hdf5Writer out(file(), false);
    ::raise(SIGTERM);
    ::raise(SIGHUP);
    out.commit();
    ::_exit(seen == 1 ? 0 : 1);
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(files(), 1u);
}

}  // namespace
}  // namespace slurry
