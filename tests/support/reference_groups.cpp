// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference_groups.hpp"

#include "io/hdf5_file.hpp"

namespace slurry::test {

std::string reference_file(const std::string& name) {
  return std::string(SLURRY_REFERENCE_DATA) + "/" + name;
}

std::vector<ReferenceGroup> reference_groups(int periodicity) {
  const Hdf5Reader in(reference_file("stokes_reference.h5"));
  std::vector<ReferenceGroup> groups;
  for (const std::string& name : in.members("/")) {
    if (static_cast<int>(in.read_number(name, "periodicity")) != periodicity) continue;
    ReferenceGroup g;
    g.name = name;
    const auto box = in.read_numbers(name, "box");
    for (int d = 0; d < 3; ++d) g.box.lengths[d] = box[d];
    g.box.periodicity = periodicity;
    g.sources = in.read_vectors(name + "/src");
    g.targets = in.read_vectors(name + "/trg");
    g.targets_are_sources = g.sources == g.targets;
    g.f = in.read_vectors(name + "/f");
    g.q = in.read_vectors(name + "/q");
    g.n = in.read_vectors(name + "/n");
    g.u_single = in.read_vectors(name + "/u_single");
    g.u_double = in.read_vectors(name + "/u_double");
    g.u_combined = in.read_vectors(name + "/u_combined");
    groups.push_back(std::move(g));
  }
  return groups;
}

std::vector<FreeSpheres> free_spheres() {
  const Hdf5Reader in(reference_file("pipe_reference.h5"));
  std::vector<FreeSpheres> groups;
  for (const std::string& name : in.members("free")) {
    const std::string path = "free/" + name;
    FreeSpheres g;
    g.name = name;
    g.period = in.read_number(path, "L");
    g.radius = in.read_number(path, "a");
    g.viscosity = in.read_number(path, "eta");
    g.centres = in.read_vectors(path + "/Y");
    g.forces = in.read_vectors(path + "/F");
    g.points = in.read_vectors(path + "/X");
    g.velocities = in.read_vectors(path + "/V_rpy");
    g.field_of_points = in.read_vectors(path + "/u_point");
    g.field_of_spheres = in.read_vectors(path + "/u_rpy");
    groups.push_back(std::move(g));
  }
  return groups;
}

}  // namespace slurry::test
