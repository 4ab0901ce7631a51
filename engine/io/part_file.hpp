// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>

namespace slurry {

/// A temporary name beside an output file, for its content until it is complete. The file with this name is removed
/// when the object ends. It is also removed when SIGINT, SIGTERM or SIGHUP ends the process; the signals still end it.
/// Handlers for these signals that others have set stay in force.
class PartFile {
 public:
  /// Chooses the name. It makes no file.
  explicit PartFile(const std::filesystem::path& file);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Gives the file its final name. Throws Error if that fails.
  void rename_to(const std::filesystem::path& file);

 private:
  std::filesystem::path path_;
  std::size_t slot_;
};

}  // namespace slurry
