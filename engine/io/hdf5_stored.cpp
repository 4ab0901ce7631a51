// SPDX-License-Identifier: BSD-3-Clause
#include "io/hdf5_stored.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "io/hdf5_common.hpp"
#include "slurry/error.hpp"

namespace slurry::hdf5 {

namespace {

namespace fs = std::filesystem;
using Extent = std::vector<hsize_t>;

constexpr int deepest = 8;  ///< virtual datasets may take values from virtual ones, also round in circles

/// The part of a dataset that will be read: first and last index of each dimension.
struct Part {
  Extent first, last;
};

void refuse(hid_t dataset, const std::string& what, const Part& part, int deep);

Extent extent_of(hid_t space) {
  const std::vector<std::size_t> shape = shape_of(space);
  return {shape.begin(), shape.end()};
}

std::string place_text(const Extent& place) {
  std::string s = "(";
  for (std::size_t d = 0; d < place.size(); ++d) s += (d ? ", " : "") + std::to_string(place[d]);
  return s + ")";
}

/// The next element of a part in row-major order, in strides; false: there is none.
bool advance(Extent& at, const Part& part, const Extent& stride) {
  for (std::size_t d = at.size(); d-- > 0;) {
    at[d] += stride[d];
    if (at[d] <= part.last[d]) return true;
    at[d] = part.first[d];
  }
  return false;
}

/// Looks at all of a chunked dataset, so it is not asked for every row of a long one.
void refuse_never_written(hid_t dataset, hid_t space, const std::string& what) {
  H5D_space_status_t status = H5D_SPACE_STATUS_ERROR;
  if (H5Dget_space_status(dataset, &status) >= 0 && status == H5D_SPACE_STATUS_NOT_ALLOCATED)
    throw InputError(text("{} has no values: its shape is {}, but nothing was ever written to it; write its values",
                          what, shape_text(shape_of(space))));
}

// Chunks

void refuse_chunks(hid_t dataset, hid_t plist, hid_t space, const std::string& what, const Part& part) {
  const Extent extent = extent_of(space);
  Extent chunk(extent.size());
  if (H5Pget_chunk(plist, static_cast<int>(chunk.size()), chunk.data()) < 0)
    return refuse_never_written(dataset, space, what);
  hsize_t needed = 1;
  bool all = true;
  Part chunks = part;
  for (std::size_t d = 0; d < extent.size(); ++d) {
    needed *= (extent[d] + chunk[d] - 1) / chunk[d];
    all = all && part.first[d] == 0 && part.last[d] + 1 == extent[d];
    chunks.first[d] -= part.first[d] % chunk[d];
  }
#if H5_VERSION_GE(1, 10, 5)
  hsize_t stored = 0;
  if (all && H5Dget_num_chunks(dataset, space, &stored) >= 0 && stored >= needed) return;
#endif
  Extent at = chunks.first;
  do {
    hsize_t bytes = 0;
    if (H5Dget_chunk_storage_size(dataset, at.data(), &bytes) >= 0 && bytes > 0) continue;
    refuse_never_written(dataset, space, what);
    throw InputError(
        text("{} lacks values: the chunk of its shape {} that begins at {} was never written; write all of its values",
             what, shape_text(shape_of(space)), place_text(at)));
  } while (advance(at, chunks, chunk));
}

// External raw files

/// An environment variable of the library names a folder; ${ORIGIN} there is the folder of the HDF5 file.
std::string prefix_of(const char* variable, const fs::path& origin) {
  const char* value = std::getenv(variable);
  std::string prefix = value != nullptr ? value : "";
  constexpr std::string_view mark = "${ORIGIN}";
  if (prefix.starts_with(mark)) prefix = origin.string() + prefix.substr(mark.size());
  return prefix;
}

fs::path file_of(hid_t object) {
  std::string name(4096, '\0');
  const ssize_t length = H5Fget_name(object, name.data(), name.size());
  name.resize(static_cast<std::size_t>(std::clamp<ssize_t>(length, 0, 4095)));
  return name;
}

void refuse_external(hid_t dataset, hid_t plist, const std::string& what, std::uint64_t bytes) {
  const std::string prefix = prefix_of("HDF5_EXTFILE_PREFIX", fs::absolute(file_of(dataset)).parent_path());
  const int files = H5Pget_external_count(plist);
  for (int i = 0; i < files && bytes > 0; ++i) {
    std::string name(4096, '\0');
    off_t offset = 0;
    hsize_t size = 0;
    if (H5Pget_external(plist, static_cast<unsigned>(i), name.size() - 1, name.data(), &offset, &size) < 0) return;
    name.resize(name.find('\0'));
    const fs::path path = prefix.empty() || fs::path(name).is_absolute() ? fs::path(name) : fs::path(prefix) / name;
    const std::uint64_t here = size == H5F_UNLIMITED ? bytes : std::min<std::uint64_t>(size, bytes);
    std::error_code code;
    if (!fs::is_regular_file(path, code))
      throw InputError(
          text("{} keeps its values in the external file {}, which is not there; put the file in its place", what,
               quoted(path)));
    const std::uint64_t wanted = static_cast<std::uint64_t>(offset) + here, there = fs::file_size(path, code);
    if (code || there < wanted)
      throw InputError(
          text("{} keeps its values in the external file {}, which is too short: it has {} bytes, but {} are needed; "
               "take an intact copy of the file",
               what, quoted(path), code ? 0 : there, wanted));
    bytes -= here;
  }
  if (bytes > 0) throw InputError(text("{} lacks values: its external files end {} bytes too early", what, bytes));
}

// Virtual datasets

/// Indices first, first + stride, ... in runs of `run`, `count` of them, below `end`; unlimited ones reach to there.
struct Indices {
  hsize_t first = 0, stride = 1, count = 1, run = 1, end = 0;

  hsize_t size() const {
    if (first >= end || count == 0 || run == 0) return 0;
    const hsize_t room = end - first;
    if (run == H5S_UNLIMITED) return room;
    if (stride <= run) return std::min(room, count == H5S_UNLIMITED ? room : count * run);
    const hsize_t whole = room / stride, rest = std::min(run, room % stride);  // periods that fit, and a part of one
    return count == H5S_UNLIMITED || count > whole ? whole * run + rest : count * run;
  }
  hsize_t at(hsize_t k) const {
    return run == H5S_UNLIMITED || stride <= run ? first + k : first + k / run * stride + k % run;
  }
};

/// A selection is a list of these: what is in the product of its indices is selected.
using Block = std::vector<Indices>;

hsize_t size_of(const Block& block) {
  hsize_t n = 1;
  for (const Indices& i : block) n *= i.size();
  return n;
}

/// Blocks that a mapping selects within an extent.  If the file was changed since, they may be less than was meant.
std::vector<Block> blocks_of(hid_t selection, const Extent& extent) {
  const std::size_t rank = extent.size();
  std::vector<Block> blocks;
  if (H5Sget_select_type(selection) == H5S_SEL_ALL) {
    Block block(rank);  // of which a file keeps no extent
    for (std::size_t d = 0; d < rank; ++d) block[d] = {0, 1, extent[d], 1, extent[d]};
    blocks.push_back(block);
  } else if (H5Sget_select_type(selection) == H5S_SEL_HYPERSLABS && H5Sis_regular_hyperslab(selection) > 0) {
    Extent first(rank), stride(rank), count(rank), run(rank);
    H5Sget_regular_hyperslab(selection, first.data(), stride.data(), count.data(), run.data());
    Block block(rank);
    for (std::size_t d = 0; d < rank; ++d) block[d] = {first[d], stride[d], count[d], run[d], extent[d]};
    blocks.push_back(block);
  } else if (H5Sget_select_type(selection) == H5S_SEL_HYPERSLABS) {
    const hssize_t n = std::max<hssize_t>(0, H5Sget_select_hyper_nblocks(selection));
    Extent corners(2 * rank * static_cast<std::size_t>(n));
    H5Sget_select_hyper_blocklist(selection, 0, static_cast<hsize_t>(n), corners.data());
    for (auto corner = corners.begin(); corner != corners.end(); corner += static_cast<std::ptrdiff_t>(2 * rank)) {
      Block block(rank);
      for (std::size_t d = 0; d < rank; ++d) block[d] = {corner[d], 1, corner[rank + d] - corner[d] + 1, 1, extent[d]};
      blocks.push_back(block);
    }
  }
  return blocks;
}

hsize_t size_of(const std::vector<Block>& blocks) {
  hsize_t n = 0;
  for (const Block& b : blocks) n += size_of(b);
  return n;
}

/// The smallest part that holds all blocks.
Part hull_of(const std::vector<Block>& blocks, std::size_t rank) {
  Part hull{Extent(rank, H5S_UNLIMITED), Extent(rank, 0)};
  for (const Block& b : blocks) {
    if (size_of(b) == 0) continue;
    for (std::size_t d = 0; d < rank; ++d) {
      hull.first[d] = std::min(hull.first[d], b[d].first);
      hull.last[d] = std::max(hull.last[d], b[d].at(b[d].size() - 1));
    }
  }
  return hull;
}

/// "%b" is the number of a block, "%%" a percent sign.
std::string with_block(const std::string& name, hsize_t block) {
  std::string s;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool special = name[i] == '%' && i + 1 < name.size() && (name[i + 1] == 'b' || name[i + 1] == '%');
    if (!special)
      s += name[i];
    else
      s += name[++i] == 'b' ? std::to_string(block) : "%";
  }
  return s;
}

/// As the library looks for the file of a source (HDF5 reference of H5Pset_virtual).
H5Handle open_source_file(const std::string& name, const fs::path& from) {
  std::error_code code;
  const fs::path given(name), plain = given.is_absolute() ? given.filename() : given;
  std::vector<fs::path> places;
  if (given.is_absolute()) places.push_back(given);
  const std::string prefixes = prefix_of("HDF5_VDS_PREFIX", fs::absolute(from, code).parent_path());
  for (std::size_t at = 0; at < prefixes.size();) {
    const std::size_t end = std::min(prefixes.find(':', at), prefixes.size());
    if (end > at) places.push_back(fs::path(prefixes.substr(at, end - at)) / plain);
    at = end + 1;
  }
  places.push_back(fs::absolute(from, code).parent_path() / plain);
  places.push_back(plain);
  places.push_back(fs::canonical(from, code).parent_path() / plain);
  const H5Handle access = file_access();
  for (const fs::path& place : places) {
    if (!fs::is_regular_file(place, code)) continue;
    if (H5Handle file(H5Fopen(place.string().c_str(), H5F_ACC_RDONLY, access.get())); file) return file;
  }
  return {};
}

/// A mapping of a virtual dataset: the file and the dataset of its source.
struct Source {
  std::string file, dataset;
};

std::string text_of(hid_t plist, std::size_t i, decltype(&H5Pget_virtual_filename) get) {
  const ssize_t length = get(plist, i, nullptr, 0);
  std::string name(static_cast<std::size_t>(std::max<ssize_t>(length, 0)) + 1, '\0');
  get(plist, i, name.data(), name.size());
  name.pop_back();
  return name;
}

/// wanted: elements of the virtual dataset that the source gives.
void refuse_source(hid_t dataset, const std::string& what, const Source& source, hid_t selection, hsize_t wanted,
                   int deep) {
  const fs::path own = file_of(dataset);
  const H5Handle file = source.file == "." ? H5Handle(H5Iget_file_id(dataset)) : open_source_file(source.file, own);
  const std::string from = text("{} is virtual and takes values from the dataset '{}' of the file {}", what,
                                source.dataset, source.file == "." ? quoted(own) : "'" + source.file + "'");
  if (!file)
    throw InputError(from +
                     ", which is not there or is not an HDF5 file; put it beside the file that is read, or copy all "
                     "values into one file");
  const H5Handle d(H5Dopen2(file.get(), source.dataset.c_str(), H5P_DEFAULT));
  if (!d) throw InputError(from + ", which has no such dataset; copy all values into one file");
  const H5Handle space(H5Dget_space(d.get()));
  const Extent extent = extent_of(space.get());
  const bool same_rank = H5Sget_select_type(selection) == H5S_SEL_ALL ||
                         H5Sget_simple_extent_ndims(selection) == static_cast<int>(extent.size());
  const std::vector<Block> blocks = same_rank ? blocks_of(selection, extent) : std::vector<Block>();
  if (size_of(blocks) < wanted)
    throw InputError(
        text("{}, which has the shape {}: it gives {} of the {} values that are needed; give it all of "
             "them, or copy all values into one file",
             from, shape_text(shape_of(space.get())), size_of(blocks), wanted));
  refuse(d.get(), text("'{}' in {}, from which {} takes values,", source.dataset, quoted(file_of(d.get())), what),
         hull_of(blocks, extent.size()), deep + 1);
}

/// Marks what blocks map of a part.
void mark(std::vector<bool>& mapped, const Part& part, const std::vector<Block>& blocks) {
  for (const Block& b : blocks) {
    if (size_of(b) == 0) continue;
    Part all{Extent(b.size(), 0), Extent(b.size())};
    for (std::size_t d = 0; d < b.size(); ++d) all.last[d] = b[d].size() - 1;
    const Extent one(b.size(), 1);
    Extent k = all.first;
    do {
      std::size_t index = 0;
      bool inside = true;
      for (std::size_t d = 0; d < b.size() && inside; ++d) {
        const hsize_t at = b[d].at(k[d]);
        inside = at >= part.first[d] && at <= part.last[d];
        index = index * (part.last[d] - part.first[d] + 1) + (inside ? at - part.first[d] : 0);
      }
      if (inside) mapped[index] = true;
    } while (advance(k, all, one));
  }
}

/// Where the selection of a mapping goes on without end in blocks, each of them has a source of its own.
std::vector<std::pair<std::vector<Block>, hsize_t>> pieces_of(const std::vector<Block>& blocks, bool numbered) {
  std::vector<std::pair<std::vector<Block>, hsize_t>> pieces;
  for (std::size_t d = 0; numbered && blocks.size() == 1 && d < blocks[0].size(); ++d) {
    if (blocks[0][d].count != H5S_UNLIMITED) continue;
    Block one = blocks[0];
    one[d].count = 1;
    for (hsize_t k = 0; one[d].first < one[d].end; ++k) {
      pieces.push_back({{one}, k});
      one[d].first += one[d].stride;
    }
    return pieces;
  }
  pieces.push_back({blocks, 0});
  return pieces;
}

bool meets(const std::vector<Block>& blocks, const Part& part) {
  if (size_of(blocks) == 0) return false;
  const Part hull = hull_of(blocks, part.first.size());
  for (std::size_t d = 0; d < part.first.size(); ++d)
    if (hull.last[d] < part.first[d] || hull.first[d] > part.last[d]) return false;
  return true;
}

void refuse_virtual(hid_t dataset, hid_t plist, hid_t space, const std::string& what, const Part& part, int deep) {
  const Extent extent = extent_of(space);
  if (deep > deepest)
    throw InputError(what + " takes values from virtual datasets that refer to each other in a circle");
  std::size_t mappings = 0;
  H5Pget_virtual_count(plist, &mappings);
  std::vector<std::vector<Block>> mapped;
  hsize_t most = 0, wanted = 1;
  for (std::size_t d = 0; d < extent.size(); ++d) wanted *= part.last[d] - part.first[d] + 1;
  for (std::size_t i = 0; i < mappings; ++i) {
    const H5Handle to(H5Pget_virtual_vspace(plist, i)), from(H5Pget_virtual_srcspace(plist, i));
    const std::string file = text_of(plist, i, H5Pget_virtual_filename),
                      name = text_of(plist, i, H5Pget_virtual_dsetname);
    const bool numbered = (file + name).find("%b") != std::string::npos;
    for (auto& [blocks, number] : pieces_of(blocks_of(to.get(), extent), numbered)) {
      if (!meets(blocks, part)) continue;
      const Source source{with_block(file, number), with_block(name, number)};
      refuse_source(dataset, what, source, from.get(), size_of(blocks), deep);
      most += size_of(blocks);
      mapped.push_back(blocks);
    }
  }
  // what is mapped is really there, so the list below is no longer than the values that are
  std::vector<bool> there(most < wanted ? 0 : wanted, false);
  for (const std::vector<Block>& blocks : mapped)
    if (!there.empty()) mark(there, part, blocks);
  if (std::find(there.begin(), there.end(), false) != there.end() || most < wanted)
    throw InputError(
        text("{} is virtual, and no source is mapped to a part of its shape {}; map all of it, or copy "
             "all values into one file",
             what, shape_text(shape_of(space))));
}

void refuse(hid_t dataset, const std::string& what, const Part& part, int deep) {
  const H5Handle plist(H5Dget_create_plist(dataset)), space(H5Dget_space(dataset)), type(H5Dget_type(dataset));
  const std::vector<std::size_t> shape = shape_of(space.get());
  if (!plist || count_of(shape) == 0) return;
  const H5D_layout_t layout = H5Pget_layout(plist.get());
  if (layout == H5D_VIRTUAL) return refuse_virtual(dataset, plist.get(), space.get(), what, part, deep);
  if (layout == H5D_CONTIGUOUS && H5Pget_external_count(plist.get()) > 0)
    return refuse_external(dataset, plist.get(), what, count_of(shape) * H5Tget_size(type.get()));
  if (layout == H5D_CHUNKED) return refuse_chunks(dataset, plist.get(), space.get(), what, part);
  refuse_never_written(dataset, space.get(), what);
}

}  // namespace

void refuse_absent(hid_t dataset, const std::string& what, std::optional<RowRange> rows) {
  const H5Handle space(H5Dget_space(dataset));
  const Extent extent = extent_of(space.get());
  if (std::find(extent.begin(), extent.end(), 0) != extent.end()) return;
  Part part{Extent(extent.size(), 0), extent};
  for (hsize_t& last : part.last) --last;
  if (rows && !extent.empty()) {
    part.first[0] = rows->first;
    part.last[0] = rows->last;
  }
  refuse(dataset, what, part, 0);
}

}  // namespace slurry::hdf5
