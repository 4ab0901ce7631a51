// SPDX-License-Identifier: BSD-3-Clause
#include "io/hdf5_file.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "io/hdf5_common.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace fs = std::filesystem;

namespace hdf5 {

namespace {

/// Whether something could not be closed.
std::atomic<bool> left_open{false};

void close_library() {
  if (!left_open) H5close();
}

void start_once() {
  static const bool done = [] {
    // Before anything else of the library.  Its own end of the process closes all it knows, also what a full disk kept
    // it from closing, and what it then still has of a dataset is freed memory: then it is left as it is.
    H5dont_atexit();
    return std::atexit(close_library) == 0;
  }();
  (void)done;
}

}  // namespace

std::string with_reason(std::string message) {
  const std::string reason = hdf5_reason();
  return reason.empty() ? message : message + " (HDF5: " + reason + ")";
}

std::string quoted(const fs::path& p) {
  std::string s = p.string();
  s.insert(s.begin(), '\'');
  s.push_back('\'');
  return s;
}
std::string in_file(const std::string& object, const fs::path& file) {
  return "'" + object + "' in " + quoted(file);
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string s = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) s += (i ? "," : "") + std::to_string(shape[i]);
  return s + (shape.size() == 1 ? ",)" : ")");
}

H5Handle file_access() {
  H5Handle access(H5Pcreate(H5P_FILE_ACCESS));
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access.get(), false, true);
#endif
  return access;
}

std::vector<std::size_t> shape_of(hid_t space) {
  const int rank = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> extent(static_cast<std::size_t>(std::max(rank, 0)));
  if (rank > 0) H5Sget_simple_extent_dims(space, extent.data(), nullptr);
  return {extent.begin(), extent.end()};
}

std::size_t count_of(const std::vector<std::size_t>& shape) {
  std::size_t n = 1;  // of a damaged file it may be more than any number holds
  for (std::size_t s : shape)
    n = s != 0 && n > std::numeric_limits<std::size_t>::max() / s ? std::numeric_limits<std::size_t>::max() : n * s;
  return n;
}

H5Handle fixed_text(std::size_t length) {
  H5Handle type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type.get(), length);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

H5Handle space_for(std::span<const std::size_t> shape) {
  if (shape.empty()) return H5Handle(H5Screate(H5S_SCALAR));
  std::vector<hsize_t> extent(shape.begin(), shape.end());
  return H5Handle(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr));
}

}  // namespace hdf5

using namespace hdf5;

namespace {

herr_t innermost(unsigned n, const H5E_error2_t* error, void* text) {
  if (n == 0 && error->desc) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

/// The library's text of a failed system call says what failed, then when, where in memory and much more in two lines,
/// and in between the system's own words.  Those and the first are kept.
std::string in_one_line(const std::string& reason) {
  constexpr std::string_view words = "error message = '";
  if (const std::size_t at = reason.find(words); at != std::string::npos) {
    const std::size_t from = at + words.size();
    return reason.substr(0, reason.find(':')) + ": " + reason.substr(from, reason.find('\'', from) - from);
  }
  std::string line;
  for (const char c : reason)
    if (c != '\n' && c != '\r') line += c;
  return line;
}

}  // namespace

namespace {
thread_local int held = 0;
}

void Hdf5Mutex::lock() {
  if (held == 0) mutex_.lock();
  ++held;
}

void Hdf5Mutex::unlock() {
  if (--held == 0) mutex_.unlock();
}

std::unique_lock<Hdf5Mutex> lock_hdf5() {
  static Hdf5Mutex mutex;
  std::unique_lock lock(mutex);
  hdf5::start_once();
  // what the library prints of an error, each thread has to forbid for itself
  thread_local const bool silent = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  (void)silent;
  return lock;
}

std::string hdf5_reason() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, &text);
  return in_one_line(text);
}

void H5Handle::reset() noexcept {
  if (id_ < 0) return;
  const auto lock = lock_hdf5();
  if (H5Idec_ref(id_) < 0) hdf5::left_open = true;
  id_ = -1;
}

}  // namespace slurry
