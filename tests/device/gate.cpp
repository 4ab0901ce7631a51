// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/parameter_selection.hpp"
#include "gate_groups.hpp"
#include "gate_nested.hpp"

#include <chrono>
#include <tuple>

#include "direct/direct.hpp"
#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/sums/rotne_prager_ewald.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/runtime.hpp"
#include "support/random_points.hpp"

// The portability gate: the same program on the host and on a device.
//   slurry_gate evaluate TRUTH.txt OUT.txt   every sum of every group, with its parameters
//   slurry_gate compare TRUTH.txt HOST.txt   the sums of HOST.txt again, with the same parameters; exit code 1 unless
//                                            they agree to rounding and reach their tolerances
//   slurry_gate time N                       milliseconds per stage, N uniform points in the unit cube, 1-periodic
// TRUTH.txt: make_truth_file.py.
namespace slurry::gate {
namespace {

enum class What {
  velocity,  ///< of a layer
  fields,    ///< with its gradient and pressure
  potential,
  spheres,  ///< of one radius, at themselves and at points: two results of the far field
  radii,    ///< spheres of unequal radii, at themselves
  nested    ///< velocity where points cluster, on grids of their own
};

/// A sum of every group, or of those with patches.
struct Kind {
  const char* name;
  const char* truth;  ///< of the velocity: an array of the group; "": none
  Layer layer;
  What what = What::velocity;
  std::vector<double> tolerances64{1e-6, 1e-10}, tolerances32{1e-4};
  Split split = Split::prolate;
  ZeroMode zero_mode = ZeroMode::zero_mean_velocity;
  bool has_truth() const { return *truth != 0; }
  bool fits(const Group& g) const {
    return (what == What::nested) == !g.patches.empty() &&
           (zero_mode == ZeroMode::zero_mean_velocity || g.box.periodicity == 3);
  }
};

const std::vector<Kind> kinds{
    {"single", "u_single", Layer::single, What::velocity, {1e-3, 1e-6, 1e-9, 1e-12}, {1e-3, 1e-5}},
    {"double", "u_double", Layer::double_layer, What::velocity, {1e-3, 1e-6, 1e-9, 1e-12}, {1e-3, 1e-5}},
    {"combined", "u_combined", Layer::combined, What::velocity, {1e-3, 1e-6, 1e-9, 1e-12}, {1e-3, 1e-5}},
    {"single+fields", "u_single", Layer::single, What::fields},
    {"double+fields", "u_double", Layer::double_layer, What::fields},
    {"combined+fields", "u_combined", Layer::combined, What::fields},
    {"hasimoto+fields", "u_combined", Layer::combined, What::fields, {1e-6, 1e-10}, {1e-4}, Split::hasimoto},
    {"face-flux+fields",
     "",
     Layer::double_layer,
     What::fields,
     {1e-6, 1e-10},
     {1e-4},
     Split::prolate,
     ZeroMode::zero_face_flux},
    {"coulomb", "", Layer::coulomb, What::potential},
    {"spheres", "", Layer::single, What::spheres},
    {"radii", "", Layer::single, What::radii, {1e-6, 1e-10}, {}},
    {"nested+single", "u_single", Layer::single, What::nested, {1e-4, 1e-8}, {1e-4}},
    {"nested+combined", "u_combined", Layer::combined, What::nested, {1e-4, 1e-8}, {1e-4}},
};

const Kind& kind_of(const std::string& name) {
  for (const Kind& k : kinds)
    if (name == k.name) return k;
  throw std::runtime_error("no sum is called " + name);
}

/// The charges of a Coulomb sum: the first components of f.
Numbers charges_of(const Group& g) {
  Numbers c;
  for (std::size_t i = 0; i < g["f"].size(); i += 3) c.push_back(g["f"][i]);
  return c;
}

/// Radii from 0 (a point) to a twentieth of the shortest side; every fourth one is the largest.
double largest_radius(const Group& g) {
  const Box box = box_around(g);
  return 0.05 * *std::min_element(box.lengths.begin(), box.lengths.end());
}
Numbers radii_of(const Group& g) {
  Numbers a;
  for (std::size_t i = 0; i < g["src"].size() / 3; ++i) a.push_back(largest_radius(g) * double(i % 4) / 3);
  return a;
}

SumCounts sizes_of(const Group& g, const Kind& kind) {
  const std::size_t sources = g["src"].size() / 3, targets = g["trg"].size() / 3;
  if (kind.what == What::potential) {
    SumCounts c;
    c.sources = sources;
    c.targets = targets;
    c.squared_force_sum = squared(charges_of(g));
    return c;
  }
  SumCounts c = counts_of(kind.what == What::radii     ? sources
                          : kind.what == What::spheres ? sources + targets
                                                       : targets,
                          g["f"], g["q"], g["n"], kind.layer);
  if (kind.what == What::spheres || kind.what == What::radii) c.largest_radius = largest_radius(g);
  return c;
}

/// What a sum gives, under its names.
using Parts = std::vector<std::pair<const char*, Numbers>>;

Parts coulomb_sum(const Group& g, const EwaldParameters& p) {
  const Space space;
  SpectralEwald<Space> ewald(space, p);
  const auto y = to_space<Space>(g["src"], "slurry::gate::y"), x = to_space<Space>(g["trg"], "slurry::gate::x");
  const auto charges = scalars(charges_of(g), "slurry::gate::charges");
  const FieldScalars<Space> potential("slurry::gate::potential", x.extent(0));
  const FieldGradients<Space> gradient("slurry::gate::gradient", x.extent(0), 3);
  ewald.set_points(y, 0, {{x, 0, g.self}});
  ewald.apply(charges, potential, gradient);
  return {{"potential", flat_on_host(potential)}, {"gradient", flat_on_host(gradient)}};
}

Parts radii_sum(const Group& g, const EwaldParameters& p) {
  const Space space;
  RotnePragerEwald<Space> ewald(space, p);
  const auto y = to_space<Space>(g["src"], "slurry::gate::y"), f = to_space<Space>(g["f"], "slurry::gate::f");
  const auto u = new_vectors(y.extent(0));
  const auto radii = scalars(radii_of(g), "slurry::gate::radii");
  ewald.set_points({y, 0, radii}, {{y, 0, true, radii}});
  ewald.apply(f, {u});
  return {{"u", on_host(u)}};
}

Parts sums_of(const Group& g, const Kind& kind, const NestedParameters& all) {
  if (kind.what == What::nested) return {{"u", nested_sum(g, all)}};
  const EwaldParameters& p = all.whole;
  if (kind.what == What::potential) return coulomb_sum(g, p);
  if (kind.what == What::radii) return radii_sum(g, p);
  const Space space;
  SpectralEwald<Space> ewald(space, p);
  const auto y = to_space<Space>(g["src"], "slurry::gate::y"), x = to_space<Space>(g["trg"], "slurry::gate::x");
  const auto u = new_vectors(x.extent(0));
  const auto density = density_of(g["f"], g["q"], g["n"], p.layer);
  if (kind.what == What::spheres) {
    const double a = largest_radius(g);
    const auto v = new_vectors(y.extent(0));
    ewald.set_points(y, a, {{y, a, true}, {x, 0, g.self}});
    ewald.apply(density, {v, u});
    return {{"spheres", on_host(v)}, {"points", on_host(u)}};
  }
  ewald.set_points(y, 0, {{x, 0, g.self}});
  if (kind.what == What::velocity) {
    ewald.apply(density, {u});
    return {{"u", on_host(u)}};
  }
  const TargetFields<Space> fields{FieldGradients<Space>("slurry::gate::gradient", x.extent(0), 9),
                                   FieldScalars<Space>("slurry::gate::pressure", x.extent(0))};
  ewald.apply(density, {u}, {fields});
  return {{"u", on_host(u)}, {"gradient", flat_on_host(fields.gradient)}, {"pressure", flat_on_host(fields.pressure)}};
}

/// The truth of groups that no file holds: the sum on one grid by the other split, and tighter.
std::vector<Group> with_truths(std::vector<Group> groups) {
  for (Group& g : groups)
    for (const Kind& kind : kinds) {
      if (kind.what != What::nested || !kind.fits(g)) continue;
      EwaldOptions options;
      options.layer = kind.layer;
      options.split = Split::hasimoto;
      options.tolerance = 1e-10;
      Kind plain = kind;
      plain.what = What::velocity;
      const EwaldParameters p = select_ewald_parameters(box_around(g), options, sizes_of(g, plain));
      g.arrays[kind.truth] = sums_of(g, plain, {p, {}})[0].second;
    }
  return groups;
}

/// Those of the file and those that are made here.
std::vector<Group> all_groups(const std::string& file) {
  std::vector<Group> groups = read_groups(file);
  for (Group& g : nested_groups()) groups.push_back(std::move(g));
  return groups;
}

void evaluate(const std::vector<Group>& groups, const std::string& file) {
  std::ofstream out(file);
  for (const Group& g : groups)
    for (const Kind& kind : kinds) {
      if (!kind.fits(g)) continue;
      for (const auto precision : {Precision::fp64, Precision::fp32})
        for (const double tolerance : precision == Precision::fp64 ? kind.tolerances64 : kind.tolerances32) {
          EwaldOptions options;
          options.tolerance = tolerance;
          options.layer = kind.layer;
          options.split = kind.split;
          options.precision = precision;
          options.zero_mode = kind.zero_mode;
          options.gradient = kind.what == What::fields || kind.what == What::potential;
          options.pressure = kind.what == What::fields;
          const NestedParameters p =
              kind.what == What::nested
                  ? nested_parameters_of(g, options, sizes_of(g, kind))
                  : NestedParameters{select_ewald_parameters(box_around(g), options, sizes_of(g, kind)), {}};
          out << "sum " << g.name << ' ' << kind.name << ' ' << (precision == Precision::fp64 ? 64 : 32) << ' '
              << tolerance << ' ';
          write(out, p);
          const Parts parts = sums_of(g, kind, p);
          out << ' ' << parts.size();
          for (const auto& [name, numbers] : parts) {
            out << ' ' << numbers.size();
            for (double v : numbers) out << ' ' << hex(v);
          }
          out << '\n';
        }
    }
  if (!out) throw std::runtime_error("cannot write " + file);
}

/// What rounding may do, relative to the norm (theory/spectral-ewald.md, precision): the host's 1/r is good to 6e-13 in
/// the velocity's loops, and a device's near field is in double precision always.
double rounding(Precision precision) {
  return precision == Precision::fp32 ? 5e-6 : 2e-12;
}

bool compare(const std::vector<Group>& groups, const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::printf("%-24s %-15s %-9s %-5s %6s %6s %12s %12s %12s\n", "group", "sum", "part", "prec", "asked", "grid",
              "to host", "to truth", "host: truth");
  bool good = true;
  int sums = 0;
  std::map<std::pair<std::string, int>, double> worst;
  for (std::string word; in >> word;) {
    std::string group, name;
    int bits = 64;
    double asked = 0;
    in >> group >> name >> bits >> asked;
    const Kind& kind = kind_of(name);
    const Precision precision = bits == 64 ? Precision::fp64 : Precision::fp32;
    NestedParameters p;
    read(in, p, kind.layer, precision);
    std::vector<Numbers> host(static_cast<std::size_t>(read_number(in)));
    for (Numbers& part : host) part = read_numbers(in);
    for (const Group& g : groups) {
      if (g.name != group) continue;
      const Parts parts = sums_of(g, kind, p);
      if (parts.size() != host.size()) throw std::runtime_error("another program wrote " + file);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto& [part, numbers] = parts[i];
        const bool known = i == 0 && kind.has_truth();
        const double same = relative_difference(numbers, host[i]);
        const double reached = known ? relative_difference(numbers, g[kind.truth]) : 0;
        const bool fine = same < rounding(precision) && reached < 1.5 * asked;
        std::printf("%-24s %-15s %-9s fp%d %8.0e %6d %12.2e", group.c_str(), name.c_str(), part, bits, asked,
                    p.whole.grid[0], same);
        if (known) std::printf(" %12.2e %12.2e", reached, relative_difference(host[i], g[kind.truth]));
        std::puts(fine ? "" : "  <--");
        good = good && fine;
        double& most = worst[{name + ' ' + part, bits}];
        if (!(same <= most)) most = same;
      }
      ++sums;
    }
  }
  for (const auto& [what, difference] : worst)
    std::printf("  largest difference from the host, %-26s fp%d  %.2e\n", what.first.c_str(), what.second, difference);
  std::printf("%d sums on %s: %s\n", sums, Space::name(), good && sums > 0 ? "good" : "BAD");
  return good && sums > 0;
}

struct Timed {
  EwaldParameters parameters;
  Numbers u;
  StageTimes times;
  double wall = 0, plan = 0;
};

Timed time_one(const Numbers& x, const Numbers& f, const Numbers& q, const Numbers& n, const EwaldParameters& p,
               int repeats) {
  using clock = std::chrono::steady_clock;
  const auto seconds = [](clock::time_point t) { return std::chrono::duration<double>(clock::now() - t).count(); };
  const Space space;
  Timed r;
  r.parameters = p;
  auto start = clock::now();
  SpectralEwald<Space> ewald(space, p);
  r.plan = seconds(start);
  const auto y = to_space<Space>(x, "slurry::gate::y");
  const auto density = density_of(f, q, n, p.layer);
  const auto u = new_vectors(y.extent(0));
  std::vector<std::pair<double, StageTimes>> runs;
  for (int i = 0; i <= repeats; ++i) {
    space.fence();
    start = clock::now();
    ewald.set_points(y, 0, {{y, 0, true}});
    ewald.apply(density, {u});
    space.fence();
    const double wall = seconds(start);
    const StageTimes times = ewald.take_stage_times();
    if (i > 0) runs.emplace_back(wall, times);  // the first one takes memory
  }
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::tie(r.wall, r.times) = runs[runs.size() / 2];
  r.u = on_host(u);
  return r;
}

/// Velocity at a few targets by the sum over all images.
double error_to_direct_sum(const Numbers& x, const Numbers& f, const Numbers& u, const Box& box) {
  const std::size_t some = std::min<std::size_t>(x.size() / 3, 128);
  const Numbers targets(x.begin(), x.begin() + 3 * some);
  const Space space;
  DirectSum<Space> direct(space, box, 1e-13);
  const auto y = to_space<Space>(x, "slurry::gate::y"), t = to_space<Space>(targets, "slurry::gate::t");
  direct.set_points(y, 0, {{t, 0, false}});
  const auto v = new_vectors(some);
  direct.apply(to_space<Space>(f, "slurry::gate::f"), {v});
  return relative_difference(Numbers(u.begin(), u.begin() + 3 * some), on_host(v));
}

void time_all(std::size_t n) {
  const Box box{{1, 1, 1}, 1};
  const auto x = test::uniform_points(n, box.lengths, 1);
  const auto f = test::normal_vectors(n, 2), q = test::normal_vectors(n, 3), normals = test::normal_vectors(n, 4);
  std::printf("%zu uniform points, unit cube, 1-periodic, on %s; milliseconds, median of 3; sorting included\n", n,
              Space::name());
  std::printf("%-9s %-5s %6s | %6s %8s %3s %3s %5s |", "layer", "prec", "asked", "r_c", "per rc^3", "m", "P", "grid");
  for (const std::string_view s : ewald_stages) std::printf(" %7s", s.data());
  std::printf(" %8s %7s %9s\n", "total", "plan", "reached");
  for (const Layer layer : {Layer::single, Layer::combined}) {
    const SumCounts counts = counts_of(n, f, q, normals, layer);
    // what the others are measured against: another cutoff, a far tighter tolerance
    EwaldOptions options;
    options.layer = layer;
    options.tolerance = 1e-11;
    const Timed truth = time_one(x, f, q, normals, select_ewald_parameters(box, options, counts), 1);
    for (const auto& [precision, tolerance] : {std::pair{Precision::fp64, 1e-3}, std::pair{Precision::fp64, 1e-6},
                                               std::pair{Precision::fp64, 1e-9}, std::pair{Precision::fp32, 1e-3}}) {
      options.tolerance = tolerance;
      options.precision = precision;
      const Timed r = time_one(x, f, q, normals, select_ewald_parameters(box, options, counts), 3);
      const EwaldParameters& p = r.parameters;
      std::printf("%-9s fp%d %8.0e | %6.4f %8.1f %3d %3d %5d |", layer == Layer::single ? "single" : "combined",
                  precision == Precision::fp64 ? 64 : 32, tolerance, p.cutoff_radius,
                  double(n) * std::pow(p.cutoff_radius, 3), p.near_degree, p.window_points, p.grid[0]);
      for (const std::string_view s : ewald_stages) std::printf(" %7.2f", 1e3 * r.times[s]);
      std::printf(" %8.2f %7.0f %9.2e\n", 1e3 * r.wall, 1e3 * r.plan, relative_difference(r.u, truth.u));
      std::fflush(stdout);
    }
    if (layer == Layer::single)
      std::printf("  the sum that they are measured against differs from the direct image sum by %.2e at 128 targets\n",
                  error_to_direct_sum(x, f, truth.u, box));
  }
}

}  // namespace
}  // namespace slurry::gate

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string what = words.empty() ? "" : words[0];
  const slurry::Runtime runtime(slurry::RuntimeOptions{});
  if (what == "evaluate" && words.size() == 3) {
    slurry::gate::evaluate(slurry::gate::all_groups(words[1]), words[2]);
    return 0;
  }
  if (what == "compare" && words.size() == 3)
    return slurry::gate::compare(slurry::gate::with_truths(slurry::gate::all_groups(words[1])), words[2]) ? 0 : 1;
  if (what == "time" && words.size() == 2) {
    slurry::gate::time_all(std::stoul(words[1]));
    return 0;
  }
  std::fputs("slurry_gate evaluate TRUTH.txt OUT.txt | compare TRUTH.txt HOST.txt | time N\n", stderr);
  return 2;
} catch (const std::exception& e) {
  std::fprintf(stderr, "slurry_gate: %s\n", e.what());
  return 1;
}
