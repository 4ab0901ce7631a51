// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include <sys/types.h>

namespace slurry::ui {

/// An X server of our own that shows nothing anywhere (Xvfb), for drawing where there is neither a display nor EGL.
/// Ends with the object.
class PrivateDisplay {
 public:
  /// Null where there is no Xvfb or it does not start within some seconds.
  static std::unique_ptr<PrivateDisplay> start();
  ~PrivateDisplay();
  PrivateDisplay(const PrivateDisplay&) = delete;
  PrivateDisplay& operator=(const PrivateDisplay&) = delete;
  /// As DISPLAY wants it: ":99".
  const std::string& name() const { return name_; }

 private:
  PrivateDisplay(pid_t server, std::string name) : server_(server), name_(std::move(name)) {}
  pid_t server_;
  std::string name_;
};

}  // namespace slurry::ui
