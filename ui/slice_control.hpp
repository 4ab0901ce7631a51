// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

class QComboBox;
class QSlider;

namespace slurry::ui {

class Front;
class Slice;

/// Plane and place of the velocity slice of the experiment in front.
class SliceControl : public QWidget {
  Q_OBJECT
 public:
  explicit SliceControl(Front* front, QWidget* parent = nullptr);
  void setWanted(bool wanted);

 private:
  void adopt();
  Slice& slice() const;
  Front* front_;
  QComboBox* plane_;
  QSlider* offset_;
};

}  // namespace slurry::ui
