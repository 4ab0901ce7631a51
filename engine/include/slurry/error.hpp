// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace slurry {

/// Base of everything the engine throws.  what() is one sentence for a person: what, where, and what would do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// Exit code of the command line: 1 a check failed, 2 bad input, 3 refused.
  virtual int exit_code() const noexcept { return 1; }
};

/// Something a person gave is wrong: a file, a key, an option, a value.
class InputError : public Error {
 public:
  using Error::Error;
  int exit_code() const noexcept override { return 2; }
};

/// A wrong entry of a scenario or of an option table, with its place.
class KeyError : public InputError {
 public:
  /// where: "file:line", may be empty; key: dotted key; value: as given; allowed: range or list in words.
  KeyError(const std::string& message, std::string where, std::string key, std::string value, std::string allowed)
      : InputError(message),
        where_(std::move(where)),
        key_(std::move(key)),
        value_(std::move(value)),
        allowed_(std::move(allowed)) {}
  const std::string& where() const noexcept { return where_; }
  const std::string& key() const noexcept { return key_; }
  const std::string& value() const noexcept { return value_; }
  const std::string& allowed() const noexcept { return allowed_; }

 private:
  std::string where_, key_, value_, allowed_;
};

/// The request is well formed but is refused: memory does not suffice, a tolerance is below the floor of the precision.
class RefusedError : public Error {
 public:
  using Error::Error;
  int exit_code() const noexcept override { return 3; }
};

/// The sentence that a user sees for std::bad_alloc; exit code 3.
inline constexpr const char* memory_exhausted =
    "the memory of this machine does not suffice; ask for less, or end other programs";

/// A signal stopped the work; everything already written is valid.  The exit code is a shell's: 128 and the signal's
/// number, 130 after Ctrl-C (SIGINT), 143 after SIGTERM.
class Interrupted : public Error {
 public:
  Interrupted(const std::string& message, int signal) : Error(message), signal_(signal) {}
  int exit_code() const noexcept override { return 128 + signal_; }

 private:
  int signal_;
};

}  // namespace slurry
