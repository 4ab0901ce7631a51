// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace slurry {

/// A file and one of its frames, as FILE or FILE#FRAME names them. Without a number, the last frame is meant.
struct FileFrame {
  std::string file;
  std::optional<long> frame;  ///< counted from 0; -1 or empty: the last frame
};

/// Splits FILE#FRAME into file and frame. A file whose own name contains # is recognised. A relative name refers to
/// `folder`, or to the current folder if `folder` is empty. Throws InputError unless the text after # is a whole number
/// of at least -1.
FileFrame file_frame(const std::string& word, const std::filesystem::path& folder = {});

/// Index of a frame in a file with `count` frames. -1 and an empty value mean the last frame. Throws InputError; the
/// message names the file and the range of its frames.
std::size_t chosen_frame(const std::filesystem::path& file, std::optional<long> frame, std::size_t frames);

}  // namespace slurry
