// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/descriptions.hpp"
#include "io/hdf5_file.hpp"
#include "slurry/quantity.hpp"

// Numbers that are not known at every frame.  They are elements of H5MD with a row for each frame that knows them, and
// no dataset where no frame does, so that nothing stands in a file for what is not there.
namespace slurry {

/// A number of a file: what it is and where it stands.
struct SparseElement {
  std::string path;           ///< path of the group with `step`, `time` and `value`
  std::string sentence;       ///< description of `value`
  std::string unit;           ///< in words (unit.hpp)
  bool of_the_frame = false;  ///< as Quantity::of_the_frame
};

/// Elements for the rows of the table that are not known at every frame (sparse_rows.hpp).
std::vector<SparseElement> sparse_elements(const std::vector<Quantity>& table);

/// Elements that were known at the same frames until now share `step` and `time` as hard links; the first frame that
/// one of them misses gives it a pair of its own.
class SparseColumns {
 public:
  /// gauge_dependent: whether elements of the frame are marked as such.
  SparseColumns(Hdf5Writer& file, FileUnits units, std::vector<SparseElement> elements, bool gauge_dependent);

  /// Rows of a frame, in place of those that it has already; values: of each element, NaN where it is not known.
  void put(std::int64_t step, double time, std::span<const double> values);
  /// Most that put() lets the file grow by [bytes].
  std::size_t growth(std::span<const double> values) const;

 private:
  struct Grid {
    std::size_t owner;  ///< an element whose `step` and `time` these are
    std::unique_ptr<Hdf5Column> steps, times;
    std::int64_t last = -1;
  };
  struct Column {
    std::unique_ptr<Hdf5Column> values;  ///< null: no frame has known it yet
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
