// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/zero_modes.hpp"

#include <numbers>

namespace slurry::fmm {

using std::numbers::pi;

ZeroModes::ZeroModes(const Box& box, const std::array<double, 3>& centre, const SortedSources& s)
    : box_(box), centre_(centre), kernel_(s.kernel) {
  if (!any()) return;
  for (std::size_t k = 0; k < s.count; ++k) {
    double w[3], w2 = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      w[a] = s.x[a][k] - centre_[a];
      w2 += w[a] * w[a];
    }
    if (kernel_ == Kernel::charges) {
      const double q = s.f[0][k];
      charge_ += q;
      charge_w2_ += q * w2;
      for (int a = 0; a < 3; ++a) charge_w_[a] += q * w[a];
    }
    if (has_forces(kernel_)) {
      const double f[3] = {s.f[0][k], s.f[1][k], s.f[2][k]}, wf = w[0] * f[0] + w[1] * f[1] + w[2] * f[2];
      for (int a = 0; a < 3; ++a) {
        force_[a] += f[a];
        w2_force_[a] += w2 * f[a];
        wf_w_[a] += wf * w[a];
        if (kernel_ == Kernel::spheres) sized_force_[a] += s.radius[k] * s.radius[k] * f[a];
        for (int b = 0; b < 3; ++b) force_w_[a][b] += f[a] * w[b];
      }
    }
    if (has_dipoles(kernel_)) {
      double trace = 0;
      for (int a = 0; a < 3; ++a) trace += s.q[a][k] * s.n[a][k];
      trace_ += trace;
      for (int a = 0; a < 3; ++a) {
        trace_w_[a] += trace * w[a];
        for (int b = 0; b < 3; ++b) {
          const double stress = 0.5 * (s.q[a][k] * s.n[b][k] + s.n[a][k] * s.q[b][k]);
          stress_[a][b] += stress;
          stress_w_[a] += stress * w[b];
        }
      }
    }
  }
}

void ZeroModes::add_forces(const double t[3], Values& v) const {
  const double c = 8 * pi / (15 * box_.volume());
  const double trace = force_w_[0][0] + force_w_[1][1] + force_w_[2][2];
  double t2 = 0, tf = 0;
  for (int a = 0; a < 3; ++a) {
    t2 += t[a] * t[a];
    tf += t[a] * force_[a];
  }
  for (int i = 0; i < 3; ++i) {
    double u = 2 * (t2 * force_[i] + w2_force_[i]) - tf * t[i] + t[i] * trace - wf_w_[i];
    for (int j = 0; j < 3; ++j) u += (force_w_[j][i] - 4 * force_w_[i][j]) * t[j];
    v.value[i] += c * u;
    for (int l = 0; l < 3; ++l)
      v.gradient[3 * i + l] += c * (4 * (t[l] * force_[i] - force_w_[i][l]) - force_[l] * t[i] + force_w_[l][i] +
                                    (i == l ? trace - tf : 0.0));
  }
  v.pressure -= 8 * pi / (3 * box_.volume()) * (tf - trace);
}

void ZeroModes::add_dipoles(const double t[3], Values& v) const {
  const double c = pi / box_.volume();
  for (int i = 0; i < 3; ++i) {
    double u = 1.6 * (trace_ * t[i] - trace_w_[i]) - 3.2 * stress_w_[i];
    for (int j = 0; j < 3; ++j) u += 3.2 * stress_[i][j] * t[j];
    v.value[i] += c * u;
    for (int l = 0; l < 3; ++l) v.gradient[3 * i + l] += c * (3.2 * stress_[i][l] + (i == l ? 1.6 * trace_ : 0.0));
  }
  v.pressure -= 16 * pi / (3 * box_.volume()) * trace_;
}

ZeroModes::Values ZeroModes::at(const double x[3], double radius) const {
  Values v;
  if (box_.periodicity == 1) {
    constexpr double per_force[3] = {2, 3, 3};
    for (int a = 0; a < 3; ++a) v.value[a] = -per_force[a] / box_.lengths[0] * force_[a];
    return v;
  }
  const double t[3] = {x[0] - centre_[0], x[1] - centre_[1], x[2] - centre_[2]};
  if (kernel_ == Kernel::charges) {
    const double c = 2 * pi / (3 * box_.volume());
    v.value[0] = c * charge_w2_;
    for (int a = 0; a < 3; ++a) {
      v.value[0] += c * (charge_ * t[a] - 2 * charge_w_[a]) * t[a];
      v.gradient[a] = 2 * c * (charge_ * t[a] - charge_w_[a]);
    }
    return v;
  }
  if (has_forces(kernel_)) add_forces(t, v);
  if (kernel_ == Kernel::spheres)  // (a^2 + b^2)/6 Lap of that: Lap (2 r^2 f - (r.f) r) = 10 f
    for (int a = 0; a < 3; ++a)
      v.value[a] += 8 * pi / (9 * box_.volume()) * (radius * radius * force_[a] + sized_force_[a]);
  if (has_dipoles(kernel_)) add_dipoles(t, v);
  return v;
}

}  // namespace slurry::fmm
