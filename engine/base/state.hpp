// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace slurry {

/// Everything that a future depends on, as lists of numbers and words with names: what goes into a file and comes back
/// from it.  The fields of a part are called part/field.
class State {
 public:
  bool empty() const { return lists_.empty() && words_.empty(); }
  bool has(const std::string& name) const { return lists_.contains(name); }
  void put(const std::string& name, double value) { lists_[name] = {value}; }
  template <class T>
  void put(const std::string& name, const std::vector<T>& values) {
    lists_[name].assign(values.begin(), values.end());
  }
  void put_word(const std::string& name, std::string word) { words_[name] = std::move(word); }
  /// All of `state` as fields of a part.
  void put_part(const std::string& part, const State& state) {
    for (const auto& [name, list] : state.lists_) lists_[part + "/" + name] = list;
    for (const auto& [name, word] : state.words_) words_[part + "/" + name] = word;
  }
  void remove(const std::string& name) { lists_.erase(name); }

  /// The list of this name; empty when there is none.
  std::vector<double> list(const std::string& name) const {
    const auto at = lists_.find(name);
    return at == lists_.end() ? std::vector<double>() : at->second;
  }
  double number(const std::string& name, double otherwise = 0) const {
    const auto at = lists_.find(name);
    return at == lists_.end() || at->second.empty() ? otherwise : at->second.front();
  }
  /// Empty when there is none.
  std::string word(const std::string& name) const {
    const auto at = words_.find(name);
    return at == words_.end() ? std::string() : at->second;
  }
  /// The part that was stored under this name; empty if there is none.
  State part(const std::string& name) const {
    State found;
    const std::string start = name + "/";
    for (const auto& [key, list] : lists_)
      if (key.starts_with(start)) found.lists_[key.substr(start.size())] = list;
    for (const auto& [key, word] : words_)
      if (key.starts_with(start)) found.words_[key.substr(start.size())] = word;
    return found;
  }

  const std::map<std::string, std::vector<double>>& lists() const { return lists_; }
  const std::map<std::string, std::string>& words() const { return words_; }
  friend bool operator==(const State&, const State&) = default;

 private:
  std::map<std::string, std::vector<double>> lists_;
  std::map<std::string, std::string> words_;
};

}  // namespace slurry
