// SPDX-License-Identifier: BSD-3-Clause
#include <fftw3.h>

#include <mutex>
#include <utility>

#include "far_field/fft.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

std::mutex& planner_lock() {
  static std::mutex lock;
  return lock;
}

fftw_complex* as_fftw(std::complex<double>* p) {
  return reinterpret_cast<fftw_complex*>(p);
}

template <class T>
struct FftwArray {  // planning with FFTW_MEASURE overwrites its arrays, so they are its own
  explicit FftwArray(std::size_t n) : data(static_cast<T*>(fftw_malloc(sizeof(T) * n))) {
    if (!data) throw RefusedError("the memory does not suffice to plan the Fourier transforms");
    for (std::size_t i = 0; i < n * sizeof(T) / sizeof(double); ++i) reinterpret_cast<double*>(data)[i] = 0;
  }
  ~FftwArray() { fftw_free(data); }
  T* data;
};

std::size_t extent(const LineBatch& l, std::ptrdiff_t n, std::ptrdiff_t distance) {
  return std::size_t((l.count - 1) * distance + (n - 1) * l.stride + 1);
}

}  // namespace

struct LineTransform::Impl {
  fftw_plan plan = nullptr;
  explicit Impl(fftw_plan p) : plan(p) {
    if (!plan) throw Error("FFTW could not plan a transform of this length");
  }
  ~Impl() {
    const std::lock_guard<std::mutex> guard(planner_lock());
    fftw_destroy_plan(plan);
  }
};

LineTransform::LineTransform() = default;
LineTransform::~LineTransform() = default;
LineTransform::LineTransform(LineTransform&&) noexcept = default;
LineTransform& LineTransform::operator=(LineTransform&&) noexcept = default;

LineTransform LineTransform::complex_lines(const LineBatch& l, Direction direction) {
  const std::lock_guard<std::mutex> guard(planner_lock());
  FftwArray<fftw_complex> a(extent(l, l.n, l.distance));
  const int sign = direction == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD;
  LineTransform t;
  t.impl_ =
      std::make_unique<Impl>(fftw_plan_many_dft(1, &l.n, l.count, a.data, nullptr, int(l.stride), int(l.distance),
                                                a.data, nullptr, int(l.stride), int(l.distance), sign, FFTW_MEASURE));
  return t;
}

LineTransform LineTransform::real_to_complex(const LineBatch& l, std::ptrdiff_t complex_distance) {
  const std::lock_guard<std::mutex> guard(planner_lock());
  FftwArray<double> in(extent(l, l.n, l.distance));
  FftwArray<fftw_complex> out(extent(l, l.n / 2 + 1, complex_distance));
  LineTransform t;
  t.impl_ = std::make_unique<Impl>(fftw_plan_many_dft_r2c(1, &l.n, l.count, in.data, nullptr, int(l.stride),
                                                          int(l.distance), out.data, nullptr, 1, int(complex_distance),
                                                          FFTW_MEASURE | FFTW_PRESERVE_INPUT));
  return t;
}

LineTransform LineTransform::complex_to_real(const LineBatch& l, std::ptrdiff_t complex_distance) {
  const std::lock_guard<std::mutex> guard(planner_lock());
  FftwArray<fftw_complex> in(extent(l, l.n / 2 + 1, complex_distance));
  FftwArray<double> out(extent(l, l.n, l.distance));
  LineTransform t;
  t.impl_ = std::make_unique<Impl>(fftw_plan_many_dft_c2r(1, &l.n, l.count, in.data, nullptr, 1, int(complex_distance),
                                                          out.data, nullptr, int(l.stride), int(l.distance),
                                                          FFTW_MEASURE | FFTW_DESTROY_INPUT));
  return t;
}

void LineTransform::execute(std::complex<double>* a) const {
  fftw_execute_dft(impl_->plan, as_fftw(a), as_fftw(a));
}
void LineTransform::execute(const double* in, std::complex<double>* out) const {
  fftw_execute_dft_r2c(impl_->plan, const_cast<double*>(in), as_fftw(out));
}
void LineTransform::execute(std::complex<double>* in, double* out) const {
  fftw_execute_dft_c2r(impl_->plan, as_fftw(in), out);
}

int good_transform_length(int n) {
  for (int length = n + n % 2;; length += 2) {
    int rest = length, odd_factors = 0;
    while (rest % 2 == 0) rest /= 2;
    for (int p : {3, 5, 7})
      while (rest % p == 0) {
        rest /= p;
        ++odd_factors;
      }
    // many odd factors are slow (cpu-kernels.md section 5: 5^3, 3^4, 3^3 x 5)
    if (rest == 1 && odd_factors <= 3) return length;
  }
}

}  // namespace slurry
