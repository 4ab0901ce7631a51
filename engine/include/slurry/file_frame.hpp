// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace slurry {

/// A file with frames as FILE or FILE#FRAME names it; no frame means the last.
struct FileFrame {
  std::string file;
  std::optional<long> frame;  ///< counted from 0; -1 is the last
};

/// Takes FILE#FRAME apart.  A file whose own name has a # is taken as it is named; a relative name is looked for in
/// `folder`, or in the current folder where that is empty.  Throws InputError where what follows the # is no whole
/// number from -1 on.
FileFrame file_frame(const std::string& word, const std::filesystem::path& folder = {});

/// The index of a frame among so many: -1 is the last, and so is none.  Throws InputError that names the file and the
/// frames that it has.
std::size_t chosen_frame(const std::filesystem::path& file, std::optional<long> frame, std::size_t frames);

}  // namespace slurry
