// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QString>

#include <string_view>

namespace slurry::ui {

/// Converts a text of the engine (UTF-8) to a QString.
inline QString text_of(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

}  // namespace slurry::ui
