// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class QMainWindow;

namespace slurry::ui {

class Appearance;
class BranchStrip;
class EditStack;
class FileActions;
class HelpActions;
class Laboratory;
class RunActions;
class ViewActions;
class WayIn;

/// The objects whose actions fill the menus and the tool bar of a window.
struct MenuParts {
  QMainWindow* window;
  Laboratory* laboratory;
  EditStack* edits;
  RunActions* run;
  BranchStrip* branches;
  ViewActions* looks;
  FileActions* files;
  HelpActions* help;
  WayIn* way_in;
  Appearance* appearance;
};

/// Fills the menus and the tool bar. Every panel must already have its dock.
void fill_menus(const MenuParts& parts);

}  // namespace slurry::ui
