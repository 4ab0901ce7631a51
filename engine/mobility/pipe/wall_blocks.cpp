// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/wall_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "base/pace.hpp"
#include "mobility/pipe/modified_bessel.hpp"

namespace slurry {

namespace {

bool odd_and_smooth(int n) {
  if (n % 2 == 0) return false;
  for (int p : {3, 5, 7, 11, 13})
    while (n % p == 0) n /= p;
  return n == 1;
}

int odd_smooth_at_least(double x) {
  int n = std::max(3, static_cast<int>(std::ceil(x - 1e-9)));
  while (!odd_and_smooth(n)) ++n;
  return n;
}

/// Products I_b(k) K_a(k R_s) for |a|, |b| differing by at most one, times 1, k or k R_s.
class Products {
 public:
  Products(double k, double image_radius, int orders) : k_(k), ks_(k * image_radius), t_(1 / image_radius) {
    const auto n = static_cast<std::size_t>(orders);
    p_.resize(n);
    if (k == 0) {
      // limits for k -> 0; K_0 becomes -ln r, and the gauge of the transverse part -(2 ln r + 3) I
      p_[0] = -std::log(image_radius) - 1.5;
      double power = 1;
      for (std::size_t m = 1; m < n; ++m) p_[m] = (power *= t_) / (2.0 * static_cast<double>(m));
      return;
    }
    i_ = bessel::i_ratios(k_, orders);
    s_ = bessel::k_ratios(ks_, orders);
    p_[0] = bessel::scaled_i0(k_) * bessel::scaled_k01(ks_).k0 * std::exp(k_ - ks_);
    for (std::size_t m = 1; m < n; ++m) p_[m] = p_[m - 1] * i_[m - 1] * s_[m - 1];
  }

  double p(int n) const { return p_[index(n)]; }
  /// k K_a I_b and k R_s K_a I_b for neighbouring orders.
  double k_product(int a, int b) const { return product(a, b, k_, 1); }
  double ks_product(int a, int b) const { return product(a, b, ks_, 1 / t_); }

 private:
  static std::size_t index(int n) { return static_cast<std::size_t>(std::abs(n)); }
  double product(int a, int b, double factor, double radius) const {
    const std::size_t m = index(a), n = index(b);
    if (k_ == 0) return n > m ? 0 : radius * std::pow(t_, static_cast<double>(n + 1));
    return n > m ? factor * p_[m] * i_[m] : factor * p_[n] * s_[n];
  }

  double k_, ks_, t_;
  std::vector<double> i_, s_, p_;
};

Block block(const Products& f, double k, double rs, int n) {
  const double p = f.p(n), pu = f.p(n + 1), pd = f.p(n - 1);
  Block b{};
  // rho.grad Phi = k I_n' K_n + k R_s I_n K_n', and I_n' = (I_{n-1} + I_{n+1})/2, -K_n' = (K_{n-1} + K_{n+1})/2;
  // at k = 0 it is a constant of order n = 0, which belongs to the gauge
  b[0] = 4 * p;
  if (k > 0) b[0] += f.k_product(n, n + 1) + f.k_product(n, n - 1) - f.ks_product(n - 1, n) - f.ks_product(n + 1, n);
  b[1] = k * (pu - rs * p);
  b[2] = k * (pd - rs * p);
  b[3] = -2 * k * (p - rs * pu);
  b[6] = -2 * k * (p - rs * pd);
  const double up = f.ks_product(n, n + 1), down = f.ks_product(n, n - 1);
  b[4] = 2 * pu - f.k_product(n + 1, n + 2) + up;
  b[5] = -f.k_product(n - 1, n) + up;
  b[7] = -f.k_product(n + 1, n) + down;
  b[8] = 2 * pd - f.k_product(n - 1, n - 2) + down;
  return b;
}

}  // namespace

double WallGrid::spacing() const {
  return std::max(length / axial, 2 * std::numbers::pi / angular);
}

WallGrid make_wall_grid(double length, double spacing) {
  WallGrid g;
  g.length = length;
  g.axial = odd_smooth_at_least(length / spacing);
  g.angular = odd_smooth_at_least(2 * std::numbers::pi / spacing);
  g.image_radius = 1 + g.spacing();
  return g;
}

WallBlocks::WallBlocks(double length, double image_radius, int modes_axial, int modes_angular)
    : axial_(modes_axial),
      angular_(modes_angular),
      blocks_(static_cast<std::size_t>(modes_axial) * static_cast<std::size_t>(modes_angular)) {
  for (int m = 0; m < axial_; ++m) {
    may_stop();
    const double k = 2 * std::numbers::pi * m / length;
    const Products products(k, image_radius, angular_ + 2);
    for (int n = 0; n < angular_; ++n)
      blocks_[static_cast<std::size_t>(m * angular_ + n)] = block(products, k, image_radius, n);
  }
}

Block inverse(const Block& block) {
  double a[3][6] = {};
  for (int i = 0; i < 3; ++i) {
    double largest = 0;
    for (int j = 0; j < 3; ++j) largest = std::max(largest, std::abs(block[static_cast<std::size_t>(3 * i + j)]));
    const double scale = largest > 0 ? 1 / largest : 1;
    for (int j = 0; j < 3; ++j) a[i][j] = block[static_cast<std::size_t>(3 * i + j)] * scale;
    a[i][3 + i] = scale;
  }
  for (int c = 0; c < 3; ++c) {
    int pivot = c;
    for (int r = c + 1; r < 3; ++r)
      if (std::abs(a[r][c]) > std::abs(a[pivot][c])) pivot = r;
    std::swap_ranges(a[c], a[c] + 6, a[pivot]);
    for (int r = 0; r < 3; ++r) {
      if (r == c) continue;
      const double q = a[r][c] / a[c][c];
      for (int j = 0; j < 6; ++j) a[r][j] -= q * a[c][j];
    }
  }
  Block out{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[static_cast<std::size_t>(3 * i + j)] = a[i][3 + j] / a[i][i];
  return out;
}

}  // namespace slurry
