// SPDX-License-Identifier: BSD-3-Clause
// What is written beside the boxes of a sum, without a display.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "history/stored_picture.hpp"
#include "models/cell_legend.hpp"
#include "models/view_wishes.hpp"
#include "ui/support/model_snapshot.hpp"

namespace slurry::ui {
namespace {

SumCell cell(int level, double shift = 0) {
  SumCell c;
  c.half = {1, 1, 1};
  c.level = level;
  c.points = 3;
  c.shift = {shift, 0, 0};
  return c;
}

/// Twelve leaves on two levels; on body 1 act its leaf, two others and three boxes on two levels.
std::shared_ptr<SumCells> some_cells() {
  auto cells = std::make_shared<SumCells>();
  cells->title = "leaves of the tree";
  for (int i = 0; i < 12; ++i) cells->leaves.push_back(cell(i < 5 ? 2 : 4));
  cells->lists = {{"", "its own leaf", {cell(4)}},
                  {"P2P", "near leaves", {cell(4), cell(2, 40)}},
                  {"M2L", "boxes of one size", {cell(4), cell(3), cell(3, -40)}},
                  {"M2P", "smaller boxes", {}}};
  cells->body = 1;
  cells->time = 3.5;
  return cells;
}

SceneOptions shown(long selected) {
  SceneOptions options;
  options.show_cells = true;
  options.selected = selected;
  return options;
}

std::string row(const CellLegend& legend, std::size_t i) {
  return i < legend.rows.size() ? legend.rows[i].text + ": " + legend.rows[i].count : "no row";
}

TEST(CellLegend, CountsTheBoxesOfEachList_AndOfItsLevels) {
  const auto s = snapshot(12, 3.5);
  s->cells = some_cells();
  EXPECT_FALSE(cell_legend(*s, SceneOptions()));
  const CellLegend legend = *cell_legend(*s, shown(1));
  EXPECT_EQ(legend.title, "Boxes of the sum");
  ASSERT_EQ(legend.rows.size(), 7u);
  EXPECT_EQ(row(legend, 0), "leaves of the tree, levels 2 to 4: 12");
  EXPECT_EQ(row(legend, 1), "On sphere 1 act: ");
  EXPECT_EQ(row(legend, 2), "its own leaf: 1");
  EXPECT_EQ(row(legend, 3), "near leaves (P2P): 2");
  EXPECT_EQ(row(legend, 4), "level 4: 1,  2: 1: ");
  EXPECT_EQ(row(legend, 5), "boxes of one size (M2L): 3");
  EXPECT_EQ(row(legend, 6), "level 4: 1,  3: 2: ");
  EXPECT_EQ(legend.rows[5].list, 2u);
  ASSERT_EQ(legend.remarks.size(), 1u);
  EXPECT_EQ(legend.remarks[0],
            "2 of these boxes act from periodic images. All boxes are drawn at their places in the cell.");
}

TEST(CellLegend, SaysOfWhichTimeTheBoxesAre_AndOfWhichBody) {
  const auto s = snapshot(12, 5.25);
  s->cells = some_cells();
  EXPECT_EQ(cell_legend(*s, shown(1))->title, "Boxes of the sum at t = 3.50 τ");
  EXPECT_EQ(cell_legend(*s, shown(0))->rows.size(), 1u) << "the boxes of another body are not those of this one";
  const CellLegend none = *cell_legend(*s, shown(-1));
  EXPECT_EQ(none.rows.size(), 1u);
  ASSERT_EQ(none.remarks.size(), 1u);
  EXPECT_EQ(none.remarks[0], "Select a body to see the boxes that act on it.");
}

TEST(CellLegend, OneSentenceSaysWhyThereAreNoBoxes) {
  const auto s = snapshot(12, 5.25);
  const auto sentence = [&] {
    const CellLegend legend = *cell_legend(*s, shown(1));
    EXPECT_TRUE(legend.rows.empty());
    return legend.remarks.size() == 1 ? legend.remarks[0] : std::string();
  };
  EXPECT_EQ(sentence(), "The boxes of this moment are not known. The newest moment of a run has them.");
  s->sum_choice.candidates.push_back({});
  s->sum_choice.candidates[0].engine = "ewald";
  EXPECT_EQ(sentence(), why_no_cells("ewald"));
  EXPECT_NE(sentence(), "");
  auto none = std::make_shared<SumCells>();
  none->why_none = "Nothing is summed.";
  s->cells = none;
  EXPECT_EQ(sentence(), "Nothing is summed.");
}

TEST(CellLegend, TheScenarioAsksForTheBoxes) {
  const std::string text =
      "schema = 1\n[domain]\nkind = \"free-space\"\n[[bodies]]\ncount = 2\nplacement = \"cloud\"\ncloud_radius = "
      "9\n[view]\ntree = ";
  EXPECT_TRUE(view_wishes(parse_scenario(text + "true\n", "a.toml")).tree);
  EXPECT_FALSE(view_wishes(parse_scenario(text + "false\n", "a.toml")).tree);
  EXPECT_FALSE(view_wishes(Scenario()).tree);
}

/// Pictures that are kept count the boxes in their memory, once for all pictures that share them.
TEST(CellLegend, StoredPicturesCountTheMemoryOfTheBoxes) {
  const auto without = snapshot(12, 3.5), with = snapshot(12, 3.5);
  with->cells = some_cells();
  EXPECT_EQ(size_in_bytes(*with) - size_in_bytes(*without), 18 * sizeof(SumCell));
  std::size_t all = 0, of_cells = 0;
  for (const MemoryBlock& b : StoredPicture(with).blocks()) {
    all += b.bytes;
    if (b.at == with->cells.get()) of_cells = b.bytes;
  }
  EXPECT_EQ(of_cells, 18 * sizeof(SumCell));
  EXPECT_EQ(all, size_in_bytes(*with));
}

}  // namespace
}  // namespace slurry::ui
