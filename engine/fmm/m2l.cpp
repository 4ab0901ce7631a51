// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/m2l.hpp"

#include "fmm/level_kernels.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {
namespace {

bool is_cube(const Vector3& cell) {
  return cell[0] == cell[1] && cell[1] == cell[2];
}

}  // namespace

std::string_view name_of(M2lScheme scheme) {
  switch (scheme) {
    case M2lScheme::naive:
      return "naive";
    case M2lScheme::nested:
      return "nested";
    case M2lScheme::symmetric:
      return "symmetric";
    case M2lScheme::dense:
      return "dense";
    case M2lScheme::parity:
      return "parity";
    case M2lScheme::rotation:
      return "rotation";
    case M2lScheme::plane_waves:
      return "plane_waves";
  }
  return {};
}

std::string_view source_of(M2lScheme scheme) {
  switch (scheme) {
    case M2lScheme::naive:
    case M2lScheme::nested:
    case M2lScheme::symmetric:
      return "Kohnke et al. 2020";
    default:
      return "own";
  }
}

void check_plane_waves(const Vector3& cell) {
  if (!is_cube(cell)) throw InputError("M2L by plane waves needs a tree of cubic boxes; use the scheme 'rotation'");
}

M2lScheme default_scheme(int p, const Vector3& cell) {
  constexpr int first_of_waves = 5, last_of_parity = 11;
  if (p >= first_of_waves && is_cube(cell)) return M2lScheme::plane_waves;
  return p <= last_of_parity ? M2lScheme::parity : M2lScheme::rotation;
}

template <class Real>
std::unique_ptr<M2lOf<Real>> make_m2l(const ExpansionShape& shape, const Vector3& cell, const M2lOptions& options) {
  switch (options.scheme) {
    case M2lScheme::naive:
    case M2lScheme::nested:
    case M2lScheme::symmetric:
      return make_m2l_in<Real>(Host(), options, shape, cell);
    case M2lScheme::dense:
      return make_dense_m2l<Real>(shape, cell);
    case M2lScheme::parity:
      return make_parity_m2l<Real>(shape, cell);
    case M2lScheme::rotation:
      return make_rotation_m2l<Real>(shape, cell);
    case M2lScheme::plane_waves:
      break;
  }
  check_plane_waves(cell);
  return make_plane_wave_m2l<Real>(shape, cell[0], options.node_error);
}

template std::unique_ptr<M2lOf<double>> make_m2l(const ExpansionShape&, const Vector3&, const M2lOptions&);
template std::unique_ptr<M2lOf<float>> make_m2l(const ExpansionShape&, const Vector3&, const M2lOptions&);

}  // namespace slurry::fmm
