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
  /// lengths in a, velocities in U0 = F/(6 pi eta a), times in a/U0, forces in F; a and F of the first body kind
  reduced,
  si
};
template <>
inline constexpr std::array words<Units>{Word<Units>{Units::reduced, "reduced"}, Word<Units>{Units::si, "SI"}};

enum class PlacementKind {
  random,     ///< at random in the whole domain, without overlap
  positions,  ///< at the listed positions
  row,        ///< `count` bodies along x, `spacing` apart, displaced by a wave
  ring,       ///< at equal distances on a circle of ring_radius around gravity's direction through the origin
  cloud,      ///< at random in a sphere of cloud_radius around the origin; points may overlap
  lattice     ///< on a crystal lattice that fills a periodic cell, or that has `spacing` between neighbours
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

/// Model of how a rod moves the fluid (theory/rods.md).
enum class RodModel {
  line,  ///< a line of sources: exact for a single rod, and nothing has to be solved
  chain  ///< a chain of rigidly held spheres, which needs a solve
};
template <>
inline constexpr std::array words<RodModel>{Word<RodModel>{RodModel::line, "line"},
                                            Word<RodModel>{RodModel::chain, "chain"}};
/// The exact body whose resistances the chain of spheres reproduces.
enum class RodTarget { spheroid, cylinder };
template <>
inline constexpr std::array words<RodTarget>{Word<RodTarget>{RodTarget::spheroid, "spheroid"},
                                             Word<RodTarget>{RodTarget::cylinder, "cylinder"}};

enum class OrientationLaw {
  random,  ///< all directions are equally likely
  aligned  ///< all along `director`
};
template <>
inline constexpr std::array words<OrientationLaw>{Word<OrientationLaw>{OrientationLaw::random, "random"},
                                                  Word<OrientationLaw>{OrientationLaw::aligned, "aligned"}};

struct BodyFile;

/// A number of equal bodies, and how they are placed at the start.
struct BodyGroup {
  std::string name = "spheres";
  BodyShape shape = BodyShape::sphere;
  double radius = 1;   ///< radius of a sphere, or largest half thickness of a rod [length]
  double aspect = 10;  ///< length over thickness of a rod
  RodModel rod_model = RodModel::line;
  RodTarget fitted_to = RodTarget::spheroid;
  OrientationLaw orientation = OrientationLaw::random;
  std::array<double, 3> director{1, 0, 0};  ///< direction of aligned rods; normalised when read
  /// directions of listed rods, one for each; empty: `orientation` sets them
  std::vector<std::array<double, 3>> directors;
  std::array<double, 3> torque{0, 0, 0};  ///< external torque on each rod [force length]
  std::size_t count = 0;
  std::optional<double> volume_fraction;  ///< fraction of the domain that these bodies fill
  bool count_from_fraction = false;       ///< count follows from volume_fraction and the size of the domain
  PlacementKind placement = PlacementKind::random;
  std::vector<std::array<double, 3>> positions;  ///< listed positions, for PlacementKind::positions [length]
  std::vector<std::array<double, 3>> images;     ///< number of periods to add to each listed position; may be empty
  std::vector<double> numbers;  ///< numbers of the listed bodies in the run; empty: they are numbered group after group
  LatticeKind lattice = LatticeKind::cubic;
  double spacing = 0;         ///< distance of neighbours in a row or a lattice; 0: the lattice fills the cell [length]
  double wave_amplitude = 0;  ///< amplitude of the wave on a row [length]
  int wave_bodies = 6;        ///< bodies per wavelength
  double cloud_radius = 0;    ///< [length]
  double ring_radius = 0;     ///< radius of a ring and of its spring [length]
  double tangential_force = 0;  ///< tangential force on each body of a ring [force]
  double ring_stiffness = 0;    ///< stiffness of the spring that holds a body at ring_radius [force/length]
  std::array<double, 3> external_force{0, 0, 0};  ///< force on each body in addition to gravity [force]
  int equilibrate = 0;                            ///< Monte Carlo sweeps after random placement
  double force = 1;                               ///< weight minus buoyancy of one body [force]
  std::shared_ptr<const BodyFile> from_file;      ///< only while options are being read: not yet given to the groups
  std::shared_ptr<const BodyFile> source;  ///< file from which the positions were read; empty: they come from elsewhere
  std::vector<std::size_t> source_bodies;  ///< for each position, its body in that file
  /// only while options are being read: the bodies were just taken from a file, and may still be of several kinds
  bool is_new = false;

  /// Distance from the centre to the farthest point of the surface [length].
  double reach() const { return shape == BodyShape::rod ? aspect * radius : radius; }
};

enum class IntegratorKind {
  adams_bashforth_2,
  midpoint,
  euler,
  rk4,
  implicit_midpoint,  ///< symmetric in time: a reversed run returns to its start up to rounding, for any step
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
  double time_step = 0.1;  ///< time step; if adaptive, its upper bound [time]
  bool adaptive = true;    ///< halves and doubles the step by the largest relative movement and the local error
  /// largest movement of neighbours relative to each other per step [radius of the first group]
  double largest_move = 0.25;
  double tolerance = 0.02;  ///< local error per unit of time over the rms velocity; controls the adaptive step
};

/// Resistance of narrow gaps that Rotne-Prager tensors do not contain, between spheres and at the wall
/// (theory/lubrication.md).
enum class LubricationLaw {
  none,
  exact,  ///< exact squeezing resistance of two spheres minus that of Rotne-Prager; continuous; includes the wall
  /// 1/(4s) - (9/40) ln s and -(1/6) ln s for s < 1, as the source paper prints it: jumps by 1/4 at s = 1; no wall
  printed
};
template <>
inline constexpr std::array words<LubricationLaw>{Word<LubricationLaw>{LubricationLaw::none, "none"},
                                                  Word<LubricationLaw>{LubricationLaw::exact, "exact"},
                                                  Word<LubricationLaw>{LubricationLaw::printed, "printed"}};

struct SolverOptions {
  double tolerance = 1e-3;            ///< tolerance asked for (theory/conventions-and-gauges.md, words for errors)
  std::string method{any_engine};     ///< name of an engine, or any_engine
  Device device = Device::automatic;  ///< device of the sums over the bodies; the host does the rest of a step
  /// precision of the terms of a direct sum in free space; they are added in fp64
  Precision direct_terms = Precision::fp64;
  std::string variants;  ///< variants of the sum's stages (stage_variants.hpp); empty: variants that suit the sum
  BodyModel model = BodyModel::spheres;
  bool contacts = true;             ///< removes overlaps between bodies and with the wall by projection
  double contact_tolerance = 1e-6;  ///< largest overlap [radius]
  double repulsion_force = 0;       ///< F0 of the repulsion F0 exp(-gap/range) between bodies and from the wall [force]
  double repulsion_range = 0.1;     ///< [length]
  LubricationLaw lubrication = LubricationLaw::none;
  bool deterministic = false;
};

enum class DrivingKind {
  steady,
  oscillating,  ///< all forces and flows are multiplied by cos(2 pi t/period)
  reversing     ///< forward for half a period, backward for the other half
};
template <>
inline constexpr std::array words<DrivingKind>{Word<DrivingKind>{DrivingKind::steady, "steady"},
                                               Word<DrivingKind>{DrivingKind::oscillating, "oscillating"},
                                               Word<DrivingKind>{DrivingKind::reversing, "reversing"}};
/// How gravity, external forces and flow change in time. Springs and repulsion do not change.
struct DrivingOptions {
  DrivingKind kind = DrivingKind::steady;
  double period = 1;  ///< [time]
};

/// When a recording stores whole states. A run continues bit for bit from a whole state.
enum class OutputMoments {
  /// at the first frame, before every change, at the end, and at as many frames as fit into a quarter of the frames'
  /// size
  some,
  all,  ///< with every frame
  end   ///< with the first frame and at the end
};
template <>
inline constexpr std::array words<OutputMoments>{Word<OutputMoments>{OutputMoments::some, "some"},
                                                 Word<OutputMoments>{OutputMoments::all, "all"},
                                                 Word<OutputMoments>{OutputMoments::end, "end"}};

struct RunOptions {
  std::optional<double> until;  ///< [time]
  std::optional<long> steps;
  double output_interval = 0;  ///< time between recorded frames [time]; 0: a frame every output_stride steps
  int output_stride = 10;
  double output_seconds = 0.5;  ///< longest wall time between two frames [s]; 0: the clock does not cause frames
  bool output_angular_velocity = false;  ///< frames also hold the angular velocities of spheres
  OutputMoments output_moments = OutputMoments::some;
  std::uint64_t seed = 1;
  double placement_seconds = 30;     ///< wall time within which all bodies must be placed [s]
  std::optional<double> reverse_at;  ///< from this time on, every force and flow has the opposite sign [time]
  /// the group counts as broken up once two bodies are farther apart than this [length]
  std::optional<double> exit_distance;
};

struct ViewOptions {
  std::string colour_by = "speed";
  bool slice = true;
};

struct Scenario;

/// A number that a scenario should give. It applies to the scenario as written in the file, or with some options
/// changed.
struct Expectation {
  std::string quantity;  ///< one of expected_quantities()
  double value = 0, tolerance = 0;
  std::string source, level;
  bool qualitative = false;
  std::string note;               ///< one sentence for the user
  std::vector<std::string> with;  ///< options to change, as "key=value"
  int seeds = 1;                  ///< number of random placements over which the quantity is averaged
  bool slow = false;              ///< excluded from the quick set of checks
  /// Every key that any expectation of the file changes, with its value as option_value() writes it.
  std::vector<std::pair<std::string, std::string>> conditions;
  /// the scenario with the expectation's own options changed; empty: made in memory
  std::shared_ptr<const Scenario> written_for;
};

/// Groups of Ewald stages. A guided walk shows one time for each group.
enum class StageGroup { near_field, spread, transforms, gather, other };

/// One step of a guided walk through the variants of the sum's stages. It comes from a [[walk]] table of the scenario's
/// file.
struct WalkStep {
  std::string title;
  std::string label;                ///< a short name, for a table of the steps
  std::string variants;             ///< solver.variants at this step; no two steps have the same
  std::optional<StageGroup> group;  ///< the stages that this step changes; empty: no single group
  std::string text;                 ///< text for the user: what this step does, and why it takes less time
  std::string printed;              ///< text that the literature printed about this step; may be empty
  bool operator==(const WalkStep&) const = default;
};

/// A value of an option of the type that its row in the option table requires, or no value.
using OptionValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::array<double, 3>,
                                 std::vector<std::array<double, 3>>, std::vector<double>, NetFlow>;

/// A frame from which a run continues, or from which it took bodies.
struct ParentFrame {
  std::filesystem::path file;  ///< empty: the run was not recorded
  std::int64_t frame = 0;      ///< number of the frame; -1: the run was not recorded
  std::string hash;            ///< frame_hash() of it (trajectory.hpp)
  std::int64_t step = -1;      ///< step of the frame; -1: not known, in files of earlier versions
  double time = std::numeric_limits<double>::quiet_NaN();
};

/// A whole experiment as a value, in the system that `units` names.
struct Scenario {
  std::string name, title, description;
  std::string text;                                   ///< the TOML text as it was read; empty: made in memory
  std::string file_name;                              ///< file from which it was read, for messages
  std::vector<std::filesystem::path> position_files;  ///< files from which bodies were read
  std::vector<ParentFrame> parents;                   ///< the position files that are frames of recorded runs
  std::set<std::string, std::less<>> given;  ///< keys that the file or a change sets; all other keys have defaults
  /// sentences for the user: what was taken from the position files and what was not
  std::vector<std::string> start_notes;
  Units units = Units::reduced;
  Domain domain;
  bool length_from_fraction = false;       ///< size of the domain follows from count and volume_fraction of the bodies
  double viscosity = 0.05305164769729845;  ///< 1/(6 pi), so that 6 pi eta a = 1 in reduced units
  NetFlow net_flow;
  double shear_rate = 0;                   ///< shear rate of the flow u_x = shear_rate y in free space [1/time]
  std::array<double, 3> gravity{1, 0, 0};  ///< direction of gravity; normalised when read
  std::vector<BodyGroup> bodies;
  SolverOptions solver;
  DrivingOptions driving;
  IntegratorOptions integrator;
  RunOptions run;
  ViewOptions view;
  std::map<std::string, OptionValue, std::less<>> more;  ///< values of options that have no field here, by key
  std::vector<Expectation> expect;
  std::vector<WalkStep> walk;  ///< steps of the guided walk, in the order of the file; empty: there is no walk
};

/// Reads and validates a scenario. changes: "key=value" as set_option() takes them. All changes are combined with the
/// file first, in any order, and the result is checked once. A change replaces its key in the file. A change of two of
/// count, volume fraction and size replaces the third. A list of bodies replaces the list in the file. A relative
/// bodies.file refers to the scenario's folder if the scenario names it, and to the current folder if a change names
/// it. Throws KeyError with file, line, key, allowed range and nearest known name, and InputError if the file is
/// missing or is no TOML.
Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& changes = {});
Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages,
                        const std::vector<std::string>& changes = {});

/// Applies "section.key=value", with the value in TOML syntax: "fluid.viscosity=2". Quotes may be left out. Throws
/// KeyError; the scenario is then unchanged.
void set_option(Scenario& scenario, std::string_view key_equals_value);
/// Applies several changes in any order and checks the result once.
void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values);

/// A scenario that is compiled in from assets/scenarios. The names have the order of the gallery, with the welcome
/// scenario first.
struct BuiltinScenario {
  std::string_view name, title, toml;
};
const std::vector<BuiltinScenario>& builtin_scenarios();
/// Reads a scenario by name, or by path if no built-in scenario has that name. Throws InputError with a list of the
/// known names.
Scenario find_scenario(const std::string& name_or_file, const std::vector<std::string>& changes = {});

}  // namespace slurry
