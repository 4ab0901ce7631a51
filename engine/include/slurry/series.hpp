// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

// The scalars of a run against time, in bounded memory.
namespace slurry {

struct Quantity;
class Values;
using QuantityTable = std::shared_ptr<const std::vector<Quantity>>;

/// Scalars at every step of a run, in buckets of consecutive samples: as many as fit into a given memory.  A bucket
/// has the first, last, least and greatest value of each scalar, so that no extreme is lost, however long the run was.
/// The engine adds to one of its own (SeriesWriter); what it publishes never changes.
class Series {
 public:
  /// Values of one scalar in one bucket.  NaN: not known at that sample, or at none of the bucket.
  struct Range {
    double first, last, least, greatest;
  };
  /// Samples of a bucket.
  struct Span {
    long first_step, last_step;
    double first_time, last_time;  ///< [time]
    long samples;
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  const QuantityTable& table() const { return table_; }
  /// Scalars of the series, rows of table().
  const std::vector<const Quantity*>& scalars() const { return scalars_; }
  /// Index of a scalar; `none`: the series does not have it.
  std::size_t scalar(std::string_view name) const;
  std::size_t size() const { return buckets_; }  ///< buckets
  bool empty() const { return buckets_ == 0; }
  /// Samples of a full bucket: 1, 2, 4, ...
  long samples_per_bucket() const { return per_bucket_; }
  Span span(std::size_t bucket) const;
  Range range(std::size_t bucket, std::size_t scalar) const;
  /// Bytes of all its buckets, shared or not.
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
  std::vector<std::shared_ptr<const Chunk>> chunks_;  ///< of 64 buckets each, but the last
  std::size_t buckets_ = 0;
  long per_bucket_ = 1;
};

/// Writes a series, one sample after each step.  When its memory is full, neighbouring buckets are joined, and from
/// then on a bucket takes twice as many samples.
class SeriesWriter {
 public:
  /// bytes: what the buckets take at most; while they are joined it is half as much again.
  explicit SeriesWriter(std::size_t bytes = 31'000'000) : most_bytes_(bytes) {}

  /// Begins with no samples.  The scalars are those of the table that are valid for a run, costly ones too.
  void start(QuantityTable table, std::vector<const Quantity*> scalars);
  /// Goes on after the samples of another series up to a step.  A bucket that reaches beyond the step is left out,
  /// since its values cannot be told apart.  False, and nothing is taken, where its scalars are others.
  bool take_over(const Series& from, long step);

  /// The values after a step.  A second sample of the newest step replaces the first one, unless `beside`: then the
  /// law has changed there, and both stand, one after the other, at the same time.
  void add(long step, double time, const Values& values, bool beside = false);

  /// The series up to here.  It shares all full chunks with other publications.
  std::shared_ptr<const Series> publish() const;

 private:
  using Chunk = Series::Chunk;
  void put(const Series::Span& span, const std::vector<Series::Range>& ranges);
  void settle();
  void join_neighbours();
  std::size_t most_buckets() const;

  std::size_t most_bytes_;
  Series whole_;         ///< full chunks
  Chunk open_;           ///< the chunk that is being filled
  Series::Span span_{};  ///< of the bucket that is being filled
  std::vector<Series::Range> ranges_;
  bool pending_ = false;  ///< there is a newest sample, which the next one may replace
  long step_ = 0;
  double time_ = 0;
  std::vector<double> newest_;
};

}  // namespace slurry
