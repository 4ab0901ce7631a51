// SPDX-License-Identifier: BSD-3-Clause
#include "history/stored_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slurry::ui {
namespace {

constexpr int mantissa_bits = 18, exponent_bits = 10;
constexpr std::uint64_t mantissa_mask = (std::uint64_t{1} << mantissa_bits) - 1;
constexpr int half = 1 << (mantissa_bits - 1), exponent_bias = 1 << (exponent_bits - 1);
constexpr std::uint64_t not_a_number = (std::uint64_t{1} << exponent_bits) - 1;

template <class T>
std::size_t bytes_of(const std::vector<T>& list) {
  return list.size() * sizeof(T);
}

/// The list of the picture before, where it is the same.
template <class T>
std::shared_ptr<const std::vector<T>> shared_list(const std::vector<T>& now,
                                                  const std::shared_ptr<const std::vector<T>>& before) {
  if (now.empty()) return nullptr;
  return before && *before == now ? before : std::make_shared<const std::vector<T>>(now);
}

template <class T>
std::vector<T> list_of(const std::shared_ptr<const std::vector<T>>& shared) {
  return shared ? *shared : std::vector<T>();
}

/// Periods crossed, 16 bits for each axis along which there are any.
struct PackedImages {
  explicit PackedImages(const std::vector<std::int32_t>& images) {
    const auto fits = [](std::int32_t n) { return std::abs(n) <= std::numeric_limits<std::int16_t>::max(); };
    if (!std::all_of(images.begin(), images.end(), fits)) {
      far = images;
      return;
    }
    bodies = images.size() / 3;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<std::int16_t> column(bodies);
      bool any = false;
      for (std::size_t i = 0; i < bodies; ++i) {
        column[i] = static_cast<std::int16_t>(images[3 * i + axis]);
        any = any || column[i] != 0;
      }
      if (any) along[axis] = std::move(column);
    }
  }
  std::vector<std::int32_t> unpacked() const {
    if (!far.empty()) return far;
    std::vector<std::int32_t> images(3 * bodies, 0);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t i = 0; i < along[axis].size(); ++i) images[3 * i + axis] = along[axis][i];
    return images;
  }
  std::size_t bytes() const {
    std::size_t n = bytes_of(far);
    for (const auto& column : along) n += bytes_of(column);
    return n;
  }

  std::size_t bodies = 0;
  std::array<std::vector<std::int16_t>, 3> along;
  std::vector<std::int32_t> far;  ///< all of them, where one does not fit
};

std::size_t bytes_of_cells(const SumCells& cells) {
  std::size_t n = bytes_of(cells.leaves);
  for (const SumCellList& list : cells.lists) n += bytes_of(list.cells);
  return n;
}

/// Snapshot without its lists of bodies.
std::shared_ptr<Snapshot> without_lists(const Snapshot& s) {
  auto bare = std::make_shared<Snapshot>(s);
  for (std::vector<double>* list : {&bare->positions, &bare->velocities, &bare->directors, &bare->rates, &bare->forces,
                                    &bare->contact_forces, &bare->radii, &bare->half_lengths})
    *list = {};
  bare->images = {};
  bare->groups = {};
  bare->angular_velocities.reset();
  return bare;
}

}  // namespace

std::size_t size_in_bytes(const Snapshot& s) {
  std::size_t n = sizeof(Snapshot) + s.values.bytes();
  for (const std::vector<double>* list :
       {&s.positions, &s.velocities, &s.directors, &s.rates, &s.forces, &s.contact_forces, &s.effective_velocities,
        &s.contact_displacements, &s.radii, &s.half_lengths})
    n += bytes_of(*list);
  n += bytes_of(s.images) + bytes_of(s.groups);
  if (s.angular_velocities) n += bytes_of(s.angular_velocities->values);
  for (const auto& f : s.fields) n += bytes_of(f->velocity) + bytes_of(f->body);
  if (s.cells) n += bytes_of_cells(*s.cells);
  return n;
}

PackedVectors::PackedVectors(std::span<const double> v) {
  words_.reserve(v.size() / 3);
  for (std::size_t i = 0; i + 2 < v.size(); i += 3) {
    const double largest = std::max({std::abs(v[i]), std::abs(v[i + 1]), std::abs(v[i + 2])});
    std::uint64_t word = not_a_number << 3 * mantissa_bits;
    if (std::isfinite(v[i] + v[i + 1] + v[i + 2])) {
      int exponent = 0;
      std::frexp(largest, &exponent);
      exponent = std::clamp(exponent, 1 - exponent_bias, exponent_bias - 2);
      word = static_cast<std::uint64_t>(exponent + exponent_bias) << 3 * mantissa_bits;
      for (std::size_t k = 0; k < 3; ++k) {
        const long m = std::lround(std::ldexp(v[i + k], mantissa_bits - 1 - exponent));
        const long bounded = std::clamp(m, static_cast<long>(1 - half), static_cast<long>(half - 1));
        word |= (static_cast<std::uint64_t>(bounded + half) & mantissa_mask) << k * mantissa_bits;
      }
    }
    words_.push_back(word);
  }
}

std::vector<double> PackedVectors::unpacked() const {
  std::vector<double> v;
  v.reserve(3 * words_.size());
  for (const std::uint64_t word : words_) {
    const std::uint64_t code = word >> 3 * mantissa_bits;
    const double scale = code == not_a_number
                             ? std::numeric_limits<double>::quiet_NaN()
                             : std::ldexp(1.0, static_cast<int>(code) - exponent_bias - (mantissa_bits - 1));
    for (int k = 0; k < 3; ++k)
      v.push_back(scale * (static_cast<int>(word >> k * mantissa_bits & mantissa_mask) - half));
  }
  return v;
}

PackedPlaces::PackedPlaces(std::span<const double> x) {
  std::array<double, 3> extent{};
  for (std::size_t k = 0; k < 3 && !x.empty(); ++k) {
    double high = x[k];
    low_[k] = x[k];
    for (std::size_t i = k; i < x.size(); i += 3) low_[k] = std::min(low_[k], x[i]), high = std::max(high, x[i]);
    extent[k] = high - low_[k];
  }
  // Each bit goes to the axis that is resolved worst so far.
  const auto cell = [&](std::size_t k) { return std::ldexp(extent[k], -bits_[k]); };
  constexpr int word_bits = 64, most_bits = 40;
  for (int bit = 0; bit < word_bits; ++bit) {
    std::size_t worst = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if (bits_[worst] >= most_bits || (bits_[k] < most_bits && cell(k) > cell(worst))) worst = k;
    if (bits_[worst] < most_bits && extent[worst] > 0) ++bits_[worst];
  }
  for (std::size_t k = 0; k < 3; ++k)
    cell_[k] = bits_[k] > 0 ? extent[k] / static_cast<double>((std::uint64_t{1} << bits_[k]) - 1) : 0;
  words_.reserve(x.size() / 3);
  for (std::size_t i = 0; i + 2 < x.size(); i += 3) {
    std::uint64_t word = 0;
    int shift = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (bits_[k] == 0) continue;
      const double places = std::round((x[i + k] - low_[k]) / cell_[k]);
      word |= static_cast<std::uint64_t>(std::max(places, 0.0)) << shift;
      shift += bits_[k];
    }
    words_.push_back(word);
  }
}

double PackedPlaces::largest_error() const {
  return std::max({cell_[0], cell_[1], cell_[2]}) / 2;
}

std::vector<double> PackedPlaces::unpacked() const {
  std::vector<double> x;
  x.reserve(3 * words_.size());
  for (const std::uint64_t word : words_) {
    int shift = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t mask = (std::uint64_t{1} << bits_[k]) - 1;
      x.push_back(low_[k] + cell_[k] * static_cast<double>(bits_[k] > 0 ? word >> shift & mask : 0));
      shift += bits_[k];
    }
  }
  return x;
}

struct StoredPicture::Lists {
  Lists(const Snapshot& s, const Lists* before)
      : positions(s.positions),
        velocities(s.velocities),
        directors(s.directors),
        rates(s.rates),
        contacts(s.contact_forces),
        turning(s.angular_velocities ? s.angular_velocities->values : std::vector<double>()),
        turning_time(s.angular_velocities ? s.angular_velocities->time : 0),
        images(s.images),
        radii(shared_list(s.radii, before ? before->radii : nullptr)),
        half_lengths(shared_list(s.half_lengths, before ? before->half_lengths : nullptr)),
        groups(shared_list(s.groups, before ? before->groups : nullptr)) {
    // The law's forces seldom change; those of contacts always do.
    std::vector<double> law = s.forces;
    if (law.size() == s.contact_forces.size())
      for (std::size_t i = 0; i < law.size(); ++i) law[i] -= s.contact_forces[i];
    if (before && before->forces && before->forces->size() == law.size()) {
      double largest = 0;
      for (const double f : s.forces) largest = std::max(largest, std::abs(f));
      bool same = true;
      for (std::size_t i = 0; same && i < law.size(); ++i)
        same = std::abs((*before->forces)[i] - law[i]) <= 1e-12 * largest;
      if (same) forces = before->forces;
    }
    if (!forces && !law.empty()) forces = std::make_shared<const std::vector<double>>(std::move(law));
  }
  std::size_t own_bytes() const {
    return sizeof(Lists) + positions.bytes() + velocities.bytes() + directors.bytes() + rates.bytes() +
           contacts.bytes() + turning.bytes() + images.bytes();
  }

  PackedPlaces positions;
  PackedVectors velocities, directors, rates, contacts, turning;
  double turning_time;
  PackedImages images;
  std::shared_ptr<const std::vector<double>> forces, radii, half_lengths;
  std::shared_ptr<const std::vector<std::int32_t>> groups;
};

StoredPicture::StoredPicture(SnapshotPtr whole) : bare_(std::move(whole)) {}

StoredPicture StoredPicture::packed(const Snapshot& s, const StoredPicture* before) {
  StoredPicture p;
  p.bare_ = without_lists(s);
  p.lists_ = std::make_shared<const Lists>(s, before ? before->lists_.get() : nullptr);
  return p;
}

SnapshotPtr StoredPicture::snapshot() const {
  if (!lists_) return bare_;
  auto s = std::make_shared<Snapshot>(*bare_);
  s->positions = lists_->positions.unpacked();
  s->images = lists_->images.unpacked();
  s->velocities = lists_->velocities.unpacked();
  s->directors = lists_->directors.unpacked();
  for (std::size_t i = 0; i + 2 < s->directors.size(); i += 3) {
    double* n = &s->directors[i];
    const double length = std::hypot(n[0], n[1], n[2]);
    if (length > 0)
      for (int k = 0; k < 3; ++k) n[k] /= length;
  }
  s->rates = lists_->rates.unpacked();
  s->contact_forces = lists_->contacts.unpacked();
  s->forces = list_of(lists_->forces);
  if (s->forces.size() == s->contact_forces.size())
    for (std::size_t i = 0; i < s->forces.size(); ++i) s->forces[i] += s->contact_forces[i];
  if (!lists_->turning.empty())
    s->angular_velocities =
        std::make_shared<const AngularVelocities>(AngularVelocities{lists_->turning.unpacked(), lists_->turning_time});
  s->radii = list_of(lists_->radii);
  s->half_lengths = list_of(lists_->half_lengths);
  s->groups = list_of(lists_->groups);
  return s;
}

std::vector<MemoryBlock> StoredPicture::blocks() const {
  std::vector<MemoryBlock> all;
  if (!bare_) return all;
  const auto add = [&all](const void* at, std::size_t bytes) {
    if (at) all.push_back({at, bytes});
  };
  std::size_t own = size_in_bytes(*bare_);
  for (const auto& f : bare_->fields) {
    const std::size_t bytes = bytes_of(f->velocity) + bytes_of(f->body);
    own -= bytes;
    add(f.get(), bytes);
  }
  if (bare_->cells) {
    const std::size_t bytes = bytes_of_cells(*bare_->cells);
    own -= bytes;
    add(bare_->cells.get(), bytes);
  }
  if (bare_->angular_velocities) {
    const std::size_t bytes = bytes_of(bare_->angular_velocities->values);
    own -= bytes;
    add(bare_->angular_velocities.get(), bytes);
  }
  add(bare_.get(), own);
  if (!lists_) return all;
  add(lists_.get(), lists_->own_bytes());
  const auto add_list = [&add](const auto& list) { add(list.get(), list ? bytes_of(*list) : 0); };
  add_list(lists_->forces);
  add_list(lists_->radii);
  add_list(lists_->half_lengths);
  add_list(lists_->groups);
  return all;
}

}  // namespace slurry::ui
