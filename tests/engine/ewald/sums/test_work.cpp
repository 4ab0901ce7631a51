// SPDX-License-Identifier: BSD-3-Clause
// Grid components, transforms and memory of a second call.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "ewald/plan/parameter_selection.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/random_points.hpp"

namespace {
std::atomic<bool> counting{false};
std::atomic<std::size_t> heap_bytes{0}, view_bytes{0};

void* counted(std::size_t size) {
  if (counting) heap_bytes += size;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete[](void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  std::free(p);
}

namespace slurry::test {
namespace {

EwaldCase random_case(std::size_t count, std::uint64_t seed) {
  EwaldCase c;
  c.box = {{1, 1, 1}, 1};
  c.sources = uniform_points(count, c.box.lengths, seed);
  c.f = normal_vectors(count, seed + 1);
  c.q = normal_vectors(count, seed + 2);
  c.n = normal_vectors(count, seed + 3);
  return c;
}

struct Counted {
  int in, out, transforms;
};
Counted work_of(const EwaldCase& c, Layer layer, bool pressure = false) {
  EwaldOptions o = relative(1e-4, layer);
  o.deterministic = true;
  o.pressure = pressure;
  SpectralEwald<Host> ewald(Host(), select_ewald_parameters(c.box, o, counts_of(c, layer)));
  const auto y = view_of(c.sources);
  const Vectors<Host> u("u", y.extent(0));
  ewald.set_points(y, 0, {{y, 0, true}});
  std::vector<TargetFields<Host>> fields(pressure ? 1 : 0);
  if (pressure) fields[0].pressure = FieldScalars<Host>("p", y.extent(0));
  ewald.apply(density_of(c, layer), {u}, fields);
  const auto w = ewald.last_work();
  return {w.spread_components, w.gathered_components, w.transforms};
}

TEST(SpectralEwaldWork, FourComponentsInThreeOutSevenTransformsForTheCombinedLayer) {
  EwaldCase c = random_case(300, 1);
  const auto expect = [](Counted w, int in, int out, int transforms) {
    EXPECT_EQ(w.in, in);
    EXPECT_EQ(w.out, out);
    EXPECT_EQ(w.transforms, transforms);
  };
  expect(work_of(c, Layer::single), 3, 3, 6);
  expect(work_of(c, Layer::double_layer), 4, 3, 7);
  expect(work_of(c, Layer::combined), 4, 3, 7);
  expect(work_of(c, Layer::combined, true), 4, 4, 8);
  // without a net source the fourth component is zero and is left out
  for (std::size_t i = 0; i < c.q.size(); i += 3) {
    c.q[i] = c.q[i + 1] = 0;
    c.n[i + 2] = 0;
  }
  expect(work_of(c, Layer::combined), 3, 3, 6);
}

TEST(SpectralEwaldWork, ASecondCallAllocatesNothing) {
  Kokkos::Tools::Experimental::set_allocate_data_callback(
      [](const Kokkos_Profiling_SpaceHandle, const char*, const void*, const std::uint64_t size) {
        if (counting) view_bytes += size;
      });
  for (const Precision precision : {Precision::fp64, Precision::fp32})
    for (const Layer layer : {Layer::single, Layer::combined}) {
      const EwaldCase first = random_case(2000, 10), second = random_case(2000, 20);
      EwaldOptions o = relative(1e-4, layer);
      o.deterministic = true;
      o.precision = precision;
      SpectralEwald<Host> ewald(Host(), select_ewald_parameters(first.box, o, counts_of(first, layer)));
      const auto y = view_of(first.sources);
      const std::vector<Vectors<Host>> u{Vectors<Host>("u", y.extent(0))};
      const std::vector<TargetSet<Host>> targets{{y, 0, true}};
      ewald.set_points(y, 0, targets);
      ewald.apply(density_of(first, layer), u);
      const auto density = density_of(second, layer);
      heap_bytes = view_bytes = 0;
      counting = true;
      ewald.apply(density, u);          // other densities at the same points
      ewald.set_points(y, 0, targets);  // the same number of points again
      ewald.apply(density, u);
      counting = false;
      EXPECT_EQ(view_bytes, 0u) << int(layer);
      EXPECT_EQ(heap_bytes, 0u) << int(layer);
      EXPECT_GT(l2_norm(values_of(u[0])), 0);
    }
  Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
}

}  // namespace
}  // namespace slurry::test
