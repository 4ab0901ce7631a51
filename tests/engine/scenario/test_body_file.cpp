// SPDX-License-Identifier: BSD-3-Clause
// Positions from files, good and bad.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
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

TEST_F(Bodies, CsvWithAColumnOfFramesGivesTheRowsOfOneFrame) {
  // the rows of a frame need not stand together, frames may begin at any number, and programs write 3.0 for 3
  write("a.csv",
        "frame,particle,x,y,z,name\n1,0,1,0,0,a\n1,1,4,0,0,b\n3.0,0,1,0,2,a\n2,0,1,0,1,a\n2,1,4,0,1,b\n3,1,4,0,2,b\n");
  const auto heights = [&](const std::string& name) {
    std::vector<double> z;
    const Scenario s = read(name);
    for (const std::array<double, 3>& x : s.bodies[0].positions) z.push_back(x[2]);
    return z;
  };
  EXPECT_EQ(heights("a.csv#1"), (std::vector<double>{0, 0}));
  EXPECT_EQ(heights("a.csv#2"), (std::vector<double>{1, 1}));
  EXPECT_EQ(heights("a.csv#-1"), (std::vector<double>{2, 2}));
  EXPECT_EQ(heights("a.csv"), (std::vector<double>{2, 2}));
  try {
    read("a.csv#0");
    FAIL() << "there is no frame 0";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("has no frame 0; its column 'frame' has 3 different numbers from 1 to 3"),
              std::string::npos)
        << e.what();
  }
  write("b.csv", "frame,x,y,z\n0.5,1,2,3\n");
  EXPECT_THROW(read("b.csv"), InputError);
  write("c.csv", "x,y,z\n1,2,3\n");
  EXPECT_EQ(heights("c.csv#0"), (std::vector<double>{3}));
  EXPECT_THROW(read("c.csv#1"), InputError);
}

/// Their bodies would all be taken for those of one start.
TEST_F(Bodies, CsvWithLinesOfSeveralTimesIsRefused) {
  for (const std::string name : {"t", "time", "Time (s)", "step", "frames", "timestep", "t_ms"}) {
    const std::string said = refusal("a.csv", name + ",x,y,z\n0.5,1,2,3\n0.5,4,5,6\n1.0,1,2,4\n1.0,4,5,7\n");
    EXPECT_NE(said.find("a.csv:4: column 1 (" + name + "): '1.0' follows on '0.5'"), std::string::npos) << said;
    EXPECT_NE(said.find("name the column 'frame'"), std::string::npos) << said;
    write("a.csv", name + ",x,y,z\n0.5,1,2,3\n0.5,4,5,6\n");  // one time
    EXPECT_EQ(read("a.csv").bodies[0].count, 2u) << name;
  }
  // within a frame, every body may have a time of its own
  write("a.csv", "frame,t,x,y,z\n0,0.5,1,2,3\n0,0.6,4,5,6\n");
  EXPECT_EQ(read("a.csv").bodies[0].count, 2u);
}

TEST_F(Bodies, CsvWithTheNamesInAComment_AsNumpyWritesIt) {
  for (const std::string text :
       {"# z,y,x\n3,2.5,1.5\n-2,4,9\n", "#z y x\n3 2.5 1.5\n-2 4 9\n", "# 2 bodies\n# z y x\n3,2.5,1.5\n-2,4,9\n"}) {
    write("a.csv", text);
    EXPECT_EQ(read("a.csv").bodies[0].positions[0], (std::array<double, 3>{1.5, 2.5, 3})) << text;
  }
  write("a.csv", "# x y z in radii\n1.5,2.5,3\n9,4,-2\n");  // no list of names
  EXPECT_EQ(read("a.csv").bodies[0].positions[0], (std::array<double, 3>{1.5, 2.5, 3}));
  EXPECT_NE(refusal("a.csv", "# x y radius\n1.5 2.5 3\n").find("a.csv:1: the columns x, y, z are needed"),
            std::string::npos);
}

TEST_F(Bodies, ExtendedXyzByItsProperties_AndPlainXyz) {
  write("a.xyz",
        "2\nProperties=id:I:1:species:S:1:pos:R:3:r:R:1 Lattice=\"40 0 0 0 1 0 0 0 1\"\n7 S 1 2 3 1.0\n8 S 4 5 6 "
        "1.0\n\n");
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

/// Every line says where it is wrong; the places are those of the text, counted by hand.
TEST_F(Bodies, TextThatIsNotWhatItSeems) {
  const auto says = [&](const std::string& name, const std::string& text, const std::string& words) {
    const std::string said = refusal(name, text);
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  };
  says("a.csv", "1.5,,0,2\n4,0,2\n", "a.csv:1: column 2 is empty");
  says("a.csv", "x,y,z\n1,2,3\n1,,3\n", "a.csv:3: column 2 (y) is empty");
  says("a.csv", "x;y;z\n1;2;3\n4,5,6\n", "a.csv:3: there are 1 of 3 coordinates");
  says("a.csv", "x;y;z\n1.234,5;2;3\n", "a.csv:2: '1.234,5' is not a number");
  says("a.csv", "x,y,z,x\n1,2,3,4\n", "a.csv:1: there are two columns 'x'");
  says("a.csv", "x,y,z\n\"1,2,3\n", "a.csv:2: a quotation mark is not closed");
  says("a.csv", "x,y,z\n\"1\"0,2,3\n", "a.csv:2: there is text behind the quoted field");
  says("a.csv", "x,y,z\n1,2,3\n,,\n4,5,6\n", "a.csv:3: every column is empty");
  says("a.csv", "x,y,z,radius\n1,2,3,0\n", "a.csv:2: the radius 0");
  says("a.csv", "x,y,z,radius\n1,2,3,-1\n", "a.csv:2: the radius -1");
  says("a.csv", "x,y,z,radius\n1,2,3,1e999\n", "a.csv:2: '1e999' is not a number");
  says("a.csv", "x,y,z,force\n1,2,3,inf\n", "a.csv:2: 'inf' is not finite");
  says("a.csv", "x,y,z,kind,aspect,nx,ny,nz\n1,2,3,rod,4,0,0,0\n", "a.csv:2: the direction is [0, 0, 0]");
  says("a.csv", "x,y,z,kind,aspect\n1,2,3,rod,1\n", "a.csv:2: the rod has the aspect 1");
  says("a.csv", "x,y,z,kind\n1,2,3,cube\n", "a.csv:2: column 4 (kind): 'cube' is not known");
  says("a.csv", "x,y,z,aspect,half_length\n1,2,3,4,5\n", "a.csv:2: the half length 5 is not aspect x radius = 4");
  says("a.csv", "+-1,2,3\n", "a.csv:1: '+-1' is not a number");
  says("a.csv", std::string("1,2,3\n\0\n", 8), "is not a text file");
  says("a.csv",
       "\xFF\xFE"
       "1",
       "UTF-16");
  says("a.csv", "", "holds no positions");
  says("a.csv", "1e12,0,0\n", "a.csv:1: bodies.file = 1e+12 is more than 1e+09 periods away");
  says("a.xyz", "1\n\nA 1 2 3\nA 4 5 6\n", "a.xyz:4: 'A 4 5 6' is not a number of bodies");
  says("a.xyz", "2\n\nA 1 2 3\n", "a.xyz:1: the file ends after 1 of 2 bodies");
  says("a.xyz", "1\n\nA 1 2\n", "a.xyz:3: there are 3 columns, but 4 are needed");
  says("a.xyz", "1\n\nA 1 2 3 4\n", "a.xyz:3: there are 5 columns, but 4 are known; name all of them by Properties=");
  says("a.xyz", "1\nProperties=pos:R:2\n1 2\n", "a.xyz:2: the property 'pos' has 2 columns");
  says("a.xyz", "1\nProperties=pos:R\n1 2 3\n", "a.xyz:2: Properties must be a list");
  says("a.csv", "\"x\",\"y\",\"z\"\n\"1.5\",\"-3\",\"0\"\n\"#\",\"0.5\",\"0\"\n", "a.csv:3: '#' is not a number");
  says("a.xyz", "1\nProperties=pos:R:3:pos:R:3\n1 2 3 1 2 3\n", "a.xyz:2: Properties names 'pos' twice");
  says("a.xyz", "1\nLattice=\"40 0 0 0 1 0 0 1 1\"\nA 1 2 3\n", "a.xyz:2: Lattice is not orthogonal");
  says("a.xyz", "1\nLattice=\"40 0 0\"\nA 1 2 3\n", "a.xyz:2: Lattice has 3 numbers");
  says("a.xyz", "1\npbc=\"T F\"\nA 1 2 3\n", "a.xyz:2: pbc must be three");
  says("a.h5", "no such file", "a.h5");
  fs::create_directories(folder_ / "b.csv");
  EXPECT_THROW(read("b.csv"), InputError);
}

TEST_F(Bodies, SpreadsheetsOfEveryKind) {
  const std::vector<std::array<double, 3>> wanted{{1.5, -2, 0.25}, {5, 0, 3}};
  for (const char* text :
       {"\xEF\xBB\xBFx,y,z\r\n1.5,-2,0.25\r\n5,0,3\r\n", "\"x\",\"y\",\"z\"\n1.5,-2,.25\n5,0,3\n",
        "X;Y;Z\n1,5;-2;0,25\n5;0;3\n;;\n;;\n", "x\ty\tz\n1,5\t-2\t0,25\n5\t0\t3\n", "z,x,y\n0.25,1.5,-2\n3,5,0\n",
        "\"# of this, and \"\"that\"\"\",,\nx,y,z\n1.5,-2,0.25\n\"# more\"\n5,0,3\n",
        "# a comment\n\nx y z\n1.5 -2 0.25\n5  0\t3\n", "x,y,z,,\n1.5,-2,0.25,,\n5,0,3,,\n", "1.5,-2,0.25\r5,0,3\r",
        "id,x,note,y,z\n1,1.5,\"a, \"\"b\"\"\",-2,0.25\n2,5,,0,3\n", "\"1,5\";-2;\"0,25\"\n5;0;3"}) {
    write("a.csv", text);
    EXPECT_EQ(read("a.csv").bodies[0].positions, wanted) << text;
  }
  write("a.csv", "x,note,y,z\n1.5,,-2,0.25\n5,,0,3\n");
  const Scenario s = read("a.csv");
  ASSERT_EQ(s.start_notes.size(), 2u);
  EXPECT_NE(s.start_notes[0].find("a.csv': 2 bodies"), std::string::npos) << s.start_notes[0];
  EXPECT_NE(s.start_notes[1].find("'note' is not used"), std::string::npos) << s.start_notes[1];
  // numbers of bodies go by their order in the file
  write("a.csv", "id,x,y,z\n7,1.5,-2,0.25\n3,5,0,3\n");
  const Scenario numbered = read("a.csv");
  ASSERT_EQ(numbered.start_notes.size(), 2u);
  EXPECT_NE(numbered.start_notes[1].find("'id' is not used"), std::string::npos) << numbered.start_notes[1];
}

TEST_F(Bodies, OfManyKindsBecomeGroupsAndKeepTheirOrder) {
  write("a.csv",
        "force,x,y,z,radius,kind,aspect,nx,ny,nz\n1,2,0,0,1,sphere,1,0,0,0\n2,8,0,0,1,sphere,1,0,0,0\n"
        "1,14,0,0,0.5,rod,4,0,0,1\n1,20,0,0,1,sphere,1,0,0,0\n");
  const Scenario s = read("a.csv");
  ASSERT_EQ(s.bodies.size(), 3u);
  EXPECT_EQ(s.bodies[0].numbers, (std::vector<double>{0, 3}));
  EXPECT_EQ(s.bodies[1].force, 2);
  EXPECT_EQ(s.bodies[2].shape, BodyShape::rod);
  EXPECT_EQ(s.bodies[2].reach(), 2);
  EXPECT_EQ(s.bodies[2].directors, (std::vector<std::array<double, 3>>{{0, 0, 1}}));
  const Scenario again = parse_scenario(write_scenario(s), "y.toml");
  for (std::size_t g = 0; g < 3; ++g) {
    EXPECT_EQ(again.bodies[g].positions, s.bodies[g].positions);
    EXPECT_EQ(again.bodies[g].numbers, s.bodies[g].numbers);
  }
}

/// Every body is then a kind of its own.  Each kind holds its own bodies alone, and the time grows with their number,
/// not with its square: by 5 from 4,000 to 20,000, where the square would be 25.
TEST_F(Bodies, ManyRadiiOfOneFileTakeMemoryAndTimeInProportion) {
  const auto seconds = [&](int count) {
    std::string rows = "x,y,z,radius\n";
    for (int i = 0; i < count; ++i) rows += std::to_string(i) + ",0,0," + std::to_string(0.1 + 1e-5 * i) + "\n";
    write("many.csv", rows);
    write("x.toml", "schema = 1\n[domain]\nradius = 10\nlength = " + std::to_string(count) +
                        "\n[[bodies]]\nfile = \"many.csv\"\n");
    const auto start = std::chrono::steady_clock::now();
    const Scenario s = read_scenario(folder_ / "x.toml");
    const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_EQ(s.bodies.size(), static_cast<std::size_t>(count));
    std::size_t held = 0;
    for (std::size_t g = 0; g < s.bodies.size(); ++g) {
      EXPECT_EQ(s.bodies[g].positions.size(), 1u);
      EXPECT_NEAR(s.bodies[g].radius, 0.1 + 1e-5 * s.bodies[g].positions.at(0)[0], 1e-9);
      held += s.bodies[g].positions.capacity() + s.bodies[g].source_bodies.capacity();
    }
    EXPECT_LE(held, 8u * static_cast<std::size_t>(count));
    return taken;
  };
  const double few = seconds(4000);
  ASSERT_FALSE(HasFailure());
  const double many = std::min({seconds(20000), seconds(20000), seconds(20000)});
  RecordProperty("seconds", std::to_string(few) + " " + std::to_string(many));
  EXPECT_LT(many, 12 * few);
}

TEST_F(Bodies, AFrameIsChosenByItsNumber) {
  write("a.xyz", "1\n\nA 1 0 0\n2\n\nA 2 0 0\nA 8 0 0\n1\n\nA 3 0 0\n\n");
  EXPECT_EQ(read("a.xyz").bodies[0].positions[0][0], 3);
  EXPECT_EQ(read("a.xyz#0").bodies[0].positions[0][0], 1);
  EXPECT_EQ(read("a.xyz#1").bodies[0].count, 2u);
  write("b.csv", "1,0,0\n");
  EXPECT_EQ(read("b.csv#-1").bodies[0].count, 1u);
  const auto refused = [&](const std::string& name, const std::string& words) {
    try {
      read(name);
      ADD_FAILURE() << name;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  };
  refused("a.xyz#3", "no frame 3; frames are 0 to 2");
  refused("a.xyz#-2", "'-2' is not the number of a frame; frames count from 0, and -1 is the last");
  refused("a.xyz#-0", "'-0' is not the number of a frame");
  refused("a.xyz#-01", "'-01' is not the number of a frame");
  refused("a.xyz#-4", "'-4' is not the number of a frame");
  refused("a.xyz#last", "names no frame");
  refused("b.csv#1", "no frame 1; frames are 0 to 0");
}

TEST_F(Bodies, TheBoxMustBeThatOfTheScenario) {
  const auto box = [&](const std::string& words) { return refusal("a.xyz", "1\n" + words + "\nA 1 0 0\n"); };
  EXPECT_EQ(box("Lattice=\"40 0 0 0 20 0 0 0 20\""), "was read");
  EXPECT_EQ(box("Lattice=\"40 0 0 0 20 0 0 0 20\" pbc=\"T F F\""), "was read");
  EXPECT_NE(box("Lattice=\"41 0 0 0 20 0 0 0 20\"").find("domain.length = 40 does not agree"), std::string::npos);
  EXPECT_NE(box("pbc=\"T T T\"").find("domain.kind = \"pipe\" does not agree"), std::string::npos);
  EXPECT_NE(box("pbc=\"F F F\"").find("no periodic direction"), std::string::npos);
}

/// A scenario that says no period has that of the file.
TEST_F(Bodies, PeriodsThatTheScenarioLeavesOutAreThoseOfTheFile) {
  const auto with = [&](const std::string& domain, const std::string& words) {
    write("a.xyz", "1\n" + words + "\nA 1 0 0\n");
    write("x.toml", "schema = 1\n[domain]\n" + domain + "[[bodies]]\nfile = \"a.xyz\"\n");
    return read_scenario(folder_ / "x.toml");
  };
  const std::string lattice = "Lattice=\"40 0 0 0 20 0 0 0 30\"";
  const Scenario cell = with("kind = \"periodic-3\"\n", lattice + " pbc=\"T T T\"");
  EXPECT_EQ(cell.domain.cell, (std::array<double, 3>{40, 20, 30}));
  EXPECT_EQ(parse_scenario(write_scenario(cell), "y.toml").domain.cell, cell.domain.cell);
  EXPECT_EQ(with("radius = 5\n", lattice).domain.length, 40);
  EXPECT_EQ(with("kind = \"periodic-1\"\n", lattice).domain.length, 40);
  const auto refused = [&](const std::string& domain, const std::string& words) {
    try {
      with(domain, words);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("was read");
  };
  EXPECT_NE(refused("kind = \"periodic-3\"\n", "no box").find("domain.cell is missing"), std::string::npos);
  EXPECT_NE(refused("kind = \"periodic-3\"\n", "Lattice=\"0 0 0 0 20 0 0 0 30\"").find("out of range"),
            std::string::npos);
}

/// As spreadsheets write them: a first line that names the separator, decimal commas.
TEST_F(Bodies, AFirstLineMayNameTheSeparator) {
  const std::array<double, 3> place{1.5, 2.5, 3};
  for (const char* text : {"sep=;\nx;y;z\n1,5;2,5;3\n", "sep=;\n1,5;2,5;3\n", "sep=,\nx,y,z\n1.5,2.5,3\n",
                           "\xEF\xBB\xBFSEP=\t\r\nx\ty\tz\r\n1,5\t2,5\t3\r\n"}) {
    write("a.csv", text);
    const Scenario s = read("a.csv");
    ASSERT_EQ(s.bodies[0].positions.size(), 1u) << text;
    EXPECT_EQ(s.bodies[0].positions[0], place) << text;
  }
  EXPECT_NE(refusal("a.csv", "sep=|\n1|2|3\n").find("a.csv:1: the separator of 'sep=|' is not known"),
            std::string::npos);
  // "1,500" may be 1.5 or 1500
  EXPECT_NE(refusal("a.csv", "x,y,z\n\"1,5\",\"2,5\",\"3\"\n")
                .find("'1,5' is not a number; decimal commas need semicolons or tabs"),
            std::string::npos);
}

/// The count is that of the large ones, and must be that of the file.
std::string two_kinds(int large) {
  return "name = \"small\"\n[[bodies]]\nname = \"large\"\nradius = 1.6\ncount = " + std::to_string(large) + "\n";
}

TEST_F(Bodies, OfSeveralSpeciesGoToTheBodiesOfTheirName) {
  write("a.csv", "species,x,y,z,radius\nlarge,5,0,0,1.6\nsmall,10,1,0,1\nlarge,20,0,0,1.6\n");
  const Scenario s = read("a.csv", two_kinds(2));
  ASSERT_EQ(s.bodies[0].count, 1u);
  ASSERT_EQ(s.bodies[1].count, 2u);
  EXPECT_EQ(s.bodies[0].positions[0], (std::array<double, 3>{10, 1, 0}));
  EXPECT_EQ(s.bodies[1].positions[1], (std::array<double, 3>{20, 0, 0}));
  EXPECT_EQ(s.bodies[0].numbers, (std::vector<double>{1}));  // as in the file
  EXPECT_NE(refusal("a.csv", "species,x,y,z\nlarge,5,0,0\nsmall,10,1,0\n", two_kinds(2)).find("count = 2"),
            std::string::npos);
  // names that the scenario does not have: by what they are
  write("b.xyz", "2\nProperties=species:S:1:pos:R:3:radius:R:1\nB 5 0 0 1.6\nA 10 1 0 1\n");
  EXPECT_EQ(read("b.xyz", two_kinds(1)).bodies[1].positions[0], (std::array<double, 3>{5, 0, 0}));
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
  says("x,y,z,radius\n1,2,3,1\n5,6,0,1.6\n", "a.csv:3: body 1 has the radius 1.6, but the bodies of this table have 1",
       "radius = 1\n");
  says("x,y,z,force\n1,2,3,2\n", "a.csv:2: body 0 has the force 2, but the bodies of this table have 1", "force = 1\n");
  says("x,y,z,kind,aspect\n1,2,3,rod,4\n", "a.csv:2: the body is a rod, but the bodies of this table are spheres",
       "kind = \"sphere\"\n");
  says("x,y,z,kind,aspect\n1,2,3,rod,4\n", "has the aspect 4, but the bodies of this table have 5", "aspect = 5\n");
  says("x,y,z,nx,ny,nz\n1,2,3,0,0,1\n", "does not agree with bodies.director = [1, 0, 0]",
       "kind = \"rod\"\naspect = 4\ndirector = [1, 0, 0]\n");
  says("x,y,z,nx,ny,nz\n1,2,3,1,0,0\n", "the file gives directions, but the bodies of this table");
  says("x,y,z,raduis\n1,2,3,1\n", "a.csv:1: the column 'raduis' is not known; did you mean 'radius'?");
  says("x,y\n1,2\n", "x, y, z");
  says("1,2,3,0.5\n", "4 columns");
  says("x,y,z,species\n1,2,3,a\n4,5,6,b\n",
       "the body of the species 'a': 2 [[bodies]] tables fit by radius and force, and no [[bodies]] table has the name "
       "'a'",
       two_kinds(1));
}

}  // namespace
}  // namespace slurry
