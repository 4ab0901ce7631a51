// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// QCustomPlot's header is written with Qt's keywords, which VTK's headers do not bear: here they exist for as long as
// it is read.
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
