// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace slurry {
struct Scenario;
}

namespace slurry::ui {

/// What a card of the gallery says of a scenario.
struct GalleryCard {
  std::string name;  ///< of the built-in scenario
  std::string title;
  std::string summary;   ///< one line on the physics
  std::string bodies;    ///< "300 spheres"
  std::string level;     ///< "Rotne-Prager"; may be empty
  std::string expected;  ///< "517.03598 τ", or a sentence where no number is promised
  std::string quantity;  ///< "Period"; empty where no number is promised
  std::string symbol;    ///< a shorter word for it
  std::string source;    ///< "Jeffery (1922)"; may be empty
  bool is_number = false;
};

GalleryCard gallery_card(const Scenario& scenario);
/// Of all built-in scenarios, in the order of the gallery.
std::vector<GalleryCard> gallery_cards();

}  // namespace slurry::ui
