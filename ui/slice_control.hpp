// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

class QComboBox;
class QSlider;

namespace slurry::ui {

class Front;
class Slice;

/// Where a slice lies.
struct SlicePlace {
  int plane = 0;   ///< index in the list of planes
  int offset = 0;  ///< value of the slider for the place along the normal
  bool operator==(const SlicePlace&) const = default;
};

/// Plane and place of the velocity slice of the experiment in front.
class SliceControl : public QWidget {
  Q_OBJECT
 public:
  explicit SliceControl(Front* front, QWidget* parent = nullptr);
  void setWanted(bool wanted);
  void place(const SlicePlace& where);

 Q_SIGNALS:
  /// The user moved the slice. Movements with the same number count as one.
  void changed(const slurry::ui::SlicePlace& before, const slurry::ui::SlicePlace& now, long together);

 private:
  void adopt();
  void moved();
  Slice& slice() const;
  Front* front_;
  QComboBox* plane_;
  QSlider* offset_;
  SlicePlace at_;
  long movements_ = 1;
  bool quiet_ = false;  ///< the program moves the slice, not the user
};

}  // namespace slurry::ui
