// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "fmm/level_kernels.hpp"
#include "fmm/level_sums.hpp"
#include "fmm/plane_wave_rules.hpp"
#include "fmm/wave_transforms.hpp"

// M2L by plane waves over the arrays of a level (theory/fast-multipole.md (M21) to (M24)). For each direction along
// each axis: the waves of all sources, their shifted sums at the targets, and local expansions of these.
namespace slurry::fmm {

/// The nodes and exponentials of plane waves, in the memory of a space.
template <class Space, class Real>
struct WaveArrays {
  struct Node {
    Real weight;       ///< over the number of angles
    int first, count;  ///< exponentials: half of the angles
    int orders;        ///< number of relevant orders: m < orders
    int first_mode;    ///< modes of order m: first_mode + 2 m real, first_mode + 2 m + 1 imaginary
  };
  int p = 0, count = 0, modes = 0;
  SpaceArray<Space, Node> nodes;
  SpaceArray<Space, int> node_of;    ///< of an exponential
  SpaceArray<Space, int> mode_node;  ///< of a mode
  SpaceArray<Space, Real> powers;    ///< [node][l]
  SpaceArray<Space, Real> angles;    ///< [exponential][m][cos m a, sin m a]
  SpaceArray<Space, Real> shifts;    ///< [across u, v][distance -3..3][exponential][cos, sin]
  SpaceArray<Space, Real> decays;    ///< [distance 2, 3][exponential]
  SpaceArray<Space, Real> turns;     ///< [axis y, x][degree][row][column]

  WaveArrays() = default;
  /// side: side of a box in units of length of its expansions; the waves are in units of the side.
  WaveArrays(int order, double side, const PlaneWaves& waves);

  /// The block of a degree for an axis other than z.
  KOKKOS_INLINE_FUNCTION const Real* turn(int axis, int l) const {
    return turns.data() + std::size_t((axis - 1) * rotation_numbers(p + 1) + rotation_numbers(l));
  }
  KOKKOS_INLINE_FUNCTION Real power(int node, int l) const { return powers(std::size_t(node * (p + 1) + l)); }
  KOKKOS_INLINE_FUNCTION const Real* angle(int exponential, int m) const {
    return angles.data() + 2 * std::size_t(exponential * (p + 1) + m);
  }
  KOKKOS_INLINE_FUNCTION const Real* shift(int across, int distance, int exponential) const {
    return shifts.data() + 2 * std::size_t((across * 7 + distance + 3) * count + exponential);
  }
};

template <class Space, class Real>
WaveArrays<Space, Real>::WaveArrays(int order, double side, const PlaneWaves& waves) : p(order), count(waves.count()) {
  std::vector<Node> all;
  std::vector<int> of_exponential, of_mode;
  std::vector<double> power, turned, shifted, decayed, blocks;
  for (std::size_t k = 0; k < waves.nodes.size(); ++k) {
    const PlaneWaves::Node& node = waves.nodes[k];
    all.push_back(
        {static_cast<Real>(node.weight / (side * node.angles)), node.first, node.angles / 2, node.orders, modes});
    modes += 2 * node.orders;
    of_mode.insert(of_mode.end(), std::size_t(2 * node.orders), int(k));
    of_exponential.insert(of_exponential.end(), std::size_t(node.angles / 2), int(k));
    for (int l = 0; l <= p; ++l) power.push_back(std::pow(node.lambda / side, l));
  }
  for (std::size_t e = 0; e < std::size_t(count); ++e)
    for (int m = 0; m <= p; ++m) {
      const double a = m * std::atan2(waves.sine[e], waves.cosine[e]);
      turned.push_back(std::cos(a));
      turned.push_back(std::sin(a));
    }
  for (const std::vector<double>& along : {waves.cosine, waves.sine})
    for (int distance = -3; distance <= 3; ++distance)
      for (std::size_t e = 0; e < std::size_t(count); ++e) {
        shifted.push_back(std::cos(waves.lambda[e] * distance * along[e]));
        shifted.push_back(std::sin(waves.lambda[e] * distance * along[e]));
      }
  for (const int distance : {2, 3})
    for (const double lambda : waves.lambda) decayed.push_back(std::exp(-lambda * distance));
  for (std::size_t axis = 1; axis < 3; ++axis) {
    Matrix3 map{};
    for (std::size_t i = 0; i < 3; ++i) map[i][std::size_t(frames[axis].axes[i])] = 1;
    for (const RealMatrix& block : rotation_blocks(p, map))
      blocks.insert(blocks.end(), block.values.begin(), block.values.end());
  }
  nodes = array_in<Space>(all, "slurry::fmm::wave_nodes");
  node_of = array_in<Space>(of_exponential, "slurry::fmm::wave_node_of");
  mode_node = array_in<Space>(of_mode, "slurry::fmm::wave_mode_node");
  powers = numbers_in<Space, Real>(power, "slurry::fmm::wave_powers");
  angles = numbers_in<Space, Real>(turned, "slurry::fmm::wave_angles");
  shifts = numbers_in<Space, Real>(shifted, "slurry::fmm::wave_shifts");
  decays = numbers_in<Space, Real>(decayed, "slurry::fmm::wave_decays");
  turns = numbers_in<Space, Real>(blocks, "slurry::fmm::wave_turns");
}

/// A direction along an axis: +1 where sources lie below their targets.
struct WavePass {
  int axis, direction;
  int axes[3];  ///< u and v across, and the axis itself, as x = 0, y = 1, z = 2
  bool wide_u, wide_v;
  /// Returns the sign (-1)^(l + m) if the axis is reversed, otherwise 1.
  template <class Real>
  KOKKOS_INLINE_FUNCTION Real mirror(int l, int m) const {
    return direction < 0 ? sign_of<Real>(l + m) : Real(1);
  }
};

/// Computes the waves of a source by a team: [source][set][U, V][exponential].
template <class Space, class Real>
struct WavesOut {
  using Number = Real;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  LevelView<Space, Real> level;
  WaveArrays<Space, Real> of;
  WavePass pass;
  SpaceArray<Space, Real> waves;
  int scratch_level;

  static std::size_t scratch_numbers(const LevelView<Space, Real>& level, const WaveArrays<Space, Real>& of) {
    return std::size_t(level.sets) * std::size_t(level.coefficients() + of.modes);
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int source = team.league_rank(), sets = level.sets, n = level.coefficients();
    Real* const turned = static_cast<Real*>(
        team.team_scratch(scratch_level).get_shmem(std::ptrdiff_t(sizeof(Real)) * sets * (n + of.modes)));
    Real* const modes = turned + n * sets;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * sets), [&](int i) {
      const int k = i / sets, c = i % sets;
      turned[i] = pass.axis == 0 ? level.multipole(source, k, c) : turn(source, k, c);
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, of.modes * sets), [&](int i) {
      const int q = i / sets, c = i % sets, k = of.mode_node(std::size_t(q)),
                own = q - of.nodes(std::size_t(k)).first_mode, m = own / 2;
      Real sum = 0;
      if (own != 1)  // order 0 has no imaginary part
        for (int l = m; l <= of.p; ++l)
          sum += pass.mirror<Real>(l, m) * of.power(k, l) * turned[entry_of(l, own % 2 ? -m : m) * sets + c];
      modes[i] = sum;
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, of.count * sets), [&](int i) {
      const int e = i % of.count, c = i / of.count, k = of.node_of(std::size_t(e));
      const typename WaveArrays<Space, Real>::Node node = of.nodes(std::size_t(k));
      Real part[2] = {0, 0};  // even orders make U, odd ones V
      for (int m = 0; m < node.orders; ++m) {
        const Real* const a = of.angle(e, m);
        const Real* const mode = modes + (node.first_mode + 2 * m) * sets + c;
        part[m % 2] += Real(m > 0 ? 2 : 1) * sign_of<Real>(m / 2) * (a[0] * mode[0] + a[1] * mode[sets]);
      }
      Real* const to = waves.data() + std::size_t(source * sets + c) * std::size_t(2 * of.count) + e;
      to[0] = node.weight * part[0];
      to[of.count] = node.weight * part[1];
    });
  }

 private:
  KOKKOS_INLINE_FUNCTION Real turn(int source, int k, int c) const {
    const int l = degree_of_place(k);
    const Real* const row = of.turn(pass.axis, l) + (k - l * l) * (2 * l + 1);
    Real sum = 0;
    for (int i = 0; i <= 2 * l; ++i) sum += row[i] * level.multipole(source, l * l + i, c);
    return sum;
  }
};

/// Computes one exponential at one target, for all sets: the sum of the shifted waves of the sources in its list for
/// this direction.
template <class Space, class Real, int Sets>
struct WavesBetween {
  LevelView<Space, Real> level;
  WaveArrays<Space, Real> of;
  WavePass pass;
  SpaceArray<Space, Real> waves, received;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const int target = int(thread / of.count), e = int(thread % of.count);
    const int octant = level.target_octant(std::size_t(target));
    const int* const met = level.met.data() + std::size_t(target) * window_places;
    int half[3], stride[3];
    for (int i = 0; i < 3; ++i) {
      half[i] = octant >> pass.axes[i] & 1;
      stride[i] = pass.axes[i] == 0 ? 1 : pass.axes[i] == 1 ? window_side : window_side * window_side;
    }
    Real re[Sets] = {}, im[Sets] = {};
    for (int along = 2; along <= 3; ++along) {
      const int place = place_along(-pass.direction * along, half[2]);
      if (place < 0 || place >= window_side) continue;
      const Real decay = of.decays(std::size_t((along - 2) * of.count + e));
      const int to_v = pass.wide_v ? window_side : 3, to_u = pass.wide_u ? window_side : 3;
      for (int j = 0; j < to_v; ++j) {
        const int dv = pass.wide_v ? from_box(j, half[1]) : j - 1;
        const Real* const across = of.shift(1, -dv, e);
        for (int i = 0; i < to_u; ++i) {
          const int du = pass.wide_u ? from_box(i, half[0]) : i - 1;
          const int source =
              met[place * stride[2] + place_along(dv, half[1]) * stride[1] + place_along(du, half[0]) * stride[0]];
          if (source < 0) continue;
          const Real* const aside = of.shift(0, -du, e);
          const Real cosine = decay * (aside[0] * across[0] - aside[1] * across[1]),
                     sine = decay * (aside[0] * across[1] + aside[1] * across[0]);
          add(source, e, {du, dv, -pass.direction * along}, cosine, sine, re, im);
        }
      }
    }
    for (int c = 0; c < Sets; ++c) {
      Real* const to = received.data() + std::size_t(target * Sets + c) * std::size_t(2 * of.count) + e;
      to[0] = re[c];
      to[of.count] = im[c];
    }
  }

 private:
  struct Distance {
    int along_u, along_v, along;  ///< source minus target
  };
  KOKKOS_INLINE_FUNCTION void add(int source, int e, const Distance& d, Real cosine, Real sine, Real (&re)[Sets],
                                  Real (&im)[Sets]) const {
    Real u[Sets], v[Sets];
    for (int c = 0; c < Sets; ++c) {
      const Real* const from = waves.data() + std::size_t(source * Sets + c) * std::size_t(2 * of.count) + e;
      u[c] = from[0];
      v[c] = from[of.count];
    }
    if constexpr (Sets == 4) {  // the origin of B moves to the target
      const int by[3] = {d.along_u, d.along_v, d.along};
      for (int i = 0; i < 3; ++i) {
        const Real distance = Real(by[i]) * level.cell[pass.axes[i]];
        for (int c = 0; c < 3; ++c) {
          u[3] += c == pass.axes[i] ? distance * u[c] : Real(0);
          v[3] += c == pass.axes[i] ? distance * v[c] : Real(0);
        }
      }
    }
    for (int c = 0; c < Sets; ++c) {
      re[c] += cosine * u[c] - sine * v[c];
      im[c] += cosine * v[c] + sine * u[c];
    }
  }
};

/// Computes, by a team, the local expansion of a target from the waves that it received.
template <class Space, class Real>
struct WavesIn {
  using Number = Real;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  LevelView<Space, Real> level;
  WaveArrays<Space, Real> of;
  WavePass pass;
  SpaceArray<Space, Real> received;
  int scratch_level;

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int target = team.league_rank(), sets = level.sets, n = level.coefficients();
    Real* const turned = static_cast<Real*>(
        team.team_scratch(scratch_level).get_shmem(std::ptrdiff_t(sizeof(Real)) * sets * (n + of.modes)));
    Real* const modes = turned + n * sets;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, of.modes * sets), [&](int i) {
      const int q = i / sets, c = i % sets, k = of.mode_node(std::size_t(q));
      const typename WaveArrays<Space, Real>::Node node = of.nodes(std::size_t(k));
      const int own = q - node.first_mode, m = own / 2;
      const Real* const from =
          received.data() + std::size_t(target * sets + c) * std::size_t(2 * of.count) + (m % 2 ? of.count : 0);
      Real sum = 0;
      for (int e = node.first; e < node.first + node.count; ++e) sum += of.angle(e, m)[own % 2] * from[e];
      modes[i] = Real(2) * sign_of<Real>((m + 1) / 2) * sum;
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * sets), [&](int i) {
      const int k = i / sets, c = i % sets;
      const int l = degree_of_place(k);
      const int m = k - l * l - l, a = m < 0 ? -m : m;
      Real sum = 0;
      for (int q = 0; q < int(of.nodes.extent(0)); ++q) {
        const typename WaveArrays<Space, Real>::Node node = of.nodes(std::size_t(q));
        if (node.orders > a) sum += of.power(q, l) * modes[(node.first_mode + 2 * a + (m < 0 ? 1 : 0)) * sets + c];
      }
      turned[i] = pass.mirror<Real>(l, a) * local_factor<Real>(l, a) * sum;
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * sets), [&](int i) {
      const int k = i / sets, c = i % sets;
      level.local(target, k, c) += pass.axis == 0 ? turned[i] : turn_back(turned, k, c);
    });
  }

 private:
  KOKKOS_INLINE_FUNCTION Real turn_back(const Real* turned, int k, int c) const {
    const int l = degree_of_place(k);
    const Real* const column = of.turn(pass.axis, l) + (k - l * l);
    Real sum = 0;
    for (int i = 0; i <= 2 * l; ++i) sum += column[i * (2 * l + 1)] * turned[(l * l + i) * level.sets + c];
    return sum;
  }
};

template <class Space, class Real>
class WaveKernel final : public LevelKernel<Space, Real> {
 public:
  WaveKernel(const ExpansionShape& shape, double side, double node_error)
      : of_(shape.p, side, PlaneWaves(node_rule(node_error), shape.p)) {}

  void run(const Space& space, const LevelView<Space, Real>& level) const override {
    const std::size_t numbers = std::size_t(level.sets) * std::size_t(2 * of_.count);
    make_room(waves_, std::size_t(level.sources) * numbers, "slurry::fmm::waves");
    make_room(received_, std::size_t(level.targets) * numbers, "slurry::fmm::received");
    const std::size_t scratch = WavesOut<Space, Real>::scratch_numbers(level, of_);
    const int threads = team_threads(of_.modes * level.sets, 128);
    for (int axis = 0; axis < 3; ++axis)
      for (const int direction : {1, -1}) {
        const AxisFrame& f = frames[std::size_t(axis)];
        const WavePass pass{axis, direction, {f.axes[0], f.axes[1], f.axes[2]}, f.wide_u, f.wide_v};
        run_teams("slurry::fmm::waves_out", space, level.sources, threads, scratch,
                  WavesOut<Space, Real>{level, of_, pass, waves_, 0});
        if (level.sets == 4)
          between<4>(space, level, pass);
        else
          between<1>(space, level, pass);
        run_teams("slurry::fmm::waves_in", space, level.targets, threads, scratch,
                  WavesIn<Space, Real>{level, of_, pass, received_, 0});
      }
  }

 private:
  static void make_room(SpaceArray<Space, Real>& array, std::size_t numbers, const char* label) {
    if (array.extent(0) < numbers)
      array = SpaceArray<Space, Real>(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), numbers);
  }
  template <int Sets>
  void between(const Space& space, const LevelView<Space, Real>& level, const WavePass& pass) const {
    using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("slurry::fmm::waves_between", Policy(space, 0, std::int64_t(level.targets) * of_.count),
                         WavesBetween<Space, Real, Sets>{level, of_, pass, waves_, received_});
  }

  WaveArrays<Space, Real> of_;
  mutable SpaceArray<Space, Real> waves_, received_;
};

}  // namespace slurry::fmm
