# SPDX-License-Identifier: BSD-3-Clause
# VTK's Qt widget classes for Qt 6, where the distribution's VTK carries the Qt 5 ones only: the sources of the same
# VTK version from the archive, kept in the user's cache and compiled by ui/ as a small static library.

# True when the installed VTK's own GUISupportQt links Qt 6.
vtk_speaks_qt6() {
  local file
  for file in /usr/lib/*/cmake/vtk*/VTK-targets.cmake /usr/lib*/cmake/vtk*/VTK-targets.cmake; do
    [ -f "$file" ] || continue
    grep -A6 'set_target_properties(VTK::GUISupportQt ' "$file" | grep -q 'Qt6::' && return 0
  done
  return 1
}

# Version of the installed VTK, such as 9.1.0.
vtk_installed_version() {
  local file
  for file in /usr/lib/*/cmake/vtk*/vtk-config-version.cmake /usr/lib*/cmake/vtk*/vtk-config-version.cmake; do
    [ -f "$file" ] && sed -nE 's/^ *set\(PACKAGE_VERSION "?([0-9.]+)"?\).*/\1/p' "$file" | head -n 1 && return 0
  done
  return 1
}

# Folder with the Qt 6 glue's sources, or nothing where it is not needed.
vtk_qt_source() {
  local conf version folder
  [ -n "${VTK_ROOT:-}${VTK_DIR:-}" ] && return 0
  vtk_speaks_qt6 && return 0
  version="$(vtk_installed_version)" || die "VTK's development files are not here: install VTK 9.1 or later."
  folder="$slurry_cache/vtk-qt-$version"
  [ -f "$folder/QVTKOpenGLNativeWidget.cxx" ] && { echo "$folder"; return 0; }
  command -v apt-get >/dev/null 2>&1 || die "this VTK has no Qt 6 widget: use a VTK built with Qt 6 (VTK_DIR), or SLURRY_HEADLESS=1."
  conf="$(archive_apt)" || not_found $? "the archive's source of VTK cannot be found: use a VTK built with Qt 6 (VTK_DIR), or SLURRY_HEADLESS=1."
  archive_unpack "$conf" vtk9 "$folder.part" --transform='s,GUISupport/Qt/,,' '*/GUISupport/Qt/QVTK*'
  [ -f "$folder.part/QVTKOpenGLNativeWidget.cxx" ] || die "the archive's VTK source holds no Qt widget: use a VTK built with Qt 6 (VTK_DIR), or SLURRY_HEADLESS=1."
  rm -rf "$folder"
  mv "$folder.part" "$folder"
  echo "$folder"
}
