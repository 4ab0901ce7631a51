// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/output_file.hpp"

#include <limits.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "io/output_names.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace fs = std::filesystem;

namespace {

const char* kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    case fs::file_type::fifo:
      return "a named pipe";
    case fs::file_type::socket:
      return "a socket";
    default:
      return "no regular file";
  }
}

}  // namespace

std::string quoted_name(const fs::path& file) {
  constexpr std::size_t most = 120;
  const std::string s = file.string();
  return s.size() <= NAME_MAX ? "'" + s + "'" : "'" + s.substr(0, most) + "...'";
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

std::size_t longest_name(const fs::path& folder) {
  const long n = ::pathconf(folder.c_str(), _PC_NAME_MAX);
  return n > 0 ? static_cast<std::size_t>(n) : NAME_MAX;
}

fs::path behind_links(const fs::path& file) {
  constexpr int most_links = 40;  // as Linux has it
  fs::path at = file;
  std::error_code code;
  for (int i = 0; i <= most_links; ++i) {
    if (!fs::is_symlink(fs::symlink_status(at, code))) return at;
    const fs::path target = fs::read_symlink(at, code);
    if (code) return at;
    at = at.parent_path() / target;  // an absolute target stands alone
  }
  throw InputError(quoted_name(file) + " is a symbolic link that leads in a circle; give the name of a file");
}

void refuse_same_file(const fs::path& file, std::span<const fs::path> others) {
  std::error_code code;
  for (const fs::path& other : others)
    if (fs::equivalent(file, other, code) ||
        (!other.empty() &&
         fs::weakly_canonical(fs::absolute(file, code), code) == fs::weakly_canonical(fs::absolute(other, code), code)))
      throw InputError("the output " + quoted_name(file) + " is the same file as " + quoted_name(other) +
                       ", which would be lost; give another name");
}

void refuse_output(const fs::path& file, bool overwrite, std::span<const fs::path> inputs) {
  if (file.empty()) throw InputError("the name of the output is empty; give the name of a file");
  const fs::path final = behind_links(file), folder = folder_of(final);
  std::error_code code;
  const fs::file_status status = fs::status(final, code);
  if (code == std::errc::filename_too_long)
    throw InputError(quoted_name(file) + " is too long for the name of a file: a name may have at most " +
                     std::to_string(longest_name(folder)) + " bytes, and at most " + std::to_string(PATH_MAX - 1) +
                     " with its folders; give a shorter name");
  refuse_same_file(file, inputs);
  if (fs::is_directory(status)) throw InputError(quoted_name(file) + " is a folder; give the name of a file");
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw InputError(quoted_name(file) + " is " + kind_of(status.type()) +
                     ", which cannot be replaced by a file; give another name");
  if (!overwrite && fs::exists(status))
    throw InputError(quoted_name(file) + " exists already; give another name, or --overwrite to replace it");
  const std::string leading = final == file ? "" : ", a link to " + quoted_name(final) + ",";
  if (!fs::is_directory(folder, code))
    throw InputError("the folder of " + quoted_name(file) + leading + " does not exist; make it first");
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError("the folder of " + quoted_name(file) + leading + " cannot be written to: " +
                     std::generic_category().message(errno) + "; check its rights, or give another");
}

}  // namespace slurry
