// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/m2l.hpp"

namespace slurry::fmm {

std::string_view name_of(M2lScheme scheme) {
  switch (scheme) {
    case M2lScheme::dense: return "dense";
    case M2lScheme::parity: return "parity";
    case M2lScheme::rotation: break;
  }
  return "rotation";
}

M2lScheme default_scheme(int p) {
  constexpr int last_of_parity = 11;
  return p <= last_of_parity ? M2lScheme::parity : M2lScheme::rotation;
}

std::unique_ptr<M2l> make_m2l(const ExpansionShape& shape, const Vector3& cell, M2lScheme scheme) {
  switch (scheme) {
    case M2lScheme::dense: return make_dense_m2l(shape, cell);
    case M2lScheme::parity: return make_parity_m2l(shape, cell);
    case M2lScheme::rotation: break;
  }
  return make_rotation_m2l(shape, cell);
}

}  // namespace slurry::fmm
