// SPDX-License-Identifier: BSD-3-Clause
#include <Kokkos_Core.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "support/error_norms.hpp"
#include "support/tree_cases.hpp"

// Prints time and error of one sum over a tree:
//   measure_tree_sum KIND POINTS LAYER ORDER NODE_ERROR LEAF_POINTS [SCHEME [REPEATS [PRECISION]]]
// LAYER: single, double, combined, coulomb; SCHEME: waves, or a scheme by its name (fmm/m2l.hpp).  PRECISION: fp64,
// fp32.  Times are CPU seconds of the process for new points and one density, the median of REPEATS.  The error is
// against the direct sum at 1,000 targets.
// If the variable POINTS_FILE is set, the program also writes the points to that file, so that another program can sum
// them: N, then sources, forces, dipoles and normals as doubles, three per point.  Single layers have no dipoles.
namespace {

using namespace slurry;

void write_points(const char* name, const test::TreeCase& c) {
  std::FILE* const file = std::fopen(name, "wb");
  if (!file) {
    std::fprintf(stderr, "%s cannot be written\n", name);
    return;
  }
  const double count = double(c.sources.size()) / 3;
  std::fwrite(&count, sizeof count, 1, file);
  for (const std::vector<double>* all : {&c.sources, &c.f, &c.q, &c.n})
    std::fwrite(all->data(), sizeof(double), all->size(), file);
  std::fclose(file);
}

double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

template <class Real>
void measure(int argc, char** argv) {
  const auto word = [&](int i, const char* otherwise) { return std::string(i < argc ? argv[i] : otherwise); };
  const std::string layer = word(3, "single"), scheme = word(7, "waves");
  const Layer of = layer == "coulomb"    ? Layer::coulomb
                   : layer == "double"   ? Layer::double_layer
                   : layer == "combined" ? Layer::combined
                                         : Layer::single;
  test::TreeCase c(word(1, "uniform"), std::size_t(std::atof(word(2, "1e5").c_str())), of, 7);
  if (const char* file = std::getenv("POINTS_FILE")) write_points(file, c);
  fmm::TreeParameters p = c.parameters(std::atoi(word(4, "7").c_str()), std::atoi(word(6, "100").c_str()));
  p.node_error = std::atof(word(5, "3e-4").c_str());
  p.scheme = fmm::M2lScheme::plane_waves;
  for (const fmm::M2lScheme known : {fmm::M2lScheme::rotation, fmm::M2lScheme::parity, fmm::M2lScheme::dense,
                                     fmm::M2lScheme::symmetric, fmm::M2lScheme::nested, fmm::M2lScheme::naive})
    if (fmm::name_of(known) == scheme) p.scheme = known;
  if (const char* graded = std::getenv("GRADED")) p.graded_part = std::atof(graded);
  fmm::TreeSumOf<Real> sum(Host(), p);
  const auto y = test::view_of(c.sources);
  const auto forces = test::view_of(c.f), dipoles = test::view_of(c.q), normals = test::view_of(c.n);
  const std::size_t n = y.extent(0);
  Kokkos::View<double*, Kokkos::HostSpace> charges("charges", of == Layer::coulomb ? n : 0);
  for (std::size_t i = 0; i < charges.extent(0); ++i) charges(i) = c.f[3 * i];
  SumDensity<Host> density;
  if (of == Layer::coulomb)
    density.charges = charges;
  else
    density.layers = {forces, dipoles, normals};
  SumFields<Host> r;
  if (of == Layer::coulomb)
    r.potential = FieldScalars<Host>("u", n);
  else
    r.velocity = Vectors<Host>("u", n);
  const int repeats = std::atoi(word(8, "3").c_str());
  std::vector<double> seconds;
  for (int k = 0; k < repeats; ++k) {
    sum.take_stage_times();
    const double begin = cpu_seconds();
    sum.set_points({y, 0}, {{y, 0, true}});
    sum.apply(density, {r});
    seconds.push_back(cpu_seconds() - begin);
  }
  std::sort(seconds.begin(), seconds.end());
  const std::size_t step = std::max<std::size_t>(1, n / 1000);
  test::TreeCase some = c;
  some.apart = true;
  some.targets.clear();
  std::vector<double> u;
  const std::size_t components = of == Layer::coulomb ? 1 : 3;
  const double* const values = of == Layer::coulomb ? r.potential.data() : r.velocity.data();
  for (std::size_t i = 0; i < n; i += step) {
    some.targets.insert(some.targets.end(), &c.sources[3 * i], &c.sources[3 * i] + 3);
    u.insert(u.end(), values + components * i, values + components * (i + 1));
  }
  std::printf("%s %s N=%zu p=%d nodes %.1e leaf %d levels %d boxes %zu: error %.2e, %.3f us/point, %.0fk points/s;",
              word(1, "uniform").c_str(), layer.c_str(), n, p.order, p.node_error, p.leaf_points, sum.tree().levels(),
              sum.tree().boxes().size(), test::relative_l2(u, some.truth().value),
              seconds[seconds.size() / 2] / double(n) * 1e6, 1e-3 * double(n) / seconds[seconds.size() / 2]);
  for (const auto& [stage, time] : sum.take_stage_times())
    std::printf(" %s %.3f", stage.c_str(), time / double(n) * 1e6);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  if (argc > 9 && std::string(argv[9]) == "fp32")
    measure<float>(argc, argv);
  else
    measure<double>(argc, argv);
  Kokkos::finalize();
}
