// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace slurry {

/// Base class of every exception that the engine throws. what() is one sentence for the user: what is wrong, where, and
/// what would help.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// Exit code of the command line: 1 if a check failed, 2 for bad input, 3 for a refused request.
  virtual int exit_code() const noexcept { return 1; }
};

/// The user gave something wrong: a file, a key, an option or a value.
class InputError : public Error {
 public:
  using Error::Error;
  int exit_code() const noexcept override { return 2; }
};

/// An entry of a scenario or of an option table is wrong. The exception holds the place of the entry.
class KeyError : public InputError {
 public:
  /// where: "file:line", or empty; key: the dotted key; value: the value as given; allowed: the range or the list in
  /// words.
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

/// A well-formed request that is refused: there is too little memory, or the tolerance is below the rounding error of
/// the precision.
class RefusedError : public Error {
 public:
  using Error::Error;
  int exit_code() const noexcept override { return 3; }
};

/// Sentence that the user sees for std::bad_alloc. The exit code is 3.
inline constexpr const char* memory_exhausted =
    "the memory of this machine does not suffice; ask for less, or end other programs";

/// A signal stopped the work. Everything that was written before is valid. The exit code is 128 plus the signal's
/// number, as in a shell: 130 after Ctrl-C (SIGINT), 143 after SIGTERM.
class Interrupted : public Error {
 public:
  Interrupted(const std::string& message, int signal) : Error(message), signal_(signal) {}
  int exit_code() const noexcept override { return 128 + signal_; }

 private:
  int signal_;
};

}  // namespace slurry
