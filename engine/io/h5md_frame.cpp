// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "io/hdf5_common.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/error.hpp"
#include "slurry/trajectory.hpp"

// Bodies from H5MD files of other programs.
namespace slurry {

namespace {

namespace fs = std::filesystem;

/// One group of particles, at one frame.  An element either follows the time, ELEMENT/value[frame], or is a dataset.
class ForeignFrame {
 public:
  ForeignFrame(const Hdf5Reader& file, std::string group) : file_(file), group_(std::move(group)) {}

  bool has(const std::string& element) const { return file_.given(group_ + "/" + element); }
  bool follows_time(const std::string& element) const { return file_.is_group(group_ + "/" + element); }
  std::string dataset_of(const std::string& element) const {
    return group_ + "/" + element + (follows_time(element) ? "/value" : "");
  }

  /// Numbers of an element whose row has the shape `row`; 0 stands for any count.  frame: of an element that follows
  /// the time.
  std::vector<double> read(const std::string& element, std::vector<std::size_t> row, std::size_t frame) const {
    const std::string dataset = dataset_of(element);
    const bool in_time = follows_time(element);
    std::vector<std::size_t> shape = file_.shape(dataset);
    const std::string there = hdf5::shape_text(shape);
    const std::size_t frames = in_time && !shape.empty() ? shape[0] : 1;
    if (in_time && !shape.empty()) shape.erase(shape.begin());
    const bool fits = shape.size() == row.size() && std::equal(row.begin(), row.end(), shape.begin(),
                                                               [](auto a, auto b) { return a == 0 || a == b; });
    if (!fits) {
      if (in_time) row.insert(row.begin(), 0);
      std::string wanted;
      for (const std::size_t n : row) wanted += (wanted.empty() ? "" : ",") + (n ? std::to_string(n) : "*");
      throw InputError(
          text("{} has the shape {}; it must be ({})", hdf5::in_file(dataset, file_.file()), there, wanted));
    }
    if (!in_time) return file_.read(dataset).values;
    if (frame >= frames)
      throw InputError(
          text("{} has {} frames, so frame {} is not whole", hdf5::in_file(dataset, file_.file()), frames, frame));
    return file_.read_row(dataset, frame);
  }

 private:
  const Hdf5Reader& file_;
  std::string group_;
};

/// The only group of particles with positions.
std::string group_with_positions(const Hdf5Reader& file) {
  std::string found;
  if (file.is_group("particles"))
    for (const std::string& name : file.members("particles")) {
      const std::string group = "particles/" + name;
      if (!file.is_group(group) || !file.has(group + "/position")) continue;
      if (!found.empty())
        throw InputError(text("'{}' has bodies in '{}' and in '{}'; bodies come from a file with one such group",
                              file.file().string(), found, group));
      found = group;
    }
  if (found.empty())
    throw InputError(
        text("'{}' has no dataset 'particles/GROUP/position', as H5MD files have; bodies come from such "
             "files",
             file.file().string()));
  return found;
}

/// A list of texts, of one length or, as h5py writes them by itself, of any.
std::vector<std::string> texts_of(const Hdf5Reader& file, const std::string& object, const char* name) {
  const H5Handle a(H5Aopen_by_name(file.id(), object.c_str(), name, H5P_DEFAULT, H5P_DEFAULT));
  const H5Handle type(H5Aget_type(a.get())), space(H5Aget_space(a.get()));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_type(space.get()) == H5S_NULL) return {};
  if (H5Tis_variable_str(type.get()) <= 0) return file.read_attribute_texts(object, name);
  std::vector<char*> found(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())), nullptr);
  if (H5Aread(a.get(), type.get(), found.data()) < 0) return {};
  std::vector<std::string> texts;
  for (char* t : found) {
    texts.emplace_back(t ? t : "");
    H5free_memory(t);
  }
  return texts;
}

void read_box(const Hdf5Reader& file, const ForeignFrame& elements, std::size_t frame, H5mdFrame& out) {
  const std::string box = out.group + "/box";
  if (!file.is_group(box)) return;
  if (elements.has("box/edges")) {
    std::vector<std::size_t> shape = file.shape(elements.dataset_of("box/edges"));
    const bool matrix = shape.size() == (elements.follows_time("box/edges") ? 3 : 2);
    const std::vector<double> e =
        elements.read("box/edges", matrix ? std::vector<std::size_t>{3, 3} : std::vector<std::size_t>{3}, frame);
    out.edges.emplace();
    for (std::size_t i = 0; i < e.size(); ++i) {
      const bool diagonal = !matrix || i % 4 == 0;
      if (!diagonal && e[i] != 0)
        throw InputError(text("the box of '{}' ({}/edges) is not orthogonal", file.file().string(), box));
      if (diagonal) (*out.edges)[matrix ? i / 4 : i] = e[i];
    }
  }
  if (!file.has_attribute(box, "boundary")) return;
  const std::vector<std::string> words = texts_of(file, box, "boundary");
  if (words.size() != 3)
    throw InputError(text("the attribute 'boundary' at {} must be three texts, each 'periodic' or 'none'",
                          hdf5::in_file(box, file.file())));
  out.is_periodic.emplace();
  for (std::size_t k = 0; k < 3; ++k) {
    if (words[k] != "periodic" && words[k] != "none")
      throw InputError(text("the attribute 'boundary' at {} has '{}'; it must be 'periodic' or 'none'",
                            hdf5::in_file(box, file.file()), words[k]));
    (*out.is_periodic)[k] = words[k] == "periodic";
  }
}

}  // namespace

std::optional<H5mdFrame> read_h5md_frame(const fs::path& path, std::optional<long> frame) {
  std::error_code code;
  if (fs::is_directory(path, code)) throw InputError("'" + path.string() + "' is a folder, not a file with positions");
  probe_hdf5(path);
  const auto lock = lock_hdf5();
  const Hdf5Reader file(path);
  if (file.has(layout::scenario_in_force)) return {};
  H5mdFrame out;
  out.group = group_with_positions(file);
  const ForeignFrame elements(file, out.group);
  const std::vector<std::size_t> shape = file.shape(elements.dataset_of("position"));
  out.frames = elements.follows_time("position") && !shape.empty() ? shape[0] : 1;
  const long last = static_cast<long>(out.frames) - 1, wanted = frame.value_or(-1);
  const long index = wanted < 0 ? wanted + last + 1 : wanted;
  if (last < 0) throw InputError("'" + path.string() + "' has no frame to take bodies from");
  if (index < 0 || index > last)
    throw InputError(text("'{}' has no frame {}; frames are 0 to {}, and -1 is the last", path.string(), wanted, last));
  out.frame = static_cast<std::size_t>(index);
  out.positions = elements.read("position", {0, 3}, out.frame);
  const std::size_t n = out.positions.size() / 3;
  for (const auto& [element, list] : {std::pair("image", &out.images), std::pair("orientation", &out.directors)})
    if (elements.has(element)) *list = elements.read(element, {n, 3}, out.frame);
  for (const auto& [element, list] : {std::pair("radius", &out.radii), std::pair("half_length", &out.half_lengths),
                                      std::pair("species", &out.species)})
    if (elements.has(element)) *list = elements.read(element, {n}, out.frame);
  read_box(file, elements, out.frame, out);
  if (file.is_text(elements.dataset_of("position"), "unit"))
    out.unit = file.read_text(elements.dataset_of("position"), "unit");
  for (const std::string& name : file.members(out.group))
    if (const std::vector<std::string> used{"position", "image", "orientation", "radius", "half_length", "species",
                                            "box"};
        std::find(used.begin(), used.end(), name) == used.end())
      out.not_used.push_back(name);
  return out;
}

}  // namespace slurry
