// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QIcon>
#include <QString>

namespace slurry::ui {

/// An icon of assets/icons, by the name of its file without the ending. It is drawn in the palette's text colour at any
/// size, or in `colour` if that is valid.
QIcon icon(const QString& name, const QColor& colour = {});

}  // namespace slurry::ui
