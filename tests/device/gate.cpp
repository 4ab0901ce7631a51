// SPDX-License-Identifier: BSD-3-Clause
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "slurry/runtime.hpp"
#include "summation/direct.hpp"
#include "summation/spectral_ewald.hpp"
#include "support/random_points.hpp"

// The portability gate: the same program on the host and on a device.
//   slurry_gate evaluate TRUTH.txt OUT.txt   sums of every group, layer and tolerance, with their parameters
//   slurry_gate compare TRUTH.txt HOST.txt   the sums of HOST.txt again, with the same parameters; exit code 1 unless
//                                            they agree to rounding and reach their tolerances
//   slurry_gate time N                       milliseconds per stage, N uniform points in the unit cube, 1-periodic
// TRUTH.txt: make_truth_file.py.
namespace slurry {
namespace {

using Space = CoreSpace;
using Numbers = std::vector<double>;

const std::map<std::string, Layer> layers{
    {"single", Layer::single}, {"double", Layer::double_layer}, {"combined", Layer::combined}};
const char* name_of(Layer layer) {
  for (const auto& [name, l] : layers)
    if (l == layer) return name.c_str();
  return "";
}

struct Group {
  std::string name;
  Box box;
  bool self = false;
  std::map<std::string, Numbers> arrays;
  const Numbers& operator[](const std::string& key) const { return arrays.at(key); }
};

// hexadecimal numbers: streams of the standard library do not read them
double read_number(std::istream& in) {
  std::string word;
  if (!(in >> word)) throw std::runtime_error("a file ends too early");
  return std::strtod(word.c_str(), nullptr);
}

Numbers read_numbers(std::istream& in) {
  std::size_t n = 0;
  in >> n;
  Numbers x(n);
  for (double& v : x) v = read_number(in);
  return x;
}

std::vector<Group> read_groups(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::vector<Group> groups;
  std::string word;
  while (in >> word) {
    if (word == "group") {
      Group g;
      std::size_t sources = 0, targets = 0;
      in >> g.name >> g.box.periodicity >> g.self >> sources >> targets;
      groups.push_back(std::move(g));
      continue;
    }
    Group& g = groups.back();
    g.arrays[word] = read_numbers(in);
    if (word == "box")
      for (int d = 0; d < 3; ++d) g.box.lengths[d] = g["box"][d];
  }
  return groups;
}

double squared(const Numbers& x) {
  double sum = 0;
  for (double v : x) sum += v * v;
  return sum;
}

double relative_difference(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum / squared(b));
}

SumCounts counts_of(std::size_t targets, const Numbers& f, const Numbers& q, const Numbers& n, Layer layer) {
  SumCounts c;
  c.sources = f.size() / 3;
  c.targets = targets;
  if (layer != Layer::double_layer) c.squared_force_sum = squared(f);
  if (layer == Layer::single) return c;
  for (std::size_t i = 0; i < q.size(); i += 3) {
    double qq = 0, nn = 0, qn = 0;
    for (std::size_t d = i; d < i + 3; ++d) {
      qq += q[d] * q[d];
      nn += n[d] * n[d];
      qn += q[d] * n[d];
    }
    c.dipole_norm += 17.0 / 15 * qn * qn + 0.4 * qq * nn;
  }
  return c;
}

Density<Space> density_of(const Numbers& f, const Numbers& q, const Numbers& n, Layer layer) {
  Density<Space> d;
  if (layer != Layer::double_layer) d.forces = to_space<Space>(f, "slurry::gate::f");
  if (layer == Layer::single) return d;
  d.dipoles = to_space<Space>(q, "slurry::gate::q");
  d.normals = to_space<Space>(n, "slurry::gate::n");
  return d;
}

Vectors<Space> new_vectors(std::size_t n) {
  return Vectors<Space>(Kokkos::view_alloc("slurry::gate::u", Kokkos::WithoutInitializing), n);
}

Numbers on_host(const Vectors<Space>& u) {
  Numbers x(3 * u.extent(0));
  Kokkos::deep_copy(host_vectors(std::span<double>(x)), u);
  return x;
}

Numbers sum_of(const Group& g, const EwaldParameters& p) {
  const Space space;
  SpectralEwald<Space> ewald(space, p);
  const auto y = to_space<Space>(g["src"], "slurry::gate::y"), x = to_space<Space>(g["trg"], "slurry::gate::x");
  const auto u = new_vectors(x.extent(0));
  ewald.set_points(y, 0, {{x, 0, g.self}});
  ewald.apply(density_of(g["f"], g["q"], g["n"], p.layer), {u});
  return on_host(u);
}

/// Box whose free directions hold every point of the group.
Box box_around(const Group& g) {
  Box box = g.box;
  for (int d = box.periodicity; d < 3; ++d) {
    double lower = g["src"][d], upper = lower;
    for (const char* key : {"src", "trg"})
      for (std::size_t i = d; i < g[key].size(); i += 3) {
        lower = std::min(lower, g[key][i]);
        upper = std::max(upper, g[key][i]);
      }
    box.lengths[d] = std::max(box.lengths[d], (upper - lower) * (1 + 1e-12));
  }
  return box;
}

std::string hex(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", x);
  return text;
}

// every number of the parameters that the sum depends on
void write(std::ostream& out, const EwaldParameters& p) {
  for (double l : p.box.lengths) out << hex(l) << ' ';
  out << p.box.periodicity << ' ' << hex(p.tolerance_relative) << ' ' << hex(p.shape) << ' ' << p.near_degree << ' '
      << hex(p.cutoff_radius) << ' ' << p.window_points << ' ' << hex(p.window_shape) << ' ' << p.window_degree;
  for (int m : p.grid) out << ' ' << m;
}
void read(std::istream& in, EwaldParameters& p) {
  for (double& l : p.box.lengths) l = read_number(in);
  in >> p.box.periodicity;
  p.tolerance_relative = read_number(in);
  p.shape = read_number(in);
  in >> p.near_degree;
  p.cutoff_radius = read_number(in);
  in >> p.window_points;
  p.window_shape = read_number(in);
  in >> p.window_degree;
  for (int& m : p.grid) in >> m;
}

void evaluate(const std::vector<Group>& groups, const std::string& file) {
  std::ofstream out(file);
  for (const Group& g : groups)
    for (const auto& [name, layer] : layers)
      for (const auto& [precision, tolerances] : {std::pair{Precision::fp64, Numbers{1e-3, 1e-6, 1e-9, 1e-12}},
                                                  std::pair{Precision::fp32, Numbers{1e-3, 1e-5}}})
        for (const double tolerance : tolerances) {
          EwaldOptions options;
          options.tolerance = tolerance;
          options.layer = layer;
          options.precision = precision;
          const EwaldParameters p = select_ewald_parameters(
              box_around(g), options, counts_of(g["trg"].size() / 3, g["f"], g["q"], g["n"], layer));
          const Numbers u = sum_of(g, p);
          out << "sum " << g.name << ' ' << name << ' ' << (precision == Precision::fp64 ? 64 : 32) << ' ' << tolerance
              << ' ';
          write(out, p);
          out << ' ' << u.size();
          for (double v : u) out << ' ' << hex(v);
          out << '\n';
        }
  if (!out) throw std::runtime_error("cannot write " + file);
}

/// What rounding may do, relative to the velocity (recipe, sections 5 and 9): the host's 1/r is good to 6e-13, and a
/// device's near field is in double precision always.
double rounding(Precision precision) {
  return precision == Precision::fp32 ? 5e-6 : 2e-12;
}

bool compare(const std::vector<Group>& groups, const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::printf("%-24s %-9s %-5s %6s %6s %12s %12s %12s\n", "group", "layer", "prec", "asked", "grid", "to host",
              "to truth", "host: truth");
  bool good = true;
  int sums = 0;
  double worst64 = 0, worst32 = 0;
  for (std::string word; in >> word;) {
    std::string group, layer;
    int bits = 64;
    double asked = 0;
    in >> group >> layer >> bits >> asked;
    EwaldParameters p;
    read(in, p);
    p.layer = layers.at(layer);
    p.precision = bits == 64 ? Precision::fp64 : Precision::fp32;
    const Numbers host = read_numbers(in);
    for (const Group& g : groups) {
      if (g.name != group) continue;
      const Numbers &truth = g["u_" + layer], u = sum_of(g, p);
      const double same = relative_difference(u, host), reached = relative_difference(u, truth);
      const bool fine = same < rounding(p.precision) && reached < 1.5 * asked;
      std::printf("%-24s %-9s fp%d %8.0e %6d %12.2e %12.2e %12.2e%s\n", group.c_str(), layer.c_str(), bits, asked,
                  p.grid[0], same, reached, relative_difference(host, truth), fine ? "" : "  <--");
      good = good && fine;
      ++sums;
      auto& worst = bits == 64 ? worst64 : worst32;
      worst = std::max(worst, same);
    }
  }
  std::printf("%d sums on %s: largest difference from the host %.2e (fp64), %.2e (fp32): %s\n", sums, Space::name(),
              worst64, worst32, good && sums > 0 ? "good" : "BAD");
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
  for (const char* s : {"sort", "P2P", "P2G", "FFT", "CNV", "IFFT", "G2P"}) std::printf(" %7s", s);
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
      std::printf("%-9s fp%d %8.0e | %6.4f %8.1f %3d %3d %5d |", name_of(layer), precision == Precision::fp64 ? 64 : 32,
                  tolerance, p.cutoff_radius, double(n) * std::pow(p.cutoff_radius, 3), p.near_degree, p.window_points,
                  p.grid[0]);
      for (Stage s : {Stage::sort, Stage::p2p, Stage::p2g, Stage::fft, Stage::cnv, Stage::ifft, Stage::g2p})
        std::printf(" %7.2f", 1e3 * r.times[s]);
      std::printf(" %8.2f %7.0f %9.2e\n", 1e3 * r.wall, 1e3 * r.plan, relative_difference(r.u, truth.u));
      std::fflush(stdout);
    }
    if (layer == Layer::single)
      std::printf("  the sum that they are measured against differs from the direct image sum by %.2e at 128 targets\n",
                  error_to_direct_sum(x, f, truth.u, box));
  }
}

}  // namespace
}  // namespace slurry

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string what = words.empty() ? "" : words[0];
  const slurry::Runtime runtime(slurry::RuntimeOptions{});
  if (what == "evaluate" && words.size() == 3) {
    slurry::evaluate(slurry::read_groups(words[1]), words[2]);
    return 0;
  }
  if (what == "compare" && words.size() == 3) return slurry::compare(slurry::read_groups(words[1]), words[2]) ? 0 : 1;
  if (what == "time" && words.size() == 2) {
    slurry::time_all(std::stoul(words[1]));
    return 0;
  }
  std::fputs("slurry_gate evaluate TRUTH.txt OUT.txt | compare TRUTH.txt HOST.txt | time N\n", stderr);
  return 2;
} catch (const std::exception& e) {
  std::fprintf(stderr, "slurry_gate: %s\n", e.what());
  return 1;
}
