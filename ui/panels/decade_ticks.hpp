// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "panels/custom_plot.hpp"

namespace slurry::ui {

/// Ticks at 1, 2 and 5 of every decade, or at the beginnings of decades if there are many. The plot is small, and every
/// number must be legible.
class DecadeTicks final : public QCPAxisTicker {
 protected:
  double getTickStep(const QCPRange& range) override { return range.size(); }
  int getSubTickCount(double) override { return 0; }
  QVector<double> createTickVector(double, const QCPRange& range) override {
    QVector<double> ticks;
    if (!(range.lower > 0)) return ticks;
    const bool many = range.upper / range.lower > 1e3;
    for (double decade = std::pow(10, std::floor(std::log10(range.lower))); decade <= range.upper; decade *= 10)
      for (const double part : {1.0, 2.0, 5.0})
        if (part == 1 || !many) ticks.append(part * decade);
    return ticks;
  }
};

}  // namespace slurry::ui
