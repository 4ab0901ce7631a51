// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "io/hdf5_common.hpp"
#include "io/hdf5_file.hpp"
#include "io/output_names.hpp"
#include "slurry/error.hpp"
#include "slurry/output_file.hpp"

namespace slurry {

using namespace hdf5;
namespace fs = std::filesystem;

namespace {

/// The library's metadata cache would grow up to 32 MB with the index of a growing file; a writer that appends needs
/// its end only.
void hold_metadata_cache(hid_t access) {
  H5AC_cache_config_t config{};
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  if (H5Pget_mdc_config(access, &config) < 0) return;
  config.set_initial_size = true;
  config.initial_size = config.min_size = config.max_size = 1 << 20;
  config.incr_mode = H5C_incr__off;
  config.flash_incr_mode = H5C_flash_incr__off;
  config.decr_mode = H5C_decr__off;
  H5Pset_mdc_config(access, &config);
}

void write_attribute(hid_t file, const fs::path& path, const std::string& object, const std::string& name,
                     hid_t file_type, hid_t memory_type, const H5Handle& space, const void* data) {
  const H5Handle a(H5Acreate_by_name(file, object.empty() ? "/" : object.c_str(), name.c_str(), file_type, space.get(),
                                     H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  if (!a || H5Awrite(a.get(), memory_type, data) < 0)
    throw Error(with_reason("the attribute '" + name + "' at " + in_file(object, path) + " cannot be written"));
}

fs::path final_name(const fs::path& file, bool overwrite) {
  refuse_output(file, overwrite);
  return behind_links(file);
}

}  // namespace

Hdf5Writer::Hdf5Writer(const fs::path& file, bool overwrite)
    : path_(final_name(file, overwrite)), beside_(path_), overwrite_(overwrite) {
  const auto lock = lock_hdf5();
  const H5Handle access = file_access();
  hold_metadata_cache(access.get());
  handle_ = H5Handle(H5Fcreate(beside_.path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()));
  if (!handle_)  // names and rights were looked at before: what is left is a disk that takes nothing more
    throw Error(with_reason(quoted(file) + " cannot be written; check the space left and the rights on its folder"));
}

Hdf5Writer::~Hdf5Writer() {
  handle_.reset();
  if (reserved_ == 0) return;
  std::error_code code;  // to cut a file to its own size gives back what is reserved behind it
  if (const auto size = fs::file_size(path_, code); !code) fs::resize_file(path_, size, code);
}

void Hdf5Writer::group(const std::string& path) {
  const auto lock = lock_hdf5();
  if (path.empty() || path == "/") return;
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string part = path.substr(0, end);
    if (H5Lexists(handle_.get(), part.c_str(), H5P_DEFAULT) > 0) continue;
    const H5Handle g(H5Gcreate2(handle_.get(), part.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    if (!g) throw Error(with_reason("the group " + in_file(part, path_) + " cannot be made"));
  }
}

void Hdf5Writer::write(const std::string& dataset, std::span<const double> values, std::span<const std::size_t> shape) {
  const auto lock = lock_hdf5();
  if (const std::size_t cut = dataset.find_last_of('/'); cut != std::string::npos) group(dataset.substr(0, cut));
  const H5Handle space = space_for(shape);
  const H5Handle d(
      H5Dcreate2(handle_.get(), dataset.c_str(), H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  if (!d || (!values.empty() && H5Dwrite(d.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0))
    throw Error(with_reason("the dataset " + in_file(dataset, path_) + " cannot be written"));
}

void Hdf5Writer::write_vectors(const std::string& dataset, std::span<const double> values) {
  const std::array<std::size_t, 2> shape{values.size() / 3, 3};
  write(dataset, values, shape);
}

void Hdf5Writer::write_column(const std::string& dataset, hid_t file_type, hid_t memory_type, const void* data,
                              std::size_t count) {
  const auto lock = lock_hdf5();
  if (const std::size_t cut = dataset.find_last_of('/'); cut != std::string::npos) group(dataset.substr(0, cut));
  const std::array<std::size_t, 1> shape{count};
  const H5Handle space = space_for(shape);
  const H5Handle d(
      H5Dcreate2(handle_.get(), dataset.c_str(), file_type, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  if (!d || (count > 0 && H5Dwrite(d.get(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0))
    throw Error(with_reason("the dataset " + in_file(dataset, path_) + " cannot be written"));
}

void Hdf5Writer::write(const std::string& dataset, std::span<const std::int32_t> values) {
  write_column(dataset, H5T_STD_I32LE, H5T_NATIVE_INT32, values.data(), values.size());
}

void Hdf5Writer::write(const std::string& dataset, std::span<const std::int64_t> values) {
  write_column(dataset, H5T_STD_I64LE, H5T_NATIVE_INT64, values.data(), values.size());
}

void Hdf5Writer::write_text(const std::string& dataset, std::string_view text) {
  const auto lock = lock_hdf5();
  if (const std::size_t cut = dataset.find_last_of('/'); cut != std::string::npos) group(dataset.substr(0, cut));
  const H5Handle type = fixed_text(text.size() + 1);
  const H5Handle space = space_for({});
  const std::string s(text);
  const H5Handle d(
      H5Dcreate2(handle_.get(), dataset.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  if (!d || H5Dwrite(d.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, s.c_str()) < 0)
    throw Error(with_reason("the dataset " + in_file(dataset, path_) + " cannot be written"));
}

void Hdf5Writer::link(const std::string& existing, const std::string& other) {
  const auto lock = lock_hdf5();
  if (H5Lcreate_hard(handle_.get(), existing.c_str(), handle_.get(), other.c_str(), H5P_DEFAULT, H5P_DEFAULT) < 0)
    throw Error(with_reason("the link " + in_file(other, path_) + " cannot be made"));
}

void Hdf5Writer::unlink(const std::string& name) {
  const auto lock = lock_hdf5();
  if (H5Ldelete(handle_.get(), name.c_str(), H5P_DEFAULT) < 0)
    throw Error(with_reason("the link " + in_file(name, path_) + " cannot be taken away"));
}

void Hdf5Writer::flush() {
  const auto lock = lock_hdf5();
  if (H5Fflush(handle_.get(), H5F_SCOPE_GLOBAL) < 0)
    throw Error(with_reason(quoted(path_) + " cannot be written; check the space left"));
}

void Hdf5Writer::reserve(std::size_t bytes) {
  const auto lock = lock_hdf5();
  void* driver = nullptr;
  struct stat now {};
  if (H5Fget_vfd_handle(handle_.get(), H5P_DEFAULT, &driver) < 0 || driver == nullptr) return;
  const int file = *static_cast<int*>(driver);
  if (::fstat(file, &now) != 0) return;
  const auto size = static_cast<std::size_t>(now.st_size);
  const std::string refusal = quoted(path_) + " cannot grow; check the space left: ";
  rlimit most{};
  if (::getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY && size + bytes > most.rlim_cur)
    throw Error(refusal + std::generic_category().message(EFBIG));
#ifdef __linux__
  if (size + bytes <= reserved_) return;
  for (const std::size_t wanted : {4 * bytes, bytes}) {  // not for every frame anew
    if (::fallocate(file, FALLOC_FL_KEEP_SIZE, now.st_size, static_cast<off_t>(wanted)) == 0) {
      reserved_ = size + wanted;
      return;
    }
    if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG) return;  // a file system that cannot
  }
  throw Error(refusal + std::generic_category().message(errno));
#endif
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, double value) {
  const auto lock = lock_hdf5();
  write_attribute(handle_.get(), path_, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, space_for({}), &value);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::int64_t value) {
  const auto lock = lock_hdf5();
  write_attribute(handle_.get(), path_, object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, space_for({}), &value);
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::span<const double> values) {
  const auto lock = lock_hdf5();
  const std::array<std::size_t, 1> shape{values.size()};
  write_attribute(handle_.get(), path_, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, space_for(shape),
                  values.data());
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::span<const std::int64_t> values) {
  const auto lock = lock_hdf5();
  const std::array<std::size_t, 1> shape{values.size()};
  write_attribute(handle_.get(), path_, object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, space_for(shape), values.data());
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name,
                           std::span<const std::string_view> texts) {
  const auto lock = lock_hdf5();
  std::size_t length = 1;
  for (std::string_view t : texts) length = std::max(length, t.size() + 1);
  std::string all(length * texts.size(), '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(&all[i * length], texts[i].size());
  const H5Handle type = fixed_text(length);
  const std::array<std::size_t, 1> shape{texts.size()};
  write_attribute(handle_.get(), path_, object, name, type.get(), type.get(), space_for(shape), all.data());
}

void Hdf5Writer::attribute(const std::string& object, const std::string& name, std::string_view text, Hdf5Text kind) {
  const auto lock = lock_hdf5();
  const H5Handle type(H5Tcopy(H5T_C_S1));
  const std::string s(text);
  H5Tset_size(type.get(), kind == Hdf5Text::variable ? H5T_VARIABLE : s.size() + 1);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  const char* pointer = s.c_str();
  write_attribute(handle_.get(), path_, object, name, type.get(), type.get(), space_for({}),
                  kind == Hdf5Text::variable ? static_cast<const void*>(&pointer) : pointer);
}

void Hdf5Writer::publish() {
  const auto lock = lock_hdf5();
  flush();
  refuse_output(path_, overwrite_);  // another process may have made it meanwhile
  beside_.rename_to(path_);
}

void Hdf5Writer::commit() {
  const auto lock = lock_hdf5();
  const bool flushed = H5Fflush(handle_.get(), H5F_SCOPE_GLOBAL) >= 0;
  const std::string reason = flushed ? "" : hdf5_reason();
  handle_.reset();
  if (!flushed)
    throw Error(quoted(path_) + " could not be completed; check the space left" +
                (reason.empty() ? "" : " (HDF5: " + reason + ")"));
  refuse_output(path_, overwrite_);  // another process may have made it meanwhile
  beside_.rename_to(path_);
}

}  // namespace slurry
