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
  std::string_view name;       ///< in files and in JSON
  std::string_view label;      ///< two words for a person
  std::string_view situation;  ///< sentence on the places of the bodies and the quantity in question
  std::string_view quantity;   ///< meaning of `model` and `exact`, a pure number
  std::string_view parameter;  ///< parameter that describes the bodies: "a/R", "gap/a", "volume fraction", "aspect"
  double at = 0;               ///< value of the parameter
  double model = 0;            ///< value that the model gives in this situation
  double exact = 0;            ///< value that exact bodies give
  std::string_view source;     ///< source of the exact value
  std::vector<long> bodies;    ///< bodies that were looked at; empty: all of a kind, or not searched for

  double relative_error() const { return model / exact - 1; }
};

/// The model that moves the bodies, and its errors in the situations that the tables know.  Nothing is said about a
/// whole suspension.
struct ModelStatement {
  std::string model;
  std::vector<std::string> limits;  ///< sentences: what the model leaves out here, of which there is no number
  std::vector<ModelError> errors;
};

/// The situations that belong to the bodies of a snapshot: the largest sphere in a pipe, the two spheres with the
/// smallest gap, a simple cubic array, each kind of rod.  One that lies outside of its table is absent; of a sphere
/// that is too large for the table a sentence of `limits` says so.  Among very many bodies the nearest pair is not
/// searched for: its gap is known where all are equal spheres, and otherwise absent.
ModelStatement model_errors(const Snapshot& snapshot);

/// The errors as lines for a person, one for each situation.
std::vector<std::string> model_error_lines(const ModelStatement& statement);

}  // namespace slurry
