// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

#include "slurry/error.hpp"

namespace slurry {

/// A set-up or a measurement was ended because somebody asked for it.
class Stopped : public Error {
 public:
  Stopped() : Error("stopped, as was asked, before it was done") {}
};

/// Whether long work is to end early.  Any thread asks; the engine thread looks between the parts of the work.
class Interruption {
 public:
  void ask() { asked_ = true; }
  /// Throws Stopped where somebody has asked, but not in work that is always done to its end (Whole).
  void check() const {
    if (asked_ && !whole_) throw Stopped();
  }

  /// While it lives, check() never throws: a step is taken and a frame is written to its end.
  class Whole {
   public:
    explicit Whole(Interruption& of) : of_(of) { of_.whole_ = true; }
    ~Whole() { of_.whole_ = false; }
    Whole(const Whole&) = delete;
    Whole& operator=(const Whole&) = delete;

   private:
    Interruption& of_;
  };

 private:
  std::atomic<bool> asked_ = false;
  bool whole_ = false;  ///< the engine thread's own
};

}  // namespace slurry
