// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"
#include "slurry/mobility.hpp"
#include "slurry/sum.hpp"

// Inputs that a person may copy: what commands read, with a description of each part.
namespace slurry {
namespace {

const std::string group = "example";

void write_described(Hdf5Writer& out, const std::string& name, const std::vector<double>& values, bool of_vectors,
                     const std::string& description) {
  const std::string path = group + "/" + name;
  if (of_vectors)
    out.write_vectors(path, values);
  else
    out.write(path, values, std::vector<std::size_t>{values.size()});
  out.attribute(path, "description", description);
}

/// Numbers from a distribution, the same on every machine that has this standard library.
template <class Distribution>
std::vector<double> drawn(std::size_t count, Distribution distribution, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> v(count);
  for (double& x : v) x = distribution(random);
  return v;
}

void make_unit_vectors(std::vector<double>& v) {
  for (std::size_t i = 0; i < v.size(); i += 3) {
    const double length = std::hypot(v[i], v[i + 1], v[i + 2]);
    for (int d = 0; d < 3; ++d) v[i + d] /= length;
  }
}

}  // namespace

void write_sum_example(const std::filesystem::path& file) {
  constexpr std::size_t n = 1000, targets = 100;
  const std::uniform_real_distribution<double> uniform;
  const std::normal_distribution<double> normal;
  Hdf5Writer out(file, false);
  out.group(group);
  auto normals = drawn(3 * n, normal, 5);
  make_unit_vectors(normals);
  write_described(out, "src", drawn(3 * n, uniform, 1), true, "positions of the sources (N,3)");
  write_described(out, "trg", drawn(3 * targets, uniform, 2), true,
                  "positions of the targets (M,3); if they are left out, the sources are the targets");
  write_described(out, "f", drawn(3 * n, normal, 3), true, "density f of the single layer (N,3)");
  write_described(out, "q", drawn(3 * n, normal, 4), true, "density q of the double layer (N,3)");
  write_described(out, "n", normals, true, "unit normals of the double layer (N,3)");
  write_described(out, "charge", drawn(n, normal, 6), false, "charges (N), for --layer coulomb");
  write_described(
      out, "box", {1, 1, 1}, false,
      "lengths of the cell; coordinates of the sources lie between 0 and these; a free direction may have any length");
  out.attribute(group, "periodicity", std::int64_t(1));
  out.attribute(group, "description",
                "input of slurry sum; `periodicity` is the number of periodic directions, counted from x");
  out.commit();
}

void write_mobility_example(const std::filesystem::path& file) {
  constexpr int spheres = 12, points = 21;
  constexpr double radius = 5, period = 20;
  std::vector<double> y, f, x;
  for (int i = 0; i < spheres; ++i) {  // on a helix around the axis
    const double turn = 2 * std::numbers::pi * i / 5;
    y.insert(y.end(), {period * (i + 0.5) / spheres, 2.5 * std::cos(turn), 2.5 * std::sin(turn)});
    f.insert(f.end(), {1, 0, 0});
  }
  for (int i = 0; i < points; ++i) x.insert(x.end(), {0, radius * (2.0 * i / (points - 1) - 1), 0});
  Hdf5Writer out(file, false);
  out.group(group);
  write_described(out, "Y", y, true, "centres of the bodies (N,3); the pipe's axis is x");
  write_described(out, "F", f, true, "forces on the bodies (N,3)");
  write_described(out, "X", x, true, "points at which the velocity of the fluid is wanted (M,3); may be left out");
  out.attribute(group, "a", 1.0);
  out.attribute(group, "eta", 1 / (6 * std::numbers::pi));
  out.attribute(group, "R", radius);
  out.attribute(group, "L", period);
  out.attribute(
      group, "description",
      "input of slurry mobility; a: one radius, or one for each body; eta: viscosity; R: radius of the pipe; L: period "
      "along x; without R there is no wall, and without R and L the fluid is unbounded");
  out.commit();
}

}  // namespace slurry
