// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "io/hdf5_common.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/error.hpp"
#include "slurry/file_frame.hpp"
#include "slurry/trajectory.hpp"

// Bodies from H5MD files of other programs.
namespace slurry {

namespace {

namespace fs = std::filesystem;

/// Whole numbers below this are exact as numbers of a reader.
constexpr double most_steps = 9007199254740992.0;

/// The steps that the rows of an element belong to (H5MD 1.1, "Time-dependent data"): a list, or the same distance from
/// row to row, with the step of the first one.
class Steps {
 public:
  /// Throws InputError where what stands there is no list of whole numbers and no positive whole number.
  Steps(const Hdf5Reader& file, std::string dataset) : name_(hdf5::in_file(dataset, file.file())) {
    const std::vector<std::size_t> shape = file.shape(dataset);
    list_ = file.read(dataset).values;
    is_list_ = shape.size() == 1;
    if (shape.size() > 1)
      throw InputError(
          text("{} has the shape {}; it must be a list of steps, or one number", name_, hdf5::shape_text(shape)));
    for (const double s : list_)
      if (!(std::abs(s) < most_steps) || s != std::floor(s))
        throw InputError(text("{} holds {}, but a step must be a whole number", name_, s));
    if (is_list_) return;
    distance_ = list_.at(0);
    if (!(distance_ > 0))
      throw InputError(text("{} is {}, but the number of steps between two rows must be positive", name_, distance_));
    if (file.has_attribute(dataset, "offset")) first_ = file.read_number(dataset, "offset");
  }
  /// Throws InputError where the list ends before the row.
  double of_row(std::size_t row) const {
    if (!is_list_) return first_ + static_cast<double>(row) * distance_;
    if (row >= list_.size())
      throw InputError(text("{} has only {} steps, so frame {} is not complete", name_, list_.size(), row));
    return list_[row];
  }
  /// The row of a step among the first `rows`.
  std::optional<std::size_t> row_of(double step, std::size_t rows) const {
    if (is_list_) {
      const auto end = list_.begin() + static_cast<std::ptrdiff_t>(std::min(rows, list_.size()));
      const auto found = std::find(list_.begin(), end, step);
      if (found == end) return {};
      return static_cast<std::size_t>(found - list_.begin());
    }
    const double row = (step - first_) / distance_;
    if (row < 0 || row != std::floor(row) || row >= static_cast<double>(rows)) return {};
    return static_cast<std::size_t>(row);
  }

 private:
  std::string name_;
  std::vector<double> list_;
  bool is_list_ = false;
  double distance_ = 0, first_ = 0;
};

/// One group of particles.  An element either follows the time, ELEMENT/value[row] at the step ELEMENT/step[row], or is
/// a dataset.  A frame is a row of the positions; of every other element it is the row of the same step.
class ForeignFrame {
 public:
  ForeignFrame(const Hdf5Reader& file, std::string group) : file_(file), group_(std::move(group)) {}

  bool has(const std::string& element) const { return file_.given(group_ + "/" + element); }
  bool follows_time(const std::string& element) const { return file_.is_group(group_ + "/" + element); }
  std::string dataset_of(const std::string& element) const {
    return group_ + "/" + element + (follows_time(element) ? "/value" : "");
  }

  /// Numbers of an element at a frame; each row has the shape `row`, where 0 stands for any count.
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
    return file_.read_row(dataset, row_at(element, frame, frames));
  }

 private:
  std::optional<Steps> steps_of(const std::string& element) const {
    const std::string dataset = group_ + "/" + element + "/step";
    if (!follows_time(element) || !file_.given(dataset)) return {};
    return Steps(file_, dataset);
  }
  /// The row of a frame in an element that follows the time and has so many.
  std::size_t row_at(const std::string& element, std::size_t frame, std::size_t rows) const {
    const std::string name = hdf5::in_file(dataset_of(element), file_.file());
    const std::optional<Steps> positions = steps_of("position");
    const std::optional<Steps> steps = element == "position" ? positions : steps_of(element);
    if (!follows_time("position") && rows != 1)
      throw InputError(
          text("{} has {} frames, but the positions do not vary with time, so it is not known which frame belongs to "
               "them; write the positions at the same steps",
               name, rows));
    const bool by_step = element != "position" && positions && steps;
    if (positions && !by_step) positions->of_row(frame);
    if (!by_step && frame >= rows)
      throw InputError(text("{} has only {} frames, so frame {} is not complete", name, rows, frame));
    if (!by_step) return frame;  // files without steps have a row of each element at each frame
    const double step = positions->of_row(frame);
    if (const std::optional<std::size_t> row = steps->row_of(step, rows)) return *row;
    std::string others = "it has no value for any step of the positions";
    for (std::size_t k = file_.shape(dataset_of("position"))[0]; k-- > 0;)
      if (steps->row_of(positions->of_row(k), rows)) {
        others = text("it has a value for the step of frame {}", k);
        break;
      }
    throw InputError(text("frame {} of the positions belongs to step {:.0f}, but {} has no value for this step; {}",
                          frame, step, name, others));
  }

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
        throw InputError(text("'{}' has bodies in '{}' and in '{}'; a file of bodies must have only one such group",
                              file.file().string(), found, group));
      found = group;
    }
  if (found.empty())
    throw InputError(text("'{}' has no dataset 'particles/GROUP/position', which an H5MD file of bodies must have",
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

/// The fill value of a dataset of numbers, if its writer defined one. A default of the library is none.
std::optional<double> own_fill_value(const Hdf5Reader& file, const std::string& dataset) {
  const H5Handle d(H5Dopen2(file.id(), dataset.c_str(), H5P_DEFAULT));
  if (!d) return {};
  const H5Handle type(H5Dget_type(d.get())), create(H5Dget_create_plist(d.get()));
  const H5T_class_t kind = H5Tget_class(type.get());
  H5D_fill_value_t defined = H5D_FILL_VALUE_UNDEFINED;
  double value = 0;
  if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || H5Pfill_value_defined(create.get(), &defined) < 0 ||
      defined != H5D_FILL_VALUE_USER_DEFINED || H5Pget_fill_value(create.get(), H5T_NATIVE_DOUBLE, &value) < 0)
    return {};
  return value;
}

/// Says which numbers the particles get, if these are not the ids that the file gives them.
void note_new_ids(const std::vector<double>& ids, const std::string& dataset, H5mdFrame& out) {
  constexpr std::size_t most_said = 6;
  std::size_t said = 0;
  std::string words;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == static_cast<double>(i) || ++said > most_said) continue;
    words += text("{}{} is now {}", words.empty() ? "" : ", ", ids[i], i);
  }
  if (said == 0) return;
  if (said > most_said) words += text(", and {} more", said - most_said);
  out.notes.push_back(
      text("the particles get new numbers in this run, in the order of the rows of '{}': {}", dataset, words));
}

/// Finds the rows of particles that exist (H5mdFrame::rows), and says which ids change. Returns whether 'id' was read.
bool find_rows(const Hdf5Reader& file, const ForeignFrame& elements, std::size_t n, H5mdFrame& out) {
  if (!elements.has("id")) return false;
  const std::string dataset = elements.dataset_of("id");
  const std::optional<double> fill = own_fill_value(file, dataset);
  std::vector<double> ids;
  try {
    ids = elements.read("id", {n}, out.frame);
  } catch (const InputError&) {
    if (fill) throw;  // nobody knows which particles there are
    return false;
  }
  if (!fill) {
    note_new_ids(ids, dataset, out);
    return true;
  }
  std::vector<std::size_t> rows;
  std::vector<double> present;
  for (std::size_t i = 0; i < n; ++i) {
    if (ids[i] == *fill || (std::isnan(ids[i]) && std::isnan(*fill))) continue;
    rows.push_back(i);
    present.push_back(ids[i]);
  }
  const std::string name = hdf5::in_file(dataset, file.file());
  if (rows.empty() && n > 0)
    throw InputError(
        text("{} has the fill value {} in every row of frame {}, so this frame has no bodies", name, *fill, out.frame));
  if (rows.size() < n) {
    out.notes.push_back(
        text("{} of {} rows are left out, because their '{}' is the fill value {}, which stands for no particle",
             n - rows.size(), n, dataset, *fill));
    out.rows = std::move(rows);
  }
  note_new_ids(present, dataset, out);
  return true;
}

/// Keeps the chosen rows of a list with `width` numbers per row. An empty list stays empty.
void keep_rows(std::vector<double>& list, std::size_t width, const std::vector<std::size_t>& rows) {
  if (list.empty()) return;
  std::vector<double> kept;
  kept.reserve(width * rows.size());
  for (const std::size_t i : rows)
    for (std::size_t k = 0; k < width; ++k) kept.push_back(list[width * i + k]);
  list = std::move(kept);
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
  out.frame = chosen_frame(path, frame, out.frames);
  out.positions = elements.read("position", {0, 3}, out.frame);
  const std::size_t n = out.positions.size() / 3;
  for (const auto& [element, list] : {std::pair("image", &out.images), std::pair("orientation", &out.directors)})
    if (elements.has(element)) *list = elements.read(element, {n, 3}, out.frame);
  for (const auto& [element, list] : {std::pair("radius", &out.radii), std::pair("half_length", &out.half_lengths),
                                      std::pair("species", &out.species)})
    if (elements.has(element)) *list = elements.read(element, {n}, out.frame);
  if (elements.has("diameter") && !elements.has("radius"))
    throw InputError(text("{} is not read; write the dataset '{}/radius' with half of it",
                          hdf5::in_file(elements.dataset_of("diameter"), path), out.group));
  const bool ids_used = find_rows(file, elements, n, out);
  if (!out.rows.empty()) {
    for (auto* list : {&out.positions, &out.images, &out.directors}) keep_rows(*list, 3, out.rows);
    for (auto* list : {&out.radii, &out.half_lengths, &out.species}) keep_rows(*list, 1, out.rows);
  }
  read_box(file, elements, out.frame, out);
  if (out.is_periodic)
    for (std::size_t i = 0; i < out.images.size(); ++i)
      if (!(*out.is_periodic)[i % 3]) out.images[i] = 0;
  if (file.is_text(elements.dataset_of("position"), "unit"))
    out.unit = file.read_text(elements.dataset_of("position"), "unit");
  for (const std::string& name : file.members(out.group)) {
    if (ids_used && name == "id") continue;
    if (const std::vector<std::string> used{"position", "image", "orientation", "radius", "half_length", "species",
                                            "box"};
        std::find(used.begin(), used.end(), name) == used.end())
      out.not_used.push_back(name);
  }
  return out;
}

}  // namespace slurry
