// SPDX-License-Identifier: BSD-3-Clause
#include "history/tree.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace slurry::ui {
namespace {

constexpr std::size_t enough_pictures = 2000;  // where so many fit as they are, they are not packed

bool same(const Event& a, const Event& b) {
  return a.step == b.step && a.key == b.key && a.value == b.value && a.by == b.by;
}

/// What a person did, and what the run did not do by itself.
bool to_replay(const Event& e) {
  return e.by.empty() || e.by == "person" || e.by == "undo";
}

}  // namespace

void Tree::setBudget(std::size_t bytes) {
  budget_ = bytes;
  thin();
}

std::size_t Tree::bytes() const {
  std::size_t sum = 0;
  for (const auto& [id, b] : branches_) sum += b.pictures.bytes() + b.whole.bytes();
  return sum;
}

int Tree::begin(CommandNumber run, BranchStart start) {
  const int id = next_id_++;
  Branch& b = branches_[id];
  b.id = id;
  b.start = std::move(start);
  runs_[run] = id;
  current_ = id;
  return id;
}

void Tree::resume(CommandNumber run, int branch) {
  runs_[run] = branch;
  current_ = branch;
}

Branch* Tree::ofRun(CommandNumber run) {
  const auto at = runs_.find(run);
  if (at == runs_.end()) return nullptr;
  const auto branch = branches_.find(at->second);
  return branch == branches_.end() ? nullptr : &branch->second;
}

bool Tree::add(const SnapshotPtr& s) {
  if (!s || s->radii.empty()) return false;
  if (!runs_.contains(s->run))
    begin(s->run, {.parent = -1, .step = s->step, .time = s->time, .changes = {}, .file = {}});
  Branch* b = ofRun(s->run);
  if (!b || (!b->pictures.empty() && s->step < b->pictures.back().step)) return false;
  if (!s->recording.empty()) {
    if (!b->recorded_from) b->recorded_from = s->step;
    b->recorded_to = s->step;
  }
  const std::size_t room = budget_ / 3 * 2;
  const bool fits = size_in_bytes(*s) <= room / enough_pictures;
  Kept<StoredPicture> kept{
      s->step,
      s->time,
      fits ? StoredPicture(s) : StoredPicture::packed(*s, b->pictures.empty() ? nullptr : &b->pictures.back().content),
      {},
      false};
  kept.blocks = kept.content.blocks();
  // The bodies are in the picture. In here as well, they would stay unpacked and uncounted for as long as the branch.
  b->newest = fits ? s : std::make_shared<const Snapshot>(kept.content.bare());
  if (!b->pictures.add(std::move(kept))) return false;
  thin();
  return true;
}

bool Tree::add(const MomentPtr& m) {
  if (!m) return false;
  Branch* b = ofRun(m->run);
  if (!b) return false;
  if (!b->whole.add({m->step, m->time, m, blocks_of(*m), false}, true)) return false;
  thin();
  return true;
}

std::vector<int> Tree::branches() const {
  std::vector<int> ids;
  for (const auto& [id, b] : branches_) ids.push_back(id);
  return ids;
}

bool Tree::hasChildren(int branch) const {
  return std::any_of(branches_.begin(), branches_.end(),
                     [branch](const auto& b) { return b.second.start.parent == branch; });
}

void Tree::rename(int branch, const std::string& name) {
  branches_.at(branch).name = name;
}

bool Tree::drop(int branch) {
  if (branch == current_ || !has(branch) || hasChildren(branch)) return false;
  branches_.erase(branch);
  return true;
}

std::vector<Tree::Piece> Tree::path(int branch) const {
  std::vector<Piece> pieces;
  long last = std::numeric_limits<long>::max();
  for (int id = branch; has(id); id = branches_.at(id).start.parent) {
    pieces.push_back({id, last});
    // A branch has a picture of the moment at which it begins.
    last = branches_.at(id).start.step - 1;
  }
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

void Tree::setShown(int branch, std::optional<long> step) {
  shown_branch_ = branch;
  shown_step_ = step;
}

std::optional<StartingPoint> Tree::startAt(int branch, long step, const EventsPtr& events) const {
  static const std::vector<Event> none;
  const std::vector<Event>& wanted = events ? *events : none;
  const std::vector<Piece> pieces = path(branch);
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
    const MomentStore<MomentPtr>& whole = branches_.at(piece->branch).whole;
    for (std::size_t i = whole.up_to_step(std::min(step, piece->last_step)); i-- > 0;) {
      const MomentPtr& m = whole.at(i).content;
      const std::vector<Event>& had = m->events ? *m->events : none;
      if (had.size() > wanted.size()) continue;  // of after a change that the wanted moment does not know
      const auto [known, next] = std::mismatch(had.begin(), had.end(), wanted.begin(), same);
      if (known != had.end() && known->step < m->step) continue;  // its past is another one
      StartingPoint start;
      start.moment = m;
      if (m->step < step) start.at_step = step;
      for (auto e = next; e != wanted.end(); ++e) {
        if (!to_replay(*e)) continue;
        if (e->step < step)
          start.replay.push_back(*e);
        else
          start.changes.push_back({e->key, e->value});
      }
      return start;
    }
  }
  return std::nullopt;
}

std::optional<StartingPoint> Tree::startAtEnd(int branch) const {
  if (!has(branch)) return std::nullopt;
  const Branch& b = branches_.at(branch);
  if (!b.newest) return std::nullopt;
  long end = b.newest->step;
  EventsPtr events = b.newest->events;
  if (!b.whole.empty() && b.whole.back().step > end) {
    end = b.whole.back().step;
    events = b.whole.back().content->events;
  }
  return startAt(branch, end, events);
}

bool Tree::isUnrecorded(int branch) const {
  const Branch& b = branches_.at(branch);
  if (b.pictures.size() < 2) return false;
  return !b.recorded_from || *b.recorded_from > b.pictures.front().step || b.recorded_to < b.pictures.back().step;
}

void Tree::thin() {
  const auto thin_stores = [this](auto store_of, std::size_t most) {
    std::size_t front = 0, others = 0;
    for (auto& [id, b] : branches_) (id == current_ ? front : others) += store_of(b).bytes();
    if (front + others <= most) return;
    const std::size_t for_front =
        others >= most / 2 ? std::max(most / 2, most - std::min(most, others)) : most - others;
    const std::size_t for_others = most - std::min(front, for_front);
    for (auto& [id, b] : branches_) {
      const std::size_t own = store_of(b).bytes();
      std::size_t allowed = for_front;
      if (id != current_)
        allowed = static_cast<std::size_t>(static_cast<double>(for_others) * static_cast<double>(own) /
                                           static_cast<double>(std::max<std::size_t>(others, 1)));
      if (own <= allowed) continue;
      std::set<long> events, forks;
      if (b.newest && b.newest->events)
        for (const Event& e : *b.newest->events) events.insert(e.step);
      for (const auto& [child, c] : branches_)
        if (c.start.parent == id) forks.insert(c.start.step);
      store_of(b).thin(allowed, [&, id = id](const auto& kept) {
        if (forks.contains(kept.step) || (id == shown_branch_ && shown_step_ == kept.step)) return Pin::firm;
        return events.contains(kept.step) ? Pin::event : Pin::none;
      });
    }
  };
  thin_stores(
      [](Branch & b) -> auto& { return b.pictures; }, budget_ / 3 * 2);
  thin_stores(
      [](Branch & b) -> auto& { return b.whole; }, budget_ / 3);
}

}  // namespace slurry::ui
