// SPDX-License-Identifier: BSD-3-Clause
// Memory that is left, read from files that a test wrote; sentences about it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <vector>

#include "base/memory.hpp"
#include "base/reserved_memory.hpp"

namespace slurry {
namespace {

/// A folder that looks like the root of a system.
class FakeSystem {
 public:
  FakeSystem() : root_(std::filesystem::temp_directory_path() / ("slurry_memory_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(root_);
  }
  ~FakeSystem() { std::filesystem::remove_all(root_); }
  FakeSystem(const FakeSystem&) = delete;
  FakeSystem& operator=(const FakeSystem&) = delete;
  FakeSystem& write(const std::string& path, const std::string& words) {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << words;
    return *this;
  }
  double available() const { return available_memory(root_); }

 private:
  std::filesystem::path root_;
};

/// Four times what this machine has, without its swap space: no allocation would get that.
TEST(ReservedMemory, TakesMemoryForThePagesThatAreWritten) {
  double total = 0;
  std::string name;
  std::ifstream("/proc/meminfo") >> name >> total;
  ASSERT_EQ(name, "MemTotal:");
  const auto bytes = static_cast<std::size_t>(4 * 1024 * total);
  int strict = 0;
  std::ifstream("/proc/sys/vm/overcommit_memory") >> strict;
  if (strict == 2) {  // addresses are given only for memory that there is
    EXPECT_THROW(ReservedMemory{bytes}, std::bad_alloc);
    return;
  }
  const double before = resident_memory();
  const ReservedMemory reserved(bytes);
  char* const first = static_cast<char*>(reserved.data());
  EXPECT_EQ(first[bytes / 2], 0);
  first[0] = first[bytes - 1] = 1;
  EXPECT_LT(resident_memory() - before, 20e6);
  EXPECT_EQ(ReservedMemory().data(), nullptr);
  EXPECT_THROW(ReservedMemory(std::size_t{1} << 62), std::bad_alloc);
}

TEST(AvailableMemory, IsWhatTheSystemSays) {
  FakeSystem s;
  EXPECT_TRUE(std::isinf(s.available()));  // nobody says anything
  s.write("proc/meminfo", "MemTotal:       2000 kB\nMemFree:        10 kB\nMemAvailable:   1000 kB\n");
  EXPECT_EQ(s.available(), 1024000);
}

TEST(AvailableMemory, IsLessInAControlGroupOfVersionTwoOrItsParent) {
  FakeSystem s;
  s.write("proc/meminfo", "MemAvailable: 1000000 kB\n").write("proc/self/cgroup", "0::/a/b\n");
  s.write("sys/fs/cgroup/a/b/memory.max", "max\n").write("sys/fs/cgroup/a/b/memory.current", "100\n");
  EXPECT_EQ(s.available(), 1024000000);
  s.write("sys/fs/cgroup/a/memory.max", "5000\n").write("sys/fs/cgroup/a/memory.current", "4000\n");
  EXPECT_EQ(s.available(), 1000);
  s.write("sys/fs/cgroup/a/memory.stat", "anon 3000\ninactive_file 500\n");  // gives way when memory is short
  EXPECT_EQ(s.available(), 1500);
  s.write("sys/fs/cgroup/a/b/memory.max", "300\n");
  EXPECT_EQ(s.available(), 200);
  s.write("sys/fs/cgroup/a/b/memory.current", "400\n");
  EXPECT_EQ(s.available(), 0);
}

TEST(AvailableMemory, IsLessInAControlGroupOfVersionOneEvenIfItsPathIsTheHosts) {
  FakeSystem s;
  s.write("proc/meminfo", "MemAvailable: 1000000 kB\n");
  s.write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/docker/0123\n0::/\n");
  s.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  s.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "7000\n");
  EXPECT_EQ(s.available(), 1024000000);
  s.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "10000\n");
  EXPECT_EQ(s.available(), 3000);
}

TEST(MemoryWatch, SeesWhatIsTouched) {
  const MemoryWatch watch;
  constexpr double size = 3e8;
  const std::vector<char> block(std::size_t(size), 1);
  EXPECT_EQ(block.back(), 1);
  EXPECT_GT(watch.growth(), 0.95 * size);
  EXPECT_LT(watch.growth(), 1.3 * size);  // sanitizers take some beside
}

TEST(BytesText, HasThreeDigitsAndAUnit) {
  EXPECT_EQ(bytes_text(999), "999 bytes");
  EXPECT_EQ(bytes_text(12.34e9), "12.3 GB");
  EXPECT_EQ(bytes_text(999.9e6), "1 GB");
  EXPECT_EQ(bytes_text(5e17), "500 PB");
}

}  // namespace
}  // namespace slurry
