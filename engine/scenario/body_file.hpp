// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenario/scenario_check.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// The box that a file gives for its bodies. Members that the file does not give are empty.
struct FileBox {
  std::string name;                                ///< name in the file: "Lattice", "particles/all/box"
  std::optional<Domain> domain;                    ///< domain, if the file is a run of Slurry
  std::optional<std::array<double, 3>> lengths;    ///< along x, y and z [length]
  std::optional<std::array<bool, 3>> is_periodic;  ///< along x, y and z
};

/// The bodies of one frame of a file, in the order of the file. Lists that the file does not give are empty.
struct BodyFile {
  std::filesystem::path file;
  std::string frame;                             ///< ", frame 3" for messages; empty if the file has a single frame
  std::vector<std::array<double, 3>> positions;  ///< as given [length]
  std::vector<std::array<double, 3>> images;     ///< number of periods by which a place is ahead of the position
  std::vector<std::array<double, 3>> directors;
  std::vector<double> radii, forces;
  std::vector<double> aspects, half_lengths;  ///< aspect ratios and half lengths of rods
  /// Scenario of the frame if the file is a recorded run, and the [[bodies]] table of each body in it.
  std::shared_ptr<const Scenario> run;
  std::vector<std::size_t> tables;
  std::vector<BodyShape> shapes;
  std::vector<std::string> species;
  std::vector<long> lines;        ///< lines of a text file in which the bodies stand
  std::vector<std::size_t> rows;  ///< rows of an HDF5 file in which the bodies stand; empty: body i stands in row i
  FileBox box;
  std::optional<Units> units;                ///< units of a recorded run
  std::string length_unit;                   ///< unit of the positions in another program's file; empty: it says none
  std::optional<ParentFrame> parent;         ///< set if the file is a recorded run
  std::vector<std::string> unknown_vectors;  ///< names of what is not known and may be the directions of rods
  std::vector<std::string> notes;  ///< messages for the reader: which frame was taken, which columns are not used

  /// Place of a body in the file, for messages: "a.csv:7", "run.h5, frame 3, body 12".
  std::string place(std::size_t body) const;
  /// Number of a body in the file, from 0.
  std::size_t number(std::size_t body) const { return body < rows.size() ? rows[body] : body; }
};

/// Reads bodies from CSV, extended XYZ, a recorded run or another program's H5MD file. NAME#FRAME chooses a frame: 0 is
/// the first, -1 the last. Without a number the last frame is taken. A relative name is looked for in `folder`. Throws
/// InputError; the message names file and line (or dataset, frame and body) and says what is wrong there.
BodyFile read_bodies(const std::string& name, const std::filesystem::path& folder);

/// Reads CSV as spreadsheets and programs write it. Columns are separated by commas, semicolons, tabs or blanks. The
/// file has a line of names, or three columns x, y, z. With semicolons or tabs, numbers may have a decimal comma. If
/// there is a column `frame`, the rows with the chosen number are read; -1 and no number mean the largest.
BodyFile bodies_from_csv(const std::filesystem::path& file, std::optional<long> frame);
/// Reads extended XYZ (Properties, Lattice, pbc) or plain XYZ.
BodyFile bodies_from_xyz(const std::filesystem::path& file, std::optional<long> frame);

/// Gives the bodies of files (BodyGroup::from_file) to the groups, in the order of the file. If the file has several
/// species, each goes to the group of its name. Values that the file does not give are taken from the group. Values
/// that both give (Scenario::given) must agree. Throws InputError that names the place in the file.
void take_file_bodies(Scenario& scenario);

/// Says that rods with listed places get random directions (Scenario::start_notes), if no direction is given for them
/// by the scenario or by a file. It comes before separate_kinds().
void note_random_directions(Scenario& scenario);

/// Volume of all bodies of a group [length^3]. The group may have several kinds of bodies.
double volume_of_bodies(const Scenario& scenario, std::size_t group);

/// Divides a group whose bodies differ in shape, size, model or forces into several groups. The first kind stays, and
/// the others are added at the end. The bodies keep the numbers of the file.
void separate_kinds(Scenario& scenario);

/// Says which numbers the kinds of bodies get (Scenario::start_notes), if a file has other numbers for them. It comes
/// after separate_kinds().
void note_new_numbers(Scenario& scenario);

/// Refuses a scenario whose box differs from that of the file with its bodies, or whose bodies were changed after
/// reading. Throws KeyError.
void check_file_bodies(const Scenario& scenario, const WhereIs& where);

/// Place of a body in its file, as in "a.csv:7". It is empty if the bodies of the group are not from a file.
std::string file_place(const BodyGroup& group, std::size_t body);

}  // namespace slurry
