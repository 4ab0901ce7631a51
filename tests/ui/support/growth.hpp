// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <QObject>
#include <QWidget>

#include <malloc.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "experiment/front.hpp"
#include "main_window.hpp"

namespace slurry::ui::testing {

/// What could grow while a window is used: memory, kept moments, and objects of each class.
struct Holdings {
  double resident = 0;  ///< memory of the process [MB], without what is free again
  double history = 0;   ///< bytes of the kept moments [MB]
  std::size_t branches = 0;
  std::map<std::string, int> objects;
};

inline void count_objects(const QObject* root, std::map<std::string, int>& objects) {
  ++objects[root->metaObject()->className()];
  for (const QObject* child : root->children()) count_objects(child, objects);
}

inline Holdings holdings_of(const MainWindow& window) {
  Holdings h;
  ::malloc_trim(0);
  long pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  h.resident = 1e-6 * static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  const Tree& tree = window.front()->experiment()->tree();
  h.history = 1e-6 * static_cast<double>(tree.bytes());
  h.branches = tree.branches().size();
  count_objects(&window, h.objects);
  return h;
}

/// In words: what there is, and the classes with more objects than before.
inline std::string words_of(const Holdings& now, const Holdings& before) {
  std::ostringstream out;
  out.precision(1);
  out << std::fixed << now.resident << " MB resident, " << now.history << " MB of moments in " << now.branches
      << " branches";
  for (const auto& [name, count] : now.objects) {
    const auto then = before.objects.find(name);
    const int had = then == before.objects.end() ? 0 : then->second;
    if (count > had) out << "; " << count - had << " more of " << name;
  }
  return out.str();
}

}  // namespace slurry::ui::testing
