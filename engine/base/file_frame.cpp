// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/file_frame.hpp"

#include <charconv>
#include <system_error>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

FileFrame file_frame(const std::string& word, const std::filesystem::path& folder) {
  std::error_code code;
  const std::size_t mark = word.rfind('#');
  if (mark == std::string::npos || std::filesystem::exists(folder / word, code)) return {word, {}};
  long frame = 0;
  const char* end = word.data() + word.size();
  const auto [stopped, problem] = std::from_chars(word.data() + mark + 1, end, frame);
  const bool negative = word.compare(mark + 1, 1, "-") == 0;  // -1 is the only one, and -0 is none
  if (problem != std::errc() || stopped != end || (negative && word.compare(mark, std::string::npos, "#-1") != 0))
    throw InputError(
        text("'{}' names no frame: '{}' is not the number of a frame; frames count from 0, and -1 is the last", word,
             word.substr(mark + 1)));
  return {word.substr(0, mark), frame};
}

std::size_t chosen_frame(const std::filesystem::path& file, std::optional<long> frame, std::size_t frames) {
  if (frames == 0) throw InputError(text("'{}' has no frame", file.string()));
  const std::size_t last = frames - 1;
  if (!frame || *frame == -1) return last;
  if (*frame < 0 || static_cast<std::size_t>(*frame) > last)
    throw InputError(text("'{}' has no frame {}; frames are 0 to {}, and -1 is the last", file.string(), *frame, last));
  return static_cast<std::size_t>(*frame);
}

}  // namespace slurry
