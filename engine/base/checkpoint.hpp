// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace slurry {

/// Everything that a run's future depends on, as named lists of numbers: what goes into a file and comes back from it.
class Checkpoint {
 public:
  bool has(const std::string& name) const { return lists_.contains(name); }
  void put(const std::string& name, double value) { lists_[name] = {value}; }
  template <class T>
  void put(const std::string& name, const std::vector<T>& values) {
    lists_[name].assign(values.begin(), values.end());
  }
  /// The list of this name; empty when there is none.
  std::vector<double> list(const std::string& name) const {
    const auto at = lists_.find(name);
    return at == lists_.end() ? std::vector<double>() : at->second;
  }
  double number(const std::string& name, double otherwise = 0) const {
    const auto at = lists_.find(name);
    return at == lists_.end() || at->second.empty() ? otherwise : at->second.front();
  }
  const std::map<std::string, std::vector<double>>& lists() const { return lists_; }

 private:
  std::map<std::string, std::vector<double>> lists_;
};

}  // namespace slurry
