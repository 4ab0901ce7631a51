// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

namespace slurry {
struct Scenario;
}

namespace slurry::ui {

/// What demonstrations have in common. A demonstration may be of several kinds.
enum class GalleryKind { few_bodies, pipe, suspension, rods, computing };
struct GalleryKindName {
  GalleryKind kind;
  const char* name;
};
/// The kinds with the words for a person, in the order in which the gallery offers them.
inline constexpr std::array gallery_kinds{
    GalleryKindName{GalleryKind::few_bodies, "Few bodies"}, GalleryKindName{GalleryKind::pipe, "In a pipe"},
    GalleryKindName{GalleryKind::suspension, "Suspensions"}, GalleryKindName{GalleryKind::rods, "Rods"},
    GalleryKindName{GalleryKind::computing, "How it computes"}};

/// The content of a scenario's card in the gallery.
struct GalleryCard {
  std::string name;  ///< name of the built-in scenario
  std::string title;
  std::string summary;   ///< one line on the physics
  std::string bodies;    ///< "300 spheres"
  std::string level;     ///< "Rotne-Prager"; may be empty
  std::string expected;  ///< "517.03598 τ", or a sentence if no number is promised
  std::string quantity;  ///< "Period"; empty if no number is promised
  std::string symbol;    ///< a short symbol for the quantity
  std::string source;    ///< "Jeffery (1922)"; may be empty
  bool is_number = false;
  std::vector<GalleryKind> kinds;  ///< at least one
};

GalleryCard gallery_card(const Scenario& scenario);
/// Cards of all built-in scenarios, in the order of the gallery.
std::vector<GalleryCard> gallery_cards();

}  // namespace slurry::ui
