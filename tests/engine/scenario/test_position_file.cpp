// SPDX-License-Identifier: BSD-3-Clause
// Positions from files, good and bad.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "slurry/error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/scenario.hpp"

namespace slurry {
namespace {

namespace fs = std::filesystem;

class PositionFile : public testing::Test {
 protected:
  PositionFile() : folder_(fs::temp_directory_path() / ("slurry_positions_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~PositionFile() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  Scenario read(const std::string& name) const {
    write("x.toml", "schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\nfile = \"" + name + "\"\n");
    return read_scenario(folder_ / "x.toml");
  }
  std::string refusal(const std::string& name, const std::string& text) const {
    write(name, text);
    try {
      read(name);
    } catch (const InputError& e) {
      return e.what();
    }
    return "was read";
  }

  fs::path folder_;
};

TEST_F(PositionFile, CsvWithHeadingsCommentsAndSeveralSeparators) {
  write("a.csv", "x,y,z\n# a comment\n1,2,3\n\n+4; -5.5 ;6e-1\r\n");
  const Scenario s = read("a.csv");
  ASSERT_EQ(s.bodies[0].count, 2u);
  EXPECT_EQ(s.bodies[0].placement, PlacementKind::positions);
  EXPECT_EQ(s.bodies[0].positions[0], (std::array<double, 3>{1, 2, 3}));
  EXPECT_EQ(s.bodies[0].positions[1], (std::array<double, 3>{4, -5.5, 0.6}));
  // a scenario that is written holds them itself
  EXPECT_EQ(parse_scenario(write_scenario(s), "y.toml").bodies[0].positions, s.bodies[0].positions);
}

TEST_F(PositionFile, ExtendedXyzByItsProperties_AndPlainXyz) {
  write("a.xyz",
        "2\nProperties=id:I:1:species:S:1:pos:R:3:r:R:1 Lattice=\"1 0 0\"\n7 S 1 2 3 0.5\n8 S 4 5 6 0.5\nmore\n");
  EXPECT_EQ(read("a.xyz").bodies[0].positions[1], (std::array<double, 3>{4, 5, 6}));
  write("b.extxyz", "1\nno properties\nA 1 2 3\n");
  EXPECT_EQ(read("b.extxyz").bodies[0].positions[0], (std::array<double, 3>{1, 2, 3}));
}

TEST_F(PositionFile, EveryMistakeIsNamedWithItsLine) {
  EXPECT_NE(refusal("a.csv", "1,2,3\n4,nan,6\n").find("a.csv:2: 'nan' is not finite"), std::string::npos);
  EXPECT_NE(refusal("a.csv", "1,2,3\n4,five,6\n").find("a.csv:2: 'five' is no number"), std::string::npos);
  EXPECT_NE(refusal("a.csv", "1,2,3\n4,5\n").find("a.csv:2: there are 2 of 3 coordinates"), std::string::npos);
  EXPECT_NE(refusal("a.csv", "# nothing\n").find("holds no positions"), std::string::npos);
  EXPECT_NE(refusal("a.xyz", "3\n\nA 1 2 3\n").find("ends after 1 of 3"), std::string::npos);
  EXPECT_NE(refusal("a.xyz", "many\n\n").find("number of bodies"), std::string::npos);
  EXPECT_NE(refusal("a.xyz", "1\nProperties=species:S:1\nA\n").find("no column 'pos'"), std::string::npos);
  EXPECT_NE(refusal("a.gro", "1 2 3\n").find(".csv"), std::string::npos);
  EXPECT_NE(refusal("b.csv", "1,2,3\n1,2,4\n").find("bodies 0 and 1 overlap"), std::string::npos);
  EXPECT_NE(refusal("b.csv", "1,2,3\n1,9.5,0\n").find("body 1 is outside of the pipe"), std::string::npos);
  fs::remove(folder_ / "c.csv");
  EXPECT_THROW(read("c.csv"), InputError);
}

}  // namespace
}  // namespace slurry
