// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "base/text.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/sum_parameters.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "slurry/sum.hpp"

namespace slurry {
namespace {

constexpr const char* stokes_convention =
    "u_i(x) = sum over sources and their periodic images of G_ij f_j + T_ijk q_j n_k, G = I/r + rr/r^3, "
    "T = -6 rrr/r^5, r = x - y, no 1/(8 pi eta); a "
    "pair with target equal to source is skipped; gauge of the 1-periodic sum: k = 0 mode (1/L)(-4 ln rho - 4) axially "
    "and (1/L)(-(2 ln rho + 3) I + 2 rho rho/rho^2) across; 3-periodic: ";
constexpr const char* zero_mean_velocity = "zero mode zero-mean-velocity: the k = 0 coefficients are dropped";
constexpr const char* zero_face_flux =
    "zero mode zero-face-flux: -(8 pi/V) sum over sources of (x - y)(q.n) is added, positions as given, which makes "
    "the "
    "flux through every face of the cell zero where sum q.n = 0";
constexpr const char* coulomb_convention =
    "phi(x) = sum over sources and their periodic images of charge/r; a charge at the target itself is left out; "
    "gauge: "
    "1-periodic: k = 0 mode -(2/L) ln rho; 2-periodic: -(2 pi/A) |z|; 3-periodic: the k = 0 coefficient is dropped "
    "(uniform background, potential of mean zero)";

std::string convention(const EwaldParameters& p) {
  if (p.layer == Layer::coulomb) return coulomb_convention;
  return std::string(stokes_convention) +
         (p.zero_mode == ZeroMode::zero_face_flux ? zero_face_flux : zero_mean_velocity);
}

/// Dataset of any width per target, (M), (M,3) or (M,3,3).
void write_rows(Hdf5Writer& out, const char* name, const std::vector<double>& values, std::size_t targets) {
  if (values.empty()) return;
  std::vector<std::size_t> shape{targets};
  if (values.size() >= 3 * targets) shape.push_back(3);
  if (values.size() >= 9 * targets) shape.push_back(3);
  out.write(name, values, shape);
}

/// Every number of a sum on one grid.
void write_parameters(Hdf5Writer& out, const std::string& group, const EwaldParameters& p) {
  out.group(group);
  write_ewald_parameters(out, group, p);
  write_box(out, group, p.box);
}

/// Attributes of a second or third error, under a prefix.
void write_errors(Hdf5Writer& out, const std::string& prefix, const ErrorEntry& e) {
  if (std::isnan(e.asked)) return;
  out.attribute("errors", prefix + "_predicted", e.predicted);
  out.attribute("errors", prefix + "_measured", e.measured);
}

}  // namespace

SumProblem read_sum_problem(const std::filesystem::path& file, const std::string& group, Layer layer) {
  probe_hdf5(file);
  const Hdf5Reader in(file);
  in.require_group(group);
  std::vector<std::string> needed{"src", "box", "periodicity"};
  if (layer == Layer::coulomb) needed.emplace_back("charge");
  if (layer == Layer::single || layer == Layer::combined) needed.emplace_back("f");
  if (layer == Layer::double_layer || layer == Layer::combined) needed.insert(needed.end(), {"q", "n"});
  in.require_members(group, needed);
  SumProblem p;
  const auto box = in.read_dataset_first(group, "box");
  if (box.size() != 3)
    throw InputError(text("{}: {}/box has {} numbers, 3 are needed", file.string(), group, box.size()));
  if (!std::all_of(box.begin(), box.end(), [](double l) { return std::isnormal(l) && l > 0; }))
    throw InputError(text("{}: {}/box is ({}, {}, {}); three positive finite lengths are needed", file.string(), group,
                          box[0], box[1], box[2]));
  std::copy(box.begin(), box.end(), p.box.lengths.begin());
  const double periodicity = in.read_number(group, "periodicity");
  if (periodicity != std::floor(periodicity) || periodicity < 0 || periodicity > 3)
    throw InputError(text("{}: {} has the periodicity {}; 0, 1, 2 or 3 is needed", file.string(), group, periodicity));
  p.box.periodicity = static_cast<int>(periodicity);
  p.sources = in.read_vectors(group + "/src");
  if (in.given(group + "/trg")) {
    p.targets = in.read_vectors(group + "/trg");
    if (p.targets.empty())
      throw InputError(
          text("{}: {}/trg has no targets; leave trg out to have the sources as targets", file.string(), group));
  }
  if (layer == Layer::coulomb) {
    const auto charges = in.read(group + "/charge");
    p.charges.assign(charges.values.begin(), charges.values.end());
    if (p.charges.size() * 3 != p.sources.size())
      throw InputError(text("{}: {}/charge has {} numbers but {}/src has {} rows", file.string(), group,
                            p.charges.size(), group, p.sources.size() / 3));
    return p;
  }
  const auto density = [&](const char* name) {
    auto values = in.read_vectors(group + "/" + name);
    if (values.size() != p.sources.size())
      throw InputError(text("{}: {}/{} has {} rows but {}/src has {}", file.string(), group, name, values.size() / 3,
                            group, p.sources.size() / 3));
    return values;
  };
  if (layer != Layer::double_layer) p.forces = density("f");
  if (layer != Layer::single) {
    p.dipoles = density("q");
    p.normals = density("n");
  }
  return p;
}

void write_sum_result(const std::filesystem::path& file, bool overwrite, const SumResult& r,
                      const SumOptions& options) {
  Hdf5Writer out(file, overwrite);
  const bool coulomb = r.parameters.layer == Layer::coulomb;
  const std::size_t targets = coulomb ? r.potentials.size() : r.velocities.size() / 3;
  if (!coulomb) out.write_vectors("u", r.velocities);
  write_rows(out, "phi", r.potentials, targets);
  write_rows(out, coulomb ? "grad_phi" : "grad_u", r.gradients, targets);
  write_rows(out, "p", r.pressures, targets);
  out.attribute("/", "tolerance", options.tolerance);
  out.attribute("/", "tolerance_kind", options.tolerance_kind == ToleranceKind::relative ? "relative" : "absolute_rms");
  out.attribute("/", "error_predicted", r.error.predicted);
  out.attribute("/", "error_measured", r.error.measured);
  out.attribute("/", "split",
                r.parameters.grid[0] == 0              ? "none"
                : r.parameters.split == Split::prolate ? "prolate"
                                                       : "hasimoto");
  out.attribute("/", "precision", r.parameters.precision == Precision::fp64 ? "fp64" : "fp32");
  out.attribute("/", "convention", convention(r.parameters));

  write_parameters(out, "parameters", r.parameters);
  std::string group;
  for (const EwaldCore& core : r.cores) {  // a core in a core: a group in its group
    group += group.empty() ? "core" : "/core";
    write_parameters(out, group, core.parameters);
    out.attribute(group, "lower", std::span<const double>(core.lower));
    out.attribute(group, "lengths", std::span<const double>(core.lengths));
  }

  out.group("errors");
  out.attribute("errors", "asked", r.error.asked);
  out.attribute("errors", "predicted", r.error.predicted);
  out.attribute("errors", "measured", r.error.measured);
  write_errors(out, "gradient", r.gradient_error);
  write_errors(out, "pressure", r.pressure_error);
  out.attribute("errors", "measured_targets",
                std::int64_t(r.guarantee.rounds > 0 ? int(r.guarantee.targets) : options.measured_targets));

  if (r.guarantee.rounds > 0) {
    const GuaranteeReport& g = r.guarantee;
    out.group("guarantee");
    out.attribute("guarantee", "bound", g.bound);
    out.attribute("guarantee", "confidence", g.confidence);
    out.attribute("guarantee", "rounds", std::int64_t(g.rounds));
    out.attribute("guarantee", "tolerance_used", g.tolerance_used);
    out.attribute("guarantee", "first_measured", g.first_measured);
    out.attribute("guarantee", "measured_targets", std::int64_t(g.targets));
    out.attribute("guarantee", "truth", g.against_direct_sum ? "direct sum" : "two other sums");
  }

  out.group("memory");
  out.attribute("memory", "forecast", r.memory.forecast);
  out.attribute("memory", "measured", r.memory.measured);
  out.attribute("memory", "available", r.memory.available);

  // what was predicted and what was measured of every stage that took time, by the name that its engine gives it
  out.group("stages");
  out.attribute("stages", "engine", r.engine);
  out.attribute("stages", "variant", r.variant);
  out.attribute("stages", "device", name_of(r.device));
  std::map<std::string, std::string> variants;  // a nested sum may take more than one
  for (const auto& [stage, variant] : r.variants) {
    auto& words = variants[stage + "_variant"];
    words += (words.empty() ? "" : ", ") + variant;
  }
  for (const auto& [name, words] : variants) out.attribute("stages", name, words);
  for (const auto& [stage, seconds] : r.times) {
    if (!(seconds > 0)) continue;
    const std::array<double, 2> milliseconds{1e3 * r.predicted_times[stage], 1e3 * seconds};
    out.attribute("stages", stage, std::span<const double>(milliseconds));
  }

  out.group("timings");
  for (const auto& [stage, seconds] : r.times) {
    if (!(seconds > 0)) continue;
    out.attribute("timings", stage, seconds);
    out.attribute("timings", stage + "_predicted", r.predicted_times[stage]);
  }
  out.attribute("timings", "rates", r.rates);
  out.attribute("timings", "plan", r.plan_seconds);
  out.attribute("timings", "cpu", r.cpu_seconds);
  out.commit();
}

}  // namespace slurry
