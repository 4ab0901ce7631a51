// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>

namespace slurry {

/// How work ended that was done in a process of its own.
enum class Ending { done, crashed, too_long, not_tried };

/// Does `work` in a copy of this process and says how that ended; nothing of it comes back.  Exceptions end it well:
/// whoever does the same work here meets them again.  The copy has this thread alone, so that `work` may not wait for
/// another one, nor use Kokkos.
Ending try_apart(const std::function<void()>& work, unsigned seconds);

/// A damaged file can crash the HDF5 library, and with it whoever reads it: everything in the file is read in a process
/// of its own first (of datasets above 64 MB, where their pieces lie, and their first and last rows).  To be called
/// for a file that a person opens; asked again for the same file it is quick.  Throws InputError where that process
/// crashes or does not come to an end.
void probe_hdf5(const std::filesystem::path& file);

}  // namespace slurry
