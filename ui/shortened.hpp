// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QFontMetrics>
#include <QString>

namespace slurry::ui {

/// The text itself if it fits into this width [pixels]. Otherwise its beginning and an ellipsis. A number is shown
/// whole or left out: a part of it would be another number.
QString shortened(const QString& text, const QFontMetrics& metrics, int width);

}  // namespace slurry::ui
