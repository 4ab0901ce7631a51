// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/near_pair.hpp"

#include <algorithm>

#include "kernels/field_pair.hpp"
#include "kernels/radii_pair.hpp"
#include "slurry/error.hpp"

namespace slurry {

NearPair make_near_pair(const EwaldSplit& split, double rc, double target_radius, double source_radius) {
  NearPair p;
  p.a = target_radius;
  p.b = source_radius;
  p.g = (p.a * p.a + p.b * p.b) / 6;
  p.kind = p.g == 0 ? PairKind::point : (p.a > 0 && p.b > 0 ? PairKind::overlap : PairKind::finite);
  p.degree = split.degree();
  if (p.degree > largest_near_degree) throw Error("the near field has no polynomials of this degree");
  p.rc2 = rc * rc;
  p.two_over_rc2 = 2 / p.rc2;
  const auto far = split.far_pair(rc, p.g);
  std::copy(far.x.begin(), far.x.end(), p.x);
  std::copy(far.y.begin(), far.y.end(), p.y);
  return p;
}

NearPair make_combined_pair(const EwaldSplit& split, double rc) {
  NearPair p;
  p.kind = PairKind::combined;
  p.degree = split.degree();
  if (p.degree > largest_near_degree) throw Error("the near field has no polynomials of this degree");
  p.rc2 = rc * rc;
  p.two_over_rc2 = 2 / p.rc2;
  double* const coefficients[3] = {p.x, p.y, p.z};
  for (int i = 1; i <= 3; ++i) {
    const auto b = split.beta(i, rc);
    std::copy(b.begin(), b.end(), coefficients[i - 1]);
  }
  return p;
}

RadiiPair make_radii_pair(const EwaldSplit& split, double rc) {
  RadiiPair p;
  p.degree = split.degree();
  if (p.degree > largest_near_degree) throw Error("the near field has no polynomials of this degree");
  p.rc2 = rc * rc;
  p.two_over_rc2 = 2 / p.rc2;
  const double g = p.rc2;  // linear in g, and both terms of one size there
  const auto plain = split.far_pair(rc, 0), with = split.far_pair(rc, g);
  for (std::size_t k = 0; k < plain.x.size(); ++k) {
    p.x[0][k] = plain.x[k];
    p.x[1][k] = (with.x[k] - plain.x[k]) / g;
  }
  for (std::size_t k = 0; k < plain.y.size(); ++k) {
    p.y[0][k] = plain.y[k];
    p.y[1][k] = (with.y[k] - plain.y[k]) / g;
  }
  return p;
}

FieldPair make_field_pair(const EwaldSplit& split, double rc) {
  FieldPair p;
  p.degree = split.degree();
  if (p.degree > largest_near_degree) throw Error("the near field has no polynomials of this degree");
  p.rc2 = rc * rc;
  p.two_over_rc2 = 2 / p.rc2;
  for (int i = 1; i <= 4; ++i) {
    const auto b = split.beta(i, rc);
    std::copy(b.begin(), b.end(), p.beta[i - 1]);
  }
  return p;
}

}  // namespace slurry
