// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/descriptions.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/part_file.hpp"
#include "slurry/error.hpp"
#include "slurry/field.hpp"
#include "slurry/output_file.hpp"
#include "slurry/quantity.hpp"
#include "slurry/runtime.hpp"

// Files of `slurry field`: HDF5, CSV, and VTK's image data.
namespace slurry {

namespace {

namespace fs = std::filesystem;

enum class Format { hdf5, csv, vti };

Format format_of(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".h5" || ending == ".hdf5") return Format::hdf5;
  if (ending == ".csv") return Format::csv;
  if (ending == ".vti") return Format::vti;
  throw InputError("the output '" + file.string() + "' must end in .h5, .csv or .vti; the ending chooses the format");
}

std::string convention_of(const Snapshot& frame, const FieldOptions& options) {
  std::string s = "u = velocity of the fluid at X, from the forces of the frame; ";
  s += options.inside == InsideBodies::motion ? "inside a body, u is its motion V + Omega x (X - Y)"
                                              : "inside a body, u is NaN";
  if (frame.scenario->domain.kind == DomainKind::pipe) s += "; outside of the pipe, u is NaN";
  return s;
}

void write_hdf5(const fs::path& file, bool overwrite, const FieldPoints& where, const FieldResult& r,
                const Snapshot& frame, const FieldOrigin& origin, const FieldOptions& options) {
  const FileUnits units(frame.scenario);
  Hdf5Writer out(file, overwrite);
  const std::size_t m = r.inside.size();
  out.write_vectors("X", where.points);
  describe(out, "X", "Points", "length", units);
  out.write_vectors("u", r.velocity);
  describe(out, "u", "Velocity at X", "velocity", units);
  out.write("inside", std::span<const std::int32_t>(r.inside));
  describe(out, "inside", "Number of the body in which the point lies; -1: the point lies in no body");
  if (!r.gradient.empty()) {
    out.write("grad_u", r.gradient, std::vector<std::size_t>{m, 3, 3});
    describe(out, "grad_u", "Velocity gradient, [i][l] = du_i/dx_l", "1/time", units);
  }
  if (!r.pressure.empty()) {
    out.write("p", r.pressure, std::vector<std::size_t>{m});
    describe(out, "p", "Pressure; over one period of a pipe it changes by the mean gradient", "force/length^2", units);
  }
  DescribedAttributes root(out, "/", "Flow between the bodies of a frame, computed by slurry field", units);
  root.set("file", std::string_view(origin.file), "Recorded run, or scenario");
  root.set("frame", origin.frame, "Frame of the run; -1: the start of a scenario");
  root.set("step", std::int64_t(frame.step), "Step of the frame");
  root.set("time", frame.time, "Time of the frame", "time");
  root.set("points", std::string_view(where.words), "Where the points lie");
  if (where.counts[0] > 0) {
    const std::vector<std::int64_t> counts(where.counts.begin(), where.counts.end());
    root.set("grid", std::span<const std::int64_t>(counts),
             "Number of points in each direction; the index of the first direction runs fastest");
    root.set("origin", std::span<const double>(where.origin), "First point", "length");
    root.set("spacing", std::span<const double>(where.spacing), "Distance of points in each direction", "length");
  }
  root.set("tolerance", r.error.asked, "Rms error of u over the rms of u in the fluid, as asked for");
  const auto known = [&](const std::string& name, double value, std::string_view sentence) {
    if (std::isfinite(value)) root.set(name, value, sentence);
  };
  known("error_predicted", r.error.predicted,
        "Rms error of u over the rms of u in the fluid, as predicted from the parameters");
  known("error_measured", r.error.measured,
        "Rms error of u, as measured by an independent evaluation at up to 512 points");
  known("gradient_error_predicted", r.gradient_error.predicted, "Expected error of grad_u over its rms");
  known("gradient_error_measured", r.gradient_error.measured, "Measured error of grad_u over its rms");
  known("pressure_error_predicted", r.pressure_error.predicted, "Expected error of p over its rms");
  known("pressure_error_measured", r.pressure_error.measured, "Measured error of p over its rms");
  root.set("split", word_of(Split::prolate), "How the kernel is split into near and far field");
  root.set("precision", word_of(Precision::fp64), "Precision of the terms");
  root.set("convention", std::string_view(convention_of(frame, options)), "Meaning of u");
  if (depends_on_gauge(step_of(frame))) root.set("gauge_dependent", std::int64_t{1}, gauge_sentence);
  root.set("units", units.si() ? "SI" : "reduced", "Units of all numbers");
  root.write();
  out.commit();
}

/// Numbers per point, in the order of the columns.
struct Column {
  std::string name;
  std::size_t width;
  const double* values;
};

std::vector<Column> columns_of(const FieldPoints& where, const FieldResult& r, bool with_points) {
  std::vector<Column> c;
  if (with_points) c.push_back({"X", 3, where.points.data()});
  c.push_back({"u", 3, r.velocity.data()});
  if (!r.gradient.empty()) c.push_back({"grad_u", 9, r.gradient.data()});
  if (!r.pressure.empty()) c.push_back({"p", 1, r.pressure.data()});
  return c;
}

/// A file beside its name; renamed when whole.
class TextFile {
 public:
  TextFile(const fs::path& file, bool overwrite) : file_(file), beside_((refuse_output(file, overwrite), file)) {
    out_.open(beside_.path(), std::ios::binary);
    if (!out_) throw Error("'" + file.string() + "' cannot be written; check the space left");
  }
  void operator<<(std::string_view s) { out_.write(s.data(), static_cast<std::streamsize>(s.size())); }
  void commit() {
    out_.close();
    if (!out_) throw Error("'" + file_.string() + "' could not be written whole; the disk may be full");
    beside_.rename_to(file_);
  }

 private:
  fs::path file_;
  PartFile beside_;
  std::ofstream out_;
};

void write_csv(const fs::path& file, bool overwrite, const FieldPoints& where, const FieldResult& r) {
  TextFile out(file, overwrite);
  std::string line = "x,y,z,u_x,u_y,u_z,inside";
  constexpr const char* axes = "xyz";
  if (!r.gradient.empty())
    for (int i = 0; i < 3; ++i)
      for (int l = 0; l < 3; ++l) line += text(",du_{}/d{}", axes[i], axes[l]);
  if (!r.pressure.empty()) line += ",p";
  out << line + "\n";
  for (std::size_t i = 0; i < r.inside.size(); ++i) {
    line.clear();
    const auto add = [&line](const double* v, std::size_t n) {
      for (std::size_t k = 0; k < n; ++k) line += (line.empty() ? "" : ",") + text("{}", v[k]);  // as short as is exact
    };
    add(&where.points[3 * i], 3);
    add(&r.velocity[3 * i], 3);
    line += text(",{}", r.inside[i]);
    if (!r.gradient.empty()) add(&r.gradient[9 * i], 9);
    if (!r.pressure.empty()) add(&r.pressure[i], 1);
    out << line + "\n";
  }
  out.commit();
}

/// XML with the arrays behind it as the bytes that they are in memory, each after its length.
void write_vti(const fs::path& file, bool overwrite, const FieldPoints& where, const FieldResult& r,
               const Snapshot& frame) {
  static_assert(std::endian::native == std::endian::little);
  TextFile out(file, overwrite);
  std::string arrays;
  std::uint64_t offset = 0;
  const auto array = [&](const std::string& type, const std::string& name, std::size_t width, std::size_t bytes) {
    arrays += text(
        "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        type, name, width, offset);
    offset += sizeof(std::uint64_t) + bytes;
  };
  const std::size_t m = r.inside.size();
  const std::vector<Column> columns = columns_of(where, r, false);
  for (const Column& c : columns) array("Float64", c.name, c.width, m * c.width * sizeof(double));
  array("Int32", "inside", 1, m * sizeof(std::int32_t));
  std::string constants;
  for (const auto& [name, value] :
       {std::pair("time", frame.time), std::pair("tolerance", r.error.asked),
        std::pair("error_predicted", r.error.predicted), std::pair("error_measured", r.error.measured),
        std::pair("gauge_dependent", depends_on_gauge(step_of(frame)) ? 1.0 : NAN)})
    if (std::isfinite(value))
      constants += text(
          "      <DataArray type=\"Float64\" Name=\"{}\" NumberOfTuples=\"1\" format=\"ascii\">{}"
          "</DataArray>\n",
          name, value);
  const std::string extent = text("0 {} 0 {} 0 {}", where.counts[0] - 1, where.counts[1] - 1, where.counts[2] - 1);
  std::string direction;  // row by row of the matrix whose columns are the directions
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t k = 0; k < 3; ++k)
      direction += text("{}{}", direction.empty() ? "" : " ", where.directions[k][row]);
  out << text(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
      "  <ImageData WholeExtent=\"{}\" Origin=\"{} {} {}\" Spacing=\"{} {} {}\" Direction=\"{}\">\n"
      "    <FieldData>\n{}    </FieldData>\n"
      "    <Piece Extent=\"{}\">\n      <PointData Vectors=\"u\">\n{}      </PointData>\n    </Piece>\n"
      "  </ImageData>\n  <AppendedData encoding=\"raw\">\n_",
      extent, where.origin[0], where.origin[1], where.origin[2], where.spacing[0], where.spacing[1], where.spacing[2],
      direction, constants, extent, arrays);
  const auto bytes = [&out](const void* data, std::uint64_t size) {
    out << std::string_view(reinterpret_cast<const char*>(&size), sizeof size);
    out << std::string_view(static_cast<const char*>(data), size);
  };
  for (const Column& c : columns) bytes(c.values, m * c.width * sizeof(double));
  bytes(r.inside.data(), m * sizeof(std::int32_t));
  out << "\n  </AppendedData>\n</VTKFile>\n";
  out.commit();
}

}  // namespace

FieldPoints read_field_points(const fs::path& file) {
  probe_hdf5(file);
  const Hdf5Reader in(file);
  FieldPoints f;
  f.points = in.read_vectors("X");
  f.may_leave_pipe = false;
  f.words = text("{} points of '{}'", f.points.size() / 3, file.string());
  return f;
}

void check_field_file(const fs::path& file, bool has_grid) {
  if (format_of(file) == Format::vti && !has_grid)
    throw InputError(
        "listed points have no grid, so they cannot be written as .vti; give a name that ends in .h5 or .csv");
}

void write_field(const fs::path& file, bool overwrite, const FieldPoints& where, const FieldResult& result,
                 const Snapshot& frame, const FieldOrigin& origin, const FieldOptions& options) {
  switch (format_of(file)) {
    case Format::hdf5:
      return write_hdf5(file, overwrite, where, result, frame, origin, options);
    case Format::csv:
      return write_csv(file, overwrite, where, result);
    case Format::vti:
      return write_vti(file, overwrite, where, result, frame);
  }
}

}  // namespace slurry
