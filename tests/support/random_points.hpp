// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

// Random suspensions; the same seed gives the same numbers everywhere.
namespace slurry::test {

/// A number in [0, 1) and a normal one from 64 random bits: the distributions of the standard library differ between
/// implementations.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform() { return double(engine_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  double normal() {  // sum of twelve: bounded by 6, good enough for densities
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
  std::size_t below(std::size_t n) { return engine_() % n; }

 private:
  std::mt19937_64 engine_;
};

/// Uniform in the box [0, lengths), (N,3).
inline std::vector<double> uniform_points(std::size_t n, const std::array<double, 3>& lengths, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> x(3 * n);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = lengths[i % 3] * random.uniform();
  return x;
}

/// Normal densities, (N,3).
inline std::vector<double> normal_vectors(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> f(3 * n);
  for (double& v : f) v = random.normal();
  return f;
}

}  // namespace slurry::test
