// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scenario/scenario_check.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// The box that a file says its bodies are in.  What is empty, the file does not say.
struct FileBox {
  std::string name;                                ///< name in the file: "Lattice", "particles/all/box"
  std::optional<Domain> domain;                    ///< domain, if the file is a run of Slurry
  std::optional<std::array<double, 3>> lengths;    ///< along x, y and z [length]
  std::optional<std::array<bool, 3>> is_periodic;  ///< along x, y and z
};

/// The bodies of one frame of a file, in its order.  A list is empty where the file does not say.
struct BodyFile {
  std::filesystem::path file;
  std::string frame;                             ///< ", frame 3" of messages; empty: the file is a single frame
  std::vector<std::array<double, 3>> positions;  ///< as given [length]
  std::vector<std::array<double, 3>> images;     ///< periods that a position is ahead, beyond its own
  std::vector<std::array<double, 3>> directors;
  std::vector<double> radii, forces;
  std::vector<double> aspects, half_lengths;  ///< aspect ratios and half lengths of rods
  /// Forces beside gravity, and torques on rods; empty: the file has none.
  std::vector<std::array<double, 3>> external_forces, torques;
  std::vector<BodyShape> shapes;
  std::vector<std::string> species;
  std::vector<long> lines;  ///< lines of a text file in which the bodies stand
  FileBox box;
  std::optional<Units> units;
  std::optional<ParentFrame> parent;  ///< where it is a recorded run
  std::vector<std::string> notes;     ///< for a person: which frame was taken, which columns are not used

  /// Where a body stands, for messages: "a.csv:7", "run.h5, frame 3, body 12".
  std::string place(std::size_t body) const;
};

/// Bodies from CSV, extended XYZ, a recorded run or another program's H5MD file.  NAME#FRAME chooses a frame: 0 is the
/// first, -1 the last, which is taken where none is named.  A relative name is looked for in `folder`.
/// Throws InputError that names file and line (or dataset, frame and body) and what is wrong there.
BodyFile read_bodies(const std::string& name, const std::filesystem::path& folder);

/// CSV as spreadsheets and programs write it: separated by commas, semicolons, tabs or blanks, with a line of names or
/// three columns x, y, z; with semicolons or tabs a number may have a decimal comma.
BodyFile bodies_from_csv(const std::filesystem::path& file);
/// Extended XYZ (Properties, Lattice, pbc) or plain XYZ.
BodyFile bodies_from_xyz(const std::filesystem::path& file, std::optional<long> frame);

/// Gives the bodies of files (BodyGroup::from_file) to the groups, in the order of the file.  Several species go to the
/// groups of their names.  What a file does not say, its group says; what both say (Scenario::given) must agree.
/// Throws InputError that names the place in the file.
void take_file_bodies(Scenario& scenario);

/// Volume of all bodies of a group [length^3], of several kinds too.
double volume_of_bodies(const Scenario& scenario, std::size_t group);

/// A group whose bodies differ in shape, radius, aspect or force becomes several: the first kind stays, the others are
/// added at the end.  The bodies keep their numbers, those of the file.
void separate_kinds(Scenario& scenario);

/// Refuses a scenario whose box is not that of the file its bodies are from, or that was given other bodies since.
void check_file_bodies(const Scenario& scenario, const WhereIs& where);

/// "a.csv:7" of a body of a group whose bodies are from a file; empty where they are not.
std::string file_place(const BodyGroup& group, std::size_t body);

}  // namespace slurry
