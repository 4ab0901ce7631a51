// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "base/text.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/sum_parameters.hpp"
#include "slurry/error.hpp"
#include "slurry/quantity.hpp"
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

std::string convention(const EwaldOptions& o) {
  if (o.layer == Layer::coulomb) return coulomb_convention;
  return std::string(stokes_convention) +
         (o.zero_mode == ZeroMode::zero_face_flux ? zero_face_flux : zero_mean_velocity);
}

/// Dataset of any width per target, (M), (M,3) or (M,3,3).
void write_rows(Hdf5Writer& out, const char* name, const std::vector<double>& values, std::size_t targets) {
  if (values.empty()) return;
  std::vector<std::size_t> shape{targets};
  if (values.size() >= 3 * targets) shape.push_back(3);
  if (values.size() >= 9 * targets) shape.push_back(3);
  out.write(name, values, shape);
}

/// Attributes of a second or third error, under a prefix.
void write_errors(DescribedAttributes& to, const std::string& prefix, const std::string& of, const ErrorEntry& e) {
  if (std::isnan(e.asked)) return;
  to.set(prefix + "_predicted", e.predicted, "Error of the " + of + " that is predicted from the parameters");
  if (std::isfinite(e.measured)) to.set(prefix + "_measured", e.measured, "Measured error of the " + of);
}

/// Writes the results at the targets.
void write_fields(Hdf5Writer& out, const SumResult& r, Layer layer) {
  const bool coulomb = layer == Layer::coulomb;
  const std::size_t targets = coulomb ? r.potentials.size() : r.velocities.size() / 3;
  const auto say = [&out](const char* name, const char* sentence, const char* unit) {
    describe(out, name, sentence, unit, input_units);
  };
  if (!coulomb) {
    out.write_vectors("u", r.velocities);
    say("u", "Velocity at the targets, without the factor 1/(8 pi eta); the attribute convention has the formula",
        "unit of f per length, or of q per length^2");
  }
  if (!r.potentials.empty()) {
    write_rows(out, "phi", r.potentials, targets);
    say("phi", "Potential at the targets; the attribute convention has the formula", "unit of charge per length");
  }
  if (!r.gradients.empty()) {
    const char* name = coulomb ? "grad_phi" : "grad_u";
    write_rows(out, name, r.gradients, targets);
    say(name, coulomb ? "Gradient of phi" : "Gradient of u, [target][component][direction]",
        coulomb ? "unit of charge per length^2" : "unit of u per length");
  }
  if (!r.pressures.empty()) {
    write_rows(out, "p", r.pressures, targets);
    say("p",
        "Pressure that belongs to u, without the factor 1/(8 pi): grad p = Lap u; in 3-periodic boxes of volume V, "
        "grad p = Lap u - 8 pi/V times the net force",
        "unit of u per length");
  }
}

void write_stages(Hdf5Writer& out, const SumResult& r) {
  DescribedAttributes stages(
      out, "stages",
      "Engine of the sum and its stages. Each stage has an attribute of its name with its predicted and measured time "
      "[ms], and an attribute NAME_variant with the variant that was used",
      input_units);
  out.group("stages");
  stages.set("engine", r.engine, "Engine of the sum");
  stages.set("variant", r.variant, "Variant of the engine");
  stages.set("device", name_of(r.device), "Device on which the sum was evaluated");
  stages.set("ranks", static_cast<std::int64_t>(r.ranks), "Number of processes that evaluated it together");
  if (!r.alone_because.empty())
    stages.set("alone_because", r.alone_because, "Why rank 0 evaluated it alone, although there were other ranks");
  std::map<std::string, std::string> variants;  // a nested sum may take more than one
  for (const auto& [stage, variant] : r.variants) {
    auto& words = variants[stage + "_variant"];
    words += (words.empty() ? "" : ", ") + variant;
  }
  for (const auto& [name, words] : variants) stages.set(name, words, "Variant of the stage");
  for (const auto& [stage, seconds] : r.times) {
    if (!(seconds > 0)) continue;
    const std::array<double, 2> milliseconds{1e3 * r.predicted_times[stage], 1e3 * seconds};
    stages.set(stage, std::span<const double>(milliseconds),
               "Predicted and measured time of the stage; the prediction is NaN for published variants", "ms");
  }
  stages.write();

  out.group("timings");
  DescribedAttributes timings(out, "timings", "Times of the parts of the work", input_units);
  for (const auto& [stage, seconds] : r.times) {
    if (!(seconds > 0)) continue;
    timings.set(stage, seconds, "Measured time of the stage", "s");
    if (const double predicted = r.predicted_times[stage]; !std::isnan(predicted))
      timings.set(stage + "_predicted", predicted, "Predicted time of the stage", "s");
  }
  timings.set("rates", r.rates, "Origin of the rates from which times are predicted");
  timings.set("plan", r.plan_seconds, "Time of planning", "s");
  timings.set("cpu", r.cpu_seconds, "Processor time of the sum, added up over all threads", "s");
  timings.write();
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
  constexpr std::string_view known[] = {"src", "trg", "box", "periodicity", "f", "q", "n", "charge"};
  p.unknown = in.unknown_values(group, known);
  const auto box = in.read_dataset_first(group, "box");
  if (box.size() != 3)
    throw InputError(text("{}: {}/box has {} numbers, but 3 are needed", file.string(), group, box.size()));
  if (!std::all_of(box.begin(), box.end(), [](double l) { return std::isnormal(l) && l > 0; }))
    throw InputError(text("{}: {}/box is ({}, {}, {}), but three positive finite lengths are needed", file.string(),
                          group, box[0], box[1], box[2]));
  std::copy(box.begin(), box.end(), p.box.lengths.begin());
  const double periodicity = in.read_number(group, "periodicity");
  if (periodicity != std::floor(periodicity) || periodicity < 0 || periodicity > 3)
    throw InputError(
        text("{}: {} has the periodicity {}, which must be 0, 1, 2 or 3", file.string(), group, periodicity));
  p.box.periodicity = static_cast<int>(periodicity);
  p.sources = in.read_vectors(group + "/src");
  if (in.given(group + "/trg")) {
    p.targets = in.read_vectors(group + "/trg");
    if (p.targets.empty())
      throw InputError(
          text("{}: {}/trg has no targets; leave trg out to use the sources as targets", file.string(), group));
  }
  if (layer == Layer::coulomb) {
    const auto charges = in.read(group + "/charge");
    p.charges.assign(charges.values.begin(), charges.values.end());
    const auto bad = std::find_if_not(p.charges.begin(), p.charges.end(), [](double x) { return std::isfinite(x); });
    if (bad != p.charges.end())
      throw InputError(text("{}: {}/charge holds a value that is not finite, in row {}", file.string(), group,
                            bad - p.charges.begin()));
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
  write_fields(out, r, options.layer);
  DescribedAttributes root(out, "/", "A sum over points, computed by slurry sum", input_units);
  root.set("tolerance", options.tolerance, "Error that was asked for");
  root.set("tolerance_kind", word_of(options.tolerance_kind),
           "Kind of the errors: relative in the l2 norm over all targets, or absolute as the rms over the targets");
  root.set("error_predicted", r.error.predicted, "Error that is predicted from the parameters");
  if (std::isfinite(r.error.measured))
    root.set("error_measured", r.error.measured, "Error that was measured with an independent sum");
  const NamedValue* split = r.report.find("split");
  root.set("split", split ? split->word : std::string("none"), "How the kernel is split into near and far field");
  const NamedValue* terms = r.report.find("terms");  // an engine may have finer ones than were asked for
  root.set("precision", terms ? terms->word : std::string(word_of(options.precision)), "Precision of the terms");
  root.set("convention", convention(options), "Formula of the sum");
  if (r.gauge_dependent) root.set("gauge_dependent", std::int64_t{1}, gauge_sentence_of(options.layer));
  root.write();

  out.group("parameters");
  DescribedAttributes parameters(out, "parameters", "Parameters that follow from the tolerance", input_units);
  for (const ParameterReport::Part& part : r.report.parts)
    if (part.title.empty()) write_values(parameters, part, sum_file_name);
  parameters.set("periodicity", std::int64_t(r.periodicity), "Number of periodic directions, counted from x");
  parameters.set(
      "rule", r.rule,
      "Rule of the parameters: they were chosen for the least time, or by the rules of Kosmacher et al. 2026");
  if (r.sources_per_cell)
    parameters.set("sources_per_cell", *r.sources_per_cell,
                   "Number of sources in a cell as wide as the cutoff, as asked for");
  parameters.write();
  std::string group;
  for (const ParameterReport::Part& part : r.report.parts) {  // a patch in a patch: a group in its group
    if (part.title.empty()) continue;
    group += (group.empty() ? "" : "/") + part.title;
    out.group(group);
    DescribedAttributes to(out, group, "Parameters of a finer sum over the patch in which points cluster", input_units);
    write_values(to, part, sum_file_name);
    to.write();
  }

  out.group("errors");
  DescribedAttributes errors(out, "errors", "Errors of the kind that the attribute tolerance_kind of the root names",
                             input_units);
  errors.set("asked", r.error.asked, "Error that was asked for");
  errors.set("predicted", r.error.predicted, "Error that is predicted from the parameters");
  if (!r.doubt.empty()) errors.set("doubt", r.doubt, "Why predicted errors may be far off");
  if (std::isfinite(r.error.measured)) errors.set("measured", r.error.measured, "Measured error");
  write_errors(errors, "gradient", "gradient", r.gradient_error);
  write_errors(errors, "pressure", "pressure", r.pressure_error);
  errors.set(
      "measured_targets", std::int64_t(r.guarantee.rounds > 0 ? r.guarantee.targets : r.measured_targets),
      "Number of random targets at which errors were measured, in addition to the targets with the largest results");
  errors.write();

  if (r.guarantee.rounds > 0) {
    const GuaranteeReport& g = r.guarantee;
    out.group("guarantee");
    DescribedAttributes to(out, "guarantee", "Upper bound of the error, and how it was found", input_units);
    to.set("bound", g.bound, "Upper bound of the error");
    to.set("confidence", g.confidence, "Probability that the bound holds");
    to.set("rounds", std::int64_t(g.rounds), "Number of sums that were done");
    to.set("tolerance_used", g.tolerance_used, "Tolerance of the last sum");
    to.set("first_measured", g.first_measured, "Measured error of the first sum");
    to.set("measured_targets", std::int64_t(g.targets), "Number of random targets at which errors were measured");
    to.set("truth", g.against_direct_sum ? "direct sum" : "two other sums", "Result with which the sum was compared");
    to.write();
  }

  out.group("memory");
  DescribedAttributes memory(out, "memory", "Memory of the sum", input_units);
  memory.set("forecast", r.memory.forecast, "Forecast of the memory", "bytes");
  memory.set("measured", r.memory.measured, "Largest memory during the sum", "bytes");
  memory.set("available", r.memory.available, "Memory that was available", "bytes");
  memory.write();

  write_stages(out, r);
  out.commit();
}

}  // namespace slurry
