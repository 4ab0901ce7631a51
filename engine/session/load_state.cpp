// SPDX-License-Identifier: BSD-3-Clause
#include "session/load_state.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/same_time.hpp"
#include "base/text.hpp"
#include "scenario/law_of_motion.hpp"
#include "slurry/error.hpp"
#include "slurry/motion_change.hpp"
#include "slurry/version.hpp"

namespace slurry {

namespace {

/// A continued run has the bodies and the domain that it has.
void refuse_another_start(const std::vector<OptionDifference>& changed, const Scenario& old, const Scenario& asked) {
  const auto bodies = [](const Scenario& s) {
    std::size_t n = 0;
    for (const BodyGroup& g : s.bodies) n += g.count;
    return n;
  };
  for (const OptionDifference& d : changed) {
    if (!d.of_start) continue;
    std::string sentence = d.key + " cannot change in a continued run";
    if (d.value.size() + d.old.size() < 100) sentence += text(": it is {}, not {}", d.old, d.value);
    if (bodies(old) != bodies(asked))
      sentence += text("; the recorded run has {} bodies, but the scenario has {}", bodies(old), bodies(asked));
    throw KeyError(sentence, "", d.key, d.value, d.old);
  }
}

/// A new reversal must lie ahead. Otherwise nobody would see why the run turns where it is continued. A run that has
/// turned as planned is on its way back, and has no second turn.
void refuse_new_reversal(const Scenario& old, const Scenario& now, const Simulation& run) {
  const std::optional<double>&before = old.run.reverse_at, &asked = now.run.reverse_at;
  if (!asked || before == asked) return;
  const double time = run.state().time;
  if (before && run.reversed_by_plan())
    throw KeyError(text("run.reverse_at cannot be {:g}: the run was reversed at time {:g} already; continue it from a "
                        "frame before that time",
                        *asked, *before),
                   "", "run.reverse_at", text("{:g}", *asked), text("{:g}", *before));
  if (*asked >= time - time_rounding(time, now.integrator.time_step)) return;
  throw KeyError(
      text("run.reverse_at = {:g} is in the past: the run continues at time {:g}; give a time of at least {:g}", *asked,
           time, time),
      "", "run.reverse_at", text("{:g}", *asked), text("a time from {:g} on", time));
}

bool may_change_live(const OptionDifference& d) {
  const Option* option = find_option(d.key);
  return option && option->change != Change::bodies && !d.value.empty();
}

/// `asked` with the law of motion of `old`.
Scenario with_law_of(const Scenario& old, const Scenario& asked) {
  Scenario s = old;
  s.name = asked.name;
  s.title = asked.title;
  s.description = asked.description;
  s.text = asked.text;
  s.file_name = asked.file_name;
  s.given = asked.given;
  s.run = asked.run;
  s.view = asked.view;
  s.expect = asked.expect;
  s.walk = asked.walk;
  return s;
}

}  // namespace

bool moves_otherwise(const Scenario& recorded, const Scenario& continued) {
  return recorded.run.reverse_at != continued.run.reverse_at || law_of_motion(recorded) != law_of_motion(continued);
}

void apply_event(Simulation& run, const Event& event) {
  if (is_planned_reversal(event)) return;
  if (event.key == reverse_key) return run.reverse();
  const Option* option = find_option(event.key);
  if (option && option->change != Change::bodies) run.set_option(event.key, event.value);
}

void step_to(Simulation& run, long step, const std::vector<Event>& on_the_way,
             const std::function<void(Simulation&)>& before, const std::function<void(Simulation&)>& after) {
  auto next = on_the_way.begin();
  for (;;) {
    const long now = run.state().step;
    for (; next != on_the_way.end() && next->step <= now && now < step; ++next) apply_event(run, *next);
    if (now >= step) return;
    before(run);
    run.step();
    after(run);
  }
}

std::vector<OptionDifference> change_scenario(std::unique_ptr<Simulation>& run, const Scenario& asked,
                                              const MakePointMobility& make) {
  const Scenario old = run->scenario();
  std::vector<OptionDifference> changed = differences(old, asked);
  refuse_another_start(changed, old, asked);
  refuse_new_reversal(old, asked, *run);
  const std::string law = law_of_motion(old);
  std::vector<KeyChange> live;
  if (law != law_of_motion(asked))
    for (const OptionDifference& d : changed)
      if (may_change_live(d)) live.push_back({d.key, d.value});
  Scenario by_live_changes = with_law_of(old, asked);
  if (!live.empty()) {
    std::vector<std::string> texts;
    for (const KeyChange& c : live) texts.push_back(c.key + "=" + c.value);
    set_options(by_live_changes, texts);
  }
  if (law_of_motion(by_live_changes) != law_of_motion(asked)) {
    run->stay();
    run = std::make_unique<Simulation>(asked, run->checkpoint_here(), make);
    return changed;
  }
  if (changed.size() > live.size() || old.text != asked.text) run->take_run_options(with_law_of(old, asked));
  run->set_options(live);
  return changed;
}

std::vector<OptionDifference> apply_changes(std::unique_ptr<Simulation>& run, const std::vector<KeyChange>& changes,
                                            const MakePointMobility& make) {
  std::vector<OptionDifference> all;
  for (auto from = changes.begin(); from != changes.end();) {
    if (from->key == reverse_key) {
      run->reverse();
      all.push_back({reverse_key, "", "every force and flow turned round", false});
      ++from;
      continue;
    }
    const auto to = std::find_if(from, changes.end(), [](const KeyChange& c) { return c.key == reverse_key; });
    Scenario asked = run->scenario();
    std::vector<std::string> texts;
    for (; from != to; ++from) texts.push_back(from->key + "=" + from->value);
    set_options(asked, texts);
    for (OptionDifference& d : change_scenario(run, asked, make)) all.push_back(std::move(d));
  }
  return all;
}

namespace {

std::string this_build() {
  const BuildInfo& build = build_info();
  return build.git_commit + ", " + build.compiler + ", " + build.build_type + (build.native ? ", native" : "");
}

}  // namespace

void put_made(State& state, const RuntimeInfo& runtime) {
  state.put("made/threads", static_cast<double>(runtime.threads));
  state.put_word("made/build", this_build());
}

std::string why_bits_differ(const State& state, const RuntimeInfo& runtime) {
  const auto threads = static_cast<int>(state.number("made/threads", runtime.threads));
  const std::string build = state.word("made/build");
  if (threads != runtime.threads)
    return text("The state was made with {} thread{}, and {} {} at work now; the last digits may differ.", threads,
                threads == 1 ? "" : "s", runtime.threads, runtime.threads == 1 ? "is" : "are");
  if (!build.empty() && build != this_build())
    return text("The state was made by another build of Slurry ({}); the last digits may differ.", build);
  return {};
}

std::vector<Event> joined_drags(const std::vector<Event>& events) {
  std::vector<Event> joined;
  for (const Event& e : events) {
    const auto begun = std::find_if(joined.begin(), joined.end(), [&](const Event& other) {
      return e.drag != 0 && other.drag == e.drag && other.key == e.key;
    });
    if (begun == joined.end())
      joined.push_back(e);
    else
      begun->value = e.value;
  }
  return joined;
}

std::vector<MemoryBlock> blocks_of(const Moment& moment) {
  std::vector<MemoryBlock> all;
  std::set<const void*> seen;
  if (moment.state)
    moment.state->each_block([&](const void* block, std::size_t bytes) {
      if (block && seen.insert(block).second) all.push_back({block, bytes});
    });
  return all;
}

std::size_t size_in_bytes(const Moment& moment, std::set<const void*>& seen) {
  return moment.state ? moment.state->bytes(seen) : 0;
}

}  // namespace slurry
