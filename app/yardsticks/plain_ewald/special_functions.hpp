// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <bit>
#include <cmath>
#include <cstdint>

// Exponential, sine, cosine and complementary error function without branches, so that the compiler can turn loops of
// the host over them into vector code. A device uses its own functions. The polynomials are fitted on Chebyshev nodes
// with 60 digits. Errors are a few units in the last place.
namespace slurry::plain {

/// Returns exp(-z) for 0 <= z <= 700.
KOKKOS_INLINE_FUNCTION double exp_of_minus(double z) {
#if defined(__CUDA_ARCH__)
  return ::exp(-z);
#else
  // -z = n ln 2 + f; adding 1.5 2^52 leaves n in the last bits
  constexpr double to_bits = 6755399441055744.0;
  const double shifted = -z * 1.4426950408889634 + to_bits;
  const double n = shifted - to_bits;
  const double f = (-z - n * 0.6931471803691238) - n * 1.9082149292705877e-10;
  double p = 2.51148702194974753e-8;
  p = p * f + 2.76326406754302357e-7;
  p = p * f + 2.75572249561107229e-6;
  p = p * f + 2.48014854792164294e-5;
  p = p * f + 0.000198412699092198422;
  p = p * f + 0.00138888889523180453;
  p = p * f + 0.00833333333330952564;
  p = p * f + 0.0416666666664880815;
  p = p * f + 0.166666666666667024;
  p = p * f + 0.500000000000001839;
  p = p * f + 1.0;
  p = p * f + 1.0;
  const std::uint64_t power = (std::bit_cast<std::uint64_t>(shifted) << 52) + (std::uint64_t(1023) << 52);
  return p * std::bit_cast<double>(power);
#endif
}

/// Returns erfc(x) for 0 <= x <= 7, as exp(-x^2) times a polynomial in 1/(x + 3.75), divided by 1 + 2 x (the form of
/// Shepherd and Laframboise, Math. Comp. 36 (1981) 249).
KOKKOS_INLINE_FUNCTION double erfc_of(double x) {
#if defined(__CUDA_ARCH__)
  return ::erfc(x);
#else
  const double a = x + 3.75, b = 1 + 2 * x;
  const double inverse = 1 / (a * b);
  const double y = 2.0714285714285714286 - 11.517857142857142857 * (b * inverse);
  double p = 5.48419278071268872e-11;
  p = p * y + 2.83098002016664469e-10;
  p = p * y - 1.19387419783059143e-9;
  p = p * y - 6.80102137484798292e-9;
  p = p * y + 2.5516571448890582e-8;
  p = p * y + 1.24394196064120289e-7;
  p = p * y - 6.80325385090973355e-7;
  p = p * y - 1.53923575978054503e-6;
  p = p * y + 1.94501105193208599e-5;
  p = p * y - 2.85960062228394767e-5;
  p = p * y - 0.000369820518789196728;
  p = p * y + 0.00298922468259434851;
  p = p * y - 0.0126360956914008502;
  p = p * y + 0.0366936705185907585;
  p = p * y - 0.0773339286721063767;
  p = p * y + 0.114305945380646928;
  p = p * y - 0.0923422397565476005;
  p = p * y - 0.0554584157474750543;
  p = p * y + 1.28116369794481762;
  return exp_of_minus(x * x) * p * (a * inverse);
#endif
}

/// An angle in turns, reduced to a quarter: turns = v + k/2 with |v| <= 1/4. The sign is positive for even k.
struct QuarterTurn {
  double v, sign;
};

KOKKOS_INLINE_FUNCTION QuarterTurn quarter_turn(double turns) {
  using std::fabs;
  using std::rint;
  const double k = rint(2 * turns);
  return {turns - 0.5 * k, 1 - 2 * fabs(k - 2 * rint(0.5 * k))};
}

KOKKOS_INLINE_FUNCTION double sine_of(QuarterTurn t) {
  const double s = t.v * t.v;
  double p = 0.100897223810616976;
  p = p * s - 0.717733859345013549;
  p = p * s + 3.81992810105313813;
  p = p * s - 15.0946416764789262;
  p = p * s + 42.0586939254392605;
  p = p * s - 76.7058597528250875;
  p = p * s + 81.6052492760736165;
  p = p * s - 41.3417022403997569;
  p = p * s + 6.28318530717958648;
  return t.sign * (t.v * p);
}

KOKKOS_INLINE_FUNCTION double cosine_of(QuarterTurn t) {
  const double s = t.v * t.v;
  double p = -0.0352196814054795617;
  p = p * s + 0.281852280976506571;
  p = p * s - 1.71437943966877951;
  p = p * s + 7.90353587126386489;
  p = p * s - 26.4262567696370859;
  p = p * s + 60.2446413716468526;
  p = p * s - 85.4568172066915193;
  p = p * s + 64.9393940226682807;
  p = p * s - 19.7392088021787172;
  p = p * s + 1.0;
  return t.sign * p;
}

/// Computes sin(2 pi turns) and cos(2 pi turns).
KOKKOS_INLINE_FUNCTION double sine_of_turns(double turns) {
#if defined(__CUDA_ARCH__)
  return ::sinpi(2 * turns);
#else
  return sine_of(quarter_turn(turns));
#endif
}

KOKKOS_INLINE_FUNCTION double cosine_of_turns(double turns) {
#if defined(__CUDA_ARCH__)
  return ::cospi(2 * turns);
#else
  return cosine_of(quarter_turn(turns));
#endif
}

}  // namespace slurry::plain
