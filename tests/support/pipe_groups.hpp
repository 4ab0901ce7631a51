// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"
#include "slurry/mobility.hpp"
#include "support/error_norms.hpp"
#include "support/reference_groups.hpp"

namespace slurry::test {

/// One group pipe/* of pipe_reference.h5 or wall_spheres.h5 and its truths, by exact wall modes (pipe_reference.py,
/// algorithm B).
struct PipeGroup {
  std::string file, name;
  MobilityProblem problem;
  double radius = 0;
  std::vector<double> truth(const std::string& dataset) const {
    return Hdf5Reader(reference_file(file)).read_vectors("pipe/" + name + "/" + dataset);
  }
  /// Velocities of the bodies; flow: "dp0" or "zf".
  std::vector<double> velocities(BodyModel model, const std::string& flow) const {
    return truth((model == BodyModel::spheres ? "V_rpy_" : "u_point_reg_") + flow);
  }
  /// Denominator of the error of V: its rms, or mu0 F where that is larger.
  double scale(const std::vector<double>& v) const {
    std::vector<double> alone(problem.forces);
    for (std::size_t i = 0; i < alone.size(); ++i)
      alone[i] /= 6 * std::numbers::pi * problem.viscosity * problem.radii[problem.radii.size() == 1 ? 0 : i / 3];
    return std::max(rms(v), rms(alone));
  }
  static double rms(const std::vector<double>& v) { return l2_norm(v) / std::sqrt(double(v.size()) / 3); }
};

inline std::vector<PipeGroup> pipe_groups(const std::string& file = "pipe_reference.h5") {
  const std::string path = reference_file(file);
  std::vector<PipeGroup> groups;
  for (const std::string& name : Hdf5Reader(path).members("pipe")) {
    PipeGroup g;
    g.file = file;
    g.name = name;
    g.problem = read_mobility_problem(path, "pipe/" + name, BodyModel::spheres);
    g.radius = g.problem.radii.front();
    groups.push_back(std::move(g));
  }
  return groups;
}

/// Asked of one solve; nothing is measured.
inline MobilityOptions mobility_options(double tolerance, BodyModel model, NetFlowKind flow,
                                        std::string method = "automatic") {
  MobilityOptions o;
  o.tolerance = tolerance;
  o.model = model;
  o.net_flow.kind = flow;
  o.engine = method;
  o.measured_targets = 0;
  return o;
}

}  // namespace slurry::test
