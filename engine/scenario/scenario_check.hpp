// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <string>

#include "slurry/scenario.hpp"

namespace slurry {

/// Place of a key for messages, as "file:line". It is empty if there is none.
using WhereIs = std::function<std::string(const std::string& key)>;

/// Fills in values that follow from others: counts from volume fractions, and the length of the domain from both.
void complete(Scenario& scenario);

/// Refuses errors that no single key shows: bodies larger than the pipe, overlapping or outside, a suspension too
/// dense, or too short a period. Throws KeyError.
void check(const Scenario& scenario, const WhereIs& where);

/// Refuses words that are not "STAGE=NAME" with a stage and one of its variants. where, key: for the message. Throws
/// KeyError.
void check_variant_words(const std::string& words, const std::string& where, const std::string& key);

/// Volume of the domain [length^3]. It is infinite for an open domain.
double domain_volume(const Domain& domain);
/// Volume of one body [length^3]. A rod counts as a spheroid.
double body_volume(const BodyGroup& group);

/// Directions that have a period, and its length; 0 where there is no period [length].
std::array<bool, 3> periodic_directions(const Domain& domain);
std::array<double, 3> periods(const Domain& domain);

}  // namespace slurry
