// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include <sys/types.h>

namespace slurry::ui {

/// A private X server without a screen (Xvfb), for drawing without a display and without EGL. It ends with the object.
class PrivateDisplay {
 public:
  /// Starts a server. Returns null if there is no Xvfb, or if it does not start within some seconds.
  static std::unique_ptr<PrivateDisplay> start();
  ~PrivateDisplay();
  PrivateDisplay(const PrivateDisplay&) = delete;
  PrivateDisplay& operator=(const PrivateDisplay&) = delete;
  /// Name in the form that DISPLAY takes: ":99".
  const std::string& name() const { return name_; }

 private:
  PrivateDisplay(pid_t server, std::string name) : server_(server), name_(std::move(name)) {}
  pid_t server_;
  std::string name_;
};

}  // namespace slurry::ui
