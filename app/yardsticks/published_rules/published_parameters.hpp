// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "slurry/options.hpp"
#include "slurry/report.hpp"

namespace slurry {

/// Parameters that follow from a tolerance by the rules of Kosmacher et al. 2026 (arXiv 2606.19059, and the package
/// ParkiPy published with it), so that their runs can be repeated. The rules use Hasimoto's split, the window I_0 with
/// beta = 2.5 P, and one cutoff for a number of sources per cell.
struct PublishedRule {
  double tolerance = 1e-4;  ///< t of the scripts: absolute tolerance in the unit cube with sum |f|^2 = 1
  double per_cell = 224;    ///< s = N r_c^3/V: sources of a cell as wide as the cutoff
  std::size_t sources = 0;  ///< N
};

struct PublishedParameters {
  double cutoff_radius = 0;  ///< r_c [length]
  double xi = 0;             ///< xi of Hasimoto's split [1/length]
  double per_length = 0;     ///< 1/h wanted, before rounding
  int window_points = 0;     ///< P
  int nodes = 0;             ///< M: grid nodes per box length of a cube, a multiple of P (of P ceil(4/P) below 4)
  int free_nodes = 0;        ///< nodes of a free direction with its margin of 2.4 P nodes, rounded in the same way
};

/// Computes the parameters in the unit cube. Throws InputError if the rules give nothing: for a tolerance that is not
/// in (0, 1), for no sources, or for a cutoff longer than the box.
PublishedParameters published_parameters(const PublishedRule& rule);

/// Converts them to parameters of our sum over the unit cube, with the same split, cutoff, spacing and window. The
/// polynomials of the near field replace erf(xi r)/r; their error is smaller than the part that the cutoff leaves out.
EwaldParameters published_ewald_parameters(const PublishedRule& rule, int periodicity, Layer layer,
                                           Precision precision);

}  // namespace slurry
