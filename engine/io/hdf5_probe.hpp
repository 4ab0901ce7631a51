// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>

namespace slurry {

/// Way in which work in a separate process ended.
enum class Ending { done, crashed, too_long, not_tried };

/// Does `work` in a copy of this process, and returns how it ended. No result of the work comes back. An exception in
/// the work counts as done, because the caller meets it again when it does the same work here. The copy has only this
/// thread. `work` must therefore not wait for another thread, nor use Kokkos. seconds: time limit.
Ending try_apart(const std::function<void()>& work, unsigned seconds);

/// Checks whether a file can be read without a crash. A damaged file can crash the HDF5 library and with it the whole
/// program. Everything in the file is therefore read in a separate process first. Of datasets above 64 MB only the
/// places of their pieces, and the first and last rows are read. Call this for a file that a person opens; further
/// calls for the same file are quick. Throws InputError if the separate process crashes or does not end.
void probe_hdf5(const std::filesystem::path& file);

}  // namespace slurry
