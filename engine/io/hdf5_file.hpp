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

// A small RAII layer over the HDF5 C API. Errors are InputError; they name the file and the object, and say what would
// help.
namespace slurry {

/// A mutex that its thread may lock again. The mutex of the standard library knows a thread by a number, which changes
/// in a copy of the process (hdf5_probe.hpp). Here the thread itself counts how often it holds the mutex.
class Hdf5Mutex {
 public:
  void lock();
  void unlock();

 private:
  std::mutex mutex_;
};

/// Takes the one lock that every use of HDF5 must hold, including the closing of handles, because the serial library is
/// not thread-safe. The lock is recursive, and the classes below take it themselves.
[[nodiscard]] std::unique_lock<Hdf5Mutex> lock_hdf5();

/// Owner of one HDF5 identifier of any kind.
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

/// A file that is opened read-only. No lock is put on it, so that a growing file can be read. Paths inside the file are
/// relative to its root, for example "pipe/p1_axis/Y".
class Hdf5Reader {
 public:
  /// Opens a file. Throws InputError if the file is missing, not readable or not HDF5.
  explicit Hdf5Reader(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return path_; }
  bool has(const std::string& object) const;
  /// Whether an optional object exists. Throws InputError if there is a link that leads nowhere.
  bool given(const std::string& object) const;
  bool has_attribute(const std::string& object, const std::string& name) const;
  /// Names of the attributes of an object, in alphabetical order.
  std::vector<std::string> attribute_names(const std::string& object) const;
  /// Whether an attribute is a single text.
  bool is_text(const std::string& object, const std::string& name) const;
  /// Names of the members of a group, in alphabetical order.
  std::vector<std::string> members(const std::string& group) const;
  bool is_group(const std::string& object) const;
  /// Names of the datasets and of the attributes of a group that hold no text, without those that are known.
  std::vector<std::string> unknown_values(const std::string& group, std::span<const std::string_view> known) const;
  /// Throws InputError if `group` is missing. The message lists the groups that exist.
  void require_group(const std::string& group) const;
  /// Throws InputError if two or more of the members of a group are neither datasets nor attributes. The message names
  /// all that are missing. For a single missing member there is no error here, because the function that reads it says
  /// what it needs.
  void require_members(const std::string& group, std::span<const std::string> names) const;

  /// Reads any numeric dataset, converted to double. Throws InputError if it is missing or not numeric. Throws also if
  /// it lacks values that were never written, or that are in missing files (hdf5_stored.hpp). All functions that read a
  /// dataset do the same.
  Hdf5Array read(const std::string& dataset) const;
  /// Reads the first rows of a dataset along its first dimension. Later rows may lack values.
  Hdf5Array read_rows(const std::string& dataset, std::size_t rows) const;
  /// Whether the file holds the values of a row along the first dimension.
  bool holds_row(const std::string& dataset, std::size_t row) const;
  /// Number of rows that all of these columns have. A process may be killed between the writes of the datasets, or
  /// between writing a dataset's length and its last row. This leaves up to two incomplete rows, which are not counted.
  std::size_t whole_rows(const std::vector<std::string>& datasets) const;
  /// Reads a dataset of rank 1.
  std::vector<double> read_list(const std::string& dataset) const;
  /// Reads a dataset of shape (N,3), row-major. All values must be finite.
  std::vector<double> read_vectors(const std::string& dataset) const;

  /// Reads a numeric attribute of any shape, or a numeric dataset of that name inside the group, flattened.
  std::vector<double> read_numbers(const std::string& object, const std::string& name) const;
  /// Reads numbers that should be a dataset.  A dataset comes before an attribute of that name, and a message names the
  /// dataset as missing.
  std::vector<double> read_dataset_first(const std::string& group, const std::string& name) const;
  /// Reads a number like read_numbers(). There must be exactly one finite entry.
  double read_number(const std::string& object, const std::string& name) const;
  std::string read_text(const std::string& object, const std::string& name) const;
  /// Reads an attribute that is an array of texts of one fixed length.
  std::vector<std::string> read_attribute_texts(const std::string& object, const std::string& name) const;
  /// Reads a dataset that holds one text or a column of texts. rows: largest number of rows to read from a column.
  std::vector<std::string> read_texts(const std::string& dataset, std::optional<std::size_t> rows = {}) const;

  /// Reads a dataset that holds one text.
  std::string read_one_text(const std::string& dataset) const;

  /// Reads rows first to last - 1 along the first dimension, flattened.
  std::vector<double> read_range(const std::string& dataset, std::size_t first, std::size_t last) const;

  /// Extents of a dataset in the file. They are empty for a scalar.
  std::vector<std::size_t> shape(const std::string& dataset) const;
  /// Reads one row along the first dimension, flattened. In a trajectory this is a frame.
  std::vector<double> read_row(const std::string& dataset, std::size_t row) const;

  hid_t id() const { return handle_.get(); }

 private:
  void refuse_broken_link(const std::string& object) const;
  H5Handle open(const std::string& dataset) const;
  H5Handle open_numbers(const std::string& dataset) const;

  std::filesystem::path path_;
  H5Handle handle_;
};

/// Type of a text. variable: as h5py writes a str. fixed: as H5MD requires.
enum class Hdf5Text { variable, fixed };

/// A new file. It is written under another name beside its final name, and gets the final name in commit(). Without
/// commit() nothing stays.
class Hdf5Writer {
 public:
  /// Makes the file. Throws the InputError of refuse_output(), and InputError if the file cannot be made.
  Hdf5Writer(const std::filesystem::path& file, bool overwrite);
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  /// Makes a group, and missing groups on the way to it.
  void group(const std::string& path);
  void write(const std::string& dataset, std::span<const double> values, std::span<const std::size_t> shape);
  /// Writes a dataset of shape (N,3).
  void write_vectors(const std::string& dataset, std::span<const double> values);
  void write(const std::string& dataset, std::span<const std::int32_t> values);
  void write(const std::string& dataset, std::span<const std::int64_t> values);
  /// Writes a scalar dataset that holds a text of fixed length.
  void write_text(const std::string& dataset, std::string_view text);
  void attribute(const std::string& object, const std::string& name, double value);
  void attribute(const std::string& object, const std::string& name, std::int64_t value);
  void attribute(const std::string& object, const std::string& name, std::span<const double> values);
  void attribute(const std::string& object, const std::string& name, std::span<const std::int64_t> values);
  void attribute(const std::string& object, const std::string& name, std::string_view text,
                 Hdf5Text kind = Hdf5Text::variable);
  /// Writes an attribute that is an array of texts of one fixed length.
  void attribute(const std::string& object, const std::string& name, std::span<const std::string_view> texts);
  /// Gives an object a second name.
  void link(const std::string& existing, const std::string& other);
  /// Removes a name. An object that has no other name is lost.
  void unlink(const std::string& name);
  void flush();
  /// Asks the disk to reserve `bytes` [bytes] behind the end of the file, if the file system can do this. Throws Error
  /// if there is not enough room. In that case nothing is written, so that a published file stays valid as it was last
  /// flushed. If the disk became full while the library writes its own structures, the file would be damaged.
  void reserve(std::size_t bytes);
  /// Flushes, closes and renames the file. Throws Error if writing to the disk fails.
  void commit();
  /// Flushes and renames the file, and keeps it open. Use it for a file that is already valid and still grows. The file
  /// stays when the writer ends. Throws Error if writing to the disk fails.
  void publish();

  hid_t id() const { return handle_.get(); }

 private:
  void write_column(const std::string& dataset, hid_t file_type, hid_t memory_type, const void* data,
                    std::size_t count);

  std::filesystem::path path_;
  PartFile beside_;  ///< outlives the handle
  H5Handle handle_;
  std::size_t reserved_ = 0;  ///< end of the reserved room [bytes]
  bool overwrite_;
};

/// A dataset that grows by one row per frame: value[frame][...]. Its chunks have some kilobytes, so that a flush
/// rewrites little and a file grows by the same amount per frame.
class Hdf5Column {
 public:
  enum class Type { float64, int64, int32, byte };
  static constexpr std::size_t usual_chunk = 8192;  ///< size of the chunks in which rows get room [bytes]
  /// Makes the dataset, and the groups on the way, with no row yet. If row_shape is empty, a row is a number.
  Hdf5Column(Hdf5Writer& file, const std::string& dataset, Type type, std::vector<std::size_t> row_shape,
             std::size_t chunk_bytes = usual_chunk);
  /// Makes a column of texts of a fixed length. Longer texts are cut.
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
  /// Largest amount by which one more row lets the file grow [bytes].
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
