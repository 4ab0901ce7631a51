// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

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
  const Scenario& scenario() const;  ///< with the options in force at the first frame
  /// The same with what was changed while it was recorded.
  Scenario scenario_at_end() const;
  /// Throws InputError when the frame does not exist; the sentence names the range.
  std::shared_ptr<const Snapshot> frame(std::size_t index) const;
  /// What `slurry info` prints: JSON text.
  std::string summary_json() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Where a run is gone on with.
struct RunEnd {
  Scenario scenario;   ///< with every option in force there
  double time = 0;     ///< of the frame
  long frame_step = 0; ///< number of its step
  long step = 0;       ///< step after which the run goes on; one before that of a frame whose step was cut short by the end
};

/// frame: counted from 0; -1 and none: the last.  Throws InputError when there is none.
RunEnd end_to_go_on_from(const std::filesystem::path& file, std::optional<long> frame = {});

/// The frame's mark, by which it is known again in another file: FNV-1a (64 bits, hexadecimal) of the bytes of its step
/// (int64), its time and its positions (float64, row-major), all little-endian.  Source: RFC 9923.
std::string frame_hash(const Snapshot& frame);

}  // namespace slurry
