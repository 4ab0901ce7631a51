// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/series.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "slurry/quantity.hpp"

namespace slurry {

namespace {

/// Least and greatest pass over what is not known.
Series::Range joined(const Series::Range& a, const Series::Range& b) {
  return {a.first, b.last, std::fmin(a.least, b.least), std::fmax(a.greatest, b.greatest)};
}

Series::Span joined(const Series::Span& a, const Series::Span& b) {
  return {a.first_step, b.last_step, a.first_time, b.last_time, a.samples + b.samples};
}

}  // namespace

std::size_t Series::scalar(std::string_view name) const {
  for (std::size_t i = 0; i < scalars_.size(); ++i)
    if (scalars_[i]->name == name) return i;
  return none;
}

Series::Span Series::span(std::size_t bucket) const {
  return chunks_[bucket / chunk_buckets]->spans[bucket % chunk_buckets];
}

Series::Range Series::range(std::size_t bucket, std::size_t scalar) const {
  return chunks_[bucket / chunk_buckets]->ranges[bucket % chunk_buckets * scalars_.size() + scalar];
}

std::size_t Series::bytes() const {
  std::size_t sum = 0;
  for (const auto& c : chunks_) sum += c->spans.capacity() * sizeof(Span) + c->ranges.capacity() * sizeof(Range);
  return sum;
}

void SeriesWriter::start(QuantityTable table, std::vector<const Quantity*> scalars) {
  whole_ = Series();
  whole_.table_ = std::move(table);
  whole_.scalars_ = std::move(scalars);
  open_ = Chunk();
  span_ = {};
  ranges_.clear();
  pending_ = false;
}

std::size_t SeriesWriter::most_buckets() const {
  const std::size_t one = sizeof(Series::Span) + whole_.scalars_.size() * sizeof(Series::Range);
  const std::size_t chunks = most_bytes_ / (one * Series::chunk_buckets);
  return std::max<std::size_t>(chunks / 2 * 2, 2) * Series::chunk_buckets;
}

bool SeriesWriter::take_over(const Series& from, long step) {
  const auto same = [](const Quantity* a, const Quantity* b) { return a->name == b->name; };
  if (!std::equal(from.scalars_.begin(), from.scalars_.end(), whole_.scalars_.begin(), whole_.scalars_.end(), same))
    return false;
  start(whole_.table_, whole_.scalars_);
  whole_.per_bucket_ = from.per_bucket_;
  const std::size_t n = whole_.scalars_.size();
  for (const auto& chunk : from.chunks_) {
    if (chunk->spans.size() == Series::chunk_buckets && chunk->spans.back().last_step <= step) {
      whole_.chunks_.push_back(chunk);
      whole_.buckets_ += Series::chunk_buckets;
      continue;
    }
    for (std::size_t i = 0; i < chunk->spans.size() && chunk->spans[i].last_step <= step; ++i) {
      open_.spans.push_back(chunk->spans[i]);
      const auto row = chunk->ranges.begin() + static_cast<std::ptrdiff_t>(i * n);
      open_.ranges.insert(open_.ranges.end(), row, row + static_cast<std::ptrdiff_t>(n));
      ++whole_.buckets_;
    }
    break;
  }
  return true;
}

void SeriesWriter::add(long step, double time, const Values& values, bool beside) {
  if (pending_ && (step != step_ || beside)) settle();
  newest_.resize(whole_.scalars_.size());
  for (std::size_t i = 0; i < newest_.size(); ++i) newest_[i] = values.number(*whole_.scalars_[i]);
  step_ = step;
  time_ = time;
  pending_ = true;
}

/// The newest sample is one of a bucket from here on.
void SeriesWriter::settle() {
  pending_ = false;
  if (ranges_.empty()) {
    span_ = {step_, step_, time_, time_, 1};
    for (const double v : newest_) ranges_.push_back({v, v, v, v});
  } else {
    span_ = joined(span_, {step_, step_, time_, time_, 1});
    for (std::size_t i = 0; i < newest_.size(); ++i)
      ranges_[i] = joined(ranges_[i], {newest_[i], newest_[i], newest_[i], newest_[i]});
  }
  if (span_.samples < whole_.per_bucket_) return;
  put(span_, ranges_);
  ranges_.clear();
}

void SeriesWriter::put(const Series::Span& span, const std::vector<Series::Range>& ranges) {
  if (open_.spans.empty()) {
    open_.spans.reserve(Series::chunk_buckets);
    open_.ranges.reserve(Series::chunk_buckets * ranges.size());
  }
  open_.spans.push_back(span);
  open_.ranges.insert(open_.ranges.end(), ranges.begin(), ranges.end());
  ++whole_.buckets_;
  if (open_.spans.size() < Series::chunk_buckets) return;
  whole_.chunks_.push_back(std::make_shared<const Chunk>(std::exchange(open_, Chunk())));
  if (whole_.buckets_ >= most_buckets()) join_neighbours();
}

/// Two chunks become one.  All of them are full here, and their number is even unless a run was taken over.
void SeriesWriter::join_neighbours() {
  std::vector<std::shared_ptr<const Chunk>> old = std::exchange(whole_.chunks_, {});
  whole_.buckets_ = 0;
  whole_.per_bucket_ *= 2;
  const std::size_t n = whole_.scalars_.size();
  Chunk to;
  const auto row_of = [n](const Chunk& c, std::size_t bucket) {
    return c.ranges.begin() + static_cast<std::ptrdiff_t>(bucket * n);
  };
  for (auto& chunk : old) {
    if (to.spans.empty()) {
      to.spans.reserve(Series::chunk_buckets);
      to.ranges.reserve(Series::chunk_buckets * n);
    }
    for (std::size_t i = 0; i < Series::chunk_buckets; i += 2) {
      to.spans.push_back(joined(chunk->spans[i], chunk->spans[i + 1]));
      for (std::size_t q = 0; q < n; ++q)
        to.ranges.push_back(joined(row_of(*chunk, i)[static_cast<std::ptrdiff_t>(q)],
                                   row_of(*chunk, i + 1)[static_cast<std::ptrdiff_t>(q)]));
    }
    chunk.reset();  // unless a publication has it, so that the memory does not double
    whole_.buckets_ += Series::chunk_buckets / 2;
    if (to.spans.size() == Series::chunk_buckets)
      whole_.chunks_.push_back(std::make_shared<const Chunk>(std::exchange(to, Chunk())));
  }
  open_ = std::move(to);
}

std::shared_ptr<const Series> SeriesWriter::publish() const {
  auto out = std::make_shared<Series>(whole_);
  if (!pending_ && ranges_.empty() && open_.spans.empty()) return out;
  auto last = std::make_shared<Chunk>(open_);
  Series::Span span = span_;
  std::vector<Series::Range> ranges = ranges_;
  if (pending_) {
    const Series::Span own{step_, step_, time_, time_, 1};
    span = ranges.empty() ? own : joined(span, own);
    const bool begins = ranges.empty();
    if (begins) ranges.resize(newest_.size());
    for (std::size_t i = 0; i < newest_.size(); ++i) {
      const Series::Range v{newest_[i], newest_[i], newest_[i], newest_[i]};
      ranges[i] = begins ? v : joined(ranges[i], v);
    }
  }
  if (!ranges.empty()) {
    last->spans.push_back(span);
    last->ranges.insert(last->ranges.end(), ranges.begin(), ranges.end());
    ++out->buckets_;
  }
  out->chunks_.push_back(std::move(last));
  return out;
}

}  // namespace slurry
