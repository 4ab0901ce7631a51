// SPDX-License-Identifier: BSD-3-Clause
#include "side_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <exception>

#include "slurry/error.hpp"

namespace slurry::app {
namespace {

// a message: its length, one letter (a: answer, e: error), and so many bytes

bool put(int file, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t n = ::write(file, bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    count -= static_cast<std::size_t>(n);
  }
  return true;
}

bool get(int file, char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t n = ::read(file, bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    count -= static_cast<std::size_t>(n);
  }
  return true;
}

bool send(int file, char letter, const std::string& words) {
  const std::uint64_t length = words.size();
  const std::string message = std::string(reinterpret_cast<const char*>(&length), sizeof length) + letter + words;
  return put(file, message.data(), message.size());
}

bool receive(int file, char& letter, std::string& words) {
  std::uint64_t length = 0;
  if (!get(file, reinterpret_cast<char*>(&length), sizeof length) || !get(file, &letter, 1)) return false;
  words.resize(length);
  return get(file, words.data(), length);
}

/// Life of the other process: it ends when nobody asks any more.
[[noreturn]] void serve(int in, int out, const std::function<std::string(const std::string&)>& answer) {
  char letter = 0;
  for (std::string word; receive(in, letter, word);) {
    char kind = 'a';
    std::string words;
    try {
      words = answer(word);
    } catch (const std::exception& e) {
      kind = 'e';
      words = e.what();
    }
    if (!send(out, kind, words)) break;
  }
  ::_exit(0);  // nothing of the other process is to be tidied up here
}

}  // namespace

SideProcess::SideProcess(const std::function<std::string(const std::string&)>& answer) {
  int there[2], back[2];
  if (::pipe2(there, O_CLOEXEC) != 0) throw Error("a pipe to a second process could not be made");
  if (::pipe2(back, O_CLOEXEC) != 0) {
    ::close(there[0]);
    ::close(there[1]);
    throw Error("a pipe to a second process could not be made");
  }
  process_ = ::fork();
  if (process_ == 0) {
    ::close(there[1]);
    ::close(back[0]);
    serve(there[0], back[1], answer);
  }
  ::close(there[0]);
  ::close(back[1]);
  to_ = there[1];
  from_ = back[0];
  if (process_ > 0) return;
  ::close(to_);
  ::close(from_);
  throw Error("a second process could not be started");
}

SideProcess::~SideProcess() {
  ::close(to_);
  ::close(from_);
  ::kill(process_, SIGTERM);  // it may hold the other end of a later one's pipe
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string SideProcess::ask(const std::string& word) {
  char letter = 0;
  std::string words;
  struct sigaction quiet {};
  quiet.sa_handler = SIG_IGN;
  struct sigaction before {};
  ::sigaction(SIGPIPE, &quiet, &before);  // a process that ended is an error, not the end of this one
  const bool answered = send(to_, 'a', word) && receive(from_, letter, words);
  ::sigaction(SIGPIPE, &before, nullptr);
  if (!answered) throw Error("the second process of this program ended before it answered");
  if (letter == 'e') throw Error(words);
  return words;
}

}  // namespace slurry::app
