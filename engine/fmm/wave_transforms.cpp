// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/wave_transforms.hpp"

#include <cmath>
#include <cstddef>

#include "fmm/harmonics.hpp"
#include "fmm/operators.hpp"

namespace slurry::fmm {

template <class Real>
WaveTransforms<Real>::WaveTransforms(int p, double side, const PlaneWaves& waves) : p_(p), waves_(waves) {
  std::vector<std::vector<int>> row_of(waves_.nodes.size());  // of mode (node, 2 m + imaginary)
  for (std::size_t k = 0; k < waves_.nodes.size(); ++k) {
    const PlaneWaves::Node& node = waves_.nodes[k];
    row_of[k].assign(std::size_t(2 * (p + 1)), -1);
    first_mode_.push_back(modes_);
    for (int parity = 0; parity < 2; ++parity) {
      for (int m = parity; m < node.orders; m += 2)
        for (int im = 0; im < (m > 0 ? 2 : 1); ++im) row_of[k][std::size_t(2 * m + im)] = modes_++;
      if (parity == 0) even_modes_.push_back(modes_ - first_mode_.back());
    }
    struct Mode {
      int m;
      bool imaginary;
    };
    std::vector<Mode> even, odd;
    for (int m = 0; m < node.orders; ++m)
      for (int im = 0; im < (m > 0 ? 2 : 1); ++im) (m % 2 ? odd : even).push_back({m, im == 1});
    const int half = node.angles / 2;
    const auto turn = [&](int j, const Mode& mode) {
      const double angle =
          mode.m * std::atan2(waves_.sine[std::size_t(node.first + j)], waves_.cosine[std::size_t(node.first + j)]);
      return mode.imaginary ? std::sin(angle) : std::cos(angle);
    };
    const auto sign = [](int n) { return n % 2 ? -1.0 : 1.0; };
    const double weight = node.weight / (side * node.angles);
    const int ne = static_cast<int>(even.size()), no = static_cast<int>(odd.size());
    even_.emplace_back(half, ne, [&](int j, int c) {
      const Mode& mode = even[std::size_t(c)];
      return weight * (mode.m > 0 ? 2 : 1) * sign(mode.m / 2) * turn(j, mode);
    });
    odd_.emplace_back(half, no, [&](int j, int c) {
      const Mode& mode = odd[std::size_t(c)];
      return weight * 2 * sign((mode.m - 1) / 2) * turn(j, mode);
    });
    even_back_.emplace_back(ne, half, [&](int c, int j) {
      const Mode& mode = even[std::size_t(c)];
      return 2 * sign(mode.m / 2) * turn(j, mode);
    });
    odd_back_.emplace_back(no, half, [&](int c, int j) {
      const Mode& mode = odd[std::size_t(c)];
      return 2 * sign((mode.m + 1) / 2) * turn(j, mode);
    });
  }
  for (int m = 0; m <= p; ++m) {
    auto &re = real_modes_.emplace_back(), &im = imaginary_modes_.emplace_back();
    auto &real = real_places_.emplace_back(), &imaginary = imaginary_places_.emplace_back();
    std::vector<double> lambda;
    for (std::size_t k = 0; k < waves_.nodes.size(); ++k) {
      if (waves_.nodes[k].orders <= m) continue;
      re.push_back(row_of[k][std::size_t(2 * m)]);
      im.push_back(row_of[k][std::size_t(2 * m + 1)]);
      lambda.push_back(waves_.nodes[k].lambda / side);
    }
    for (int l = m; l <= p; ++l) {
      real.push_back(place(l, m));
      imaginary.push_back(place(l, -m));
    }
    const int count = static_cast<int>(lambda.size()), degrees = p + 1 - m;
    for (int direction = 0; direction < 2; ++direction) {
      const auto mirrored = [&](int r) { return direction == 1 && r % 2 ? -1.0 : 1.0; };  // (-1)^(l + m)
      powers_[std::size_t(direction)].emplace_back(
          count, degrees, [&](int k, int r) { return mirrored(r) * std::pow(lambda[std::size_t(k)], m + r); });
      powers_back_[std::size_t(direction)].emplace_back(degrees, count, [&](int r, int k) {
        return mirrored(r) * weight_of_place(m) * ((m + r) % 2 ? -1.0 : 1.0) * std::pow(lambda[std::size_t(k)], m + r);
      });
    }
  }
  for (std::size_t a = 1; a < 3; ++a) {
    Matrix3 map{};
    for (std::size_t i = 0; i < 3; ++i) map[i][std::size_t(frames[a].axes[i])] = 1;
    for (const RealMatrix& d : rotation_blocks(p, map)) {
      turn_[a].emplace_back(d.rows, d.columns, [&](int r, int c) { return d(r, c); });
      turn_back_[a].emplace_back(d.rows, d.columns, [&](int r, int c) { return d(c, r); });
    }
  }
}

template <class Real>
void WaveTransforms<Real>::resize(Work& w) const {
  const auto rows = std::size_t(coefficients(p_) * tile_columns);
  w.in.resize(rows);
  w.turned.resize(rows);
  w.modes.resize(std::size_t(modes_ * tile_columns));
  w.waves.resize(std::size_t(2 * waves_.count() * tile_columns));
}

template <class Real>
void WaveTransforms<Real>::in(int axis, int direction, Work& w) const {
  const Real* x = w.in.data();
  if (axis > 0) {
    for (int l = 0; l <= p_; ++l)
      multiply(turn_[std::size_t(axis)][std::size_t(l)], x + l * l * tile_columns,
               w.turned.data() + l * l * tile_columns);
    x = w.turned.data();
  }
  const auto& powers = powers_[direction > 0 ? 0 : 1];
  for (int m = 0; m <= p_; ++m) {
    const auto k = std::size_t(m);
    if (powers[k].rows() == 0) continue;
    multiply(powers[k], x, w.modes.data(), real_places_[k].data(), real_modes_[k].data());
    if (m > 0) multiply(powers[k], x, w.modes.data(), imaginary_places_[k].data(), imaginary_modes_[k].data());
  }
  Real* const real = w.waves.data();
  Real* const imaginary = real + waves_.count() * tile_columns;
  for (std::size_t k = 0; k < waves_.nodes.size(); ++k) {
    const int first = waves_.nodes[k].first * tile_columns;
    const Real* const modes = w.modes.data() + first_mode_[k] * tile_columns;
    multiply(even_[k], modes, real + first);
    multiply(odd_[k], modes + even_modes_[k] * tile_columns, imaginary + first);
  }
}

template <class Real>
void WaveTransforms<Real>::out(int axis, int direction, Work& w) const {
  const Real* const real = w.waves.data();
  const Real* const imaginary = real + waves_.count() * tile_columns;
  for (std::size_t k = 0; k < waves_.nodes.size(); ++k) {
    const int first = waves_.nodes[k].first * tile_columns;
    Real* const modes = w.modes.data() + first_mode_[k] * tile_columns;
    multiply(even_back_[k], real + first, modes);
    multiply(odd_back_[k], imaginary + first, modes + even_modes_[k] * tile_columns);
  }
  Real* const x = axis > 0 ? w.turned.data() : w.in.data();
  const auto& powers = powers_back_[direction > 0 ? 0 : 1];
  for (int m = 0; m <= p_; ++m) {
    const auto k = std::size_t(m);
    multiply(powers[k], w.modes.data(), x, real_modes_[k].data(), real_places_[k].data());
    if (m > 0) multiply(powers[k], w.modes.data(), x, imaginary_modes_[k].data(), imaginary_places_[k].data());
  }
  if (axis > 0)
    for (int l = 0; l <= p_; ++l)
      multiply(turn_back_[std::size_t(axis)][std::size_t(l)], x + l * l * tile_columns,
               w.in.data() + l * l * tile_columns);
}

template class WaveTransforms<double>;
template class WaveTransforms<float>;

}  // namespace slurry::fmm
