// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

// Scalars of a run as functions of time, in bounded memory.
namespace slurry {

struct Quantity;
class Values;
using QuantityTable = std::shared_ptr<const std::vector<Quantity>>;

/// Scalars at every step of a run. Consecutive samples share a bucket; the number of samples per bucket grows so that
/// all buckets fit into a given memory. A bucket holds the first, last, smallest and largest value of each scalar, so
/// that no extreme value is lost in a long run. A Series that the engine publishes never changes; SeriesWriter adds
/// samples.
class Series {
 public:
  /// Values of one scalar in one bucket. NaN: the scalar is not known at this sample, or at no sample of the bucket.
  struct Range {
    double first, last, least, greatest;
  };
  /// Steps and times of the samples in a bucket.
  struct Span {
    long first_step, last_step;
    double first_time, last_time;  ///< [time]
    long samples;
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  const QuantityTable& table() const { return table_; }
  /// Scalars of the series, as rows of table().
  const std::vector<const Quantity*>& scalars() const { return scalars_; }
  /// Index of a scalar, or `none` if the series does not have it.
  std::size_t scalar(std::string_view name) const;
  std::size_t size() const { return buckets_; }  ///< number of buckets
  bool empty() const { return buckets_ == 0; }
  Span span(std::size_t bucket) const;
  Range range(std::size_t bucket, std::size_t scalar) const;
  /// Bytes of all buckets, including buckets that other series share.
  std::size_t bytes() const;

 private:
  friend class SeriesWriter;
  static constexpr std::size_t chunk_buckets = 64;
  struct Chunk {
    std::vector<Span> spans;
    std::vector<Range> ranges;  ///< (buckets, scalars)
  };
  QuantityTable table_;
  std::vector<const Quantity*> scalars_;
  std::vector<std::shared_ptr<const Chunk>> chunks_;  ///< chunks of 64 buckets; the last chunk may have fewer
  std::size_t buckets_ = 0;
  long per_bucket_ = 1;
};

/// Writes a series, with one sample after each step. When its memory is full, neighbouring buckets are joined; after
/// that, a bucket takes twice as many samples.
class SeriesWriter {
 public:
  /// bytes: largest memory of the buckets. While buckets are being joined, they need 1.5 times this memory.
  explicit SeriesWriter(std::size_t bytes = 31'000'000) : most_bytes_(bytes) {}

  /// Begins without samples. The scalars are those of the table that apply to a run, including the costly ones.
  void start(QuantityTable table, std::vector<const Quantity*> scalars);
  /// Takes over the samples of another series up to a step. A bucket that reaches beyond the step is left out, because
  /// its samples cannot be separated. Returns false, and takes nothing, if the other series has different scalars.
  bool take_over(const Series& from, long step);

  /// Adds the values after a step. A second sample of the newest step replaces the first one. With `beside`, both
  /// samples stay, one after the other at the same time, because the law of motion changed there.
  void add(long step, double time, const Values& values, bool beside = false);

  /// The series up to now. It shares all full chunks with other published series.
  std::shared_ptr<const Series> publish() const;

 private:
  using Chunk = Series::Chunk;
  void put(const Series::Span& span, const std::vector<Series::Range>& ranges);
  void settle();
  void join_neighbours();
  std::size_t most_buckets() const;

  std::size_t most_bytes_;
  Series whole_;         ///< the full chunks
  Chunk open_;           ///< the chunk that is being filled
  Series::Span span_{};  ///< steps and times of the bucket that is being filled
  std::vector<Series::Range> ranges_;
  bool pending_ = false;  ///< the newest sample is stored and may still be replaced
  long step_ = 0;
  double time_ = 0;
  std::vector<double> newest_;
};

}  // namespace slurry
