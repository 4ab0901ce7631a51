// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// QCustomPlot's header uses Qt's keywords, which clash with VTK's headers. They are therefore defined only while that
// header is read.
#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
