// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QWidget>

#include <string>
#include <vector>

#include "panels/transport_bar.hpp"
#include "slurry/scenario.hpp"

class QMainWindow;

namespace slurry::ui {

struct Beginning;
class BranchStrip;
class Docks;
class EditStack;
class Experiment;
class Front;
class MessageChip;
class SceneView;
class VerdictBar;

/// A view with its bars and panels, for the experiment in front. It is the central widget of a window; the panels dock
/// at the window's sides.
class Pane : public QWidget {
  Q_OBJECT
 public:
  Pane(Front* front, EditStack* edits, QMainWindow* window);
  /// The bar below the view.
  void addTransport(const TransportActions& actions);
  /// A dock for every row of the panel table.
  void addPanels();

  Front* front() const { return front_; }
  Experiment* experiment() const;
  SceneView* view() const { return view_; }
  MessageChip* chip() const { return chip_; }
  BranchStrip* strip() const { return strip_; }
  VerdictBar* verdict() const { return verdict_; }
  Docks* docks() const { return docks_; }
  const std::vector<QWidget*>& panels() const { return panels_; }
  /// The first panel of a kind; null: there is none.
  template <class P>
  P* panel() const {
    for (QWidget* w : panels_)
      if (P* p = qobject_cast<P*>(w)) return p;
    return nullptr;
  }

 Q_SIGNALS:
  /// A panel asks for another scenario.
  void loadAsked(const slurry::Scenario& scenario);

 private:
  void judge(const SnapshotPtr& snapshot);
  void sayBeginning(const Beginning& beginning);
  Front* front_;
  EditStack* edits_;
  SceneView* view_;
  BranchStrip* strip_;
  VerdictBar* verdict_;
  MessageChip* chip_;
  Docks* docks_;
  std::vector<QWidget*> panels_;
};

}  // namespace slurry::ui
