// SPDX-License-Identifier: BSD-3-Clause
// The table of quantities itself, and what of it a scenario has.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "slurry/error.hpp"
#include "slurry/expectations.hpp"
#include "slurry/snapshot.hpp"
#include "slurry/unit.hpp"

namespace slurry {
namespace {

TEST(Quantities, EachHasOneName_OneWayToBeFound_AndWordsForAPerson) {
  std::set<std::string_view> names;
  for (const Quantity& q : *quantities()) {
    EXPECT_TRUE(names.insert(q.name).second) << q.name;
    EXPECT_FALSE(q.symbol.empty() || q.title.empty() || q.description.empty()) << q.name;
    const int ways = (q.compute ? 1 : 0) + (q.make_meter ? 1 : 0) + (q.of_bodies ? 1 : 0) + (q.of_velocity ? 1 : 0);
    EXPECT_EQ(ways, 1) << q.name;
    EXPECT_EQ(q.of == Of::body, q.of_bodies || q.of_velocity) << q.name;
    if (q.make_meter) EXPECT_EQ(q.length, 1u) << q.name;
    if (!q.unit.empty()) EXPECT_NE(unit_in_files(q.unit), q.unit) << q.name;  // it is in the table of units
    for (const std::string_view other : {q.band, q.beside})
      if (!other.empty()) EXPECT_NE(find_quantity(quantities(), other), nullptr) << q.name;
  }
}

TEST(Quantities, WhatAScenarioHas) {
  Scenario s;
  s.bodies.resize(1);
  const auto has = [&s](const char* name, std::size_t bodies) {
    return is_valid(*find_quantity(quantities(), name), s, bodies);
  };
  for (const char* name : {"flux", "wall_drag", "min_wall_gap", "volume_fraction_profile"}) EXPECT_TRUE(has(name, 1));
  EXPECT_FALSE(has("min_gap", 1));
  EXPECT_TRUE(has("min_gap", 2));
  EXPECT_FALSE(has("order_parameter", 2));
  EXPECT_FALSE(has("reversal_error", 2));
  s.domain.kind = DomainKind::free_space;
  s.bodies[0].shape = BodyShape::rod;
  s.run.reverse_at = 3;
  for (const char* name : {"flux", "wall_drag", "min_wall_gap", "volume_fraction_profile"}) EXPECT_FALSE(has(name, 1));
  EXPECT_TRUE(has("order_parameter", 2));
  EXPECT_TRUE(has("reversal_error", 2));
}

TEST(Values, ByName_AbsentIsNotKnown_AndAWrongNameIsRefused) {
  Values v;
  EXPECT_FALSE(v.has("flux"));
  EXPECT_TRUE(std::isnan(v.number("flux")));
  v.set("flux", 3);
  v.set("mean_velocity", std::vector<double>{1, 2, 4});
  v.set("flux", 5);
  EXPECT_EQ(v.number("flux"), 5);
  EXPECT_EQ(v.list("mean_velocity")[2], 4);
  EXPECT_THROW((void)v.number("fluxx"), Error);
  EXPECT_THROW(v.set("mean_velocity", 1), Error);
}

}  // namespace
}  // namespace slurry
