// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "slurry/domain.hpp"
#include "slurry/options.hpp"

namespace slurry {

enum class Units {
  reduced,  ///< lengths in a, velocities in U0 = F/(6 pi eta a), times in a/U0, forces in F of the first body kind
  si
};
template <>
inline constexpr std::array words<Units>{Word<Units>{Units::reduced, "reduced"}, Word<Units>{Units::si, "SI"}};

enum class PlacementKind {
  random,     ///< without overlap, in the whole domain
  positions,  ///< as listed
  row,        ///< `count` bodies along x, `spacing` apart, displaced by a wave
  ring,       ///< evenly on a circle of ring_radius around gravity's direction through the origin
  cloud,      ///< at random in a sphere of cloud_radius around the origin; overlaps are let through for points
  lattice     ///< on a crystal lattice that fills a periodic cell, or with `spacing` between neighbours
};
template <>
inline constexpr std::array words<PlacementKind>{
    Word<PlacementKind>{PlacementKind::random, "random"}, Word<PlacementKind>{PlacementKind::positions, "positions"},
    Word<PlacementKind>{PlacementKind::row, "row"},       Word<PlacementKind>{PlacementKind::ring, "ring"},
    Word<PlacementKind>{PlacementKind::cloud, "cloud"},   Word<PlacementKind>{PlacementKind::lattice, "lattice"}};

enum class LatticeKind { cubic, body_centred, face_centred, hexagonal };
template <>
inline constexpr std::array words<LatticeKind>{Word<LatticeKind>{LatticeKind::cubic, "cubic"},
                                               Word<LatticeKind>{LatticeKind::body_centred, "body-centred"},
                                               Word<LatticeKind>{LatticeKind::face_centred, "face-centred"},
                                               Word<LatticeKind>{LatticeKind::hexagonal, "hexagonal"}};

enum class BodyShape { sphere, rod };
template <>
inline constexpr std::array words<BodyShape>{Word<BodyShape>{BodyShape::sphere, "sphere"},
                                             Word<BodyShape>{BodyShape::rod, "rod"}};

/// Model of a rod as it moves the fluid (theory/rods.md).
enum class RodModel {
  line,  ///< exact alone, nothing to be solved
  chain  ///< a chain of rigidly held spheres, which needs a solve
};
template <>
inline constexpr std::array words<RodModel>{Word<RodModel>{RodModel::line, "line"},
                                            Word<RodModel>{RodModel::chain, "chain"}};
/// The body to whose resistances a chain of spheres is fitted.
enum class RodTarget { spheroid, cylinder };
template <>
inline constexpr std::array words<RodTarget>{Word<RodTarget>{RodTarget::spheroid, "spheroid"},
                                             Word<RodTarget>{RodTarget::cylinder, "cylinder"}};

enum class OrientationLaw {
  random,  ///< every direction alike
  aligned  ///< all along `director`
};
template <>
inline constexpr std::array words<OrientationLaw>{Word<OrientationLaw>{OrientationLaw::random, "random"},
                                                  Word<OrientationLaw>{OrientationLaw::aligned, "aligned"}};

struct BodyFile;

/// A number of equal bodies and how they start.
struct BodyGroup {
  std::string name = "spheres";
  BodyShape shape = BodyShape::sphere;
  double radius = 1;   ///< radius of a sphere, or largest half thickness of a rod [length]
  double aspect = 10;  ///< length over thickness of a rod
  RodModel rod_model = RodModel::line;
  RodTarget fitted_to = RodTarget::spheroid;
  OrientationLaw orientation = OrientationLaw::random;
  std::array<double, 3> director{1, 0, 0};       ///< direction of aligned rods; normalised when read
  std::vector<std::array<double, 3>> directors;  ///< directions of listed rods, one each; empty: as `orientation` says
  std::array<double, 3> torque{0, 0, 0};         ///< external, on each rod [force length]
  std::size_t count = 0;
  std::optional<double> volume_fraction;  ///< fraction of the domain that these bodies fill
  bool count_from_fraction = false;       ///< count follows volume_fraction and the size of the domain
  PlacementKind placement = PlacementKind::random;
  std::vector<std::array<double, 3>> positions;  ///< [length], for PlacementKind::positions
  std::vector<std::array<double, 3>> images;     ///< periods that a listed position is ahead, beyond its own; or empty
  std::vector<double> numbers;                   ///< numbers of the listed bodies in the run; empty: group after group
  LatticeKind lattice = LatticeKind::cubic;
  double spacing = 0;         ///< distance of neighbours in a row or a lattice; 0: the lattice fills the cell [length]
  double wave_amplitude = 0;  ///< amplitude of the wave on a row [length]
  int wave_bodies = 6;        ///< bodies per wavelength
  double cloud_radius = 0;    ///< [length]
  double ring_radius = 0;     ///< radius of a ring and of its spring [length]
  double tangential_force = 0;  ///< along a ring [force]
  double ring_stiffness = 0;    ///< stiffness of the spring that holds a body at ring_radius [force/length]
  std::array<double, 3> external_force{0, 0, 0};  ///< on each body, beside gravity [force]
  int equilibrate = 0;                            ///< Monte Carlo sweeps after random placement
  double force = 1;                               ///< magnitude of gravity less buoyancy on one body [force]
  std::shared_ptr<const BodyFile> from_file;      ///< only while options are being read: not yet given to the groups
  std::shared_ptr<const BodyFile> source;         ///< the file that the positions are from; empty: they are not
  std::vector<std::size_t> source_bodies;         ///< for each position, its body in that file
  bool is_new =
      false;  ///< only while options are being read: its bodies are just from a file, and may be of many kinds

  /// Distance from the centre to the farthest point of the surface [length].
  double reach() const { return shape == BodyShape::rod ? aspect * radius : radius; }
};

enum class IntegratorKind {
  adams_bashforth_2,
  midpoint,
  euler,
  rk4,
  implicit_midpoint,  ///< symmetric in time: a reversed run returns to rounding, whatever the step
  dormand_prince      ///< embedded pair of orders 5 and 4; adaptive, it keeps its local error below the tolerance
};
template <>
inline constexpr std::array words<IntegratorKind>{
    Word<IntegratorKind>{IntegratorKind::adams_bashforth_2, "adams-bashforth-2"},
    Word<IntegratorKind>{IntegratorKind::midpoint, "midpoint"},
    Word<IntegratorKind>{IntegratorKind::euler, "euler"},
    Word<IntegratorKind>{IntegratorKind::rk4, "rk4"},
    Word<IntegratorKind>{IntegratorKind::implicit_midpoint, "implicit-midpoint"},
    Word<IntegratorKind>{IntegratorKind::dormand_prince, "dormand-prince"}};

struct IntegratorOptions {
  IntegratorKind kind = IntegratorKind::adams_bashforth_2;
  double time_step = 0.1;      ///< [time]; an upper bound when adaptive
  bool adaptive = true;        ///< halves and doubles by the largest relative displacement and the local error
  double largest_move = 0.25;  ///< largest relative movement of neighbours per step [radius of the first group]
  double tolerance = 0.02;     ///< local error per unit of time over the rms velocity; rules the adaptive step
};

/// Resistance of narrow gaps beyond Rotne-Prager, between spheres and with the wall (theory/lubrication.md).
enum class LubricationLaw {
  none,
  exact,   ///< exact squeezing flow of two spheres minus that of Rotne-Prager; continuous, with the wall
  printed  ///< 1/(4s) - (9/40) ln s and -(1/6) ln s for s < 1, as in the source paper: jumps by 1/4 at s = 1; no wall
};
template <>
inline constexpr std::array words<LubricationLaw>{Word<LubricationLaw>{LubricationLaw::none, "none"},
                                                  Word<LubricationLaw>{LubricationLaw::exact, "exact"},
                                                  Word<LubricationLaw>{LubricationLaw::printed, "printed"}};

struct SolverOptions {
  double tolerance = 1e-3;                   ///< asked: theory/conventions-and-gauges.md, words for errors
  std::string method{any_engine};            ///< an engine's name, or any_engine
  Device device = Device::automatic;         ///< device of the sums over the bodies; the host does the rest of a step
  Precision direct_terms = Precision::fp64;  ///< precision of the terms of a direct sum in free space, which are added
                                             ///< in fp64
  std::string variants;  ///< variants of the stages of the sum (stage_variants.hpp); empty: those that suit the sum
  BodyModel model = BodyModel::spheres;
  bool contacts = true;             ///< overlap projection between bodies and with the wall
  double contact_tolerance = 1e-6;  ///< largest overlap [radius]
  double repulsion_force = 0;       ///< F0 of F0 exp(-gap/range) of bodies from each other and the wall [force]
  double repulsion_range = 0.1;     ///< [length]
  LubricationLaw lubrication = LubricationLaw::none;
  bool deterministic = false;
};

enum class DrivingKind {
  steady,
  oscillating,  ///< all forces and flows times cos(2 pi t/period)
  reversing     ///< forward for half a period, backward for the other half
};
template <>
inline constexpr std::array words<DrivingKind>{Word<DrivingKind>{DrivingKind::steady, "steady"},
                                               Word<DrivingKind>{DrivingKind::oscillating, "oscillating"},
                                               Word<DrivingKind>{DrivingKind::reversing, "reversing"}};
/// Change of gravity, external forces and flow in time; springs and repulsion do not change.
struct DrivingOptions {
  DrivingKind kind = DrivingKind::steady;
  double period = 1;  ///< [time]
};

/// Whole states in a recording, which a run goes on from bit for bit.
enum class OutputMoments {
  some,  ///< with the first frame, before every change and at the end, and with so many frames that they take a quarter
         ///< of the room of the frames
  all,   ///< with every frame
  end    ///< with the first frame and at the end
};
template <>
inline constexpr std::array words<OutputMoments>{Word<OutputMoments>{OutputMoments::some, "some"},
                                                 Word<OutputMoments>{OutputMoments::all, "all"},
                                                 Word<OutputMoments>{OutputMoments::end, "end"}};

struct RunOptions {
  std::optional<double> until;  ///< [time]
  std::optional<long> steps;
  double output_interval = 0;  ///< [time] between recorded frames; 0: every output_stride steps
  int output_stride = 10;
  double output_seconds = 0.5;  ///< a frame at least so often on the wall clock [s]; 0: never for the clock's sake
  bool output_angular_velocity = false;  ///< frames hold those of spheres too
  OutputMoments output_moments = OutputMoments::some;
  std::uint64_t seed = 1;
  double placement_seconds = 30;        ///< wall time in which all bodies must be placed [s]
  std::optional<double> reverse_at;     ///< [time] every force and flow has the opposite sign from here on
  std::optional<double> exit_distance;  ///< [length] two bodies farther apart than this: the group has come apart
};

struct ViewOptions {
  std::string colour_by = "speed";
  bool slice = true;
};

struct Scenario;

/// A number that a scenario should give.  It holds for the scenario as the file says it, or with some options changed.
struct Expectation {
  std::string quantity;  ///< one of expected_quantities()
  double value = 0, tolerance = 0;
  std::string source, level;
  bool qualitative = false;
  std::string note;               ///< one sentence for a person
  std::vector<std::string> with;  ///< "key=value": the options to change
  int seeds = 1;                  ///< placements over which the quantity is averaged
  bool slow = false;              ///< left out of the quick set
  /// Value, as option_value() says it, of every key that any expectation of the file changes.
  std::vector<std::pair<std::string, std::string>> conditions;
  std::shared_ptr<const Scenario> written_for;  ///< with its own options changed; empty: made in memory
};

/// Stages of the Ewald sum whose times a walk shows as one.
enum class StageGroup { near_field, spread, transforms, gather, other };

/// One step of a guided walk through the variants of the sum's stages, a [[walk]] of the scenario's file.
struct WalkStep {
  std::string title;
  std::string label;                ///< a short name, for a table of the steps
  std::string variants;             ///< solver.variants at this step; no two steps have the same
  std::optional<StageGroup> group;  ///< the stages that this step changes; empty: no single group
  std::string text;                 ///< text for the user: what this step does, and why it takes less time
  std::string printed;              ///< text that the literature printed about this step; may be empty
  bool operator==(const WalkStep&) const = default;
};

/// A value of an option: nothing, or what its row in the option table wants.
using OptionValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::array<double, 3>,
                                 std::vector<std::array<double, 3>>, std::vector<double>, NetFlow>;

/// A frame that a run goes on from, or took bodies from.
struct ParentFrame {
  std::filesystem::path file;  ///< empty: the run was not recorded
  std::int64_t frame = 0;      ///< -1: of a run that was not recorded
  std::string hash;            ///< frame_hash() of it (trajectory.hpp)
  std::int64_t step = -1;      ///< -1: not known, in files of earlier versions
  double time = std::numeric_limits<double>::quiet_NaN();
};

/// A whole experiment as a value.  Units as `units` says.
struct Scenario {
  std::string name, title, description;
  std::string text;                                   ///< the TOML it was read from, verbatim (empty: made in memory)
  std::string file_name;                              ///< where it was read from, for messages
  std::vector<std::filesystem::path> position_files;  ///< files from which bodies were read
  std::vector<ParentFrame> parents;                   ///< the files among them that are frames of recorded runs
  std::set<std::string, std::less<>> given;           ///< keys that the file or a change says; the others have defaults
  std::vector<std::string> start_notes;  ///< sentences for a person: what was taken from these files and what was not
  Units units = Units::reduced;
  Domain domain;
  bool length_from_fraction = false;       ///< size of the domain follows count and volume_fraction of the bodies
  double viscosity = 0.05305164769729845;  ///< 1/(6 pi): 6 pi eta a = 1 in reduced units
  NetFlow net_flow;
  double shear_rate = 0;                   ///< shear rate of the flow u_x = shear_rate y in free space [1/time]
  std::array<double, 3> gravity{1, 0, 0};  ///< direction of the bodies' force; normalised when read
  std::vector<BodyGroup> bodies;
  SolverOptions solver;
  DrivingOptions driving;
  IntegratorOptions integrator;
  RunOptions run;
  ViewOptions view;
  std::map<std::string, OptionValue, std::less<>> more;  ///< by key, what was set of options that have no field here
  std::vector<Expectation> expect;
  std::vector<WalkStep> walk;  ///< in the order of the file; empty: the scenario has no walk
};

/// Reads and validates a scenario.  changes: "key=value" as set_option() takes them; they are put together with the
/// file first, whatever their order, and all of it is checked once.  A change replaces its key in the file; a change of
/// two of count, volume fraction and size replaces the third, and a list of bodies replaces that of the file.  A
/// relative bodies.file is looked for beside the scenario where that names it, in the current folder where a change
/// does.  Throws KeyError naming file, line, key, allowed range and the nearest known name; InputError when the file is
/// not there or is no TOML.
Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& changes = {});
Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages,
                        const std::vector<std::string>& changes = {});

/// Applies "section.key=value" in TOML syntax of the value, e.g. "fluid.viscosity=2"; quotes may be left out.
/// Throws KeyError and leaves the scenario as it was.
void set_option(Scenario& scenario, std::string_view key_equals_value);
/// Several, in any order, checked together.
void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values);

/// A scenario compiled in from assets/scenarios; names in the order of the gallery, the welcome scenario first.
struct BuiltinScenario {
  std::string_view name, title, toml;
};
const std::vector<BuiltinScenario>& builtin_scenarios();
/// Reads a scenario by name, or by path if no built-in scenario has that name. Throws InputError with a list of the
/// known names.
Scenario find_scenario(const std::string& name_or_file, const std::vector<std::string>& changes = {});

}  // namespace slurry
