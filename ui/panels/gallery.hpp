// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <vector>

#include "models/gallery_list.hpp"

class QComboBox;
class QLineEdit;
class QListWidget;
class QVBoxLayout;

namespace slurry::ui {

/// The start page. It has a card for each demonstration with the number that it must reproduce, the files that were
/// opened last, and a card for a new experiment.
class Gallery : public QWidget {
  Q_OBJECT
 public:
  explicit Gallery(QWidget* parent = nullptr);
  QListWidget* cards() const { return list_; }
  /// List with "all" and each kind of demonstration.
  QComboBox* kinds() const { return kinds_; }
  /// Reads which files were opened last and which numbers were verified.
  void renew();

  /// Notes that a file was opened; the newest comes first.
  static void noteOpened(const QString& file);
  /// Notes that the number of a built-in scenario came out in this build.
  static void noteVerdict(const QString& scenario, bool agrees);

 Q_SIGNALS:
  void scenarioWanted(const QString& name);
  void fileWanted(const QString& file);
  void openWanted();
  void newWanted();
  void tourWanted();
  /// The user goes back to the experiment without a choice.
  void left();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void filter();
  void giveRoom();
  void resizeCards();
  std::vector<GalleryCard> all_ = gallery_cards();
  QWidget* side_ = nullptr;
  QListWidget* list_;
  QComboBox* kinds_;
  QLineEdit* search_;
  QVBoxLayout* recent_;
  QWidget* tour_;
};

}  // namespace slurry::ui
