// SPDX-License-Identifier: BSD-3-Clause
#include "io/hdf5_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include "slurry/error.hpp"

namespace slurry {

namespace {

namespace fs = std::filesystem;

/// The library prints its error stack by default; we put its reason into our own sentence instead.
void silence_once() {
  static const bool done = (H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), true);
  (void)done;
}

herr_t innermost(unsigned n, const H5E_error2_t* error, void* text) {
  if (n == 0 && error->desc) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

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

std::vector<std::size_t> shape_of(hid_t space) {
  const int rank = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> extent(static_cast<std::size_t>(std::max(rank, 0)));
  if (rank > 0) H5Sget_simple_extent_dims(space, extent.data(), nullptr);
  return {extent.begin(), extent.end()};
}

std::size_t count_of(const std::vector<std::size_t>& shape) {
  std::size_t n = 1;
  for (std::size_t s : shape) n *= s;
  return n;
}

bool numeric(hid_t type) {
  const H5T_class_t c = H5Tget_class(type);
  return c == H5T_FLOAT || c == H5T_INTEGER;
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

}  // namespace

std::unique_lock<std::recursive_mutex> lock_hdf5() {
  static std::recursive_mutex mutex;
  return std::unique_lock(mutex);
}

std::string hdf5_reason() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, &text);
  return text;
}

void H5Handle::reset() noexcept {
  if (id_ < 0) return;
  const auto lock = lock_hdf5();
  H5Idec_ref(id_);
  id_ = -1;
}

void refuse_existing(const fs::path& file, bool overwrite) {
  std::error_code code;
  if (fs::is_directory(file, code)) throw InputError(quoted(file) + " is a folder; give the name of a file");
  if (!overwrite && fs::exists(file, code))
    throw InputError(quoted(file) + " exists already; give another name, or --overwrite to replace it");
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, code))
    throw InputError("the folder of " + quoted(file) + " does not exist; make it first");
}

// --- reading -------------------------------------------------------------------------------------------------

Hdf5Reader::Hdf5Reader(const fs::path& file) : path_(file) {
  const auto lock = lock_hdf5();
  silence_once();
  std::error_code code;
  if (!fs::exists(file, code)) throw InputError("there is no file " + quoted(file) + "; check its name");
  if (fs::is_directory(file, code)) throw InputError(quoted(file) + " is a folder, not an HDF5 file");
  const H5Handle access = file_access();
  handle_ = H5Handle(H5Fopen(file.string().c_str(), H5F_ACC_RDONLY, access.get()));
  if (!handle_) {
    if (::access(file.string().c_str(), R_OK) != 0)
      throw InputError(quoted(file) + " may not be read; check its permissions");
    throw InputError(with_reason(quoted(file) + " cannot be opened as an HDF5 file"));
  }
}

bool Hdf5Reader::has(const std::string& object) const {
  const auto lock = lock_hdf5();
  if (object.empty() || object == "/") return true;
  for (std::size_t end = 0; end != std::string::npos;) {  // H5Lexists wants every part of the way to exist
    end = object.find('/', end + 1);
    const std::string part = object.substr(0, end);
    if (part == "/") continue;
    if (H5Lexists(handle_.get(), part.c_str(), H5P_DEFAULT) <= 0) return false;
  }
  return H5Oexists_by_name(handle_.get(), object.c_str(), H5P_DEFAULT) > 0;
}

bool Hdf5Reader::has_attribute(const std::string& object, const std::string& name) const {
  const auto lock = lock_hdf5();
  return has(object) &&
         H5Aexists_by_name(handle_.get(), object.empty() ? "/" : object.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

bool Hdf5Reader::is_group(const std::string& object) const {
  const auto lock = lock_hdf5();
  if (!has(object)) return false;
  const H5Handle o(H5Oopen(handle_.get(), object.empty() ? "/" : object.c_str(), H5P_DEFAULT));
  return o && H5Iget_type(o.get()) == H5I_GROUP;
}

std::vector<std::string> Hdf5Reader::members(const std::string& group) const {
  const auto lock = lock_hdf5();
  const H5Handle g(H5Gopen2(handle_.get(), group.empty() ? "/" : group.c_str(), H5P_DEFAULT));
  if (!g) throw InputError("there is no group " + in_file(group, path_));
  std::vector<std::string> names;
  hsize_t at = 0;
  H5Literate(
      g.get(), H5_INDEX_NAME, H5_ITER_INC, &at,
      [](hid_t, const char* name, const H5L_info_t*, void* out) -> herr_t {
        static_cast<std::vector<std::string>*>(out)->emplace_back(name);
        return 0;
      },
      &names);
  return names;
}

void Hdf5Reader::require_group(const std::string& group) const {
  const auto lock = lock_hdf5();
  if (is_group(group)) return;
  // the nearest enclosing group that exists, and what it holds
  std::string parent = group;
  do {
    const std::size_t cut = parent.find_last_of('/');
    parent = cut == std::string::npos ? "" : parent.substr(0, cut);
  } while (!is_group(parent));
  std::string list;
  for (const std::string& m : members(parent)) {
    const std::string full = parent.empty() ? m : parent + "/" + m;
    if (is_group(full)) list += (list.empty() ? "" : ", ") + full;
  }
  throw InputError("there is no group " + in_file(group, path_) +
                   (list.empty() ? "; it has no groups there" : "; it has: " + list));
}

Hdf5Array Hdf5Reader::read(const std::string& dataset) const {
  const auto lock = lock_hdf5();
  if (!has(dataset)) throw InputError("there is no dataset " + in_file(dataset, path_));
  const H5Handle d(H5Dopen2(handle_.get(), dataset.c_str(), H5P_DEFAULT));
  if (!d) throw InputError(with_reason(in_file(dataset, path_) + " is not a dataset"));
  const H5Handle type(H5Dget_type(d.get()));
  if (!numeric(type.get()))
    throw InputError(in_file(dataset, path_) + " does not hold numbers; give a float64 dataset");
  const H5Handle space(H5Dget_space(d.get()));
  Hdf5Array a;
  a.shape = shape_of(space.get());
  a.values.resize(count_of(a.shape));
  if (!a.values.empty() && H5Dread(d.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, a.values.data()) < 0)
    throw InputError(with_reason(in_file(dataset, path_) + " cannot be read"));
  return a;
}

std::vector<double> Hdf5Reader::read_vectors(const std::string& dataset) const {
  Hdf5Array a = read(dataset);
  if (a.shape.size() != 2 || a.shape[1] != 3)
    throw InputError(in_file(dataset, path_) + " has shape " + shape_text(a.shape) + "; it must be (N,3)");
  for (std::size_t i = 0; i < a.values.size(); ++i)
    if (!std::isfinite(a.values[i]))
      throw InputError(in_file(dataset, path_) + " holds a value that is not finite, in row " + std::to_string(i / 3));
  return std::move(a.values);
}

std::vector<double> Hdf5Reader::read_numbers(const std::string& object, const std::string& name) const {
  const auto lock = lock_hdf5();
  if (!has_attribute(object, name)) {
    const std::string inside = object.empty() ? name : object + "/" + name;
    if (has(inside)) return read(inside).values;
    throw InputError("there is no attribute '" + name + "' at " + in_file(object, path_));
  }
  const H5Handle a(
      H5Aopen_by_name(handle_.get(), object.empty() ? "/" : object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  const H5Handle type(H5Aget_type(a.get()));
  if (!numeric(type.get()))
    throw InputError("the attribute '" + name + "' at " + in_file(object, path_) + " is not a number");
  const H5Handle space(H5Aget_space(a.get()));
  std::vector<double> values(count_of(shape_of(space.get())));
  if (!values.empty() && H5Aread(a.get(), H5T_NATIVE_DOUBLE, values.data()) < 0)
    throw InputError(with_reason("the attribute '" + name + "' at " + in_file(object, path_) + " cannot be read"));
  return values;
}

double Hdf5Reader::read_number(const std::string& object, const std::string& name) const {
  const std::vector<double> v = read_numbers(object, name);
  if (v.size() != 1)
    throw InputError("'" + name + "' at " + in_file(object, path_) + " has " + std::to_string(v.size()) +
                     " entries; it must be one number");
  if (!std::isfinite(v[0])) throw InputError("'" + name + "' at " + in_file(object, path_) + " is not finite");
  return v[0];
}

std::string Hdf5Reader::read_text(const std::string& object, const std::string& name) const {
  const auto lock = lock_hdf5();
  if (!has_attribute(object, name))
    throw InputError("there is no attribute '" + name + "' at " + in_file(object, path_));
  const H5Handle a(
      H5Aopen_by_name(handle_.get(), object.empty() ? "/" : object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  const H5Handle type(H5Aget_type(a.get()));
  const H5Handle space(H5Aget_space(a.get()));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_npoints(space.get()) != 1)
    throw InputError("the attribute '" + name + "' at " + in_file(object, path_) + " is not one text");
  const H5Handle memory(H5Tcopy(type.get()));
  if (H5Tis_variable_str(type.get()) > 0) {
    char* text = nullptr;
    if (H5Aread(a.get(), memory.get(), &text) < 0 || !text) return {};
    std::string s = text;
    H5free_memory(text);
    return s;
  }
  std::string s(H5Tget_size(type.get()), '\0');
  H5Aread(a.get(), memory.get(), s.data());
  s.resize(std::min(s.find('\0'), s.size()));
  return s;
}

std::vector<std::string> Hdf5Reader::read_texts(const std::string& dataset) const {
  const auto lock = lock_hdf5();
  if (!has(dataset)) throw InputError("there is no dataset " + in_file(dataset, path_));
  const H5Handle d(H5Dopen2(handle_.get(), dataset.c_str(), H5P_DEFAULT));
  const H5Handle type(d ? H5Dget_type(d.get()) : -1);
  if (!type || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0)
    throw InputError(in_file(dataset, path_) + " does not hold texts of a fixed length");
  const H5Handle space(H5Dget_space(d.get()));
  const std::size_t length = H5Tget_size(type.get());
  std::vector<std::string> texts(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())));
  std::string all(length * texts.size(), '\0');
  if (!all.empty() && H5Dread(d.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0)
    throw InputError(with_reason(in_file(dataset, path_) + " cannot be read"));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    texts[i] = all.substr(i * length, length);
    texts[i].resize(std::min(texts[i].find('\0'), length));
  }
  return texts;
}

std::vector<std::size_t> Hdf5Reader::shape(const std::string& dataset) const {
  const auto lock = lock_hdf5();
  const H5Handle d(has(dataset) ? H5Dopen2(handle_.get(), dataset.c_str(), H5P_DEFAULT) : -1);
  if (!d) throw InputError("there is no dataset " + in_file(dataset, path_));
  const H5Handle space(H5Dget_space(d.get()));
  return shape_of(space.get());
}

std::vector<double> Hdf5Reader::read_row(const std::string& dataset, std::size_t row) const {
  const auto lock = lock_hdf5();
  const H5Handle d(has(dataset) ? H5Dopen2(handle_.get(), dataset.c_str(), H5P_DEFAULT) : -1);
  if (!d) throw InputError("there is no dataset " + in_file(dataset, path_));
  const H5Handle space(H5Dget_space(d.get()));
  const std::vector<std::size_t> extent = shape_of(space.get());
  if (extent.empty() || row >= extent[0])
    throw InputError(in_file(dataset, path_) + " has " + std::to_string(extent.empty() ? 0 : extent[0]) +
                     " rows; there is no row " + std::to_string(row));
  std::vector<hsize_t> start(extent.size(), 0), count(extent.begin(), extent.end());
  start[0] = row;
  count[0] = 1;
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  std::vector<double> values(count_of(extent) / extent[0]);
  const std::array<std::size_t, 1> flat{values.size()};
  const H5Handle memory = space_for(flat);
  if (!values.empty() && H5Dread(d.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, values.data()) < 0)
    throw InputError(with_reason(in_file(dataset, path_) + " cannot be read"));
  return values;
}

// --- writing -------------------------------------------------------------------------------------------------

Hdf5Writer::Hdf5Writer(const fs::path& file, bool overwrite) : path_(file), overwrite_(overwrite) {
  const auto lock = lock_hdf5();
  silence_once();
  refuse_existing(file, overwrite);
  beside_ = file;
  beside_ += "." + std::to_string(::getpid()) + ".part";
  const H5Handle access = file_access();
  hold_metadata_cache(access.get());
  handle_ = H5Handle(H5Fcreate(beside_.string().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()));
  if (!handle_)
    throw InputError(
        with_reason(quoted(file) + " cannot be written; check the rights on its folder and the space left"));
}

Hdf5Writer::~Hdf5Writer() {
  if (!handle_) return;
  handle_.reset();
  std::error_code code;
  if (!published_) fs::remove(beside_, code);
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

void Hdf5Writer::flush() {
  const auto lock = lock_hdf5();
  if (H5Fflush(handle_.get(), H5F_SCOPE_GLOBAL) < 0)
    throw Error(with_reason(quoted(path_) + " cannot be written; check the space left"));
}

namespace {

void write_attribute(hid_t file, const fs::path& path, const std::string& object, const std::string& name,
                     hid_t file_type, hid_t memory_type, const H5Handle& space, const void* data) {
  const H5Handle a(H5Acreate_by_name(file, object.empty() ? "/" : object.c_str(), name.c_str(), file_type, space.get(),
                                     H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  if (!a || H5Awrite(a.get(), memory_type, data) < 0)
    throw Error(with_reason("the attribute '" + name + "' at " + in_file(object, path) + " cannot be written"));
}

}  // namespace

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
  refuse_existing(path_, overwrite_);  // another process may have made it meanwhile
  std::error_code code;
  fs::rename(beside_, path_, code);
  if (code) throw Error(quoted(path_) + " could not be given its name: " + code.message());
  published_ = true;
}

void Hdf5Writer::commit() {
  const auto lock = lock_hdf5();
  const bool flushed = H5Fflush(handle_.get(), H5F_SCOPE_GLOBAL) >= 0;
  const std::string reason = flushed ? "" : hdf5_reason();
  handle_.reset();
  std::error_code code;
  if (flushed) {
    refuse_existing(path_, overwrite_);  // another process may have made it meanwhile
    fs::rename(beside_, path_, code);
    if (!code) return;
  }
  fs::remove(beside_, code);
  throw Error(quoted(path_) + " could not be completed; check the space left" +
              (reason.empty() ? "" : " (HDF5: " + reason + ")"));
}

// --- growing -------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t chunk_bytes = 8192;

H5Handle file_type(Hdf5Column::Type type) {
  switch (type) {
    case Hdf5Column::Type::float64:
      return H5Handle(H5Tcopy(H5T_IEEE_F64LE));
    case Hdf5Column::Type::int64:
      return H5Handle(H5Tcopy(H5T_STD_I64LE));
    case Hdf5Column::Type::int32:
      return H5Handle(H5Tcopy(H5T_STD_I32LE));
  }
  return {};
}

}  // namespace

Hdf5Column::Hdf5Column(Hdf5Writer& file, const std::string& dataset, Type type, std::vector<std::size_t> row_shape)
    : Hdf5Column(file, dataset, file_type(type), std::move(row_shape)) {}

Hdf5Column Hdf5Column::of_texts(Hdf5Writer& file, const std::string& dataset, std::size_t length) {
  return {file, dataset, fixed_text(length), {}};
}

Hdf5Column::Hdf5Column(Hdf5Writer& file, const std::string& dataset, H5Handle type, std::vector<std::size_t> row_shape)
    : type_(std::move(type)), row_shape_(std::move(row_shape)), name_(dataset) {
  const auto lock = lock_hdf5();
  if (const std::size_t cut = dataset.find_last_of('/'); cut != std::string::npos) file.group(dataset.substr(0, cut));
  std::vector<hsize_t> extent{0}, largest{H5S_UNLIMITED}, chunk{1};
  for (std::size_t s : row_shape_) {
    extent.push_back(s);
    largest.push_back(s);
    chunk.push_back(std::max<std::size_t>(s, 1));
  }
  const std::size_t row_bytes = std::max<std::size_t>(1, count_of(row_shape_) * H5Tget_size(type_.get()));
  chunk[0] = std::max<std::size_t>(1, chunk_bytes / row_bytes);
  const H5Handle space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), largest.data()));
  const H5Handle create(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_chunk(create.get(), static_cast<int>(chunk.size()), chunk.data());
  // Rows are appended once and never looked at again: the last chunk is all that a cache is good for.
  const H5Handle access(H5Pcreate(H5P_DATASET_ACCESS));
  H5Pset_chunk_cache(access.get(), 3, chunk[0] * row_bytes, 1.0);
  dataset_ = H5Handle(
      H5Dcreate2(file.id(), dataset.c_str(), type_.get(), space.get(), H5P_DEFAULT, create.get(), access.get()));
  if (!dataset_) throw Error(with_reason("the dataset '" + dataset + "' cannot be made"));
}

void Hdf5Column::append_row(hid_t memory_type, const void* data, std::size_t count) {
  const auto lock = lock_hdf5();
  if (count != count_of(row_shape_))
    throw Error("'" + name_ + "' takes rows of " + std::to_string(count_of(row_shape_)) + " values, not " +
                std::to_string(count));
  std::vector<hsize_t> extent{rows_ + 1}, start{rows_}, one{1};
  for (std::size_t s : row_shape_) {
    extent.push_back(s);
    start.push_back(0);
    one.push_back(s);
  }
  bool done = H5Dset_extent(dataset_.get(), extent.data()) >= 0;
  if (done && count > 0) {
    const H5Handle space(H5Dget_space(dataset_.get()));
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, one.data(), nullptr);
    const std::array<std::size_t, 1> flat{count};
    const H5Handle memory = space_for(flat);
    done = H5Dwrite(dataset_.get(), memory_type, memory.get(), space.get(), H5P_DEFAULT, data) >= 0;
  }
  if (!done) throw Error(with_reason("'" + name_ + "' cannot be written; check the space left"));
  ++rows_;
}

void Hdf5Column::append(std::span<const double> row) {
  append_row(H5T_NATIVE_DOUBLE, row.data(), row.size());
}

void Hdf5Column::append(std::span<const std::int32_t> row) {
  append_row(H5T_NATIVE_INT32, row.data(), row.size());
}

void Hdf5Column::append(std::int64_t value) {
  append_row(H5T_NATIVE_INT64, &value, 1);
}

void Hdf5Column::append(std::string_view text) {
  std::string padded(text.substr(0, H5Tget_size(type_.get()) - 1));
  padded.resize(H5Tget_size(type_.get()), '\0');
  append_row(type_.get(), padded.data(), 1);
}

}  // namespace slurry
