// SPDX-License-Identifier: BSD-3-Clause
#include <fftw3.h>

#include <cstring>
#include <mutex>

#include "base/box_transforms.hpp"
#include "base/fft.hpp"
#include "base/pace.hpp"
#include "base/quick_transforms.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

std::mutex& planner_lock() {
  static std::mutex lock;
  return lock;
}

/// The two precisions of the library under one name.
template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
  static constexpr auto many = fftw_plan_many_dft;
  static constexpr auto many_real = fftw_plan_many_dft_r2c;
  static constexpr auto many_complex = fftw_plan_many_dft_c2r;
  static constexpr auto execute = fftw_execute_dft;
  static constexpr auto execute_real = fftw_execute_dft_r2c;
  static constexpr auto execute_complex = fftw_execute_dft_c2r;
  static constexpr auto destroy = fftw_destroy_plan;
  static constexpr auto set_time_limit = fftw_set_timelimit;
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
  static constexpr auto many = fftwf_plan_many_dft;
  static constexpr auto many_real = fftwf_plan_many_dft_r2c;
  static constexpr auto many_complex = fftwf_plan_many_dft_c2r;
  static constexpr auto execute = fftwf_execute_dft;
  static constexpr auto execute_real = fftwf_execute_dft_r2c;
  static constexpr auto execute_complex = fftwf_execute_dft_c2r;
  static constexpr auto destroy = fftwf_destroy_plan;
  static constexpr auto set_time_limit = fftwf_set_timelimit;
};

template <class Real>
typename Fftw<Real>::Complex* as_fftw(std::complex<Real>* p) {
  return reinterpret_cast<typename Fftw<Real>::Complex*>(p);
}

/// Planning with FFTW_MEASURE overwrites its arrays, so they are its own.
template <class T>
struct PlanningArray {
  explicit PlanningArray(std::size_t n) : data(static_cast<T*>(fftw_malloc(sizeof(T) * n))) {
    if (!data) throw RefusedError("the memory does not suffice to plan the Fourier transforms");
    std::memset(static_cast<void*>(data), 0, sizeof(T) * n);
  }
  ~PlanningArray() { fftw_free(data); }
  PlanningArray(const PlanningArray&) = delete;
  PlanningArray& operator=(const PlanningArray&) = delete;
  T* data;
};

unsigned effort(const LineBatch& l) {
  // a single try of a large transform takes longer than the limit, which the planner looks at between two tries
  constexpr double large = 1 << 14;
  const bool limited = TransformTimeLimit::seconds() != TransformTimeLimit::none;
  const bool no_time = limited && static_cast<double>(l.count) * l.n > large;
  return l.by_rule || no_time || QuickTransforms::wanted() ? FFTW_ESTIMATE : FFTW_MEASURE;
}

/// The planner, for one transform at a time.
template <class Real>
class Planning {
 public:
  Planning() : guard_((may_stop(), planner_lock())) { Fftw<Real>::set_time_limit(TransformTimeLimit::seconds()); }

 private:
  std::lock_guard<std::mutex> guard_;
};

int sign(TransformDirection direction) {
  return direction == TransformDirection::forward ? FFTW_FORWARD : FFTW_BACKWARD;
}

std::size_t extent(int count, int n, std::ptrdiff_t stride, std::ptrdiff_t distance) {
  return std::size_t((count - 1) * distance + (n - 1) * stride + 1);
}

template <class Real>
struct FftwPlan final : LineTransformOf<Real>::Plan {
  using Complex = std::complex<Real>;
  typename Fftw<Real>::Plan plan = nullptr;
  explicit FftwPlan(typename Fftw<Real>::Plan p) : plan(p) {
    if (!plan) throw Error("FFTW returned no plan for a Fourier transform");
  }
  ~FftwPlan() override {
    const std::lock_guard<std::mutex> guard(planner_lock());
    Fftw<Real>::destroy(plan);
  }
  void execute(Complex* a) const override { Fftw<Real>::execute(plan, as_fftw(a), as_fftw(a)); }
  void execute(const Complex* in, Complex* out) const override {
    Fftw<Real>::execute(plan, as_fftw(const_cast<Complex*>(in)), as_fftw(out));
  }
  void execute(const Real* in, Complex* out) const override {
    Fftw<Real>::execute_real(plan, const_cast<Real*>(in), as_fftw(out));
  }
  void execute(Complex* in, Real* out) const override { Fftw<Real>::execute_complex(plan, as_fftw(in), out); }
};

}  // namespace

template <class Real>
LineTransformOf<Real> LineTransformOf<Real>::complex_lines(const LineBatch& l, TransformDirection direction) {
  const Planning<Real> planning;
  PlanningArray<typename Fftw<Real>::Complex> a(extent(l.count, l.n, l.stride, l.distance));
  return LineTransformOf(std::make_unique<FftwPlan<Real>>(
      Fftw<Real>::many(1, &l.n, l.count, a.data, nullptr, int(l.stride), int(l.distance), a.data, nullptr,
                       int(l.stride), int(l.distance), sign(direction), effort(l))));
}

template <class Real>
LineTransformOf<Real> LineTransformOf<Real>::complex_lines(const LineBatch& from, const LineBatch& to,
                                                           TransformDirection direction) {
  const Planning<Real> planning;
  PlanningArray<typename Fftw<Real>::Complex> in(extent(from.count, from.n, from.stride, from.distance)),
      out(extent(from.count, from.n, to.stride, to.distance));
  return LineTransformOf(std::make_unique<FftwPlan<Real>>(Fftw<Real>::many(
      1, &from.n, from.count, in.data, nullptr, int(from.stride), int(from.distance), out.data, nullptr, int(to.stride),
      int(to.distance), sign(direction), effort(from) | FFTW_PRESERVE_INPUT)));
}

template <class Real>
LineTransformOf<Real> LineTransformOf<Real>::real_to_complex(const LineBatch& l, std::ptrdiff_t complex_distance) {
  const Planning<Real> planning;
  PlanningArray<Real> in(extent(l.count, l.n, l.stride, l.distance));
  PlanningArray<typename Fftw<Real>::Complex> out(extent(l.count, l.n / 2 + 1, 1, complex_distance));
  return LineTransformOf(std::make_unique<FftwPlan<Real>>(
      Fftw<Real>::many_real(1, &l.n, l.count, in.data, nullptr, int(l.stride), int(l.distance), out.data, nullptr, 1,
                            int(complex_distance), effort(l) | FFTW_PRESERVE_INPUT)));
}

template <class Real>
LineTransformOf<Real> LineTransformOf<Real>::complex_to_real(const LineBatch& l, std::ptrdiff_t complex_distance) {
  const Planning<Real> planning;
  PlanningArray<typename Fftw<Real>::Complex> in(extent(l.count, l.n / 2 + 1, 1, complex_distance));
  PlanningArray<Real> out(extent(l.count, l.n, l.stride, l.distance));
  return LineTransformOf(std::make_unique<FftwPlan<Real>>(
      Fftw<Real>::many_complex(1, &l.n, l.count, in.data, nullptr, 1, int(complex_distance), out.data, nullptr,
                               int(l.stride), int(l.distance), effort(l) | FFTW_DESTROY_INPUT)));
}

template <class Real>
LineTransformOf<Real> host_box_transform(const BoxShape& box, TransformDirection direction) {
  const Planning<Real> planning;
  const int n[3] = {box.z, box.y, box.x}, half[3] = {box.z, box.y, box.x / 2 + 1}, row[3] = {box.z, box.y, 2 * half[2]};
  PlanningArray<typename Fftw<Real>::Complex> a(std::size_t(half[0]) * half[1] * half[2]);
  Real* const real = reinterpret_cast<Real*>(a.data);
  const unsigned how = effort({});
  return LineTransformOf<Real>(std::make_unique<FftwPlan<Real>>(
      direction == TransformDirection::forward
          ? Fftw<Real>::many_real(3, n, 1, real, row, 1, 0, a.data, half, 1, 0, how)
          : Fftw<Real>::many_complex(3, n, 1, a.data, half, 1, 0, real, row, 1, 0, how)));
}

template class LineTransformOf<double>;
template class LineTransformOf<float>;
template LineTransformOf<double> host_box_transform(const BoxShape&, TransformDirection);
template LineTransformOf<float> host_box_transform(const BoxShape&, TransformDirection);

}  // namespace slurry
