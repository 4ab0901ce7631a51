// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "slurry/shared_list.hpp"

namespace slurry {

/// Everything on which the future of a run depends, as named lists of numbers and named words. It is written to files
/// and read back. The fields of a part have names "part/field". Copies of a state share their lists and words.
class State {
 public:
  using Word = std::shared_ptr<const std::string>;

  bool empty() const { return lists_.empty() && integers_.empty() && words_.empty(); }
  bool has(const std::string& name) const { return lists_.contains(name) || integers_.contains(name); }
  void put(const std::string& name, double value) { lists_[name] = {value}; }
  void put(const std::string& name, SharedList<double> values) { lists_[name] = std::move(values); }
  template <class T>
  void put(const std::string& name, const std::vector<T>& values) {
    lists_[name] = std::vector<double>(values.begin(), values.end());
  }
  /// Stores a list of 32-bit integers. list() returns it as floating-point numbers.
  void put_integers(const std::string& name, SharedList<std::int32_t> values) { integers_[name] = std::move(values); }
  void put_word(const std::string& name, std::string word) {
    words_[name] = std::make_shared<const std::string>(std::move(word));
  }
  void put_word(const std::string& name, Word word) { words_[name] = std::move(word); }
  /// Stores all fields of `state` as fields of a part.
  void put_part(const std::string& part, const State& state) {
    const std::string before = part + "/";
    for (const auto& [name, list] : state.lists_) lists_[before + name] = list;
    for (const auto& [name, list] : state.integers_) integers_[before + name] = list;
    for (const auto& [name, word] : state.words_) words_[before + name] = word;
  }
  void remove(const std::string& name) {
    lists_.erase(name);
    integers_.erase(name);
  }
  void remove_word(const std::string& name) { words_.erase(name); }

  /// List of this name. Empty if there is none.
  SharedList<double> list(const std::string& name) const {
    if (const auto at = lists_.find(name); at != lists_.end()) return at->second;
    const auto at = integers_.find(name);
    return at == integers_.end() ? SharedList<double>()
                                 : SharedList<double>(std::vector<double>(at->second.begin(), at->second.end()));
  }
  /// Returns the list as 32-bit integers, also if it was stored as numbers.
  SharedList<std::int32_t> integers(const std::string& name) const {
    if (const auto at = integers_.find(name); at != integers_.end()) return at->second;
    const auto at = lists_.find(name);
    return at == lists_.end()
               ? SharedList<std::int32_t>()
               : SharedList<std::int32_t>(std::vector<std::int32_t>(at->second.begin(), at->second.end()));
  }
  double number(const std::string& name, double otherwise = 0) const {
    const auto at = lists_.find(name);
    return at == lists_.end() || at->second.empty() ? otherwise : at->second.front();
  }
  /// Word of this name. Empty if there is none.
  std::string word(const std::string& name) const {
    const auto at = words_.find(name);
    return at == words_.end() ? std::string() : *at->second;
  }
  /// The part that was stored under this name; empty if there is none.
  State part(const std::string& name) const {
    State found;
    const std::string start = name + "/";
    const auto take = [&start](const auto& from, auto& to) {
      for (const auto& [key, value] : from)
        if (key.starts_with(start)) to[key.substr(start.size())] = value;
    };
    take(lists_, found.lists_);
    take(integers_, found.integers_);
    take(words_, found.words_);
    return found;
  }

  const std::map<std::string, SharedList<double>>& lists() const { return lists_; }
  const std::map<std::string, SharedList<std::int32_t>>& integer_lists() const { return integers_; }
  const std::map<std::string, Word>& words() const { return words_; }

  /// Calls visit(block, bytes) for the memory of each list and word. A block with several names is visited several
  /// times.
  template <class Visit>
  void each_block(Visit&& visit) const {
    for (const auto& [name, list] : lists_) visit(list.block(), list.size() * sizeof(double));
    for (const auto& [name, list] : integers_) visit(list.block(), list.size() * sizeof(std::int32_t));
    for (const auto& [name, word] : words_) visit(static_cast<const void*>(word.get()), word->size());
  }
  /// Bytes of numbers and words. Blocks that are already in `seen` are not counted; the blocks that are counted are
  /// added to `seen`.
  std::size_t bytes(std::set<const void*>& seen) const {
    std::size_t sum = 0;
    each_block([&](const void* block, std::size_t size) {
      if (block && seen.insert(block).second) sum += size;
    });
    return sum;
  }

  friend bool operator==(const State& a, const State& b) {
    const auto same_word = [](const auto& x, const auto& y) { return x.first == y.first && *x.second == *y.second; };
    return a.lists_ == b.lists_ && a.integers_ == b.integers_ && a.words_.size() == b.words_.size() &&
           std::equal(a.words_.begin(), a.words_.end(), b.words_.begin(), same_word);
  }

 private:
  std::map<std::string, SharedList<double>> lists_;
  std::map<std::string, SharedList<std::int32_t>> integers_;
  std::map<std::string, Word> words_;
};

}  // namespace slurry
