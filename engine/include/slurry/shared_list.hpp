// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace slurry {

/// A list of numbers that never changes after it is made. Copies share its memory.
template <class T>
class SharedList {
 public:
  SharedList() = default;
  SharedList(std::vector<T> values)  // NOLINT(google-explicit-constructor): a list is one
      : values_(values.empty() ? nullptr : std::make_shared<const std::vector<T>>(std::move(values))) {}
  SharedList(std::initializer_list<T> values) : SharedList(std::vector<T>(values)) {}

  const std::vector<T>& values() const {
    static const std::vector<T> none;
    return values_ ? *values_ : none;
  }
  operator const std::vector<T>&() const { return values(); }  // NOLINT(google-explicit-constructor)
  std::size_t size() const { return values().size(); }
  bool empty() const { return !values_; }
  const T& operator[](std::size_t i) const { return values()[i]; }
  const T& front() const { return values().front(); }
  auto begin() const { return values().begin(); }
  auto end() const { return values().end(); }
  /// Address of the memory that the copies share. Null for an empty list.
  const void* block() const { return values_.get(); }

  friend bool operator==(const SharedList& a, const SharedList& b) {
    return a.values_ == b.values_ || a.values() == b.values();
  }

 private:
  std::shared_ptr<const std::vector<T>> values_;
};

}  // namespace slurry
