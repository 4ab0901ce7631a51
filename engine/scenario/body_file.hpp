// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "slurry/scenario.hpp"

namespace slurry {

/// What a file says of the bodies of one species; a list is empty where it does not say.
struct FileBodies {
  std::string species;
  std::optional<BodyShape> shape;
  std::vector<std::array<double, 3>> positions;  ///< [length]
  std::vector<std::array<double, 3>> directors;  ///< unit vectors
  std::vector<double> radii, reaches, forces;    ///< of rods, the largest half thickness and the half length
};

/// Bodies from a file, species by species in the order in which it names them.
struct BodyFile {
  std::filesystem::path file;
  std::vector<FileBodies> species;
  std::optional<ParentFrame> parent;  ///< where it is a recorded run
};

/// Bodies from CSV, extended XYZ (the first frame), or a recorded run of ours, NAME.h5 for its last frame and
/// NAME.h5#FRAME for another one.  A relative name is looked for in `folder`.
/// CSV: columns x, y, z and, where the first line names them, radius, nx, ny, nz (direction), force and species; lines
/// with # are let through.  XYZ: the columns that Properties calls species, pos, radius (or r), director, force and id,
/// or the species and three numbers.  Throws InputError naming file, line and what is wrong there: no number, a number
/// that is not finite, too few, a column that would not be used.
BodyFile read_bodies(const std::string& name, const std::filesystem::path& folder);

/// Gives the bodies that groups have from files (BodyGroup::from_file) to the groups: one species to the group that
/// named the file, several each to the group of its name, or else of its shape and radius.  Throws InputError where a
/// body does not fit its group, or a species no group.
void take_file_bodies(Scenario& scenario);

}  // namespace slurry
