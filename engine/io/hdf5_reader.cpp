// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include "base/text.hpp"
#include "io/hdf5_common.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_stored.hpp"
#include "slurry/error.hpp"

namespace slurry {

using namespace hdf5;
namespace fs = std::filesystem;

namespace {

bool numeric(hid_t type) {
  const H5T_class_t c = H5Tget_class(type);
  return c == H5T_FLOAT || c == H5T_INTEGER;
}

/// A null dataspace (h5py.Empty) has rank 0 like a scalar, and reading it leaves what was there before.
void refuse_null(hid_t space, const std::string& what) {
  if (H5Sget_simple_extent_type(space) == H5S_NULL)
    throw InputError(what + " has no value (a null dataspace); give it one");
}

/// Sizes of a damaged file can ask for any memory and any time.  Compression makes a thousandth at best of numbers, so
/// what claims to be larger than that is not there.
void refuse_hollow(hid_t dataset, std::size_t values, std::size_t bytes_each, const std::string& what) {
  constexpr std::size_t harmless = std::size_t(64) << 20, compressed = 1100;
  if (values <= harmless / bytes_each) return;
  const auto stored = static_cast<std::size_t>(H5Dget_storage_size(dataset));
  if (values / compressed > stored / bytes_each)
    throw InputError(what + " is damaged: its shape needs " + std::to_string(values) + " values, but it holds " +
                     std::to_string(stored) + " bytes; take an intact copy of the file");
}

/// To be called before values are read, of which there are `values` in all; rows: of these alone.
void refuse_unreadable(hid_t dataset, std::size_t values, std::size_t bytes_each, const std::string& what,
                       std::optional<RowRange> rows = {}) {
  if (bytes_each == 0)
    throw InputError(what + " is damaged: the type of its values has no size; take an intact copy of the file");
  const H5Handle plist(H5Dget_create_plist(dataset));
  if (H5Pget_layout(plist.get()) != H5D_VIRTUAL) refuse_hollow(dataset, values, bytes_each, what);
  refuse_absent(dataset, what, rows);
}

std::vector<std::string> cut_in_texts(const std::string& all, std::size_t length) {
  std::vector<std::string> texts(all.size() / length);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    texts[i] = all.substr(i * length, length);
    texts[i].resize(std::min(texts[i].find('\0'), length));
  }
  return texts;
}

}  // namespace

Hdf5Reader::Hdf5Reader(const fs::path& file) : path_(file) {
  const auto lock = lock_hdf5();
  std::error_code code;
  if (!fs::exists(file, code)) throw InputError("there is no file " + quoted(file) + "; check its name");
  if (fs::is_directory(file, code)) throw InputError(quoted(file) + " is a folder, not an HDF5 file");
  const H5Handle access = file_access();
  handle_ = H5Handle(H5Fopen(file.string().c_str(), H5F_ACC_RDONLY, access.get()));
  if (!handle_) {
    if (::access(file.string().c_str(), R_OK) != 0)
      throw InputError(quoted(file) + " cannot be opened for reading; check its permissions");
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

bool Hdf5Reader::given(const std::string& object) const {
  const auto lock = lock_hdf5();
  if (has(object)) return true;
  refuse_broken_link(object);
  return false;
}

void Hdf5Reader::refuse_broken_link(const std::string& object) const {
  const std::size_t cut = object.find_last_of('/');
  if (cut != std::string::npos && cut > 0 && !is_group(object.substr(0, cut))) return;
  if (H5Lexists(handle_.get(), object.c_str(), H5P_DEFAULT) < 0)
    throw InputError(with_reason(in_file(object, path_) + " cannot be found, because the file is damaged"));
  if (H5Lexists(handle_.get(), object.c_str(), H5P_DEFAULT) > 0 && !has(object))
    throw InputError(in_file(object, path_) + " is a link that leads nowhere; mend it, or leave it out");
}

bool Hdf5Reader::has_attribute(const std::string& object, const std::string& name) const {
  const auto lock = lock_hdf5();
  return has(object) &&
         H5Aexists_by_name(handle_.get(), object.empty() ? "/" : object.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> Hdf5Reader::attribute_names(const std::string& object) const {
  const auto lock = lock_hdf5();
  std::vector<std::string> names;
  hsize_t at = 0;
  H5Aiterate_by_name(
      handle_.get(), object.empty() ? "/" : object.c_str(), H5_INDEX_NAME, H5_ITER_INC, &at,
      [](hid_t, const char* name, const H5A_info_t*, void* out) -> herr_t {
        static_cast<std::vector<std::string>*>(out)->emplace_back(name);
        return 0;
      },
      &names, H5P_DEFAULT);
  return names;
}

bool Hdf5Reader::is_text(const std::string& object, const std::string& name) const {
  const auto lock = lock_hdf5();
  if (!has_attribute(object, name)) return false;
  const H5Handle a(
      H5Aopen_by_name(handle_.get(), object.empty() ? "/" : object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  const H5Handle type(H5Aget_type(a.get())), space(H5Aget_space(a.get()));
  return H5Tget_class(type.get()) == H5T_STRING && H5Sget_simple_extent_type(space.get()) != H5S_NULL &&
         H5Sget_simple_extent_npoints(space.get()) == 1;
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

std::vector<std::string> Hdf5Reader::unknown_values(const std::string& group,
                                                    std::span<const std::string_view> known) const {
  const auto lock = lock_hdf5();
  std::vector<std::string> names;
  const auto take = [&](const std::string& name) {
    if (std::find(known.begin(), known.end(), name) == known.end()) names.push_back(name);
  };
  for (const std::string& name : members(group))
    if (!is_group(group + "/" + name)) take(name);
  for (const std::string& name : attribute_names(group))
    if (!is_text(group, name)) take(name);
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
  } while (!parent.empty() && !is_group(parent));
  if (!is_group(parent)) throw InputError(quoted(path_) + " is damaged: its groups cannot be read");
  std::string list;
  for (const std::string& m : members(parent)) {
    const std::string full = parent.empty() ? m : parent + "/" + m;
    if (is_group(full)) list += (list.empty() ? "" : ", ") + full;
  }
  throw InputError("there is no group " + in_file(group, path_) +
                   (list.empty() ? "; it has no groups there" : "; it has: " + list));
}

void Hdf5Reader::require_members(const std::string& group, std::span<const std::string> names) const {
  const auto lock = lock_hdf5();
  std::string missing, last;
  for (const std::string& name : names) {
    if (has(group + "/" + name) || has_attribute(group, name)) continue;
    if (!last.empty()) missing += (missing.empty() ? "'" : ", '") + last + "'";
    last = name;
  }
  if (!missing.empty())
    throw InputError("there are no " + missing + " and '" + last + "' in the group " + in_file(group, path_));
}

H5Handle Hdf5Reader::open(const std::string& dataset) const {
  if (!given(dataset)) throw InputError("there is no dataset " + in_file(dataset, path_));
  H5Handle d(H5Dopen2(handle_.get(), dataset.c_str(), H5P_DEFAULT));
  if (d) return d;
  const std::string refusal = with_reason(in_file(dataset, path_) + " is not a dataset");
  throw InputError(is_group(dataset) ? in_file(dataset, path_) + " is a group; it must be a dataset" : refusal);
}

H5Handle Hdf5Reader::open_numbers(const std::string& dataset) const {
  H5Handle d = open(dataset);
  const H5Handle type(H5Dget_type(d.get())), space(H5Dget_space(d.get()));
  if (!numeric(type.get()))
    throw InputError(in_file(dataset, path_) + " does not hold numbers; give a float64 dataset");
  refuse_null(space.get(), in_file(dataset, path_));
  return d;
}

Hdf5Array Hdf5Reader::read(const std::string& dataset) const {
  const auto lock = lock_hdf5();
  const H5Handle d = open_numbers(dataset);
  const H5Handle type(H5Dget_type(d.get())), space(H5Dget_space(d.get()));
  Hdf5Array a;
  a.shape = shape_of(space.get());
  refuse_unreadable(d.get(), count_of(a.shape), H5Tget_size(type.get()), in_file(dataset, path_));
  a.values.resize(count_of(a.shape));
  if (!a.values.empty() && H5Dread(d.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, a.values.data()) < 0)
    throw InputError(with_reason(in_file(dataset, path_) + " cannot be read"));
  return a;
}

Hdf5Array Hdf5Reader::read_rows(const std::string& dataset, std::size_t rows) const {
  const auto lock = lock_hdf5();
  const H5Handle d = open_numbers(dataset);
  const H5Handle type(H5Dget_type(d.get())), space(H5Dget_space(d.get()));
  Hdf5Array a;
  a.shape = shape_of(space.get());
  const std::size_t there = a.shape.empty() ? 0 : a.shape[0];
  if (rows > there) throw InputError(text("{} has {} rows; {} are needed", in_file(dataset, path_), there, rows));
  if (a.shape.empty() || rows == 0) return {{0}, {}};
  a.shape[0] = rows;
  const std::vector<hsize_t> start(a.shape.size(), 0), count(a.shape.begin(), a.shape.end());
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  refuse_unreadable(d.get(), count_of(a.shape), H5Tget_size(type.get()), in_file(dataset, path_),
                    RowRange{0, rows - 1});
  a.values.resize(count_of(a.shape));
  const std::array<std::size_t, 1> flat{a.values.size()};
  const H5Handle memory = space_for(flat);
  if (!a.values.empty() &&
      H5Dread(d.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, a.values.data()) < 0)
    throw InputError(with_reason(in_file(dataset, path_) + " cannot be read"));
  return a;
}

bool Hdf5Reader::holds_row(const std::string& dataset, std::size_t row) const {
  const auto lock = lock_hdf5();
  const H5Handle d = open(dataset);
  const H5Handle space(H5Dget_space(d.get()));
  const std::vector<std::size_t> extent = shape_of(space.get());
  if (extent.empty() || row >= extent[0]) return false;
  try {
    refuse_absent(d.get(), in_file(dataset, path_), RowRange{row, row});
  } catch (const InputError&) {
    return false;
  }
  return true;
}

std::size_t Hdf5Reader::whole_rows(const std::vector<std::string>& datasets) const {
  std::size_t rows = std::numeric_limits<std::size_t>::max();
  for (const std::string& dataset : datasets) {
    const std::vector<std::size_t> extent = shape(dataset);
    rows = std::min(rows, extent.empty() ? 0 : extent[0]);
  }
  constexpr int killed = 2;  // a kill leaves some columns one row ahead, and others one behind
  for (int k = 0; k < killed && rows > 0; ++k) {
    if (std::all_of(datasets.begin(), datasets.end(), [&](const auto& d) { return holds_row(d, rows - 1); })) break;
    --rows;
  }
  return datasets.empty() ? 0 : rows;
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

std::vector<double> Hdf5Reader::read_list(const std::string& dataset) const {
  Hdf5Array a = read(dataset);
  if (a.shape.size() != 1)
    throw InputError(in_file(dataset, path_) + " has the shape " + shape_text(a.shape) + "; it must be a list, (N,)");
  return std::move(a.values);
}

std::vector<double> Hdf5Reader::read_numbers(const std::string& object, const std::string& name) const {
  const auto lock = lock_hdf5();
  if (!has_attribute(object, name)) {
    const std::string inside = object.empty() ? name : object + "/" + name;
    if (given(inside)) return read(inside).values;
    throw InputError("there is no attribute '" + name + "' at " + in_file(object, path_));
  }
  const H5Handle a(
      H5Aopen_by_name(handle_.get(), object.empty() ? "/" : object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  const H5Handle type(H5Aget_type(a.get()));
  if (!numeric(type.get()))
    throw InputError("the attribute '" + name + "' at " + in_file(object, path_) + " is not a number");
  const H5Handle space(H5Aget_space(a.get()));
  refuse_null(space.get(), "the attribute '" + name + "' at " + in_file(object, path_));
  std::vector<double> values(count_of(shape_of(space.get())));
  if (!values.empty() && H5Aread(a.get(), H5T_NATIVE_DOUBLE, values.data()) < 0)
    throw InputError(with_reason("the attribute '" + name + "' at " + in_file(object, path_) + " cannot be read"));
  return values;
}

std::vector<double> Hdf5Reader::read_dataset_first(const std::string& group, const std::string& name) const {
  const auto lock = lock_hdf5();
  const std::string dataset = group.empty() ? name : group + "/" + name;
  if (!given(dataset) && has_attribute(group, name)) return read_numbers(group, name);
  return read(dataset).values;
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
  refuse_null(space.get(), "the attribute '" + name + "' at " + in_file(object, path_));
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

std::vector<std::string> Hdf5Reader::read_texts(const std::string& dataset, std::optional<std::size_t> rows) const {
  const auto lock = lock_hdf5();
  const H5Handle d = open(dataset);
  const H5Handle type(H5Dget_type(d.get()));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0)
    throw InputError(in_file(dataset, path_) + " does not hold texts of a fixed length");
  const H5Handle space(H5Dget_space(d.get()));
  refuse_null(space.get(), in_file(dataset, path_));
  const std::size_t length = H5Tget_size(type.get());
  auto texts = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get()));
  std::optional<RowRange> part;
  if (rows && *rows < texts && shape_of(space.get()).size() == 1) {
    texts = *rows;
    if (texts == 0) return {};
    part = RowRange{0, texts - 1};
    const hsize_t start = 0, count = texts;
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &count, nullptr);
  }
  refuse_unreadable(d.get(), texts, length, in_file(dataset, path_), part);
  std::string all(length * texts, '\0');
  const std::array<std::size_t, 1> flat{texts};
  const H5Handle memory = part ? space_for(flat) : H5Handle();
  const hid_t to = part ? memory.get() : H5S_ALL, from = part ? space.get() : H5S_ALL;
  if (!all.empty() && H5Dread(d.get(), type.get(), to, from, H5P_DEFAULT, all.data()) < 0)
    throw InputError(with_reason(in_file(dataset, path_) + " cannot be read"));
  return cut_in_texts(all, length);
}

std::string Hdf5Reader::read_one_text(const std::string& dataset) const {
  const std::vector<std::string> texts = read_texts(dataset);
  if (texts.size() != 1)
    throw InputError(in_file(dataset, path_) + " has " + std::to_string(texts.size()) +
                     " entries; it must be one text");
  return texts[0];
}

std::vector<std::string> Hdf5Reader::read_attribute_texts(const std::string& object, const std::string& name) const {
  const auto lock = lock_hdf5();
  const std::string what = "the attribute '" + name + "' at " + in_file(object, path_);
  if (!has_attribute(object, name))
    throw InputError("there is no attribute '" + name + "' at " + in_file(object, path_));
  const H5Handle a(
      H5Aopen_by_name(handle_.get(), object.empty() ? "/" : object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  const H5Handle type(H5Aget_type(a.get()));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0)
    throw InputError(what + " does not hold texts of a fixed length");
  const H5Handle space(H5Aget_space(a.get()));
  refuse_null(space.get(), what);
  const std::size_t length = H5Tget_size(type.get());
  std::string all(length * static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())), '\0');
  if (!all.empty() && H5Aread(a.get(), type.get(), all.data()) < 0)
    throw InputError(with_reason(what + " cannot be read"));
  return cut_in_texts(all, length);
}

std::vector<std::size_t> Hdf5Reader::shape(const std::string& dataset) const {
  const auto lock = lock_hdf5();
  const H5Handle d = open(dataset);
  const H5Handle space(H5Dget_space(d.get()));
  refuse_null(space.get(), in_file(dataset, path_));
  return shape_of(space.get());
}

std::vector<double> Hdf5Reader::read_row(const std::string& dataset, std::size_t row) const {
  return read_range(dataset, row, row + 1);
}

std::vector<double> Hdf5Reader::read_range(const std::string& dataset, std::size_t first, std::size_t last) const {
  const auto lock = lock_hdf5();
  const H5Handle d = open_numbers(dataset);
  const H5Handle space(H5Dget_space(d.get()));
  const std::vector<std::size_t> extent = shape_of(space.get());
  if (first == last && !extent.empty()) return {};
  if (extent.empty() || last > extent[0])
    throw InputError(in_file(dataset, path_) + " has " + std::to_string(extent.empty() ? 0 : extent[0]) +
                     " rows; there is no row " + std::to_string(last - 1));
  std::vector<hsize_t> start(extent.size(), 0), count(extent.begin(), extent.end());
  start[0] = first;
  count[0] = last - first;
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  const H5Handle type(H5Dget_type(d.get()));
  const std::size_t numbers = (last - first) * count_of({extent.begin() + 1, extent.end()});
  refuse_unreadable(d.get(), numbers, H5Tget_size(type.get()), in_file(dataset, path_), RowRange{first, last - 1});
  std::vector<double> values(numbers);
  const std::array<std::size_t, 1> flat{values.size()};
  const H5Handle memory = space_for(flat);
  if (!values.empty() && H5Dread(d.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, values.data()) < 0)
    throw InputError(with_reason(in_file(dataset, path_) + " cannot be read"));
  return values;
}

}  // namespace slurry
