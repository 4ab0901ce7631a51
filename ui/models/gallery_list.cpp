// SPDX-License-Identifier: BSD-3-Clause
#include "models/gallery_list.hpp"

#include <cctype>
#include <variant>

#include "models/number_text.hpp"
#include "models/verdict.hpp"
#include "models/view_wishes.hpp"
#include "slurry/option_table.hpp"
#include "slurry/quantity.hpp"
#include "slurry/scenario.hpp"

namespace slurry::ui {
namespace {

std::string first_sentence(const std::string& text) {
  std::string line;
  for (const char c : text) line += c == '\n' ? ' ' : c;
  const std::size_t end = line.find(". ");
  if (end != std::string::npos) line.erase(end + 1);
  while (!line.empty() && line.front() == ' ') line.erase(0, 1);
  return line;
}

std::string summary_of(const Scenario& s) {
  const auto at = s.more.find("view.summary");
  const auto* words = at == s.more.end() ? nullptr : std::get_if<std::string>(&at->second);
  return words && !words->empty() ? *words : first_sentence(s.description);
}

std::string bodies_of(const Scenario& s) {
  std::size_t spheres = 0, rods = 0;
  for (const BodyGroup& g : s.bodies) (g.shape == BodyShape::rod ? rods : spheres) += g.count;
  const bool points = s.solver.model == BodyModel::points;
  const auto many = [](std::size_t n, const char* word) {
    return count_text(static_cast<long long>(n)) + " " + word + (n == 1 ? "" : "s");
  };
  std::string text;
  if (spheres > 0) text = many(spheres, points ? "point" : "sphere");
  if (rods > 0) text += (text.empty() ? "" : ", ") + many(rods, "rod");
  return text;
}

/// A source without what follows its first part: "Jeffery, Proc. R. Soc. A 102, 161 (1922)".
std::string brief(const std::string& source) {
  return source.substr(0, source.find(';'));
}

/// Few bodies are those that can be told apart by eye. Of what a scenario computes with, the window has a panel.
std::vector<GalleryKind> kinds_of(const Scenario& s) {
  constexpr std::size_t few = 20;
  std::size_t bodies = 0;
  bool rods = false;
  for (const BodyGroup& g : s.bodies) {
    bodies += g.count;
    rods = rods || g.shape == BodyShape::rod;
  }
  std::vector<GalleryKind> kinds{bodies <= few ? GalleryKind::few_bodies : GalleryKind::suspension};
  if (s.domain.kind == DomainKind::pipe) kinds.push_back(GalleryKind::pipe);
  if (rods) kinds.push_back(GalleryKind::rods);
  if (!s.walk.empty() || view_wishes(s).sums) kinds.push_back(GalleryKind::computing);
  return kinds;
}

/// The number of one run, or else a mean over several.
const Expectation* promised(const Scenario& s) {
  if (const Expectation* e = shown_expectation(s)) return e;
  for (const Expectation& e : s.expect)
    if (!e.qualitative && applies(e, s)) return &e;
  return nullptr;
}

}  // namespace

GalleryCard gallery_card(const Scenario& s) {
  GalleryCard card;
  card.name = s.name;
  card.title = s.title.empty() ? s.name : s.title;
  card.summary = summary_of(s);
  card.bodies = bodies_of(s);
  card.kinds = kinds_of(s);
  if (const Expectation* e = promised(s)) {
    const Quantity* q = find_quantity(quantities(), e->quantity);
    std::string name(q ? q->title : std::string_view(e->quantity));
    if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    card.quantity = name;
    card.symbol = q ? std::string(q->symbol) : name;
    card.expected = expected_text(*e, s);
    card.source = brief(e->source);
    if (e->level != "any" && !e->level.starts_with("any,")) card.level = e->level.substr(0, e->level.find(','));
    card.is_number = true;
  } else {
    for (const Expectation& e : s.expect)
      if (card.expected.empty() && e.qualitative && !e.note.empty()) {
        card.expected = e.note;
        card.expected[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(card.expected[0])));
      }
  }
  return card;
}

std::vector<GalleryCard> gallery_cards() {
  std::vector<GalleryCard> cards;
  for (const BuiltinScenario& b : builtin_scenarios()) {
    GalleryCard card = gallery_card(parse_scenario(b.toml, std::string(b.name)));
    card.name = b.name;
    cards.push_back(card);
  }
  return cards;
}

}  // namespace slurry::ui
