// SPDX-License-Identifier: BSD-3-Clause
#include "shortened.hpp"

#include <algorithm>

namespace slurry::ui {
namespace {

constexpr QChar ellipsis(0x2026);

// Thin spaces, which group digits, are part of a word.
bool ends_word(QChar c) {
  return c == ' ' || c == QChar(10);
}

}  // namespace

QString shortened(const QString& text, const QFontMetrics& metrics, int width) {
  const QString cut = metrics.elidedText(text, Qt::ElideRight, width);
  if (cut == text) return text;
  qsizetype first = 0;  // of the word that was cut
  const qsizetype kept = std::max<qsizetype>(0, cut.size() - 1);
  if (kept < text.size() && ends_word(text[kept])) return cut;
  for (qsizetype i = 0; i < kept; ++i)
    if (ends_word(text[i])) first = i + 1;
  qsizetype last = kept;
  while (last < text.size() && !ends_word(text[last])) ++last;
  const bool number = std::any_of(text.begin() + first, text.begin() + last, [](QChar c) { return c.isDigit(); });
  return number ? text.left(first).trimmed() + ellipsis : cut;
}

}  // namespace slurry::ui
