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

class Bodies : public testing::Test {
 protected:
  Bodies() : folder_(fs::temp_directory_path() / ("slurry_positions_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~Bodies() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  Scenario read(const std::string& name, const std::string& more = "") const {
    write("x.toml", "schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\nfile = \"" + name + "\"\n" + more);
    return read_scenario(folder_ / "x.toml");
  }
  std::string refusal(const std::string& name, const std::string& text, const std::string& more = "") const {
    write(name, text);
    try {
      read(name, more);
    } catch (const InputError& e) {
      return e.what();
    }
    return "was read";
  }

  fs::path folder_;
};

TEST_F(Bodies, CsvWithHeadingsCommentsAndSeveralSeparators) {
  write("a.csv", "x,y,z\n# a comment\n1,2,3\n\n+4; -5.5 ;6e-1\r\n");
  const Scenario s = read("a.csv");
  ASSERT_EQ(s.bodies[0].count, 2u);
  EXPECT_EQ(s.bodies[0].placement, PlacementKind::positions);
  EXPECT_EQ(s.bodies[0].positions[0], (std::array<double, 3>{1, 2, 3}));
  EXPECT_EQ(s.bodies[0].positions[1], (std::array<double, 3>{4, -5.5, 0.6}));
  // a scenario that is written holds them itself
  EXPECT_EQ(parse_scenario(write_scenario(s), "y.toml").bodies[0].positions, s.bodies[0].positions);
}

TEST_F(Bodies, ExtendedXyzByItsProperties_AndPlainXyz) {
  write("a.xyz",
        "2\nProperties=id:I:1:species:S:1:pos:R:3:r:R:1 Lattice=\"1 0 0\"\n7 S 1 2 3 1.0\n8 S 4 5 6 1.0\nmore\n");
  EXPECT_EQ(read("a.xyz").bodies[0].positions[1], (std::array<double, 3>{4, 5, 6}));
  write("b.extxyz", "1\nno properties\nA 1 2 3\n");
  EXPECT_EQ(read("b.extxyz").bodies[0].positions[0], (std::array<double, 3>{1, 2, 3}));
}

TEST_F(Bodies, EveryMistakeIsNamedWithItsLine) {
  EXPECT_NE(refusal("a.csv", "1,2,3\n4,nan,6\n").find("a.csv:2: 'nan' is not finite"), std::string::npos);
  EXPECT_NE(refusal("a.csv", "1,2,3\n4,five,6\n").find("a.csv:2: 'five' is not a number"), std::string::npos);
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

constexpr const char* two_kinds = "name = \"small\"\n[[bodies]]\nname = \"large\"\nradius = 1.6\ncount = 1\n";

TEST_F(Bodies, OfSeveralSpeciesGoToTheBodiesOfTheirName) {
  write("a.csv", "species,x,y,z,radius\nlarge,5,0,0,1.6\nsmall,10,1,0,1\nlarge,20,0,0,1.6\n");
  const Scenario s = read("a.csv", two_kinds);
  ASSERT_EQ(s.bodies[0].count, 1u);
  ASSERT_EQ(s.bodies[1].count, 2u);
  EXPECT_EQ(s.bodies[0].positions[0], (std::array<double, 3>{10, 1, 0}));
  EXPECT_EQ(s.bodies[1].positions[1], (std::array<double, 3>{20, 0, 0}));
  // names that the scenario does not have: by what they are
  write("b.xyz", "2\nProperties=species:S:1:pos:R:3:radius:R:1\nB 5 0 0 1.6\nA 10 1 0 1\n");
  EXPECT_EQ(read("b.xyz", two_kinds).bodies[1].positions[0], (std::array<double, 3>{5, 0, 0}));
}

TEST_F(Bodies, DirectionsOfRodsAreTaken) {
  write("a.csv", "x,y,z,nx,ny,nz\n1,2,3,0,0.6,0.8\n");
  const Scenario s = read("a.csv", "kind = \"rod\"\nradius = 0.2\naspect = 10\n");
  ASSERT_EQ(s.bodies[0].directors.size(), 1u);
  EXPECT_EQ(s.bodies[0].directors[0], (std::array<double, 3>{0, 0.6, 0.8}));
}

TEST_F(Bodies, WhatDoesNotFitIsRefused) {
  const auto says = [&](const std::string& text, const std::string& words, const std::string& more = "") {
    const std::string said = refusal("a.csv", text, more);
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_NE(said.find("a.csv"), std::string::npos) << said;
  };
  says("x,y,z,radius\n1,2,3,1\n5,6,0,1.6\n", "body 1 has the radius 1.6, the bodies there have 1");
  says("x,y,z,force\n1,2,3,2\n", "body 0 has the force 2, the bodies there have 1");
  says("x,y,z,nx,ny,nz\n1,2,3,1,0,0\n", "the bodies there are spheres");
  says("x,y,z,mass\n1,2,3,1\n", "a.csv:1: the column 'mass' is not known");
  says("x,y\n1,2\n", "x, y, z");
  says("1,2,3,0.5\n", "4 columns");
  says("x,y,z,species\n1,2,3,a\n4,5,6,b\n", "fit none of the scenario's bodies, or several", two_kinds);
}

}  // namespace
}  // namespace slurry
