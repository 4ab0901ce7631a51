// SPDX-License-Identifier: BSD-3-Clause
// The gallery's cards, the wishes of a scenario for its view, and the verdict on what a run found, without a window.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/gallery_list.hpp"
#include "models/tour.hpp"
#include "models/verdict.hpp"
#include "models/view_wishes.hpp"
#include "slurry/error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/quantity.hpp"
#include "slurry/scenario.hpp"
#include "slurry/series.hpp"

namespace slurry::ui {
namespace {

std::string expected_of(const char* name) {
  return gallery_card(find_scenario(name)).expected;
}

// The published and closed numbers.
TEST(Gallery, CardsPromiseTheNumbersOfTheLiterature) {
  EXPECT_NE(expected_of("four_spheres").find("517.03598 τ"), std::string::npos) << expected_of("four_spheres");
  EXPECT_NE(expected_of("oblique_rod").find("10.38629 °"), std::string::npos) << expected_of("oblique_rod");
  EXPECT_NE(expected_of("single_sphere_on_axis").find("0.79163"), std::string::npos)
      << expected_of("single_sphere_on_axis");
  EXPECT_NE(expected_of("falling_cloud").find("25"), std::string::npos) << expected_of("falling_cloud");
  EXPECT_NE(expected_of("hindered_settling").find("0.78"), std::string::npos) << expected_of("hindered_settling");
  EXPECT_NE(expected_of("jeffery_orbit").find("63.4"), std::string::npos) << expected_of("jeffery_orbit");
  EXPECT_EQ(expected_of("there_and_back"), "0 a") << expected_of("there_and_back");
}

TEST(Gallery, CardsAreOfKinds) {
  using K = GalleryKind;
  const auto kinds = [](const char* name) { return gallery_card(find_scenario(name)).kinds; };
  EXPECT_EQ(kinds("two_spheres"), std::vector{K::few_bodies});
  EXPECT_EQ(kinds("falling_cloud"), std::vector{K::suspension});
  EXPECT_EQ(kinds("welcome"), (std::vector{K::suspension, K::pipe}));
  EXPECT_EQ(kinds("rod_in_poiseuille"), (std::vector{K::few_bodies, K::pipe, K::rods}));
  EXPECT_EQ(kinds("why_is_it_fast"), (std::vector{K::suspension, K::pipe, K::computing}));
  EXPECT_EQ(kinds("three_ways_to_sum"), (std::vector{K::suspension, K::computing}));
  for (const GalleryCard& card : gallery_cards()) EXPECT_FALSE(card.kinds.empty()) << card.name;
}

TEST(Gallery, EveryScenarioHasACard_AndWhatItOffersToTryIsAllowed) {
  const std::vector<GalleryCard> cards = gallery_cards();
  ASSERT_EQ(cards.size(), builtin_scenarios().size());
  for (const GalleryCard& card : cards) {
    EXPECT_FALSE(card.title.empty()) << card.name;
    EXPECT_FALSE(card.bodies.empty()) << card.name;
    EXPECT_GE(card.summary.size(), 20U) << card.name;
    EXPECT_LE(card.summary.size(), 80U) << card.name << ": " << card.summary;
    const Scenario s = find_scenario(card.name);
    EXPECT_EQ(s.description.find("slurry run"), std::string::npos) << card.name << " sends the reader to a shell";
    Scenario changed = s;
    const ViewWishes wishes = view_wishes(s);
    try {
      set_options(changed, wishes.to_try);
    } catch (const Error& e) {
      ADD_FAILURE() << card.name << ": " << e.what();
    }
    EXPECT_EQ(wishes.to_try.empty(), wishes.try_label.empty()) << card.name;
    if (!wishes.to_try.empty()) EXPECT_FALSE(differences(s, changed).empty()) << card.name << " changes nothing";
  }
}

/// Letters and powers as physicists write them, not as they are spelt where a keyboard has no others.
TEST(Gallery, WordsOfTheDemonstrationsAreWrittenAsInABook) {
  for (const BuiltinScenario& builtin : builtin_scenarios()) {
    const Scenario s = find_scenario(std::string(builtin.name));
    std::string words = s.title + ' ' + s.description + ' ' + view_wishes(s).try_label;
    for (const Expectation& e : s.expect) words += ' ' + e.source;
    for (const char* spelt : {"gamma", " rho/", " phi", " tau", "sigma", " eta", "sqrt", "U0", " pi ", "^2", "^3"})
      EXPECT_EQ(words.find(spelt), std::string::npos) << s.name << ": '" << spelt << "'";
  }
}

TEST(Gallery, AScenarioOfAnybodyCanSayHowItWantsToBeSeen) {
  const std::string body = "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 0]]\n";
  const ViewWishes plain = view_wishes(parse_scenario(body, "plain"));
  EXPECT_FALSE(plain.camera);
  EXPECT_FALSE(plain.flat);
  EXPECT_FALSE(plain.speed);
  EXPECT_EQ(plain.zoom, 1);
  EXPECT_EQ(plain.follow, -1);
  const ViewWishes w = view_wishes(
      parse_scenario(body + "[view]\ncamera = \"side\"\nflat = true\nchart = \"mean_settling_velocity\"\nspeed = 5\n"
                            "zoom = 3\nfollow = 0\ntry_label = \"thicker\"\ntry = 'fluid.viscosity=2; run.seed=4'\n",
                     "wishes"));
  EXPECT_EQ(w.camera, ViewPreset::side);
  EXPECT_TRUE(w.flat);
  EXPECT_EQ(w.chart, "mean_settling_velocity");
  EXPECT_EQ(w.speed, 5);
  EXPECT_EQ(w.zoom, 3);
  EXPECT_EQ(w.follow, 0);
  EXPECT_EQ(w.to_try, (std::vector<std::string>{"fluid.viscosity=2", "run.seed=4"}));
  for (const char* bad :
       {"camera = \"above\"", "chart = \"tomorrow\"", "speed = 0", "zoom = -1", "duration = \"long\""})
    EXPECT_THROW(parse_scenario(body + "[view]\n" + bad + "\n", "bad"), KeyError) << bad;
}

TEST(Gallery, WishesOutliveTheScenarioAsAFile) {
  const Scenario s = find_scenario("four_spheres");
  const Scenario again = parse_scenario(write_scenario(s, option_table()), "again");
  EXPECT_EQ(view_wishes(again).to_try, view_wishes(s).to_try);
  EXPECT_EQ(view_wishes(again).speed, view_wishes(s).speed);
}

/// A run that promises a mean settling velocity of 2 +- 0.01 at t = 10.
std::shared_ptr<Snapshot> at(double time, double found, std::uint64_t generation = 1) {
  static const auto scenario = std::make_shared<const Scenario>(
      parse_scenario("schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\npositions = [[0, 0, 0]]\n[run]\nuntil = "
                     "20\n[view]\nduration = 10\n[[expect]]\nquantity = \"mean_settling_velocity\"\nvalue = 2\n"
                     "tolerance = 0.01\nsource = \"nobody\"\n",
                     "promise"));
  auto s = std::make_shared<Snapshot>();
  s->scenario = scenario;
  s->scenario_generation = generation;
  s->time = time;
  s->time_step = 0.1;
  s->step = std::lround(time / 0.1);
  s->state = SessionState::running;
  s->values.set("mean_settling_velocity", found);
  return s;
}

TEST(Verdict, IsOpenBefore_DecidedAtTheDuration_AndStays) {
  using State = FoundAndExpected::State;
  VerdictWatch watch;
  watch.see(*at(5, 2.5));
  ASSERT_TRUE(watch.verdict());
  EXPECT_EQ(watch.verdict()->state, State::open);
  EXPECT_EQ(watch.verdict()->expected, "2.00 U₀");
  EXPECT_EQ(watch.verdict()->found, "2.50 U₀");
  EXPECT_EQ(watch.verdict()->within, "± 0.01");
  EXPECT_NE(watch.verdict()->words.find("10.00"), std::string::npos) << watch.verdict()->words;
  watch.see(*at(10, 2.004));
  EXPECT_TRUE(watch.fixed());
  EXPECT_EQ(watch.verdict()->state, State::agrees);
  watch.see(*at(12, 7));
  EXPECT_EQ(watch.verdict()->state, State::agrees);
  EXPECT_EQ(watch.verdict()->found, "2.00 U₀");
  watch.see(*at(0, 1, 2));  // set up anew
  EXPECT_FALSE(watch.fixed());
  watch.see(*at(10, 2.02, 2));
  EXPECT_EQ(watch.verdict()->state, State::differs);
}

TEST(Verdict, OfARunThatAPersonChangedBeforeIsNone) {
  const auto changed = [](const std::string& key, double time, const std::string& by) {
    const auto s = std::make_shared<Snapshot>(*at(10, 2));
    s->events = std::make_shared<const std::vector<Event>>(
        std::vector<Event>{{std::lround(time / 0.1), time, key, "", "", by, 0}});
    VerdictWatch watch;
    watch.see(*s);
    return std::pair{watch.fixed(), watch.verdict()->words};
  };
  EXPECT_FALSE(changed(reverse_key, 5, "person").first);
  EXPECT_NE(changed(reverse_key, 5, "person").second.find("Not compared: reversed at t = 5"), std::string::npos)
      << changed(reverse_key, 5, "person").second;
  EXPECT_FALSE(changed("fluid.viscosity", 5, "undo").first);
  EXPECT_TRUE(changed(reverse_key, 5, "scenario").first);        // planned
  EXPECT_TRUE(changed(reverse_key, 10, "person").first);         // at the end
  EXPECT_TRUE(changed("fluid.viscosity", 0, "person").first);    // before the first step
  EXPECT_TRUE(changed("solver.tolerance", 5, "person").first);   // how the motion is computed
  EXPECT_TRUE(changed("run.exit_distance", 5, "person").first);  // where the bodies are looked at
}

TEST(Verdict, OfAnotherMomentIsNone) {
  VerdictWatch watch;
  watch.see(*at(9, 2));
  watch.see(*at(11, 2));  // the snapshot at its time was not seen
  EXPECT_FALSE(watch.fixed());
  EXPECT_EQ(watch.verdict()->words, "Not compared in time");
}

/// Samples of that velocity: at(time) for each step of 0.1 up to a time.
std::shared_ptr<const Series> sampled(double until, double (*of)(double)) {
  const QuantityTable table = quantities();
  SeriesWriter writer;
  writer.start(table, {find_quantity(table, "mean_settling_velocity")});
  for (long step = 0; 0.1 * static_cast<double>(step) <= until + 0.05; ++step) {
    Values values(table);
    values.set("mean_settling_velocity", of(0.1 * static_cast<double>(step)));
    writer.add(step, 0.1 * static_cast<double>(step), values);
  }
  return writer.publish();
}

/// As fast as possible, hundreds of steps lie between two snapshots.
TEST(Verdict, IsThatOfTheSampleAtTheDuration_WhateverTheSnapshotsMissed) {
  using State = FoundAndExpected::State;
  const auto line = [](double t) { return 2 + 0.3 * (t - 10); };
  VerdictWatch watch;
  watch.see(*at(4, line(4)), sampled(4, line).get());
  EXPECT_FALSE(watch.fixed());
  // The series is behind the snapshot for a moment.
  watch.see(*at(31, line(31)), sampled(9.7, line).get());
  EXPECT_FALSE(watch.fixed());
  EXPECT_NE(watch.verdict()->words.find("Not yet decided"), std::string::npos) << watch.verdict()->words;
  watch.see(*at(33, line(33)), sampled(33, line).get());
  ASSERT_TRUE(watch.fixed());
  EXPECT_EQ(watch.verdict()->state, State::agrees);
  EXPECT_EQ(watch.verdict()->found, "2.00 U₀");
  VerdictWatch other;
  other.see(*at(33, 2), sampled(33, [](double t) { return 1.9 + 0.3 * (t - 10); }).get());
  EXPECT_EQ(other.verdict()->state, State::differs);
  EXPECT_EQ(other.verdict()->found, "1.90 U₀");
}

/// Pictures skip steps, and the samples reach the window a moment after the picture.
TEST(Verdict, OneStepAfterTheDurationIsAnotherMoment_WhileTheSamplesAreBehind) {
  using State = FoundAndExpected::State;
  const auto line = [](double t) { return 2 + 0.3 * (t - 10); };  // a step later it is 3 tolerances off
  VerdictWatch watch;
  watch.see(*at(9.9, line(9.9)), sampled(9.8, line).get());
  watch.see(*at(10.1, line(10.1)), sampled(9.9, line).get());
  EXPECT_FALSE(watch.fixed());
  EXPECT_NE(watch.verdict()->words.find("Not yet decided"), std::string::npos) << watch.verdict()->words;
  watch.see(*at(10.3, line(10.3)), sampled(10.2, line).get());
  ASSERT_TRUE(watch.fixed());
  EXPECT_EQ(watch.verdict()->state, State::agrees);
  EXPECT_EQ(watch.verdict()->found, "2.00 U₀");
}

TEST(Verdict, StaysWhereTheRunGoesOn_AndBack) {
  const auto line = [](double t) { return 2 + 0.3 * (t - 10); };
  VerdictWatch watch;
  watch.see(*at(10, 2), sampled(10, line).get());
  ASSERT_TRUE(watch.fixed());
  for (const double t : {20.0, 40.0, 9.0, 0.0}) watch.see(*at(t, line(t)), sampled(40, line).get());
  EXPECT_EQ(watch.verdict()->found, "2.00 U₀");
}

/// Force balances at every fourth step of 0.1 up to a time; the largest is that at time 4.
std::shared_ptr<const Series> balances(double until, double largest) {
  const QuantityTable table = quantities();
  SeriesWriter writer;
  writer.start(table, {find_quantity(table, "force_balance_error")});
  for (long step = 0; 0.1 * static_cast<double>(step) <= until + 0.05; ++step) {
    Values values(table);
    if (step % 4 == 0) values.set("force_balance_error", step == 40 ? largest : 1e-6);
    writer.add(step, 0.1 * static_cast<double>(step), values);
  }
  return writer.publish();
}

/// It is in no snapshot, and there may be no sample of it at the duration: here at 10.1, between two samples.
TEST(Verdict, OfACostlyQuantityIsThatOfTheSampleFarthestFromTheLaw) {
  using State = FoundAndExpected::State;
  const auto law = [](double time) {
    auto s = at(time, 2);
    Scenario balanced = *s->scenario;
    balanced.more["view.duration"] = 10.1;
    balanced.expect.resize(1);
    balanced.expect[0].quantity = "force_balance_error";
    balanced.expect[0].value = 0;
    balanced.expect[0].tolerance = 1e-3;
    balanced.expect[0].written_for.reset();
    s->scenario = std::make_shared<const Scenario>(balanced);
    return s;
  };
  EXPECT_EQ(costly_expectation(*law(0)->scenario), "force_balance_error");
  EXPECT_EQ(costly_expectation(*at(0, 2)->scenario), "");
  for (const double largest : {4e-6, 2e-3}) {
    VerdictWatch watch;
    watch.see(*law(3), balances(3, largest).get());
    EXPECT_EQ(watch.verdict()->found, "1.0e−6");
    watch.see(*law(5), balances(5, largest).get());
    EXPECT_EQ(watch.verdict()->found, largest < 1e-3 ? "4.0e−6" : "2.0e−3");
    watch.see(*law(10.3), balances(10.3, largest).get());  // the newest sample is that at time 10
    EXPECT_FALSE(watch.fixed());
    watch.see(*law(12), balances(12, largest).get());
    ASSERT_TRUE(watch.fixed());
    EXPECT_EQ(watch.verdict()->state, largest < 1e-3 ? State::agrees : State::differs);
  }
}

TEST(Gallery, EveryDemonstrationHasANumberThatARunOfItIsJudgedBy) {
  for (const BuiltinScenario& builtin : builtin_scenarios()) {
    const GalleryCard card = gallery_card(parse_scenario(builtin.toml, std::string(builtin.name)));
    EXPECT_TRUE(card.is_number) << builtin.name;
    EXPECT_FALSE(card.source.empty()) << builtin.name;
  }
}

/// Every demonstration lasts long enough to be seen, and not so long that nobody waits for it.
TEST(Gallery, EveryScenarioSaysWhatIsPlotted_HowFastAndHowLong) {
  for (const BuiltinScenario& builtin : builtin_scenarios()) {
    const Scenario s = find_scenario(std::string(builtin.name));
    const ViewWishes wishes = view_wishes(s);
    ASSERT_TRUE(wishes.speed) << s.name;
    EXPECT_FALSE(wishes.chart.empty()) << s.name;
    const auto at = s.more.find("view.duration");
    ASSERT_NE(at, s.more.end()) << s.name;
    const double duration = std::get<double>(at->second);
    EXPECT_GE(duration / *wishes.speed, 10) << s.name;
    EXPECT_LE(duration / *wishes.speed, 70) << s.name;
    std::size_t bodies = 0;
    for (const BodyGroup& g : s.bodies) bodies += std::max(g.count, g.positions.size());
    EXPECT_TRUE(is_valid(*find_quantity(quantities(), wishes.chart), s, bodies)) << s.name;
  }
}

TEST(Verdict, WhatIsNotKnownIsNotJudged) {
  VerdictWatch watch;
  watch.see(*at(10, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(watch.fixed());
  EXPECT_NE(watch.verdict()->state, FoundAndExpected::State::differs);
}

TEST(Verdict, AnotherViscosityHasNoPromise) {
  VerdictWatch watch;
  auto s = at(5, 2);
  Scenario changed = *s->scenario;
  set_options(changed, {"fluid.viscosity=3"});
  s->scenario = std::make_shared<const Scenario>(changed);
  watch.see(*s);
  EXPECT_FALSE(watch.verdict());
}

TEST(Tour, GoesThroughFiveDifferentPartsAndEnds) {
  Tour tour;
  EXPECT_FALSE(tour.on());
  tour.next();  // nothing to go on with
  EXPECT_FALSE(tour.on());
  tour.begin();
  EXPECT_TRUE(tour.atFirst());
  std::vector<TourPlace> places;
  for (int i = 0; tour.on() && i < 20; ++i) {
    EXPECT_EQ(std::count(places.begin(), places.end(), tour.step().place), 0);
    EXPECT_EQ(tour.seen(), places.size() + 1);
    EXPECT_FALSE(tour.step().title.empty());
    EXPECT_TRUE(tour.step().text.ends_with('.')) << tour.step().text;
    places.push_back(tour.step().place);
    EXPECT_EQ(tour.atLast(), places.size() == 5);
    tour.next();
  }
  // The parts in the order of the design.
  const std::vector<TourPlace> wanted{TourPlace::view, TourPlace::timeline, TourPlace::experiment, TourPlace::inspector,
                                      TourPlace::errors};
  EXPECT_EQ(places, wanted);
  EXPECT_FALSE(tour.on());
  EXPECT_EQ(tour.seen(), 5U);
}

TEST(Tour, CanBeLeftAtEveryStep_AndRemembersWhatWasSeen) {
  for (std::size_t steps = 0; steps < 5; ++steps) {
    Tour tour;
    tour.begin();
    for (std::size_t i = 0; i < steps; ++i) tour.next();
    EXPECT_EQ(tour.at(), steps);
    tour.leave();
    EXPECT_FALSE(tour.on());
    EXPECT_EQ(tour.seen(), steps + 1);
    tour.begin();
    EXPECT_EQ(tour.at(), 0U);
    EXPECT_EQ(tour.seen(), steps + 1);  // a second tour forgets nothing
  }
  Tour tour;
  tour.setSeen(99);
  EXPECT_EQ(tour.seen(), 5U);
  tour.begin();
  tour.next();
  tour.back();
  tour.back();
  EXPECT_TRUE(tour.on() && tour.atFirst());
}

// Wherever the part stands, the callout is within the window, and covers the part only where it must.
TEST(Tour, TheCalloutStandsBesideItsPart) {
  const auto overlap = [](const CalloutRect& a, const CalloutRect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  };
  constexpr int gap = 8;
  for (const auto& [wide, high] : {std::pair{1024, 700}, {1440, 900}, {3840, 2160}, {640, 480}})
    for (const auto& [w, h] : {std::pair{300, 150}, {600, 300}}) {
      const CalloutRect room{8, 8, wide - 16, high - 16};
      for (int x = 0; x < wide; x += wide / 7)
        for (int y = 0; y < high; y += high / 7)
          for (const double part : {0.1, 0.3, 0.6, 1.0}) {
            const CalloutRect target{x, y, std::min(static_cast<int>(part * wide), wide - x),
                                     std::min(static_cast<int>(part * high), high - y)};
            const CalloutPlace at = place_callout(room, target, w, h, gap);
            const CalloutRect callout{at.x, at.y, w, h};
            ASSERT_GE(at.x, room.x);
            ASSERT_GE(at.y, room.y);
            ASSERT_LE(at.x + w, room.x + room.width);
            ASSERT_LE(at.y + h, room.y + room.height);
            const bool room_beside =
                target.x - gap - w >= room.x || target.x + target.width + gap + w <= room.x + room.width ||
                target.y - gap - h >= room.y || target.y + target.height + gap + h <= room.y + room.height;
            ASSERT_EQ(overlap(callout, target), !room_beside)
                << wide << " x " << high << ": part at " << x << ", " << y << ", share " << part;
            ASSERT_EQ(at.side == CalloutSide::inside, !room_beside);
          }
    }
}

}  // namespace
}  // namespace slurry::ui
