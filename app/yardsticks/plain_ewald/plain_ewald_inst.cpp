// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <string>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/serial_space.hpp"
#include "slurry/error.hpp"
#include "yardsticks/plain_ewald/plain_ewald.hpp"
#include "yardsticks/plain_ewald/special_functions.hpp"

namespace slurry {
namespace {

/// So many sources go through the host's vectors at once; arrays are this much longer than what they hold.
constexpr int lanes = 16;

template <class Memory>
using ReadNumbers = Kokkos::View<const double*, Memory>;
template <class Memory>
using ReadPoints = Kokkos::View<const double* [3], Kokkos::LayoutLeft, Memory>;

/// sum_j q_j erfc(alpha r)/r over a range of sources within the cutoff, nearest images, lengths over the edge.
template <class Memory>
struct PairRange {
  ReadPoints<Memory> x;
  ReadNumbers<Memory> q;
  double alpha, cutoff;

  KOKKOS_FUNCTION double distance(double xi, double yi, double zi, int j) const {
    using std::rint;
    using std::sqrt;
    double dx = xi - x(j, 0), dy = yi - x(j, 1), dz = zi - x(j, 2);
    dx -= rint(dx);
    dy -= rint(dy);
    dz -= rint(dz);
    return sqrt(dx * dx + dy * dy + dz * dz);
  }

  /// One after the other: a thread of a device.
  KOKKOS_FUNCTION double one_by_one(int i, int begin, int end) const {
    const double xi = x(i, 0), yi = x(i, 1), zi = x(i, 2);
    double sum = 0;
    for (int j = begin; j < end; ++j) {
      const double r = distance(xi, yi, zi, j);
      if (r < cutoff && r > 0) sum += q(j) * plain::erfc_of(alpha * r) / r;
    }
    return sum;
  }

  /// Several at once; a group of sources that are all beyond the cutoff costs its distances alone.
  double in_vectors(int i, int begin, int end) const {
    const double xi = x(i, 0), yi = x(i, 1), zi = x(i, 2);
    double sum[lanes] = {};
    for (int j0 = begin; j0 < end; j0 += lanes) {
      double r[lanes], charge[lanes];
      double least = 1;
      for (int k = 0; k < lanes; ++k) r[k] = distance(xi, yi, zi, j0 + k);
      for (int k = 0; k < lanes; ++k) {
        const bool counts = j0 + k < end && r[k] < cutoff && r[k] > 0;
        charge[k] = counts ? q(j0 + k) : 0;
        r[k] = counts ? r[k] : 1;
      }
      for (int k = 0; k < lanes; ++k) least = r[k] < least ? r[k] : least;
      if (least == 1) continue;
      for (int k = 0; k < lanes; ++k) {
        const double there = r[k] < cutoff ? r[k] : cutoff;
        sum[k] += charge[k] * plain::erfc_of(alpha * there) / there;
      }
    }
    double all = 0;
    for (double s : sum) all += s;
    return all;
  }

  KOKKOS_FUNCTION double operator()(int i, int begin, int end) const {
    if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>)
      return in_vectors(i, begin, end);
    else
      return one_by_one(i, begin, end);
  }
};

/// All ordered pairs.
template <class Space>
struct AllPairs {
  using Memory = typename Space::memory_space;
  PairRange<Memory> range;
  Kokkos::View<double*, Memory> potential;
  int count, stride;
  KOKKOS_FUNCTION void operator()(int k) const { potential(k * stride) = range(k * stride, 0, count); }
};

/// Cells of the unit cube that a ball around a point may reach.  The third index of a cell runs fastest, so that what
/// is reached of a row of cells along it is one range of charges, or two where it goes on across the face.
template <class Memory>
struct ReachedCells {
  Kokkos::View<const int*, Memory> first;
  int cells;  ///< per edge
  double cutoff;

  /// From x to the nearest place of cell c or of its images.
  KOKKOS_FUNCTION double gap(double x, int c) const {
    const double width = 1.0 / cells, half = 0.5 * width;
    double d = x - (c + 0.5) * width;
    d -= d > 0.5 ? 1 : d < -0.5 ? -1 : 0;
    d = d < 0 ? -d : d;
    return d > half ? d - half : 0;
  }
  /// range(begin, end) for every such range.
  template <class Range>
  KOKKOS_FUNCTION void visit(double x, double y, double z, const Range& range) const {
    using std::floor;
    using std::sqrt;
    const double reach2 = cutoff * cutoff * (1 + 1e-12);  // rounding leaves out nobody
    for (int a = 0; a < cells; ++a) {
      const double dx = gap(x, a), left = reach2 - dx * dx;
      if (left < 0) continue;
      for (int b = 0; b < cells; ++b) {
        const double dy = gap(y, b), along = left - dy * dy;
        if (along < 0) continue;
        const int row = (a * cells + b) * cells, reach_low = static_cast<int>(floor((z - sqrt(along)) * cells)),
                  reach_high = static_cast<int>(floor((z + sqrt(along)) * cells));
        if (reach_high - reach_low + 1 >= cells) {
          range(first(row), first(row + cells));
          continue;
        }
        const int low = reach_low < 0 ? 0 : reach_low, high = reach_high >= cells ? cells - 1 : reach_high;
        range(first(row + low), first(row + high + 1));
        if (reach_low < 0) range(first(row + cells + reach_low), first(row + cells));
        if (reach_high >= cells) range(first(row), first(row + reach_high - cells + 1));
      }
    }
  }
};

/// Charges in the cells that the cutoff reaches.
template <class Space>
struct CellPairs {
  using Memory = typename Space::memory_space;
  PairRange<Memory> range;
  ReachedCells<Memory> cells;
  Kokkos::View<double*, Memory> potential;
  int stride;

  struct Add {
    const PairRange<Memory>& range;
    int i;
    double& sum;
    KOKKOS_FUNCTION void operator()(int begin, int end) const { sum += range(i, begin, end); }
  };
  KOKKOS_FUNCTION void operator()(int k) const {
    const int i = k * stride;
    double sum = 0;
    cells.visit(range.x(i, 0), range.x(i, 1), range.x(i, 2), Add{range, i, sum});
    potential(i) = sum;
  }
};
template <class Space>
struct CountCandidates {
  using Memory = typename Space::memory_space;
  ReadPoints<Memory> x;
  ReachedCells<Memory> cells;
  int stride;

  struct Count {
    double& sum;
    KOKKOS_FUNCTION void operator()(int begin, int end) const { sum += end - begin; }
  };
  KOKKOS_FUNCTION void operator()(int k, double& sum) const {
    const int i = k * stride;
    cells.visit(x(i, 0), x(i, 1), x(i, 2), Count{sum});
  }
};

template <class Space>
struct PairEnergy {
  using Memory = typename Space::memory_space;
  ReadNumbers<Memory> q, potential;
  KOKKOS_FUNCTION void operator()(int i, double& sum) const { sum += q(i) * potential(i); }
};

/// n of mode m: of the cube, or of a list.
template <class Memory>
struct ModeTable {
  ReadPoints<Memory> list;
  int half_cube;  // 0: the list
  KOKKOS_FUNCTION void of(int m, double (&n)[3]) const {
    if (half_cube == 0) {
      for (int d = 0; d < 3; ++d) n[d] = list(m, d);
      return;
    }
    const int edge = 2 * half_cube + 1;
    n[0] = m / (edge * edge) - half_cube;
    n[1] = m / edge % edge - half_cube;
    n[2] = m % edge - half_cube;
  }
};

/// Structure factor S = sum_j q_j (cos, sin)(k.r_j) of every mode with 0 < |n| < largest, and its coefficient
/// exp(-(pi n/alpha L)^2)/(pi n^2), in units of the edge; 0 for all others.
template <class Space>
struct StructureFactors {
  using Memory = typename Space::memory_space;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  ReadPoints<Memory> x;
  ReadNumbers<Memory> q;
  ModeTable<Memory> table;
  Kokkos::View<double*, Memory> weight, cosine, sine;
  double alpha, largest, share;  // share: modes that each stands for
  int count, stride;

  KOKKOS_FUNCTION bool takes(int m, double (&n)[3]) const {
    table.of(m, n);
    const double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (square == 0 || square >= largest * largest) return false;
    const double pi = 3.14159265358979323846;
    const double z = pi * pi * square / (alpha * alpha);
    weight(m) = share * plain::exp_of_minus(z) / (pi * square);
    return true;
  }

  /// On the host: a mode per turn, charges in vectors.
  void operator()(int turn) const {
    const int m = turn * stride;
    double n[3];
    weight(m) = 0;
    if (!takes(m, n)) return;
    double c[lanes] = {}, s[lanes] = {};
    for (int j0 = 0; j0 < count; j0 += lanes)
      for (int k = 0; k < lanes; ++k) {
        const int j = j0 + k;
        const double turns = n[0] * x(j, 0) + n[1] * x(j, 1) + n[2] * x(j, 2);
        const plain::QuarterTurn t = plain::quarter_turn(turns);
        c[k] += q(j) * plain::cosine_of(t);
        s[k] += q(j) * plain::sine_of(t);
      }
    double all_c = 0, all_s = 0;
    for (int k = 0; k < lanes; ++k) {
      all_c += c[k];
      all_s += s[k];
    }
    cosine(m) = all_c;
    sine(m) = all_s;
  }

  /// On a device: a team per mode.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int m = team.league_rank() * stride;
    double n[3];
    table.of(m, n);
    const double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const bool within = square > 0 && square < largest * largest;  // alike in the whole team
    if (team.team_rank() == 0 && !(within && takes(m, n))) weight(m) = 0;
    if (!within) return;
    double c = 0, s = 0;
    for (int j = team.team_rank(); j < count; j += team.team_size()) {
      const double turns = n[0] * x(j, 0) + n[1] * x(j, 1) + n[2] * x(j, 2);
      c += q(j) * plain::cosine_of_turns(turns);
      s += q(j) * plain::sine_of_turns(turns);
    }
    team.team_reduce(Kokkos::Sum<double>(c));
    team.team_reduce(Kokkos::Sum<double>(s));
    if (team.team_rank() == 0) {
      cosine(m) = c;
      sine(m) = s;
    }
  }
};

template <class Space>
struct ModeEnergy {
  using Memory = typename Space::memory_space;
  ReadNumbers<Memory> weight, cosine, sine;
  KOKKOS_FUNCTION void operator()(int m, double& sum) const {
    if (weight(m) > 0) sum += weight(m) * (cosine(m) * cosine(m) + sine(m) * sine(m));
  }
};

template <class Space>
struct ModePotential {
  using Memory = typename Space::memory_space;
  ReadPoints<Memory> x;
  ModeTable<Memory> table;
  ReadNumbers<Memory> weight, cosine, sine;
  Kokkos::View<double*, Memory> potential;
  int modes;

  KOKKOS_FUNCTION double term(int m, double xi, double yi, double zi) const {
    double n[3];
    table.of(m, n);
    const double turns = n[0] * xi + n[1] * yi + n[2] * zi;
    return weight(m) * (cosine(m) * plain::cosine_of_turns(turns) + sine(m) * plain::sine_of_turns(turns));
  }

  KOKKOS_FUNCTION void operator()(int i) const {
    const double xi = x(i, 0), yi = x(i, 1), zi = x(i, 2);
    double sum = 0;
    for (int m = 0; m < modes; ++m)
      if (weight(m) > 0) sum += term(m, xi, yi, zi);
    potential(i) = sum;
  }
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// n of half of the sphere: one of each pair n, -n.
std::vector<std::array<double, 3>> half_sphere(double largest) {
  std::vector<std::array<double, 3>> found;
  const int edge = static_cast<int>(std::ceil(largest));
  for (int a = 0; a <= edge; ++a)
    for (int b = a == 0 ? 0 : -edge; b <= edge; ++b)
      for (int c = a == 0 && b == 0 ? 1 : -edge; c <= edge; ++c)
        if (double(a) * a + double(b) * b + double(c) * c < largest * largest)
          found.push_back({double(a), double(b), double(c)});
  return found;
}

}  // namespace

template <class Space>
PlainEwald<Space>::PlainEwald(const Space& space, const PlainEwaldParameters& parameters, PlainEwaldVariant variant)
    : space_(space), p_(parameters), variant_(variant) {
  if (!(p_.cutoff > 0 && p_.cutoff <= 0.5 * p_.length))
    throw InputError(
        "the plain Ewald sum uses only nearest images, so its cutoff must be above 0 and at most half the edge");
  if (variant == PlainEwaldVariant::published) {
    half_cube_ = static_cast<int>(std::ceil(p_.largest_mode));
    const int edge = 2 * half_cube_ + 1;
    work_.modes = double(edge) * edge * edge;
    work_.modes_within = 2.0 * double(half_sphere(p_.largest_mode).size());
  } else {
    const auto list = half_sphere(p_.largest_mode);
    modes_ = Modes("slurry::plain_ewald::modes", list.size());
    const auto host = Kokkos::create_mirror_view(modes_);
    for (std::size_t m = 0; m < list.size(); ++m)
      for (int d = 0; d < 3; ++d) host(m, d) = list[m][d];
    Kokkos::deep_copy(modes_, host);
    work_.modes = work_.modes_within = static_cast<double>(list.size());
    // a third of the cutoff: the ranges are long enough for vectors, and little is looked at beside the ball
    cells_per_edge_ = static_cast<int>(3 * p_.length / p_.cutoff);
  }
  const auto modes = static_cast<std::size_t>(work_.modes);
  weight_ = Numbers("slurry::plain_ewald::weights", modes);
  cosine_ = Numbers("slurry::plain_ewald::cosines", modes);
  sine_ = Numbers("slurry::plain_ewald::sines", modes);
}

template <class Space>
void PlainEwald<Space>::set_charges(std::span<const double> positions, std::span<const double> charges) {
  const double start = now();
  count_ = static_cast<int>(charges.size());
  if (positions.size() != 3 * charges.size()) throw InputError("three coordinates are needed for every charge");
  std::vector<double> wrapped(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double x = positions[i] / p_.length;
    wrapped[i] = x - std::floor(x);
  }
  order_.resize(charges.size());
  for (int i = 0; i < count_; ++i) order_[i] = i;
  const int c = cells_per_edge_;
  const bool by_cells = variant_ == PlainEwaldVariant::balanced;
  if (by_cells) {
    const auto cell_of = [&](int i) {
      int at = 0;
      for (int d = 0; d < 3; ++d) at = at * c + std::clamp(static_cast<int>(wrapped[3 * i + d] * c), 0, c - 1);
      return at;
    };
    std::vector<int> cell(charges.size());
    first_ = Cells("slurry::plain_ewald::cells", std::size_t(c) * c * c + 1);
    const auto first = Kokkos::create_mirror_view(first_);
    for (std::size_t k = 0; k < first.extent(0); ++k) first(k) = 0;
    for (int i = 0; i < count_; ++i) {
      cell[i] = cell_of(i);
      ++first(cell[i] + 1);
    }
    for (std::size_t k = 1; k < first.extent(0); ++k) first(k) += first(k - 1);
    std::vector<int> next(first.extent(0));
    for (std::size_t k = 0; k < next.size(); ++k) next[k] = first(k);
    for (int i = 0; i < count_; ++i) order_[next[cell[i]]++] = i;
    Kokkos::deep_copy(first_, first);
  } else {
    work_.candidates = double(count_) * count_;
  }
  x_ = Points("slurry::plain_ewald::positions", charges.size() + lanes);
  q_ = Numbers("slurry::plain_ewald::charges", charges.size() + lanes);
  pair_potential_ = Numbers("slurry::plain_ewald::pair_potential", charges.size());
  mode_potential_ = Numbers("slurry::plain_ewald::mode_potential", charges.size());
  const auto x = Kokkos::create_mirror_view(x_);
  const auto q = Kokkos::create_mirror_view(q_);
  net_charge_ = squared_charge_ = 0;
  for (int i = 0; i < count_ + lanes; ++i) {
    for (int d = 0; d < 3; ++d) x(i, d) = i < count_ ? wrapped[3 * std::size_t(order_[i]) + d] : 0;
    q(i) = i < count_ ? charges[order_[i]] : 0;
    net_charge_ += q(i);
    squared_charge_ += q(i) * q(i);
  }
  Kokkos::deep_copy(x_, x);
  Kokkos::deep_copy(q_, q);
  seconds_.sort = now() - start;
  if (!by_cells || count_ == 0) return;
  Kokkos::parallel_reduce(
      "slurry::plain_ewald::candidates"_loop, Kokkos::RangePolicy<Space>(space_, 0, sampled(count_)),
      CountCandidates<Space>{x_, {first_, c, p_.cutoff / p_.length}, sample_stride_}, work_.candidates);
  work_.candidates *= double(count_) / sampled(count_);
}

template <class Space>
void PlainEwald<Space>::sum_pairs() {
  space_.fence();
  const double start = now();
  const PairRange<Memory> range{x_, q_, p_.alpha * p_.length, p_.cutoff / p_.length};
  const Kokkos::RangePolicy<Space> targets(space_, 0, sampled(count_));
  if (variant_ == PlainEwaldVariant::balanced)
    Kokkos::parallel_for(
        "slurry::plain_ewald::cell_pairs"_loop, targets,
        CellPairs<Space>{range, {first_, cells_per_edge_, range.cutoff}, pair_potential_, sample_stride_});
  else
    Kokkos::parallel_for("slurry::plain_ewald::all_pairs"_loop, targets,
                         AllPairs<Space>{range, pair_potential_, count_, sample_stride_});
  space_.fence();
  seconds_.pairs = (now() - start) * count_ / std::max(1, sampled(count_));
}

template <class Space>
void PlainEwald<Space>::sum_modes() {
  space_.fence();
  const double start = now();
  const int modes = sampled(static_cast<int>(work_.modes));
  const StructureFactors<Space> factors{x_,
                                        q_,
                                        {modes_, half_cube_},
                                        weight_,
                                        cosine_,
                                        sine_,
                                        p_.alpha * p_.length,
                                        p_.largest_mode,
                                        variant_ == PlainEwaldVariant::balanced ? 2.0 : 1.0,
                                        count_,
                                        sample_stride_};
  if constexpr (is_host_space<Space>)
    Kokkos::parallel_for("slurry::plain_ewald::structure_factors"_loop, Kokkos::RangePolicy<Space>(space_, 0, modes),
                         factors);
  else
    Kokkos::parallel_for("slurry::plain_ewald::structure_factors"_loop, Kokkos::TeamPolicy<Space>(space_, modes, 128),
                         factors);
  space_.fence();
  seconds_.modes = (now() - start) * work_.modes / std::max(1, modes);
}

template <class Space>
typename PlainEwald<Space>::Energy PlainEwald<Space>::energy() {
  Energy e;
  sum_pairs();
  double sum = 0;
  Kokkos::parallel_reduce("slurry::plain_ewald::pair_energy"_loop, Kokkos::RangePolicy<Space>(space_, 0, count_),
                          PairEnergy<Space>{q_, pair_potential_}, sum);
  e.pairs = 0.5 * sum / p_.length;
  sum_modes();
  Kokkos::parallel_reduce("slurry::plain_ewald::mode_energy"_loop,
                          Kokkos::RangePolicy<Space>(space_, 0, static_cast<int>(work_.modes)),
                          ModeEnergy<Space>{weight_, cosine_, sine_}, sum);
  e.modes = 0.5 * sum / p_.length;
  const double pi = std::numbers::pi, volume = p_.length * p_.length * p_.length;
  e.constant = -p_.alpha * squared_charge_ / std::sqrt(pi) -
               0.5 * pi * net_charge_ * net_charge_ / (p_.alpha * p_.alpha * volume);
  return e;
}

template <class Space>
std::vector<double> PlainEwald<Space>::potentials() {
  sum_pairs();
  sum_modes();
  Kokkos::parallel_for(
      "slurry::plain_ewald::mode_potential"_loop, Kokkos::RangePolicy<Space>(space_, 0, count_),
      ModePotential<Space>{
          x_, {modes_, half_cube_}, weight_, cosine_, sine_, mode_potential_, static_cast<int>(work_.modes)});
  const auto pairs = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pair_potential_);
  const auto modes = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), mode_potential_);
  const auto q = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), q_);
  const double pi = std::numbers::pi, volume = p_.length * p_.length * p_.length;
  std::vector<double> phi(order_.size());
  for (std::size_t i = 0; i < order_.size(); ++i)
    phi[order_[i]] = (pairs(i) + modes(i)) / p_.length - 2 * p_.alpha * q(i) / std::sqrt(pi) -
                     pi * net_charge_ / (p_.alpha * p_.alpha * volume);
  return phi;
}

#define SLURRY_INSTANTIATE(Space) template class PlainEwald<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
SLURRY_FOR_SERIAL_BESIDE(SLURRY_INSTANTIATE)

}  // namespace slurry
