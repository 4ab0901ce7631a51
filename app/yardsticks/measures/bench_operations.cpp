// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/measures/bench_operations.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "base/serial_space.hpp"
#include "base/text.hpp"
#include "kernels/erf_rational.hpp"
#include "yardsticks/plain_ewald/special_functions.hpp"

namespace slurry {
namespace {

// Operations on their own: chains of them that do not wait for each other.  b and c are such that numbers stay usual.
struct Add {
  template <class Real>
  KOKKOS_FUNCTION static Real of(Real a, Real, Real c) {
    return a + c;
  }
};
struct Multiply {
  template <class Real>
  KOKKOS_FUNCTION static Real of(Real a, Real b, Real) {
    return a * b;
  }
};
struct Fused {
  template <class Real>
  KOKKOS_FUNCTION static Real of(Real a, Real b, Real c) {
    return a * b + c;
  }
};

/// Sine and cosine of one argument, which is brought to a quarter turn once.
KOKKOS_INLINE_FUNCTION double sine_and_cosine(double turns) {
#if defined(__CUDA_ARCH__)
  return ::sinpi(2 * turns) + ::cospi(2 * turns);
#else
  const plain::QuarterTurn t = plain::quarter_turn(turns);
  return plain::sine_of(t) + plain::cosine_of(t);
#endif
}

// Functions of numbers between 0.001 and 7 (table 1 of Kosmacher et al. 2026).
#define SLURRY_FUNCTION(Name, expression)    \
  struct Name {                              \
    template <class Real>                    \
    KOKKOS_FUNCTION static Real of(Real x) { \
      return static_cast<Real>(expression);  \
    }                                        \
  };
SLURRY_FUNCTION(Divide, Real(1.3) / x)
SLURRY_FUNCTION(Root, std::sqrt(x))
SLURRY_FUNCTION(Exp, std::exp(-x))
SLURRY_FUNCTION(Sin, std::sin(x))
SLURRY_FUNCTION(Cos, std::cos(x))
SLURRY_FUNCTION(Erf, std::erf(x))
SLURRY_FUNCTION(Erfc, std::erfc(x))
SLURRY_FUNCTION(Sinh, std::sinh(x))
SLURRY_FUNCTION(OurExp, plain::exp_of_minus(x))
SLURRY_FUNCTION(OurSin, plain::sine_of_turns(x))
SLURRY_FUNCTION(OurCos, plain::cosine_of_turns(x))
SLURRY_FUNCTION(OurSinAndCos, sine_and_cosine(double(x)))
SLURRY_FUNCTION(OurErfc, plain::erfc_of(x))
#if defined(__CUDA_ARCH__)
SLURRY_FUNCTION(ReciprocalRoot, ::rsqrt(x))
SLURRY_FUNCTION(BesselI0, ::cyl_bessel_i0(x))
#else
SLURRY_FUNCTION(ReciprocalRoot, 1 / std::sqrt(x))
SLURRY_FUNCTION(BesselI0, std::cyl_bessel_i(0.0, double(x)))
#endif
SLURRY_FUNCTION(BesselJ0, ::j0(double(x)))
SLURRY_FUNCTION(BesselJ1, ::j1(double(x)))
#undef SLURRY_FUNCTION

/// erf(x)/x by the library, and as a rational function of x^2.
struct LibraryErfRatio {
  template <class Real>
  KOKKOS_FUNCTION Real of(Real x) const {
    return std::erf(x) / x;
  }
};
struct RationalErfRatio {
  ErfRational fit;
  template <class Real>
  KOKKOS_FUNCTION Real of(Real x) const {
    return erf_ratio(fit, x * x);
  }
};

/// As many as the host's vectors have in flight, and what a device's thread holds in registers.
template <class Space, class Real>
inline constexpr int chains = is_host_space<Space> ? 512 / int(sizeof(Real)) : 8;
constexpr int arguments = 1024;

template <class Space, class Real, class Operation>
struct Chains {
  Kokkos::View<Real*, typename Space::memory_space> out;
  int rounds;
  KOKKOS_FUNCTION void operator()(int i) const {
    Real a[chains<Space, Real>];
    const Real b = Real(0.9999999), c = Real(1e-6) * Real(i + 1);
    for (int k = 0; k < chains<Space, Real>; ++k) a[k] = Real(k);
    for (int r = 0; r < rounds; ++r)
      for (int k = 0; k < chains<Space, Real>; ++k) a[k] = Operation::of(a[k], b, c);
    Real sum = 0;
    for (int k = 0; k < chains<Space, Real>; ++k) sum += a[k];
    out(i) = sum;
  }
};

/// A multiply-add beside each function, so that none can be left out.  Each thread of a device takes every 32 arguments
/// in an order of its own, found by one operation: an integer remainder in its place would be timed with the function.
template <class Space, class Real, class Function>
struct OverArguments {
  Kokkos::View<const Real*, typename Space::memory_space> x;
  Kokkos::View<Real*, typename Space::memory_space> out;
  // count: a multiple of 32, known when it runs, so that no function moves out of the loop over rounds
  int rounds, count;
  Function function;
  KOKKOS_FUNCTION void operator()(int i) const {
    Real a[chains<Space, Real>];
    for (int k = 0; k < chains<Space, Real>; ++k) a[k] = 0;
    const int lane = is_host_space<Space> ? 0 : i % 32;
    for (int r = 0; r < rounds; ++r)
      for (int j = 0; j + chains<Space, Real> <= count; j += chains<Space, Real>)
        for (int k = 0; k < chains<Space, Real>; ++k) a[k] = a[k] * Real(0.5) + function.of(x((j + k) ^ lane));
    Real sum = 0;
    for (int k = 0; k < chains<Space, Real>; ++k) sum += a[k];
    out(i) = sum;
  }
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Least seconds of call(rounds) over its rounds, which are as many as take some milliseconds.
template <class Call>
double seconds_of_round(const Call& call) {
  constexpr double long_enough = 4e-3;
  int rounds = 1;
  double seconds = 0;
  for (; rounds < (1 << 26); rounds *= 4) {
    const double start = now();
    call(rounds);
    seconds = now() - start;
    if (seconds > long_enough) break;
  }
  for (int i = 0; i < 4; ++i) {
    const double start = now();
    call(rounds);
    seconds = std::min(seconds, now() - start);
  }
  return seconds / rounds;
}

template <class Space, class Real>
class Operations {
 public:
  explicit Operations(const Space& space)
      : space_(space),
        threads_(is_host_space<Space> ? space.concurrency() : 1 << 18),
        x_("slurry::bench::arguments", arguments),
        out_("slurry::bench::results", threads_) {
    const auto host = Kokkos::create_mirror_view(x_);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(1e-3, 7);
    for (int i = 0; i < arguments; ++i) host(i) = Real(uniform(random));
    Kokkos::deep_copy(x_, host);
  }

  template <class Operation>
  OperationCost chain(const char* name) const {
    const double seconds = seconds_of_round([&](int rounds) {
      Kokkos::parallel_for("slurry::bench::chains"_loop, policy(), Chains<Space, Real, Operation>{out_, rounds});
      space_.fence();
    });
    return {name, seconds / (double(threads_) * chains<Space, Real>)};
  }
  template <class Function>
  OperationCost function(const std::string& name, const Function& function = {}) const {
    const double seconds = seconds_of_round([&](int rounds) {
      Kokkos::parallel_for("slurry::bench::functions"_loop, policy(),
                           OverArguments<Space, Real, Function>{x_, out_, rounds, arguments, function});
      space_.fence();
    });
    return {name, seconds / (double(threads_) * arguments)};
  }
  /// Cost of erf(x)/x, with the largest error at the arguments that are timed, in this precision.
  OperationCost erf_ratio_of(int degree) const {
    const RationalErfRatio ratio{erf_rational(degree)};
    OperationCost cost = function(text("erf(x)/x, degree {}", degree), ratio);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x_);
    for (int i = 0; i < arguments; ++i) {
      const long double x = host(i);
      cost.error = std::max(cost.error, double(std::fabs((long double)(ratio.of(host(i))) - std::erf(x) / x)));
    }
    return cost;
  }

 private:
  Kokkos::RangePolicy<Space> policy() const { return Kokkos::RangePolicy<Space>(space_, 0, threads_); }
  Space space_;
  int threads_;
  Kokkos::View<Real*, typename Space::memory_space> x_, out_;
};

/// Cycles per second of a core, from a chain of shifts and exclusive ors, each of which takes a cycle and waits for the
/// one before (x86-64).
double clock_of_a_core() {
#if defined(__x86_64__)
  volatile std::uint64_t keep = 1;
  const double seconds = seconds_of_round([&](int rounds) {
    std::uint64_t x = keep | 1;
    for (int i = 0; i < rounds; ++i) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
    }
    keep = x;
  });
  return 6 / seconds;
#else
  return 0;
#endif
}

#if defined(KOKKOS_ENABLE_CUDA)
/// Chains in all threads of a device at a time, and how many cycles of its multiprocessor went by for each thread.
struct TickingChains {
  Chains<Kokkos::Cuda, double, Fused> chains;
  Kokkos::View<long long*, Kokkos::CudaSpace> ticks;
  KOKKOS_FUNCTION void operator()([[maybe_unused]] int i) const {
#if defined(__CUDA_ARCH__)
    const long long start = ::clock64();
    chains(i);
    ticks(i) = ::clock64() - start;
#endif
  }
};

/// Cycles per second of a multiprocessor while all of them do multiply-adds.
double clock_of_a_core(const Kokkos::Cuda& space) {
  const int threads = space.concurrency() / 2;  // all of them start at once
  const int rounds = 1 << 19;                   // some 20 ms, beside which a launch is nothing
  const Kokkos::View<double*, Kokkos::CudaSpace> out("slurry::bench::results", threads);
  const Kokkos::View<long long*, Kokkos::CudaSpace> ticks("slurry::bench::ticks", threads);
  const auto on_host = Kokkos::create_mirror_view(ticks);
  double clock = 0;
  for (int i = 0; i < 4; ++i) {
    const double start = now();
    Kokkos::parallel_for("slurry::bench::ticking_chains"_loop, Kokkos::RangePolicy<Kokkos::Cuda>(space, 0, threads),
                         TickingChains{{out, rounds}, ticks});
    space.fence();
    const double seconds = now() - start;
    Kokkos::deep_copy(on_host, ticks);
    clock = std::max(clock, double(*std::max_element(on_host.data(), on_host.data() + threads)) / seconds);
  }
  return clock;
}
#endif

template <class Space>
void add_cores(const Space& space, OperationBenchResult& r) {
  if constexpr (is_host_space<Space>) {
    r.threads = r.cores = space.concurrency();
    r.clock = clock_of_a_core();
  }
#if defined(KOKKOS_ENABLE_CUDA)
  else {
    r.threads = 0;
    r.cores = space.cuda_device_prop().multiProcessorCount;
    r.clock = clock_of_a_core(space);
  }
#endif
}

template <class Space, class Real>
std::vector<OperationCost> all_operations(const Space& space) {
  const Operations<Space, Real> o(space);
  std::vector<OperationCost> all{
      o.template chain<Add>("add"),      o.template chain<Multiply>("multiply"),
      o.template chain<Fused>("fused"),  o.template function<Divide>("divide"),
      o.template function<Root>("root"), o.template function<ReciprocalRoot>("reciprocal root"),
      o.template function<Exp>("exp"),   o.template function<Sin>("sin"),
      o.template function<Cos>("cos"),   o.template function<Erf>("erf"),
      o.template function<Erfc>("erfc"), o.template function<Sinh>("sinh")};
  all.push_back(o.function("erf(x)/x", LibraryErfRatio()));
  for (const int degree : erf_degrees) all.push_back(o.erf_ratio_of(degree));
  if constexpr (std::is_same_v<Real, double>) {
    all.push_back(o.template function<BesselI0>("I0"));
    all.push_back(o.template function<BesselJ0>("J0"));
    all.push_back(o.template function<BesselJ1>("J1"));
    all.push_back(o.template function<OurExp>("exp of ours"));
    all.push_back(o.template function<OurSin>("sin of ours"));
    all.push_back(o.template function<OurCos>("cos of ours"));
    all.push_back(o.template function<OurSinAndCos>("sin and cos of ours"));
    all.push_back(o.template function<OurErfc>("erfc of ours"));
  }
  return all;
}

}  // namespace

double OperationBenchResult::seconds(std::string_view name) const {
  for (const OperationCost& o : operations)
    if (o.name == name) return o.seconds;
  return 0;
}

double OperationBenchResult::error(std::string_view name) const {
  for (const OperationCost& o : operations)
    if (o.name == name) return o.error;
  return 0;
}

double OperationBenchResult::least_seconds(std::string_view name) const {
  double least = seconds(name);
  const auto or_ours = [&](double ours) {
    if (ours > 0) least = std::min(least, ours);
  };
  or_ours(seconds(text("{} of ours", name)));
  if (name == "sin" || name == "cos") or_ours(seconds("sin and cos of ours") / 2);
  return least;
}

OperationBenchResult bench_operations(const OperationBenchCase& c) {
  OperationBenchResult r;
  with_serial_or(c.serial, c.device, [&](const auto& space) {
    using Space = std::decay_t<decltype(space)>;
    r.space = Space::name();
    r.device = is_host_space<Space> ? Device::host : Device::cuda;
    add_cores(space, r);
    r.operations =
        c.precision == Precision::fp32 ? all_operations<Space, float>(space) : all_operations<Space, double>(space);
  });
  return r;
}

}  // namespace slurry
