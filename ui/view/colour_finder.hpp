// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <string>
#include <vector>

#include "base/mailbox.hpp"
#include "session_port.hpp"

namespace slurry::ui {

/// Numbers that the colours of the bodies show.
struct ColourValues {
  SnapshotPtr moment;
  std::string by;             ///< name of the quantity
  std::vector<float> values;  ///< one per body
};

/// Finds the numbers for colours. A quantity of the velocity is computed immediately. Other quantities may search all
/// bodies for neighbours, so they are computed on another thread; until then the earlier numbers stay.
class ColourFinder : public QObject {
  Q_OBJECT
 public:
  explicit ColourFinder(QObject* parent = nullptr);
  ~ColourFinder() override;

  /// Asks for the numbers of a moment. Returns whether newest() has them already; otherwise found() follows. If another
  /// moment is asked for meanwhile, the present work is finished first, and moments in between are left out.
  bool want(const SnapshotPtr& moment, const std::string& by);
  /// The newest numbers of the quantity asked for last, or still those of the quantity before. The moment is null if
  /// nothing was found yet.
  const ColourValues& newest() const { return newest_; }
  /// Drops the numbers, because the next moment belongs to another experiment.
  void forget();

 Q_SIGNALS:
  /// newest() has changed.
  void found();

 private:
  void begin();
  void take(ColourValues values);
  ColourValues newest_;
  SnapshotPtr moment_;  ///< moment that was asked for last
  std::string by_;      ///< quantity that was asked for last
  bool busy_ = false;
  std::shared_ptr<Mailbox<ColourValues>> mailbox_;
  QThreadPool thread_;  ///< a pool for this work alone, because tasks of the common pool may take seconds
};

}  // namespace slurry::ui
