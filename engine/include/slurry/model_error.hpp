// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry {

/// Difference between the model of the bodies and exact rigid bodies, in one situation whose exact solution is known
/// (theory/exact-bodies.md).
struct ModelError {
  std::string_view name;       ///< name in files and in JSON
  std::string_view label;      ///< label for the user, two words
  std::string_view situation;  ///< sentence that describes the places of the bodies and the quantity
  std::string_view quantity;   ///< meaning of `model` and `exact`, which are pure numbers
  std::string_view parameter;  ///< parameter that describes the bodies: "a/R", "gap/a", "volume fraction", "aspect"
  double at = 0;               ///< value of the parameter
  double model = 0;            ///< value that the model gives in this situation
  double exact = 0;            ///< value that exact bodies give
  std::string_view source;     ///< source of the exact value
  std::vector<long> bodies;    ///< numbers of the bodies concerned; empty: all of a kind, or not searched for

  double relative_error() const { return model / exact - 1; }
};

/// The model that moves the bodies, with its errors in the situations for which exact values are tabulated. It says
/// nothing about a suspension as a whole.
struct ModelStatement {
  std::string model;
  /// sentences about effects that the model leaves out and for which there is no number
  std::vector<std::string> limits;
  std::vector<ModelError> errors;
};

/// Finds the tabulated situations that apply to the bodies of a snapshot: the largest sphere in a pipe, the two spheres
/// with the smallest gap, a cubic array (simple, body-centred or face-centred), and each kind of rod. A situation
/// outside of its table is left out. If a sphere is too large for the table, a sentence in `limits` says so. The
/// nearest pair among very many bodies is not searched for; it is given only if all bodies are equal spheres, because
/// their smallest gap is known.
ModelStatement model_errors(const Snapshot& snapshot);

/// Writes the errors as lines of text, one for each situation.
std::vector<std::string> model_error_lines(const ModelStatement& statement);

}  // namespace slurry
