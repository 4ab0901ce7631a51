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

/// A recorded run, opened read-only; its frames come back as snapshots.  Also opens a file that still grows.
class Trajectory {
 public:
  /// Throws InputError when the file is not there or is no trajectory of ours.
  explicit Trajectory(const std::filesystem::path& file, QuantityTable table = quantities());
  ~Trajectory();
  Trajectory(Trajectory&&) noexcept;
  Trajectory& operator=(Trajectory&&) noexcept;

  std::size_t frames() const;
  std::vector<double> times() const;  ///< of all frames [time]
  const Scenario& scenario() const;   ///< with the options in force at the first frame
  /// The scenario with the changes that were made while the run was recorded.
  Scenario scenario_at_end() const;
  /// Changes that were made during the run, in the order of the file.
  std::vector<Event> events() const;
  /// Throws InputError when the frame does not exist; the sentence names the range.
  std::shared_ptr<const Snapshot> frame(std::size_t index) const;
  /// Text that `slurry info` prints, as JSON.
  std::string summary_json() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// State from which a run continues.
struct RunEnd {
  Scenario scenario;    ///< with every option in force there
  double time = 0;      ///< time of the frame
  long frame_step = 0;  ///< number of its step
  long step = 0;  ///< step after which the run goes on; one before that of a frame whose step was cut short by the end
  /// The file has the whole state there, or one from which a deterministic run computes it.  whole_at: its step.
  bool whole = false;
  long whole_at = 0;
  bool ended_cleanly = false;  ///< the recording was ended, and not killed
};

/// frame: counted from 0; -1 and none: the last.  Throws InputError when there is none.
RunEnd end_to_go_on_from(const std::filesystem::path& file, std::optional<long> frame = {});

/// Mark by which a frame can be recognised in another file: FNV-1a (64 bits, hexadecimal) of the bytes of its step
/// (int64), its time and its positions (float64, row-major), all little-endian. Source: RFC 9923.
std::string frame_hash(const Snapshot& frame);

/// The bodies of one frame of an H5MD file that another program wrote; a list is empty where the file has none.
struct H5mdFrame {
  std::string group;  ///< "particles/all"
  std::size_t frame = 0, frames = 1;
  std::vector<double> positions, images, directors;  ///< (N,3)
  std::vector<double> radii, half_lengths, species;  ///< (N)
  std::optional<std::array<double, 3>> edges;        ///< edges of the box
  std::optional<std::array<bool, 3>> is_periodic;
  std::string unit;                   ///< unit of the positions; empty: none is given
  std::vector<std::string> not_used;  ///< other elements of the group
};

/// Bodies from an H5MD file of another program: particles/GROUP/position, that follows the time or does not, and with
/// it image, orientation, radius, half_length, species and box. frame: -1 or none is the last. Nothing where the file
/// is a recorded run of Slurry, which a Trajectory reads.  Throws InputError.
std::optional<H5mdFrame> read_h5md_frame(const std::filesystem::path& file, std::optional<long> frame);

}  // namespace slurry
