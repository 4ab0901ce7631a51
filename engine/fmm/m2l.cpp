// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/m2l.hpp"

#include <algorithm>

#include "fmm/level_kernels.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {
namespace {

bool is_cube(const Vector3& cell) {
  return cell[0] == cell[1] && cell[1] == cell[2];
}

bool always(const M2lCase&) {
  return true;
}

const M2lSlot::Row& row_of(M2lScheme scheme) {
  const auto& rows = m2l_slot().variants;
  return *std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.forms.scheme == scheme; });
}

}  // namespace

const M2lSlot& m2l_slot() {
  static const M2lSlot slot = [] {
    constexpr std::string_view kohnke = "Kohnke et al. 2020";
    M2lSlot all{"M2L",
                {"M2L"},
                {{"plane_waves", "own", [](const M2lCase& c) { return is_cube(c.cell); }, {M2lScheme::plane_waves}},
                 {"rotation", "own", always, {M2lScheme::rotation}},
                 {"parity", "own", always, {M2lScheme::parity}},
                 {"dense", "own", always, {M2lScheme::dense}},
                 {"symmetric", kohnke, always, {M2lScheme::symmetric}},
                 {"nested", kohnke, always, {M2lScheme::nested}},
                 {"naive", kohnke, always, {M2lScheme::naive}}}};
    // plane waves are quicker than parity from this order on, and parity is quicker than rotations up to the other one
    all.variants[0].preferred = [](const M2lCase& c) { return c.order >= 5; };
    all.variants[2].preferred = [](const M2lCase& c) { return c.order <= 11; };
    return all;
  }();
  return slot;
}

std::string_view name_of(M2lScheme scheme) {
  return row_of(scheme).name;
}
std::string_view source_of(M2lScheme scheme) {
  return row_of(scheme).source;
}
std::optional<M2lScheme> scheme_asked(const StageVariantNames& asked) {
  const std::string_view name = m2l_slot().asked(asked);
  for (const auto& row : m2l_slot().variants)
    if (row.name == name) return row.forms.scheme;
  return std::nullopt;
}

void check_plane_waves(const Vector3& cell) {
  if (!is_cube(cell)) throw InputError("M2L by plane waves needs a tree of cubic boxes; use the scheme 'rotation'");
}

M2lScheme default_scheme(int p, const Vector3& cell) {
  return m2l_slot().first<Host, double>({{}, p, cell}).forms.scheme;
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
