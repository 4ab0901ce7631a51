// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <utility>

// Small interface to transform libraries: FFTW on the host, cuFFT on a CUDA device.
namespace slurry {

/// A batch of `count` lines of length n: element j of line i lies at i * distance + j * stride (in elements).
struct LineBatch {
  int n = 1;
  int count = 1;
  std::ptrdiff_t stride = 1;
  std::ptrdiff_t distance = 1;
  /// always takes the same plan instead of the quickest of several, so that results are equal bit for bit
  bool by_rule = false;
};

/// A batch of `count` planes of `rows` x `columns` numbers, stored one after the other without gaps.
struct PlaneBatch {
  int rows = 1;
  int columns = 1;
  int count = 1;
};

enum class TransformDirection { forward, backward };

/// Unnormalised transforms, planned once and executed on arrays of the caller.  Real: double or float.
template <class Real>
class LineTransformOf {
 public:
  using Complex = std::complex<Real>;
  using Direction = TransformDirection;

  /// A transform that a library has planned. It supports only the form of execute() for which it was planned.
  struct Plan {
    virtual ~Plan() = default;
    virtual void execute(Complex* in_place) const = 0;
    virtual void execute(const Complex* in, Complex* out) const = 0;
    virtual void execute(const Real* in, Complex* out) const = 0;
    virtual void execute(Complex* in, Real* out) const = 0;
  };

  LineTransformOf() = default;
  explicit LineTransformOf(std::unique_ptr<Plan> plan) : plan_(std::move(plan)) {}

  // Transforms on the host. Plans are made by one thread at a time, which a lock ensures. Any thread may execute a plan
  // on its own arrays, which must be aligned to 64 bytes.

  /// Complex transform in place: sum_j a_j exp(-+ 2 pi i j k/n), with the minus sign for the forward direction.
  static LineTransformOf complex_lines(const LineBatch& lines, TransformDirection direction);
  /// Transforms from one array to another; the input is kept. `to` describes the layout of the output lines; their n
  /// and count are those of `from`. With FFTW this takes 0.65 to 0.85 of the time of a transform in place, except for
  /// powers of two.
  static LineTransformOf complex_lines(const LineBatch& from, const LineBatch& to, TransformDirection direction);
  /// Transforms real lines to their n/2 + 1 coefficients, out of place. The input is kept.
  static LineTransformOf real_to_complex(const LineBatch& real, std::ptrdiff_t complex_distance);
  /// Transforms n/2 + 1 coefficients of each line back to real lines. The input is destroyed.
  static LineTransformOf complex_to_real(const LineBatch& real, std::ptrdiff_t complex_distance);

  explicit operator bool() const { return plan_ != nullptr; }
  void execute(Complex* in_place) const { plan_->execute(in_place); }
  void execute(const Complex* in, Complex* out) const { plan_->execute(in, out); }
  void execute(const Real* in, Complex* out) const { plan_->execute(in, out); }
  void execute(Complex* in, Real* out) const { plan_->execute(in, out); }

 private:
  std::unique_ptr<Plan> plan_;
};

using LineTransform = LineTransformOf<double>;

/// Transforms of arrays in the memory of a device, enqueued on one of its queues. They share one work area, so they are
/// executed one after the other.
template <class Real>
class DeviceTransforms {
 public:
  /// queue: the device's handle of the queue (a cudaStream_t).
  explicit DeviceTransforms(void* queue);
  ~DeviceTransforms();

  /// Complex transform in place, along both directions of every plane.
  LineTransformOf<Real> complex_planes(const PlaneBatch& planes, TransformDirection direction);
  /// Transforms real lines to their n/2 + 1 coefficients in the layout `coefficients`. n and count are those of the
  /// real lines.
  LineTransformOf<Real> real_to_complex(const LineBatch& real, const LineBatch& coefficients);
  /// Transforms coefficients back to real lines. The input is destroyed.
  LineTransformOf<Real> complex_to_real(const LineBatch& coefficients, const LineBatch& real);

 private:
  struct WorkArea;
  std::shared_ptr<WorkArea> work_;
};

/// Smallest even 2-3-5-7-smooth length >= n that the libraries transform quickly.
int good_transform_length(int n);

/// Work of a transform of n numbers: n log2 n times a factor that depends on the powers of two in n. The factor was
/// fitted to the times of whole 3-periodic convolutions with 50 to 128 points per side on Zen 5, with lines transformed
/// in place (FFTW 3.3.10, MEASURE). Lengths with the same powers of two differ by up to 0.1.
double transform_work(int n);
/// The length >= n for which a plane takes the least work.
int quick_transform_length(int n);

}  // namespace slurry
