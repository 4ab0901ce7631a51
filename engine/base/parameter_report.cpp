// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "slurry/report.hpp"

namespace slurry {
namespace {

std::string words_of(const NamedValue& v) {
  if (!v.word.empty()) return v.word;
  std::string words;
  for (const double x : v.numbers)
    words += (words.empty() ? "" : " x ") + (v.whole ? text("{:.0f}", x) : text("{:.3g}", x));
  return words;
}

}  // namespace

std::string ParameterReport::in_words() const {
  std::string words;
  for (std::size_t i = 0; i < summary.size(); ++i) {
    const std::size_t end = summary[i] == '{' ? summary.find('}', i) : std::string::npos;
    const NamedValue* v = end == std::string::npos ? nullptr : find(summary.substr(i + 1, end - i - 1));
    if (v)
      words += words_of(*v), i = end;
    else
      words += summary[i];
  }
  return words;
}

}  // namespace slurry
