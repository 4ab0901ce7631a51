// SPDX-License-Identifier: BSD-3-Clause
#include "quantities/exact_bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "base/cubic_table.hpp"
#include "constraint/resistance_functions.hpp"

namespace slurry::exact_bodies {

namespace {

using Point = TablePoint;

/// To rounding; NaN, too, is outside.
bool inside(double x, double first, double last) {
  constexpr double rounding = 1e-9;
  return x >= first - rounding * last && x <= last + rounding * last;
}

/// Drag K1 of a sphere that moves along the axis and K2 of one that is held in Poiseuille's flow, over those of a
/// sphere alone.
struct AxisRow {
  double ratio, moved, held;
};
constexpr std::array<AxisRow, 17> axis{{
    {0.10, 1.26321391, 1.25479454},
    {0.15, 1.44657215, 1.42489202},
    {0.20, 1.67947888, 1.63478639},
    {0.25, 1.97907741, 1.89696629},
    {0.30, 2.37009489, 2.22897661},
    {0.35, 2.88905245, 2.65608762},
    {0.40, 3.59137327, 3.21573662},
    {0.45, 4.56383695, 3.96518959},
    {0.50, 5.94737425, 4.99533862},
    {0.55, 7.98099954, 6.45686300},
    {0.60, 11.0918967, 8.61300710},
    {0.65, 16.0946791, 11.9544354},
    {0.70, 24.6759838, 17.4740343},
    {0.75, 40.7269523, 27.4101877},
    {0.80, 74.6699513, 47.6202267},
    {0.85, 161.336143, 97.2198938},
    {0.90, 469.221198, 266.431403},
}};

/// Velocities of two equal spheres, in line and side by side.
struct PairRow {
  double gap, in_line, side_by_side;
};
constexpr std::array<PairRow, 45> pairs{{
    {9.53674316406e-07, 1.55004759, 1.39279313},
    {1.34869915235e-06, 1.55004754, 1.39303746},
    {1.90734863281e-06, 1.55004746, 1.39329124},
    {2.6973983047e-06, 1.55004735, 1.39355502},
    {3.81469726562e-06, 1.55004719, 1.39382939},
    {5.39479660939e-06, 1.55004697, 1.39411498},
    {7.62939453125e-06, 1.55004666, 1.39441247},
    {1.07895932188e-05, 1.55004622, 1.39472258},
    {1.52587890625e-05, 1.55004560, 1.39504607},
    {2.15791864376e-05, 1.55004471, 1.39538375},
    {3.0517578125e-05, 1.55004347, 1.39573648},
    {4.31583728752e-05, 1.55004170, 1.39610512},
    {6.103515625e-05, 1.55003920, 1.39649055},
    {8.63167457503e-05, 1.55003567, 1.39689366},
    {0.0001220703125, 1.55003068, 1.39731524},
    {0.000172633491501, 1.55002362, 1.39775599},
    {0.000244140625, 1.55001364, 1.39821638},
    {0.000345266983001, 1.54999952, 1.39869652},
    {0.00048828125, 1.54997955, 1.39919596},
    {0.000690533966002, 1.54995131, 1.39971336},
    {0.0009765625, 1.54991138, 1.40024614},
    {0.001381067932, 1.54985492, 1.40078962},
    {0.001953125, 1.54977509, 1.40133652},
    {0.00276213586401, 1.54966222, 1.40187527},
    {0.00390625, 1.54950265, 1.40238825},
    {0.00552427172802, 1.54927710, 1.40284911},
    {0.0078125, 1.54895835, 1.40321899},
    {0.011048543456, 1.54850802, 1.40344115},
    {0.015625, 1.54787206, 1.40343348},
    {0.0220970869121, 1.54697449, 1.40307829},
    {0.03125, 1.54570873, 1.40220856},
    {0.0441941738242, 1.54392584, 1.40059008},
    {0.0625, 1.54141865, 1.39789967},
    {0.0883883476483, 1.53790109, 1.39370124},
    {0.125, 1.53298197, 1.38742491},
    {0.176776695297, 1.52613398, 1.37836091},
    {0.25, 1.51666088, 1.36568950},
    {0.353553390593, 1.50367060, 1.34857848},
    {0.5, 1.48607066, 1.32638009},
    {0.707106781187, 1.46261316, 1.29892296},
    {1, 1.43203991, 1.26680207},
    {1.41421356237, 1.39347579, 1.23147609},
    {2, 1.34723993, 1.19503028},
    {2.82842712475, 1.29563268, 1.15968318},
    {4, 1.24266554, 1.12729123},
}};

/// Drag in an array over that of a sphere alone.
struct ArrayRow {
  double fraction, drag;
};
constexpr std::array<ArrayRow, 8> cubic{{
    {0.001, 1.21214091},
    {0.027, 2.00774768},
    {0.064, 2.81019813},
    {0.125, 4.29158920},
    {0.216, 7.44195351},
    {0.343, 15.3994608},
    {0.450, 28.0837793},
    {std::numbers::pi / 6, 42.0732884},
}};
constexpr std::array<ArrayRow, 14> body_centred{{
    {0.001, 1.21682061},
    {0.027, 2.04405563},
    {0.064, 2.8893854},
    {0.125, 4.44638427},
    {0.216, 7.73877762},
    {0.280, 11.2552059},
    {0.343, 16.335048},
    {0.395, 22.4053618},
    {0.450, 31.6882375},
    {0.500, 44.0256636},
    {0.550, 62.0752194},
    {0.620, 103.015637},
    {0.660, 139.315382},
    {std::numbers::sqrt3 * std::numbers::pi / 8, 162.775030},
}};
constexpr std::array<ArrayRow, 15> face_centred{{
    {0.001, 1.2168041},
    {0.027, 2.04386741},
    {0.064, 2.8887535},
    {0.125, 4.44572433},
    {0.216, 7.7576769},
    {0.280, 11.3451945},
    {0.343, 16.6389648},
    {0.395, 23.1472603},
    {0.450, 33.4897849},
    {0.500, 47.9675427},
    {0.550, 70.6569444},
    {0.620, 128.766007},
    {0.680, 229.056344},
    {0.720, 346.6799},
    {std::numbers::sqrt2 * std::numbers::pi / 6, 432.080766},
}};

// What the models give: (X1) to (X4).
double axis_rotne_prager(double l) {
  return 1 - 2.104443093 * l + 2.086694583 * std::pow(l, 3) - 0.948162253 * std::pow(l, 5);
}
double axis_points(double l) {
  return 1 - 2.104443093 * l;
}
double carried_rotne_prager(double l) {
  return 1 - 2 * l * l / 3;
}
double in_line_rotne_prager(double gap) {
  const double i = 1 / (2 + gap);
  return 1 + 1.5 * i - i * i * i;
}
double side_by_side_rotne_prager(double gap) {
  const double i = 1 / (2 + gap);
  return 1 + 0.75 * i + 0.5 * i * i * i;
}
/// x: a over the edge of a cube with the volume of one sphere's share.
double array_rotne_prager(double hasimoto, double x) {
  return 1 - hasimoto * x + 4 * std::numbers::pi / 3 * std::pow(x, 3);
}

double ratio_of(double fraction) {
  return std::cbrt(3 * fraction / (4 * std::numbers::pi));
}

template <std::size_t n, class Row, class F>
std::array<Point, n> points_of(const std::array<Row, n>& rows, const F& point) {
  std::array<Point, n> out{};
  for (std::size_t k = 0; k < n; ++k) out[k] = point(rows[k]);
  return out;
}

/// The difference between true spheres and Rotne-Prager's falls about like the fifth power of the distance.
double decay(double gap) {
  return std::pow(2 + gap, 5);
}

/// The gap that counts; NaN: outside of the table.
double counted(double gap) {
  const bool known = gap >= -smallest_gap && gap <= largest_gap * (1 + 1e-9);
  return known ? std::clamp(gap, smallest_gap, largest_gap) : NAN;
}

}  // namespace

double largest_on_axis() {
  return axis.back().ratio;
}

std::optional<Compared> on_axis(double l) {
  if (!inside(l, axis.front().ratio, axis.back().ratio)) return std::nullopt;
  // ln(model/exact) vanishes like the sixth power
  static const auto table = points_of(axis, [](const AxisRow& r) {
    return Point{r.ratio, std::log(r.moved * axis_rotne_prager(r.ratio)) / std::pow(r.ratio, 6)};
  });
  const double model = axis_rotne_prager(l);
  return Compared{model, axis_points(l), model * std::exp(-std::pow(l, 6) * interpolate_cubic(table, l))};
}

std::optional<Compared> carried_on_axis(double l) {
  if (!inside(l, axis.front().ratio, axis.back().ratio)) return std::nullopt;
  static const auto table = points_of(axis, [](const AxisRow& r) {
    return Point{r.ratio, std::log(r.held / r.moved / carried_rotne_prager(r.ratio)) / std::pow(r.ratio, 5)};
  });
  const double model = carried_rotne_prager(l);
  return Compared{model, 1, model * std::exp(std::pow(l, 5) * interpolate_cubic(table, l))};
}

std::optional<Compared> in_line(double gap) {
  const double s = counted(gap);
  if (std::isnan(s)) return std::nullopt;
  static const auto table = points_of(pairs, [](const PairRow& r) {
    return Point{std::log(r.gap), (r.in_line - in_line_rotne_prager(r.gap)) * decay(r.gap)};
  });
  const double model = in_line_rotne_prager(s);
  return Compared{model, 1 + 1.5 / (2 + s), model + interpolate_cubic(table, std::log(s)) / decay(s)};
}

std::optional<Compared> side_by_side(double gap) {
  const double s = counted(gap);
  if (std::isnan(s)) return std::nullopt;
  static const auto table = points_of(pairs, [](const PairRow& r) {
    return Point{std::log(r.gap), (r.side_by_side - side_by_side_rotne_prager(r.gap)) * decay(r.gap)};
  });
  const double model = side_by_side_rotne_prager(s);
  return Compared{model, 1 + 0.75 / (2 + s), model + interpolate_cubic(table, std::log(s)) / decay(s)};
}

std::optional<Compared> approaching(double gap) {
  const double s = counted(gap);
  if (std::isnan(s)) return std::nullopt;
  return Compared{1 / lubrication::approaching_spheres_rotne_prager(s), 1 - 1.5 / (2 + s),
                  1 / lubrication::approaching_spheres(s)};
}

std::optional<Compared> passing(double gap) {
  const double s = counted(gap);
  if (std::isnan(s)) return std::nullopt;
  return Compared{1 / lubrication::passing_spheres_rotne_prager(s), 1 - 0.75 / (2 + s),
                  1 / lubrication::passing_spheres(s)};
}

std::optional<Compared> towards_wall(double gap) {
  if (!(gap <= largest_wall_gap)) return std::nullopt;
  const double s = counted(gap);
  if (std::isnan(s)) return std::nullopt;
  return Compared{1 / lubrication::sphere_towards_wall_rotne_prager(s), 1 - 9.0 / 8 / (1 + s),
                  1 / lubrication::sphere_towards_wall(s)};
}

std::optional<Compared> along_wall(double gap) {
  if (!(gap <= largest_wall_gap)) return std::nullopt;
  const double s = counted(gap);
  if (std::isnan(s)) return std::nullopt;
  return Compared{1 / lubrication::sphere_along_wall_rotne_prager(s), 1 - 9.0 / 16 / (1 + s),
                  1 / lubrication::sphere_along_wall(s)};
}

namespace {

/// density: spheres in a cube whose edge is the distance of neighbours.
template <std::size_t n>
std::optional<Compared> in_array(const std::array<ArrayRow, n>& rows, double hasimoto, double density, double ratio) {
  const auto table = points_of(rows, [&](const ArrayRow& r) {
    const double x = ratio_of(r.fraction);
    return Point{x, std::log(r.drag * array_rotne_prager(hasimoto, x)) / std::pow(x, 6)};
  });
  const double x = std::cbrt(density) * ratio;
  if (!inside(x, table.front().x, table.back().x)) return std::nullopt;
  const double model = array_rotne_prager(hasimoto, x);
  return Compared{model, 1 - hasimoto * x, model * std::exp(-std::pow(x, 6) * interpolate_cubic(table, x))};
}

}  // namespace

std::optional<Compared> simple_cubic(double ratio) {
  return in_array(cubic, 2.8372974794806, simple_cubic_density, ratio);
}

std::optional<Compared> body_centred_cubic(double ratio) {
  return in_array(body_centred, 2.888461503056, body_centred_density, ratio);
}

std::optional<Compared> face_centred_cubic(double ratio) {
  return in_array(face_centred, 2.888282119021, face_centred_density, ratio);
}

}  // namespace slurry::exact_bodies
