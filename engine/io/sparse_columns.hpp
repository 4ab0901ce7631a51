// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/descriptions.hpp"
#include "io/hdf5_file.hpp"
#include "slurry/quantity.hpp"

// Numbers that are not known at every frame. They are H5MD elements with a row for each frame that knows them. If no
// frame knows a number, it has no dataset.
namespace slurry {

/// A number of a file: its meaning and its place.
struct SparseElement {
  std::string path;           ///< path of the group with `step`, `time` and `value`
  std::string sentence;       ///< description of `value`
  std::string unit;           ///< in words (unit.hpp)
  bool of_the_frame = false;  ///< same meaning as Quantity::of_the_frame
};

/// Elements for those rows of the table that are not known at every frame (sparse_rows.hpp).
std::vector<SparseElement> sparse_elements(const std::vector<Quantity>& table);

/// Writes the columns of sparse elements. Elements that were known at the same frames so far share `step` and `time` as
/// hard links. An element that a frame lacks gets its own `step` and `time`.
class SparseColumns {
 public:
  /// Makes the columns. gauge_dependent: whether elements of the frame are marked as gauge dependent.
  SparseColumns(Hdf5Writer& file, FileUnits units, std::vector<SparseElement> elements, bool gauge_dependent);

  /// Writes the rows of a frame, and replaces those that it already has. values: one for each element; NaN if it is not
  /// known.
  void put(std::int64_t step, double time, std::span<const double> values);
  /// Largest amount by which put() lets the file grow [bytes].
  std::size_t growth(std::span<const double> values) const;

 private:
  struct Grid {
    std::size_t owner;  ///< element that owns these `step` and `time`
    std::unique_ptr<Hdf5Column> steps, times;
    std::int64_t last = -1;
  };
  struct Column {
    std::unique_ptr<Hdf5Column> values;  ///< null if no frame has known it yet
    std::shared_ptr<Grid> grid;
  };
  void make(std::size_t element, std::shared_ptr<Grid>& grid);
  void join(std::size_t element, std::shared_ptr<Grid>& grid);
  void split(std::span<const std::size_t> known);

  Hdf5Writer& file_;
  FileUnits units_;
  std::vector<SparseElement> elements_;
  bool gauge_dependent_;
  std::vector<Column> columns_;  ///< columns of each element
};

}  // namespace slurry
