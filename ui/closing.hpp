// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QString>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "slurry/kept_run.hpp"

class QWidget;

namespace slurry::ui {

class Laboratory;

/// Asks the user before unrecorded runs are lost with a window: save them, discard them, or keep the window open.
class Closing : public QObject {
  Q_OBJECT
 public:
  Closing(const Laboratory* laboratory, QWidget* window);
  /// Waits until all saves are finished.
  ~Closing() override;
  /// Whether to ask; off by default.
  void setAsks(bool asks) { asks_ = asks; }
  /// Whether the window may close now. If not, a question is shown, or a run is being saved.
  bool mayClose();

 Q_SIGNALS:
  void said(const QString& sentence);
  void complained(const QString& sentence);

 private:
  struct Saving {
    std::string name;
    KeptRun run;
  };
  void ask(std::size_t runs);
  void save();
  void pauseAll();
  void saveNow();
  void closeWindow();
  const Laboratory* laboratory_;
  QWidget* window_;
  bool asks_ = false, waits_ = false;
  std::filesystem::path folder_;  ///< where runs are saved
  std::thread saving_;
};

}  // namespace slurry::ui
