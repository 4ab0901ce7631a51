// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QIcon>
#include <QString>

namespace slurry::ui {

/// An icon of assets/icons by its file's name without ending; drawn in the palette's text colour at any size.  A
/// `colour` that is valid replaces it.
QIcon icon(const QString& name, const QColor& colour = {});

}  // namespace slurry::ui
