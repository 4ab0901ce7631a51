// SPDX-License-Identifier: BSD-3-Clause
#include "io/hdf5_probe.hpp"

#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/hdf5_common.hpp"
#include "io/hdf5_file.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace fs = std::filesystem;
using namespace hdf5;

Ending try_apart(const std::function<void()>& work, unsigned seconds) {
  const pid_t process = ::fork();
  if (process < 0) return Ending::not_tried;
  if (process == 0) {
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPROF, SIGXCPU, SIGTERM, SIGINT})
      std::signal(signal, SIG_DFL);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::alarm(seconds);
    try {
      work();
    } catch (...) {  // NOLINT: met again by whoever does the work in earnest
    }
    ::_exit(0);  // nothing of the other process is to be tidied up here
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return Ending::not_tried;
  if (!WIFSIGNALED(status)) return Ending::done;
  const int by = WTERMSIG(status);
  return by == SIGALRM || by == SIGPROF || by == SIGXCPU ? Ending::too_long : Ending::crashed;
}

namespace {

constexpr std::size_t most_bytes = std::size_t(64) << 20;  ///< bytes of one dataset that is read whole
constexpr std::size_t most_objects = 20000;                ///< links may lead round in circles
constexpr int deepest = 16;
constexpr unsigned most_seconds = 20;      ///< waited for one object, and of work for all together
constexpr unsigned most_work_seconds = 2;  ///< seconds of work for one object; whole objects take a tenth of it at most

/// The clocks of one object begin: damaged structures can lead the library round in circles, a slow disk only waits.
void begin_object() {
  ::alarm(most_seconds);
  itimerval work{};
  work.it_value.tv_sec = most_work_seconds;
  ::setitimer(ITIMER_PROF, &work, nullptr);
}

/// Bytes of one value and number of values; none where they do not fit.
std::size_t bytes_of(hid_t type, const std::vector<std::size_t>& shape) {
  std::size_t bytes = std::max<std::size_t>(1, H5Tget_size(type));
  for (const std::size_t n : shape) {
    if (n != 0 && bytes > most_bytes / n) return 0;
    bytes *= n;
  }
  return bytes;
}

/// Reads whatever there is and keeps nothing.
class Walk {
 public:
  explicit Walk(const fs::path& file) {
    const rlimit all{most_seconds, most_seconds + 1};
    ::setrlimit(RLIMIT_CPU, &all);
    begin_object();
    const H5Handle access = file_access();
    const H5Handle root(H5Fopen(file.string().c_str(), H5F_ACC_RDONLY, access.get()));
    if (root) group(root.get(), 0);
  }

 private:
  struct Names {
    std::vector<std::string> all;
  };

  void group(hid_t id, int deep) {
    begin_object();
    attributes(id);
    Names names;
    hsize_t at = 0;
    H5Literate(
        id, H5_INDEX_NAME, H5_ITER_INC, &at,
        [](hid_t, const char* name, const H5L_info_t*, void* out) -> herr_t {
          static_cast<Names*>(out)->all.emplace_back(name);
          return static_cast<Names*>(out)->all.size() > most_objects;
        },
        &names);
    for (const std::string& name : names.all) {
      if (++objects_ > most_objects) return;
      begin_object();
      const H5Handle object(H5Oopen(id, name.c_str(), H5P_DEFAULT));
      if (!object) continue;
      const H5I_type_t kind = H5Iget_type(object.get());
      if (kind == H5I_GROUP && deep < deepest) group(object.get(), deep + 1);
      if (kind == H5I_DATASET) {
        attributes(object.get());
        begin_object();
        dataset(object.get());
      }
    }
  }

  static void attributes(hid_t id) {
    hsize_t at = 0;
    H5Aiterate2(
        id, H5_INDEX_NAME, H5_ITER_INC, &at,
        [](hid_t object, const char* name, const H5A_info_t*, void*) -> herr_t {
          const H5Handle a(H5Aopen(object, name, H5P_DEFAULT));
          if (!a) return 0;
          const H5Handle type(H5Aget_type(a.get())), space(H5Aget_space(a.get()));
          const std::size_t bytes = bytes_of(type.get(), shape_of(space.get()));
          std::vector<char> values(bytes);
          if (bytes > 0) H5Aread(a.get(), type.get(), values.data());
          return 0;
        },
        nullptr);
  }

  static void dataset(hid_t id) {
    const H5Handle type(H5Dget_type(id)), space(H5Dget_space(id));
    if (!type || !space) return;
    std::vector<std::size_t> shape = shape_of(space.get());
    if (const std::size_t bytes = bytes_of(type.get(), shape); bytes > 0) {
      std::vector<char> values(bytes);
      H5Dread(id, type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      return;
    }
#if H5_VERSION_GE(1, 10, 5)
    hsize_t pieces = 0;
    H5Dget_num_chunks(id, space.get(), &pieces);
#endif
    if (shape.empty() || shape[0] == 0) return;
    const std::size_t last = shape[0] - 1;
    for (const std::size_t row : {std::size_t(0), last}) read_row(id, type.get(), space.get(), shape, row);
  }

  static void read_row(hid_t id, hid_t type, hid_t space, std::vector<std::size_t> shape, std::size_t row) {
    std::vector<hsize_t> start(shape.size(), 0), count(shape.begin(), shape.end());
    start[0] = row;
    count[0] = shape[0] = 1;
    const std::size_t bytes = bytes_of(type, shape);
    if (bytes == 0) return;
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    const H5Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr));
    std::vector<char> values(bytes);
    H5Dread(id, type, memory.get(), space, H5P_DEFAULT, values.data());
  }

  std::size_t objects_ = 0;
};

/// A file as it was found once.
struct FoundWhole {
  fs::path path;
  std::uintmax_t size = 0;
  fs::file_time_type time;
  bool operator==(const FoundWhole&) const = default;
};

}  // namespace

void probe_hdf5(const fs::path& file) {
  std::error_code code;
  if (!fs::is_regular_file(file, code)) return;  // whoever opens it says what it is
  const auto lock = lock_hdf5();                 // nobody is inside the library while the process is copied
  static FoundWhole whole;                       // the last one that was; who opens it asks again
  const FoundWhole now{fs::absolute(file, code), fs::file_size(file, code), fs::last_write_time(file, code)};
  if (now == whole) return;
  const Ending ending = try_apart([&] { const Walk walk(file); }, most_seconds);
  if (ending == Ending::crashed)
    throw InputError(
        quoted(file) +
        " is damaged: reading it crashes the HDF5 library, so it is not used; take an intact copy of the file");
  if (ending == Ending::too_long)
    throw InputError(text(
        "{} is damaged or on a disk that does not answer: reading it does not end; take an intact copy of the file",
        quoted(file)));
  whole = now;
}

}  // namespace slurry
