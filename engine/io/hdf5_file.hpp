// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/part_file.hpp"

// A small RAII layer over the HDF5 C API.  Errors are InputError naming file, object and what would do.
namespace slurry {

/// A mutex that its thread may lock again.  The standard's own knows a thread by a number, which is another one in a
/// copy of the process (hdf5_probe.hpp); here the thread itself knows how often it holds it.
class Hdf5Mutex {
 public:
  void lock();
  void unlock();

 private:
  std::mutex mutex_;
};

/// The serial HDF5 library is not thread-safe: every use, the closing of handles included, holds this one lock.
/// It is recursive; the classes below take it themselves.
[[nodiscard]] std::unique_lock<Hdf5Mutex> lock_hdf5();

/// Owner of one HDF5 identifier, whatever its kind.
class H5Handle {
 public:
  H5Handle() = default;
  explicit H5Handle(hid_t id) : id_(id) {}
  ~H5Handle() { reset(); }
  H5Handle(H5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  H5Handle& operator=(H5Handle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, -1);
    }
    return *this;
  }
  void reset() noexcept;
  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_ = -1;
};

/// Reason of the last failed HDF5 call in this thread, from its error stack, in one line; empty if it left none.
std::string hdf5_reason();

/// Numbers with their shape, row-major.
struct Hdf5Array {
  std::vector<std::size_t> shape;
  std::vector<double> values;
};

/// A file opened read-only; no lock is put on it, so that a growing file can be read.
/// Paths inside the file are relative to its root, "pipe/p1_axis/Y".
class Hdf5Reader {
 public:
  /// Throws InputError when the file is missing, not readable or not HDF5.
  explicit Hdf5Reader(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return path_; }
  bool has(const std::string& object) const;
  /// Whether an optional object exists. Throws InputError if there is a link that leads nowhere.
  bool given(const std::string& object) const;
  bool has_attribute(const std::string& object, const std::string& name) const;
  /// Names of the attributes of an object, in alphabetical order.
  std::vector<std::string> attribute_names(const std::string& object) const;
  /// Whether an attribute is one text.
  bool is_text(const std::string& object, const std::string& name) const;
  /// Names of the members of a group, in alphabetical order.
  std::vector<std::string> members(const std::string& group) const;
  bool is_group(const std::string& object) const;
  /// Throws InputError, listing the groups there are, when `group` is missing.
  void require_group(const std::string& group) const;
  /// Throws InputError, with the names of all that are missing, where two or more of the members of a group are neither
  /// datasets nor attributes; of a single one its reader says what it needs.
  void require_members(const std::string& group, std::span<const std::string> names) const;

  /// Any numeric dataset, converted to double.  Throws InputError when it is missing, not numeric, or lacks values that
  /// were never written or are in files that are not there (hdf5_stored.hpp); so do all that read a dataset.
  Hdf5Array read(const std::string& dataset) const;
  /// Reads the first rows of a dataset along its first dimension. Later rows may lack values.
  Hdf5Array read_rows(const std::string& dataset, std::size_t rows) const;
  /// Whether a row along the first dimension is there with its values.
  bool holds_row(const std::string& dataset, std::size_t row) const;
  /// Rows that all of these columns have.  A process that is killed between the writes of the datasets, or between
  /// those of a dataset's length and of its last row, leaves up to two rows that are not whole; these are not counted.
  std::size_t whole_rows(const std::vector<std::string>& datasets) const;
  /// A dataset of rank 1.
  std::vector<double> read_list(const std::string& dataset) const;
  /// Dataset of shape (N,3), row-major, all finite.
  std::vector<double> read_vectors(const std::string& dataset) const;

  /// Numeric attribute with any shape, or a numeric dataset of that name inside the group, flattened.
  std::vector<double> read_numbers(const std::string& object, const std::string& name) const;
  /// Reads numbers that should be a dataset.  A dataset comes before an attribute of that name, and a message names the
  /// dataset as missing.
  std::vector<double> read_dataset_first(const std::string& group, const std::string& name) const;
  /// Reads a number like read_numbers(). There must be exactly one finite entry.
  double read_number(const std::string& object, const std::string& name) const;
  std::string read_text(const std::string& object, const std::string& name) const;
  /// Array of texts of one fixed length.
  std::vector<std::string> read_attribute_texts(const std::string& object, const std::string& name) const;
  /// Dataset that holds one text, or a column of texts; rows: the first so many of a column, at most.
  std::vector<std::string> read_texts(const std::string& dataset, std::optional<std::size_t> rows = {}) const;

  /// Dataset that holds one text.
  std::string read_one_text(const std::string& dataset) const;

  /// Rows first to last - 1 along the first dimension, flattened.
  std::vector<double> read_range(const std::string& dataset, std::size_t first, std::size_t last) const;

  /// Extents of a dataset as they are in the file; empty for a scalar.
  std::vector<std::size_t> shape(const std::string& dataset) const;
  /// One row along the first dimension, flattened: a frame of a trajectory.
  std::vector<double> read_row(const std::string& dataset, std::size_t row) const;

  hid_t id() const { return handle_.get(); }

 private:
  void refuse_broken_link(const std::string& object) const;
  H5Handle open(const std::string& dataset) const;
  H5Handle open_numbers(const std::string& dataset) const;

  std::filesystem::path path_;
  H5Handle handle_;
};

/// Text as h5py's str (variable) or as H5MD asks for (fixed).
enum class Hdf5Text { variable, fixed };

/// A new file.  It is written beside its final name and gets that name in commit(); without commit() nothing stays.
class Hdf5Writer {
 public:
  /// Throws InputError as refuse_output() does, and when the file cannot be made.
  Hdf5Writer(const std::filesystem::path& file, bool overwrite);
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  /// Makes missing groups on the way.
  void group(const std::string& path);
  void write(const std::string& dataset, std::span<const double> values, std::span<const std::size_t> shape);
  /// Dataset of shape (N,3).
  void write_vectors(const std::string& dataset, std::span<const double> values);
  void write(const std::string& dataset, std::span<const std::int32_t> values);
  void write(const std::string& dataset, std::span<const std::int64_t> values);
  /// Scalar dataset of a text of fixed length.
  void write_text(const std::string& dataset, std::string_view text);
  void attribute(const std::string& object, const std::string& name, double value);
  void attribute(const std::string& object, const std::string& name, std::int64_t value);
  void attribute(const std::string& object, const std::string& name, std::span<const double> values);
  void attribute(const std::string& object, const std::string& name, std::span<const std::int64_t> values);
  void attribute(const std::string& object, const std::string& name, std::string_view text,
                 Hdf5Text kind = Hdf5Text::variable);
  /// Array of texts of one fixed length.
  void attribute(const std::string& object, const std::string& name, std::span<const std::string_view> texts);
  /// A second name of an object.
  void link(const std::string& existing, const std::string& other);
  /// Takes a name away; what has no other name is gone.
  void unlink(const std::string& name);
  void flush();
  /// Has the disk keep so much room [bytes] behind the end of the file, where the file system can.  Throws Error when
  /// there is not so much: nothing is written then, so that a published file stays valid as it was flushed last, which
  /// it does not when the library comes to the end of a disk in the middle of its own structures.
  void reserve(std::size_t bytes);
  /// Flushes, closes and renames.  Throws Error when the disk refuses.
  void commit();
  /// Flushes and renames, and stays open: for a file that is valid already and still grows.  It stays when the writer
  /// ends.  Throws Error when the disk refuses.
  void publish();

  hid_t id() const { return handle_.get(); }

 private:
  void write_column(const std::string& dataset, hid_t file_type, hid_t memory_type, const void* data,
                    std::size_t count);

  std::filesystem::path path_;
  PartFile beside_;  ///< outlives the handle
  H5Handle handle_;
  std::size_t reserved_ = 0;  ///< end of the room that the disk keeps
  bool overwrite_;
};

/// A dataset that grows by one row per frame: value[frame][...].  Chunks of some kilobytes, so that a flush rewrites
/// little and a file grows by the same amount per frame.
class Hdf5Column {
 public:
  enum class Type { float64, int64, int32, byte };
  static constexpr std::size_t usual_chunk = 8192;  ///< room that rows are given at a time [bytes]
  /// Makes the dataset (and the groups on the way) with no row yet; row_shape empty: numbers.
  Hdf5Column(Hdf5Writer& file, const std::string& dataset, Type type, std::vector<std::size_t> row_shape,
             std::size_t chunk_bytes = usual_chunk);
  /// Texts of a fixed length; longer ones are cut.
  static Hdf5Column of_texts(Hdf5Writer& file, const std::string& dataset, std::size_t length);

  void append(std::span<const double> row);
  void append(std::span<const std::int32_t> row);
  void append(std::span<const std::int64_t> row);
  void append(std::int64_t value);
  void append(std::string_view text);
  /// Appends one row for each number or byte, if a row is one number or one byte.
  void append_all(std::span<const double> rows);
  void append_all(std::string_view bytes);
  /// Replaces the last row; does nothing if there is no row.
  void replace_last(std::span<const double> row);
  std::size_t rows() const { return rows_; }
  /// All numbers that were appended, row-major.
  std::vector<double> read() const;
  /// Most that a further row lets the file grow by [bytes].
  std::size_t growth() const;

 private:
  Hdf5Column(Hdf5Writer& file, const std::string& dataset, H5Handle type, std::vector<std::size_t> row_shape,
             std::size_t chunk_bytes);
  void append_row(hid_t memory_type, const void* data, std::size_t count);
  void extend(std::size_t rows);
  void write_rows(std::size_t first, std::size_t rows, hid_t memory_type, const void* data, std::size_t count);

  H5Handle dataset_, type_;
  std::vector<std::size_t> row_shape_;
  std::string name_;
  std::size_t rows_ = 0, rows_per_chunk_ = 1, chunk_bytes_ = 0;
};

}  // namespace slurry
