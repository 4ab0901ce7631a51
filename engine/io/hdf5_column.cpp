// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "io/hdf5_common.hpp"
#include "io/hdf5_file.hpp"
#include "slurry/error.hpp"

namespace slurry {

using namespace hdf5;

namespace {

/// Two nodes of the tree that finds chunks, each below 3.2 kB at rank 3: a full one is split, and rarely one above it.
constexpr std::size_t index_growth = 8192;

H5Handle file_type(Hdf5Column::Type type) {
  switch (type) {
    case Hdf5Column::Type::float64:
      return H5Handle(H5Tcopy(H5T_IEEE_F64LE));
    case Hdf5Column::Type::int64:
      return H5Handle(H5Tcopy(H5T_STD_I64LE));
    case Hdf5Column::Type::int32:
      return H5Handle(H5Tcopy(H5T_STD_I32LE));
    case Hdf5Column::Type::byte:
      return H5Handle(H5Tcopy(H5T_STD_U8LE));
  }
  return {};
}

}  // namespace

Hdf5Column::Hdf5Column(Hdf5Writer& file, const std::string& dataset, Type type, std::vector<std::size_t> row_shape,
                       std::size_t chunk_bytes)
    : Hdf5Column(file, dataset, file_type(type), std::move(row_shape), chunk_bytes) {}

Hdf5Column Hdf5Column::of_texts(Hdf5Writer& file, const std::string& dataset, std::size_t length) {
  return {file, dataset, fixed_text(length), {}, usual_chunk};
}

Hdf5Column::Hdf5Column(Hdf5Writer& file, const std::string& dataset, H5Handle type, std::vector<std::size_t> row_shape,
                       std::size_t chunk_bytes)
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
  rows_per_chunk_ = chunk[0];
  chunk_bytes_ = chunk[0] * row_bytes;
  const H5Handle space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), largest.data()));
  const H5Handle create(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_chunk(create.get(), static_cast<int>(chunk.size()), chunk.data());
  // Rows are appended once and never looked at again: the last chunk is all that a cache is good for.
  const H5Handle access(H5Pcreate(H5P_DATASET_ACCESS));
  H5Pset_chunk_cache(access.get(), 3, chunk_bytes_, 1.0);
  dataset_ = H5Handle(
      H5Dcreate2(file.id(), dataset.c_str(), type_.get(), space.get(), H5P_DEFAULT, create.get(), access.get()));
  if (!dataset_) throw Error(with_reason("the dataset '" + dataset + "' cannot be made"));
}

void Hdf5Column::append_row(hid_t memory_type, const void* data, std::size_t count) {
  const auto lock = lock_hdf5();
  extend(1);
  write_rows(rows_, 1, memory_type, data, count);
  ++rows_;
}

void Hdf5Column::extend(std::size_t rows) {
  std::vector<hsize_t> extent{rows_ + rows};
  extent.insert(extent.end(), row_shape_.begin(), row_shape_.end());
  if (H5Dset_extent(dataset_.get(), extent.data()) < 0)
    throw Error(with_reason("'" + name_ + "' cannot be written; check the space left"));
}

void Hdf5Column::write_rows(std::size_t first, std::size_t rows, hid_t memory_type, const void* data,
                            std::size_t count) {
  if (count != rows * count_of(row_shape_))
    throw Error("'" + name_ + "' takes rows of " + std::to_string(count_of(row_shape_)) + " values, not " +
                std::to_string(count));
  std::vector<hsize_t> start{first}, one{rows};
  for (std::size_t s : row_shape_) {
    start.push_back(0);
    one.push_back(s);
  }
  bool done = true;
  if (count > 0) {
    const H5Handle space(H5Dget_space(dataset_.get()));
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, one.data(), nullptr);
    const std::array<std::size_t, 1> flat{count};
    const H5Handle memory = space_for(flat);
    done = H5Dwrite(dataset_.get(), memory_type, memory.get(), space.get(), H5P_DEFAULT, data) >= 0;
  }
  if (!done) throw Error(with_reason("'" + name_ + "' cannot be written; check the space left"));
}

void Hdf5Column::replace_last(std::span<const double> row) {
  const auto lock = lock_hdf5();
  if (rows_ > 0) write_rows(rows_ - 1, 1, H5T_NATIVE_DOUBLE, row.data(), row.size());
}

std::vector<double> Hdf5Column::read() const {
  const auto lock = lock_hdf5();
  std::vector<double> values(rows_ * count_of(row_shape_));
  if (!values.empty() && H5Dread(dataset_.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    throw Error(with_reason("'" + name_ + "' cannot be read again"));
  return values;
}

std::size_t Hdf5Column::growth() const {
  return rows_ % rows_per_chunk_ == 0 ? chunk_bytes_ + index_growth : 0;
}

void Hdf5Column::append(std::span<const double> row) {
  append_row(H5T_NATIVE_DOUBLE, row.data(), row.size());
}

void Hdf5Column::append(std::span<const std::int32_t> row) {
  append_row(H5T_NATIVE_INT32, row.data(), row.size());
}

void Hdf5Column::append(std::span<const std::int64_t> row) {
  append_row(H5T_NATIVE_INT64, row.data(), row.size());
}

void Hdf5Column::append_all(std::span<const double> rows) {
  const auto lock = lock_hdf5();
  extend(rows.size());
  write_rows(rows_, rows.size(), H5T_NATIVE_DOUBLE, rows.data(), rows.size());
  rows_ += rows.size();
}

void Hdf5Column::append_all(std::string_view bytes) {
  const auto lock = lock_hdf5();
  extend(bytes.size());
  write_rows(rows_, bytes.size(), H5T_NATIVE_UINT8, bytes.data(), bytes.size());
  rows_ += bytes.size();
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
