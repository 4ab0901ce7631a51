// SPDX-License-Identifier: BSD-3-Clause
// In place of the files in a build without HDF5.
#include "io/restart.hpp"
#include "io/trajectory_writer.hpp"
#include "slurry/error.hpp"
#include "slurry/field.hpp"
#include "slurry/file_info.hpp"
#include "slurry/kept_run.hpp"
#include "slurry/mobility.hpp"
#include "slurry/sum.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

namespace {

[[noreturn]] void refuse() {
  throw RefusedError("this build of Slurry cannot read or write HDF5 files (SLURRY_WITH_HDF5 is off)");
}

}  // namespace

struct TrajectoryWriter::Impl {
  std::filesystem::path path;
};
TrajectoryWriter::TrajectoryWriter(const std::filesystem::path&, bool, const Snapshot&, const RuntimeInfo&,
                                   const State&) {
  refuse();
}
TrajectoryWriter::~TrajectoryWriter() = default;
void TrajectoryWriter::write(const Snapshot&, const State&) {}
void TrajectoryWriter::event(const Event&) {}
void TrajectoryWriter::moment(const State&) {}
bool TrajectoryWriter::has_room_for_moment() const {
  return false;
}
long TrajectoryWriter::last_moment() const {
  return -1;
}
bool TrajectoryWriter::moment_knows_all_events() const {
  return false;
}
void TrajectoryWriter::last_errors(const Snapshot&) {}
void TrajectoryWriter::model_error(const Snapshot&) {}
void TrajectoryWriter::checkpoint(const State&) {}
RestartPoint read_restart(const std::filesystem::path&, std::optional<long>) {
  refuse();
}
const std::filesystem::path& TrajectoryWriter::file() const {
  return impl_->path;
}
long TrajectoryWriter::frames() const {
  return 0;
}

void save_run(const std::filesystem::path&, const KeptRun&, const std::function<void(double)>&) {
  refuse();
}

std::string file_info_json(const std::filesystem::path&) {
  refuse();
}

std::optional<SeriesMean> mean_in_file(const std::filesystem::path&, std::string_view) {
  refuse();
}

struct Trajectory::Impl {};
Trajectory::Trajectory(const std::filesystem::path&, QuantityTable) {
  refuse();
}
Trajectory::~Trajectory() = default;
Trajectory::Trajectory(Trajectory&&) noexcept = default;
Trajectory& Trajectory::operator=(Trajectory&&) noexcept = default;
std::size_t Trajectory::frames() const {
  return 0;
}
const Scenario& Trajectory::scenario() const {
  refuse();
}
std::shared_ptr<const Snapshot> Trajectory::frame(std::size_t) const {
  refuse();
}
std::string Trajectory::summary_json() const {
  refuse();
}
ScalarColumns Trajectory::scalars() const {
  refuse();
}
Scenario Trajectory::scenario_at_end() const {
  refuse();
}
std::vector<Event> Trajectory::events() const {
  refuse();
}
std::string frame_hash(const Snapshot&) {
  refuse();
}
std::optional<H5mdFrame> read_h5md_frame(const std::filesystem::path&, std::optional<long>) {
  refuse();
}
RunEnd end_to_go_on_from(const std::filesystem::path&, std::optional<long>) {
  refuse();
}

SumProblem read_sum_problem(const std::filesystem::path&, const std::string&, Layer) {
  refuse();
}
void write_sum_example(const std::filesystem::path&) {
  refuse();
}
void write_sum_result(const std::filesystem::path&, bool, const SumResult&, const SumOptions&) {
  refuse();
}

MobilityProblem read_mobility_problem(const std::filesystem::path&, const std::string&, BodyModel) {
  refuse();
}
void write_mobility_example(const std::filesystem::path&) {
  refuse();
}
void write_mobility_result(const std::filesystem::path&, bool, const MobilityResult&, const MobilityProblem&,
                           const MobilityOptions&) {
  refuse();
}

FieldPoints read_field_points(const std::filesystem::path&) {
  refuse();
}
void check_field_file(const std::filesystem::path&, bool) {
  refuse();
}
void write_field(const std::filesystem::path&, bool, const FieldPoints&, const FieldResult&, const Snapshot&,
                 const FieldOrigin&, const FieldOptions&) {
  refuse();
}

}  // namespace slurry
