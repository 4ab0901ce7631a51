// SPDX-License-Identifier: BSD-3-Clause
// The numbers that the built-in scenarios expect, derived again by short programs that share no code with the engine:
// of the engine only the reader of the files is used here.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "slurry/scenario.hpp"

namespace slurry {
namespace {

using std::numbers::pi;
using Bodies = std::vector<std::array<double, 3>>;
using Law = std::function<Bodies(const Bodies&)>;

/// The expectation of a built-in scenario for one quantity; `with` must occur in its changes (empty: no changes).
Expectation expected(const std::string& scenario, const std::string& quantity, const std::string& with = "") {
  for (const Expectation& e : find_scenario(scenario).expect) {
    if (e.quantity != quantity || e.qualitative) continue;
    std::string changes;
    for (const std::string& c : e.with) changes += c + ";";
    if (with.empty() ? changes.empty() : changes.find(with) != std::string::npos) return e;
  }
  ADD_FAILURE() << scenario << " expects no " << quantity << " with " << with;
  return {};
}

enum class Level { oseen, rotne_prager };

/// Velocities over U0 of equal bodies of radius 1 on which forces act, in free space (theory/rotne-prager.md (R1)).
Law driven(Level level, const Law& forces) {
  return [level, forces](const Bodies& x) {
    const Bodies f = forces(x);
    Bodies v = f;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j) {
        if (i == j) continue;
        const double d[3] = {x[i][0] - x[j][0], x[i][1] - x[j][1], x[i][2] - x[j][2]};
        const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], r = std::sqrt(r2);
        double one = 0.75 / r, along = 0.75 / (r * r2);
        if (level == Level::rotne_prager && r >= 2) {
          one += 0.5 / (r * r2);
          along -= 1.5 / (r2 * r2 * r);
        } else if (level == Level::rotne_prager) {
          one = 1 - 9 * r / 32;
          along = 3 / (32 * r);
        }
        const double projection = along * (d[0] * f[j][0] + d[1] * f[j][1] + d[2] * f[j][2]);
        for (int k = 0; k < 3; ++k) v[i][k] += one * f[j][k] + projection * d[k];
      }
    return v;
  };
}

Law falling(Level level) {
  return driven(level, [](const Bodies& x) { return Bodies(x.size(), {0, 0, -1}); });
}

Bodies moved(const Bodies& x, const Bodies& v, double dt) {
  Bodies y = x;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 3; ++k) y[i][k] += dt * v[i][k];
  return y;
}

/// Runge-Kutta 4.
Bodies step(const Law& law, const Bodies& x, double dt) {
  const Bodies k1 = law(x), k2 = law(moved(x, k1, dt / 2)), k3 = law(moved(x, k2, dt / 2)), k4 = law(moved(x, k3, dt));
  Bodies y = x;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 3; ++k) y[i][k] += dt / 6 * (k1[i][k] + 2 * k2[i][k] + 2 * k3[i][k] + k4[i][k]);
  return y;
}

/// Time between two crossings in the same sense of the heights of bodies 0 and 1; the step is cut until it ends there.
double orbit_period(const Law& law, Bodies x, double dt, double longest) {
  const auto height = [](const Bodies& b) { return b[0][2] - b[1][2]; };
  double t = 0, crossings[2] = {-1, -1};
  while (t < longest) {
    const Bodies y = step(law, x, dt);
    if (height(x) != 0 && height(x) * height(y) <= 0) {
      double low = 0, high = dt;
      for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (height(step(law, x, middle)) * height(x) > 0 ? low : high) = middle;
      }
      double& before = crossings[height(x) > 0];
      if (before >= 0) return t + low - before;
      before = t + low;
    }
    x = y;
    t += dt;
  }
  return -1;
}

TEST(FourSpheres, PeriodsOfBothLevels) {
  const Bodies crosswise{{5, 0, 5}, {0, 5, -5}, {-5, 0, 5}, {0, -5, -5}};
  const double rotne_prager = orbit_period(falling(Level::rotne_prager), crosswise, 0.5, 700);
  const double oseen = orbit_period(falling(Level::oseen), crosswise, 0.5, 700);
  const Expectation a = expected("four_spheres", "period"), b = expected("four_spheres", "period", "model=points");
  EXPECT_NEAR(rotne_prager, a.value, 0.01 * a.tolerance + 1e-7);
  EXPECT_NEAR(oseen, b.value, 0.1 * b.tolerance);
  const Bodies rectangle{{4, 0, 5}, {4, 0, -5}, {-4, 0, 5}, {-4, 0, -5}};
  const Expectation c = expected("four_spheres", "period", "[[4,0,5]");
  EXPECT_NEAR(orbit_period(falling(Level::rotne_prager), rectangle, 0.5, 1600), c.value, c.tolerance);
}

/// Driven around the z axis, clockwise from above, and held near a circle of radius 10 by springs.
TEST(Peloton, MeanSpeedsOfThreeDrivenSpheres) {
  const Law law = driven(Level::rotne_prager, [](const Bodies& x) {
    Bodies f(x.size(), {0, 0, 0});
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double r = std::hypot(x[i][0], x[i][1]), spring = 10 * (r - 10);
      f[i] = {(x[i][1] - spring * x[i][0]) / r, (-x[i][0] - spring * x[i][1]) / r, 0};
    }
    return f;
  });
  const auto mean_speed = [&law](const Bodies& x) {
    double sum = 0;
    for (const auto& v : law(x)) sum += std::hypot(v[0], v[1], v[2]);
    return sum / static_cast<double>(x.size());
  };
  const double h = 5 * std::sqrt(3.0);
  const Expectation even = expected("peloton", "mean_speed", "ring_stiffness=0");
  EXPECT_NEAR(mean_speed({{10, 0, 0}, {-5, h, 0}, {-5, -h, 0}}), even.value, even.tolerance);
  Bodies x{{10, 0, 0}, {h, -5, 0}, {-10, 0, 0}};
  for (int i = 0; i < 20000; ++i) x = step(law, x, 0.02);
  const Expectation e = expected("peloton", "mean_speed");
  EXPECT_NEAR(mean_speed(x), e.value, 0.01 * e.tolerance);
}

double exit_time(const Law& law, Bodies x, double dt) {
  for (double t = 0;; t += dt) {
    double largest = 0;
    for (const auto& p : x)
      for (const auto& q : x) largest = std::max(largest, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    if (largest > 40 || t > 5000) return t;
    x = step(law, x, dt);
  }
}

TEST(Scattering, EightExitTimes) {
  for (Level level : {Level::oseen, Level::rotne_prager})
    for (const char* second : {"4", "4.05", "4.1", "4.1001"}) {
      const std::string model = level == Level::oseen ? "" : "solver.model=spheres";
      const std::string start = std::string(second) == "4" ? "" : std::string("[") + second + ", 0, 0.5]";
      double value = 0, tolerance = 0;
      for (const Expectation& e : find_scenario("scattering").expect) {
        std::string with;
        for (const std::string& c : e.with) with += c + ";";
        const bool spheres = with.find("spheres") != std::string::npos,
                   moved = with.find("positions") != std::string::npos;
        if (spheres == model.empty() || moved == start.empty() || with.find(start) == std::string::npos) continue;
        value = e.value;
        tolerance = e.tolerance;
      }
      ASSERT_GT(value, 0) << second;
      // found to within a step
      EXPECT_NEAR(exit_time(falling(level), {{-4, 0, 0}, {std::stod(second), 0, 0.5}, {0.3, 0, 6}}, 0.02), value,
                  tolerance)
          << second << " " << model;
    }
}

/// Three equal points of force 8 pi eta along -z in the unit cube: the classical Ewald sum with Hasimoto's split
/// (formulas: Lindbo & Tornberg, J. Comput. Phys. 229, 8994 (2010)); points without their own singular field.
class PeriodicPoints {
 public:
  explicit PeriodicPoints(double xi) : xi_(xi), reach_(static_cast<int>(std::ceil(4.6 * xi / pi))) {}

  Bodies operator()(const Bodies& x) const {
    Bodies u(x.size(), {0, 0, 4 * xi_ / std::sqrt(pi)});  // self term of -f
    near(x, u);
    far(x, u);
    return u;
  }

 private:
  void near(const Bodies& x, Bodies& u) const {
    const double cut = 5.2 / xi_;
    const int images = static_cast<int>(std::ceil(cut));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j)
        for (int p = -images; p <= images; ++p)
          for (int q = -images; q <= images; ++q)
            for (int s = -images; s <= images; ++s) {
              double d[3] = {x[i][0] - x[j][0], x[i][1] - x[j][1], x[i][2] - x[j][2]};
              for (double& c : d) c -= std::rint(c);
              d[0] += p;
              d[1] += q;
              d[2] += s;
              const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
              if (r2 == 0 || r2 > cut * cut) continue;
              const double r = std::sqrt(r2), gauss = std::exp(-xi_ * xi_ * r2) * xi_ / std::sqrt(pi);
              const double both = 2 * gauss + std::erfc(xi_ * r) / r;
              for (int k = 0; k < 3; ++k) u[i][k] -= both * d[k] * d[2] / r2;
              u[i][2] -= both - 4 * gauss;
            }
  }

  void far(const Bodies& x, Bodies& u) const {
    using Complex = std::complex<double>;
    const int m = reach_, width = 2 * m + 1;
    std::vector<Complex> phase(x.size() * 3 * static_cast<std::size_t>(width));
    const auto at = [&](std::size_t i, int axis, int n) -> Complex& {
      return phase[(i * 3 + static_cast<std::size_t>(axis)) * static_cast<std::size_t>(width) +
                   static_cast<std::size_t>(n + m)];
    };
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int axis = 0; axis < 3; ++axis)
        for (int n = -m; n <= m; ++n)
          at(i, axis, n) = std::polar(1.0, 2 * pi * n * x[i][static_cast<std::size_t>(axis)]);
    for (int p = 0; p <= m; ++p)
      for (int q = -m; q <= m; ++q)
        for (int s = -m; s <= m; ++s) {
          const int n2 = p * p + q * q + s * s;
          if (n2 == 0 || n2 > m * m) continue;
          const double k2 = 4 * pi * pi * n2, part = k2 / (4 * xi_ * xi_);
          const double factor = (p == 0 ? 1 : 2) * 8 * pi * (1 + part) * std::exp(-part) / k2;
          Complex structure = 0;
          for (std::size_t j = 0; j < x.size(); ++j) structure += std::conj(at(j, 0, p) * at(j, 1, q) * at(j, 2, s));
          for (std::size_t i = 0; i < x.size(); ++i) {
            const double wave = factor * (at(i, 0, p) * at(i, 1, q) * at(i, 2, s) * structure).real();
            u[i][0] += wave * p * s / n2;
            u[i][1] += wave * q * s / n2;
            u[i][2] -= wave * (1 - static_cast<double>(s) * s / n2);
          }
        }
  }

  double xi_;
  int reach_;
};

TEST(PeriodicPoints, HasimotosConstant_AndNoDependenceOnTheSplit) {
  // V = F/(6 pi eta a) (1 - 2.837297 a/L): the lattice part is (3/4) of the sum, along the force -z
  const double lattice = PeriodicPoints(4)({{0.2, 0.3, 0.4}})[0][2] * 0.75;
  EXPECT_NEAR(lattice, 2.837297, 2e-6);
  const Bodies x{{0.1, 0.7, 0.5}, {0.4, 0.2, 0.45}, {0.9, 0.3, 0.7}};
  const Bodies a = PeriodicPoints(3.5)(x), b = PeriodicPoints(5)(x);
  for (std::size_t i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[i][k], b[i][k], 1e-5);
  // what the cubic array expects: 1 - 2.8373 l + 4 pi/3 l^3, l = a/L
  const Scenario s = find_scenario("cubic_array");
  for (const Expectation& e : s.expect) {
    if (e.qualitative) continue;
    Scenario c = s;
    set_options(c, e.with);
    const double l = 1 / c.domain.cell[0];
    EXPECT_NEAR(e.value, 1 - lattice * l + 4 * pi / 3 * l * l * l, 2e-6);
  }
}

Bodies triangle(double side) {
  const double h = side * std::sqrt(3.0) / 2;
  return {{0.5, 0.5 + 2 * h / 3, 0.5}, {0.5 - side / 2, 0.5 - h / 3, 0.5}, {0.5 + side / 2, 0.5 - h / 3, 0.5}};
}

TEST(ThreePoints, RelativePeriods) {
  const PeriodicPoints law(4);
  const Expectation a = expected("three_points", "period"), b = expected("three_points", "period", "[0.3,");
  EXPECT_NEAR(orbit_period(law, triangle(0.42), 0.004, 5), a.value, a.tolerance);
  EXPECT_NEAR(orbit_period(law, triangle(0.40), 0.004, 5), b.value, b.tolerance);
  const Expectation c = expected("three_points", "period", "[0.288,");
  EXPECT_NEAR(orbit_period(law, triangle(0.424), 0.004, 8), c.value, c.tolerance);
}

TEST(ThreePoints, ApartBeyond_0_4242) {
  // the orbit of 0.4240 closes (above); that of 0.4245 must leave
  const PeriodicPoints law(4);
  Bodies x = triangle(0.4245);
  double largest = 0, t = 0;
  for (; t < 60 && largest < 2; t += 0.004) {
    x = step(law, x, 0.004);
    largest = std::max(largest, std::abs(x[0][2] - x[1][2]));
  }
  EXPECT_GT(largest, 2) << "after " << t;
  EXPECT_EQ(expected("three_points", "bound", "[0.28775,").value, 0);
  EXPECT_EQ(expected("three_points", "bound", "[0.288,").value, 1);
}

/// Growth rate of the wave of `wave` bodies on an infinite row of spacing 10, from the Stokeslets of 4000 neighbours to
/// either side and their displacements, times tau_s.
double row_growth(int wave) {
  const double d = 10, amplitude = 1e-4;
  const auto place = [&](int j) {
    const double phase = 2 * pi * j / wave;
    return std::array<double, 2>{d * j - amplitude * std::sin(phase), -amplitude * std::cos(phase)};
  };
  double dv = 0, dd = 0, mean[2] = {0, 0};
  std::vector<std::array<double, 2>> speeds;
  for (int i = 0; i < wave; ++i) {
    std::array<double, 2> v{0, 0};
    for (int n = 1; n <= 4000; ++n)  // pairwise, so that the even part cancels
      for (int j : {i - n, i + n}) {
        const double x = place(i)[0] - place(j)[0], z = place(i)[1] - place(j)[1], r = std::hypot(x, z);
        v[0] -= 0.75 * x * z / (r * r * r);
        v[1] -= 0.75 * (1 / r + z * z / (r * r * r));
      }
    speeds.push_back(v);
    for (int k = 0; k < 2; ++k) mean[k] += v[k] / wave;
  }
  for (int i = 0; i < wave; ++i) {
    const double shift[2] = {place(i)[0] - d * i, place(i)[1]};
    for (int k = 0; k < 2; ++k) {
      dv += shift[k] * (speeds[static_cast<std::size_t>(i)][k] - mean[k]);
      dd += shift[k] * shift[k];
    }
  }
  return dv / dd;
}

TEST(CrowleyRow, GrowthOfThreeWaves_AndSixBodiesGrowFastest) {
  EXPECT_NEAR(row_growth(6), expected("crowley_row", "growth_rate").value, 1e-6);
  EXPECT_NEAR(row_growth(4), expected("crowley_row", "growth_rate", "wave_bodies=4").value, 1e-6);
  EXPECT_NEAR(row_growth(12), expected("crowley_row", "growth_rate", "wave_bodies=12").value, 1e-6);
  EXPECT_GT(row_growth(6), row_growth(5));
  EXPECT_GT(row_growth(6), row_growth(7));
}

TEST(FallingCloud, MeanOfTheStokesletsOfAUniformSphere) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto point = [&] {
    for (;;) {
      const std::array<double, 3> x{uniform(random), uniform(random), uniform(random)};
      if (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] < 1) return x;
    }
  };
  double sum = 0;
  const int pairs = 2000000;
  for (int i = 0; i < pairs; ++i) {
    const auto x = point(), y = point();
    const double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
    const double r = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    sum += 0.75 * (1 / r + d[2] * d[2] / (r * r * r));
  }
  const double mean = sum / pairs;  // 6/5
  const Expectation a = expected("falling_cloud", "initial_settling_velocity", "run.steps=1");
  EXPECT_NEAR(1 + 2000 * mean / 100, a.value, 0.3 * a.tolerance);
  EXPECT_NEAR(1 + 8000 * mean / 50, expected("falling_cloud", "initial_settling_velocity", "8000").value, 0.6);
}

/// Two spheres of random points around one centre, and a ring around both: random pairs in place of the closed form.
TEST(ThreeWaysToSum, MeanOfTheStokesletsOfTwoSpheresAndARing) {
  constexpr double even = 1200, crowd = 400;
  constexpr int ring = 400;
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto in_sphere = [&](double radius) {
    for (;;) {
      const std::array<double, 3> x{uniform(random), uniform(random), uniform(random)};
      if (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] < 1) return std::array{radius * x[0], radius * x[1], radius * x[2]};
    }
  };
  const auto on_ring = [&](double angle) { return std::array{90 * std::cos(angle), 90 * std::sin(angle), 0.0}; };
  const auto flow = [](const std::array<double, 3>& x, const std::array<double, 3>& y) {
    const double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
    const double r = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    return 0.75 * (1 / r + d[2] * d[2] / (r * r * r));
  };
  const auto mean = [](const std::function<double()>& one) {
    double sum = 0;
    constexpr int pairs = 1000000;
    for (int i = 0; i < pairs; ++i) sum += one();
    return sum / pairs;
  };
  const double large = mean([&] { return flow(in_sphere(60), in_sphere(60)); });
  const double small = mean([&] { return flow(in_sphere(8), in_sphere(8)); });
  const double both = mean([&] { return flow(in_sphere(60), in_sphere(8)); });
  const double to_large = mean([&] { return flow(on_ring(0), in_sphere(60)); });
  const double to_small = mean([&] { return flow(on_ring(0), in_sphere(8)); });
  double along = 0;
  for (int k = 1; k < ring; ++k) along += flow(on_ring(0), on_ring(2 * pi * k / ring));
  const double sum = even * (even - 1) * large + crowd * (crowd - 1) * small + 2 * even * crowd * both +
                     2 * ring * (even * to_large + crowd * to_small) + ring * along;
  const double velocity = 1 + sum / (even + crowd + ring);
  for (const char* with : {"", "method=ewald", "method=direct"}) {
    const Expectation e = expected("three_ways_to_sum", "initial_settling_velocity", with);
    EXPECT_NEAR(velocity, e.value, 0.1 * e.tolerance);
  }
}

/// Structure factor of hard spheres after Percus and Yevick (Wertheim, Thiele 1963), wave number in 1/diameter.
double percus_yevick(double k, double phi) {
  const double a = std::pow(1 + 2 * phi, 2) / std::pow(1 - phi, 4);
  const double b = -6 * phi * std::pow(1 + phi / 2, 2) / std::pow(1 - phi, 4), c = phi / 2 * a;
  const double sk = std::sin(k), ck = std::cos(k), k2 = k * k;
  const double f = a * (sk - k * ck) / (k * k2) + b * (2 * k * sk + (2 - k2) * ck - 2) / (k2 * k2) +
                   c * (-k2 * k2 * ck + 4 * ((3 * k2 - 6) * ck + (k2 - 6) * k * sk + 6)) / (k2 * k2 * k2);
  return 1 / (1 + 24 * phi * f);
}

TEST(HinderedSettling, QuadratureOverTheStructureFactor) {
  // Rotne-Prager in Fourier space is (sin ka/ka)^2/k^2: U/U0 = (2/pi) int (sin x/x)^2 S(x/a) dx
  for (const auto& [phi, with] : {std::pair(0.01, "=0.01"), {0.05, "run.steps=1;"}, {0.1, "=0.1"}}) {
    double integral = 0;
    const double h = 0.005;
    const int n = 400000;
    for (int i = 0; i < n; ++i) {
      const double x = h * (i + 0.5), w = std::sin(x) / x;
      integral += h * w * w * (x < 0.02 ? std::pow(1 - phi, 4) / std::pow(1 + 2 * phi, 2) : percus_yevick(2 * x, phi));
    }
    integral += 1 / (2 * h * n);  // the tail, where S = 1 and the square of the sine is 1/2
    double value = 0, tolerance = 0;
    for (const Expectation& e : find_scenario("hindered_settling").expect) {
      const bool plain = e.with.size() == 1;
      if (e.qualitative || (phi == 0.05) != plain) continue;
      if (!plain && e.with[1].find(with) == std::string::npos) continue;
      value = e.value;
      tolerance = e.tolerance;
    }
    EXPECT_NEAR(2 / pi * integral, value, 2e-4) << phi;
    EXPECT_LE(tolerance, 0.0101 * value) << phi;
  }
}

}  // namespace
}  // namespace slurry
