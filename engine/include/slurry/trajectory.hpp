// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slurry/moment.hpp"
#include "slurry/snapshot.hpp"

namespace slurry {

/// The scalars of a recorded run at all of its frames. They are quantities of the system or of the run that have one
/// number per frame.
struct ScalarColumns {
  QuantityTable table;
  std::vector<long> steps;                   ///< (frames), number of the step of each frame
  std::vector<double> times;                 ///< (frames) [time]
  std::vector<const Quantity*> scalars;      ///< (scalars), rows of the table, in its order
  std::vector<std::vector<double>> columns;  ///< (scalars, frames) [Quantity::unit]; NaN: not known at this frame
};

/// A recorded run, opened read-only. Its frames are returned as snapshots. The file may still be growing.
class Trajectory {
 public:
  /// Opens a file. Throws InputError if the file is missing or is no trajectory of Slurry.
  explicit Trajectory(const std::filesystem::path& file, QuantityTable table = quantities());
  ~Trajectory();
  Trajectory(Trajectory&&) noexcept;
  Trajectory& operator=(Trajectory&&) noexcept;

  std::size_t frames() const;
  std::vector<double> times() const;  ///< times of all frames [time]
  /// Reads every scalar that the file has, at all of its whole frames, without reading any bodies. Scalars that the
  /// file does not have, or of which it knows no value, are left out. Other threads can use HDF5 between two columns.
  /// Throws InputError if the file is damaged.
  ScalarColumns scalars() const;
  const Scenario& scenario() const;  ///< scenario with the options in force at the first frame
  /// The scenario with the changes that were made while the run was recorded.
  Scenario scenario_at_end() const;
  /// Changes that were made during the run, in the order of the file.
  std::vector<Event> events() const;
  /// Returns a frame as a snapshot. Throws InputError with the range of frames if the frame does not exist.
  std::shared_ptr<const Snapshot> frame(std::size_t index) const;
  /// Returns the text that `slurry info` prints, as JSON.
  std::string summary_json() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The state from which a run continues.
struct RunEnd {
  Scenario scenario;    ///< scenario with every option in force at this state
  double time = 0;      ///< time of the frame
  long frame_step = 0;  ///< number of its step
  /// step after which the run continues; one less than frame_step if the end of the run cut the frame's step short
  long step = 0;
  /// The file has the whole state at this frame, or an earlier whole state from which a deterministic run computes it.
  /// whole_at: step of the stored state.
  bool whole = false;
  long whole_at = 0;
  bool ended_cleanly = false;  ///< the recording was closed properly and was not killed
};

/// Finds the state from which a run continues. frame: counted from 0; -1 or empty: the last. Throws InputError if there
/// is no such frame.
RunEnd end_to_go_on_from(const std::filesystem::path& file, std::optional<long> frame = {});

/// A mark by which a frame can be recognised in another file. It is the FNV-1a hash (64 bits, hexadecimal) of the bytes
/// of step (int64), time and positions (float64, row-major), all little-endian. Source: RFC 9923.
std::string frame_hash(const Snapshot& frame);

/// The bodies of one frame of an H5MD file from another program. Lists that the file does not have are empty. Rows of
/// particles that do not exist are left out: rows whose id is the fill value that the writer of the dataset defined
/// (H5MD 1.1, "id"). Images along directions whose boundary is 'none' are placeholders there, and are 0 here.
struct H5mdFrame {
  std::string group;  ///< "particles/all"
  std::size_t frame = 0, frames = 1;
  std::vector<double> positions, images, directors;  ///< (N,3)
  std::vector<double> radii, half_lengths, species;  ///< (N)
  std::optional<std::array<double, 3>> edges;        ///< edges of the box
  std::optional<std::array<bool, 3>> is_periodic;
  std::string unit;                   ///< unit of the positions; empty: the file gives none
  std::vector<std::string> not_used;  ///< other elements of the group, which are not used
  std::vector<std::size_t> rows;      ///< (N), row of each body in the file; empty: no row is left out
  std::vector<std::string> notes;     ///< words on rows that are left out, and on ids that are other numbers here
};

/// Reads bodies from an H5MD file of another program: particles/GROUP/position, fixed or time-dependent, and, if
/// present, id, image, orientation, radius, half_length, species and box. frame: -1 or empty means the last. Returns
/// nothing if the file is a recorded run of Slurry, which Trajectory reads. Throws InputError.
std::optional<H5mdFrame> read_h5md_frame(const std::filesystem::path& file, std::optional<long> frame);

}  // namespace slurry
