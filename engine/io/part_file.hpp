// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>

namespace slurry {

/// A name beside an output file, for its content until it is complete.  What has the name is removed when this ends,
/// and also when SIGINT, SIGTERM or SIGHUP would end the process: they do so all the same.  Handlers that somebody else
/// has set for these signals stay in force.
class PartFile {
 public:
  /// Makes no file.
  explicit PartFile(const std::filesystem::path& file);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Gives the file its final name.  Throws Error when that fails.
  void rename_to(const std::filesystem::path& file);

 private:
  std::filesystem::path path_;
  std::size_t slot_;
};

}  // namespace slurry
