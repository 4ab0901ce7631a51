// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/words.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "slurry/domain.hpp"
#include "slurry/mobility.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"
#include "slurry/scenario.hpp"

namespace slurry {
namespace {

template <class E>
class EnumerationWithWords : public testing::Test {};
using Enumerations =
    testing::Types<Layer, Split, Precision, ToleranceKind, ZeroMode, Device, NetFlowKind, BodyModel, DomainKind,
                   ChosenBy, InsideBodies, Units, PlacementKind, LatticeKind, BodyShape, RodModel, RodTarget,
                   OrientationLaw, IntegratorKind, LubricationLaw, DrivingKind, OutputMoments>;
TYPED_TEST_SUITE(EnumerationWithWords, Enumerations);

/// Values count from 0 on without a gap, so that as many rows as there are values are all of them.
TYPED_TEST(EnumerationWithWords, EveryValueComesBackFromItsWord_AndNoWordStandsForTwo) {
  std::set<int> values;
  std::set<std::string_view> seen;
  for (const Word<TypeParam>& row : words<TypeParam>) {
    EXPECT_FALSE(row.word.empty());
    EXPECT_EQ(word_of(row.value), row.word);
    EXPECT_EQ(value_of_word<TypeParam>(row.word), row.value);
    values.insert(static_cast<int>(row.value));
    seen.insert(row.word);
  }
  EXPECT_EQ(seen.size(), words<TypeParam>.size());
  EXPECT_EQ(values.size(), words<TypeParam>.size());
  EXPECT_EQ(*values.begin(), 0);
  EXPECT_EQ(*values.rbegin(), int(words<TypeParam>.size()) - 1);
  EXPECT_EQ(value_of_word<TypeParam>("no such word"), std::nullopt);
  EXPECT_EQ(word_of(static_cast<TypeParam>(words<TypeParam>.size())), "");
}

/// Words that files and options of earlier versions have.
TEST(Words, AreThoseOfOlderFiles) {
  EXPECT_EQ(value_of_word<Layer>("double"), Layer::double_layer);
  EXPECT_EQ(value_of_word<Precision>("fp32"), Precision::fp32);
  EXPECT_EQ(value_of_word<Units>("SI"), Units::si);
  EXPECT_EQ(value_of_word<IntegratorKind>("adams-bashforth-2"), IntegratorKind::adams_bashforth_2);
  EXPECT_EQ(value_of_word<ChosenBy>("measurement"), ChosenBy::measurement);
  EXPECT_EQ(value_of_word<DomainKind>("periodic-3"), DomainKind::periodic_3);
}

}  // namespace
}  // namespace slurry
