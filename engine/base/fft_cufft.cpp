// SPDX-License-Identifier: BSD-3-Clause
#include <cuda_runtime_api.h>
#include <cufft.h>

#include <string>

#include "base/box_transforms.hpp"
#include "base/fft.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

void check(cufftResult r, const char* what) {
  if (r == CUFFT_ALLOC_FAILED) throw RefusedError("the device's memory does not suffice for the Fourier transforms");
  if (r != CUFFT_SUCCESS) throw Error("cuFFT could not " + std::string(what) + " (code " + std::to_string(r) + ")");
}

/// The two precisions of the library under one name.
template <class Real>
struct Cufft;

template <>
struct Cufft<double> {
  static constexpr cufftType planes = CUFFT_Z2Z, real_to_complex = CUFFT_D2Z, complex_to_real = CUFFT_Z2D;
  using Complex = cufftDoubleComplex;
  static cufftResult run(cufftHandle h, Complex* in, Complex* out, int sign) { return cufftExecZ2Z(h, in, out, sign); }
  static cufftResult run(cufftHandle h, double* in, Complex* out) { return cufftExecD2Z(h, in, out); }
  static cufftResult run(cufftHandle h, Complex* in, double* out) { return cufftExecZ2D(h, in, out); }
};

template <>
struct Cufft<float> {
  static constexpr cufftType planes = CUFFT_C2C, real_to_complex = CUFFT_R2C, complex_to_real = CUFFT_C2R;
  using Complex = cufftComplex;
  static cufftResult run(cufftHandle h, Complex* in, Complex* out, int sign) { return cufftExecC2C(h, in, out, sign); }
  static cufftResult run(cufftHandle h, float* in, Complex* out) { return cufftExecR2C(h, in, out); }
  static cufftResult run(cufftHandle h, Complex* in, float* out) { return cufftExecC2R(h, in, out); }
};

}  // namespace

/// Scratch memory of all plans together: as large as the largest one needs.
template <class Real>
struct DeviceTransforms<Real>::WorkArea {
  cudaStream_t queue = nullptr;
  void* data = nullptr;
  std::size_t bytes = 0;

  explicit WorkArea(void* q) : queue(static_cast<cudaStream_t>(q)) {}
  ~WorkArea() { cudaFree(data); }
  WorkArea(const WorkArea&) = delete;
  WorkArea& operator=(const WorkArea&) = delete;
  void grow(std::size_t n) {
    if (n <= bytes) return;
    cudaFree(data);  // waits for what still uses it
    data = nullptr;
    bytes = 0;
    if (cudaMalloc(&data, n) != cudaSuccess) check(CUFFT_ALLOC_FAILED, "plan");
    bytes = n;
  }

  /// The lines or planes of one array: extent of the innermost numbers (strides), between them and between batches.
  struct Layout {
    long long embed[2];
    long long stride, distance;
  };

  struct Plan;
  static LineTransformOf<Real> plan(const std::shared_ptr<WorkArea>& work, int rank, long long* n, Layout in,
                                    Layout out, cufftType type, long long count, int sign = 0);
};

template <class Real>
struct DeviceTransforms<Real>::WorkArea::Plan final : LineTransformOf<Real>::Plan {
  using Complex = std::complex<Real>;
  using Native = typename Cufft<Real>::Complex;

  std::shared_ptr<WorkArea> work;
  cufftHandle handle = 0;
  int sign = 0;

  explicit Plan(std::shared_ptr<WorkArea> w) : work(std::move(w)) { check(cufftCreate(&handle), "start"); }
  ~Plan() override { cufftDestroy(handle); }
  void execute(Complex* a) const override { execute(a, a); }
  void execute(const Complex* in, Complex* out) const override {
    use_work_area();
    Native* const from = reinterpret_cast<Native*>(const_cast<Complex*>(in));
    check(Cufft<Real>::run(handle, from, reinterpret_cast<Native*>(out), sign), "transform");
  }
  void execute(const Real* in, Complex* out) const override {
    use_work_area();
    check(Cufft<Real>::run(handle, const_cast<Real*>(in), reinterpret_cast<Native*>(out)), "transform");
  }
  void execute(Complex* in, Real* out) const override {
    use_work_area();
    check(Cufft<Real>::run(handle, reinterpret_cast<Native*>(in), out), "transform");
  }

 private:
  // it may have moved since this plan was made
  void use_work_area() const { check(cufftSetWorkArea(handle, work->data), "use its work area"); }
};

template <class Real>
LineTransformOf<Real> DeviceTransforms<Real>::WorkArea::plan(const std::shared_ptr<WorkArea>& work, int rank,
                                                             long long* n, Layout in, Layout out, cufftType type,
                                                             long long count, int sign) {
  auto p = std::make_unique<Plan>(work);
  p->sign = sign;
  std::size_t bytes = 0;
  check(cufftSetAutoAllocation(p->handle, 0), "plan");
  check(cufftMakePlanMany64(p->handle, rank, n, in.embed, in.stride, in.distance, out.embed, out.stride, out.distance,
                            type, count, &bytes),
        "plan a transform of this length");
  check(cufftSetStream(p->handle, work->queue), "use the queue");
  work->grow(bytes);
  return LineTransformOf<Real>(std::move(p));
}

template <class Real>
DeviceTransforms<Real>::DeviceTransforms(void* queue) : work_(std::make_shared<WorkArea>(queue)) {}
template <class Real>
DeviceTransforms<Real>::~DeviceTransforms() = default;

template <class Real>
LineTransformOf<Real> DeviceTransforms<Real>::complex_planes(const PlaneBatch& p, TransformDirection direction) {
  long long n[2] = {p.rows, p.columns};
  const typename WorkArea::Layout layout{{p.rows, p.columns}, 1, static_cast<long long>(p.rows) * p.columns};
  return WorkArea::plan(work_, 2, n, layout, layout, Cufft<Real>::planes, p.count,
                        direction == TransformDirection::forward ? CUFFT_FORWARD : CUFFT_INVERSE);
}

template <class Real>
LineTransformOf<Real> DeviceTransforms<Real>::real_to_complex(const LineBatch& real, const LineBatch& coefficients) {
  long long n[1] = {real.n};
  return WorkArea::plan(work_, 1, n, {{real.n, 0}, real.stride, real.distance},
                        {{real.n / 2 + 1, 0}, coefficients.stride, coefficients.distance}, Cufft<Real>::real_to_complex,
                        real.count);
}

template <class Real>
LineTransformOf<Real> DeviceTransforms<Real>::complex_to_real(const LineBatch& coefficients, const LineBatch& real) {
  long long n[1] = {real.n};
  return WorkArea::plan(work_, 1, n, {{real.n / 2 + 1, 0}, coefficients.stride, coefficients.distance},
                        {{real.n, 0}, real.stride, real.distance}, Cufft<Real>::complex_to_real, real.count);
}

namespace {

/// With scratch memory of its own.
template <class Real>
struct BoxPlan final : LineTransformOf<Real>::Plan {
  using Complex = std::complex<Real>;
  using Native = typename Cufft<Real>::Complex;
  cufftHandle handle = 0;

  BoxPlan(const BoxShape& box, TransformDirection direction, void* queue) {
    check(cufftCreate(&handle), "start");
    long long n[3] = {box.z, box.y, box.x}, half[3] = {box.z, box.y, box.x / 2 + 1},
              row[3] = {box.z, box.y, 2 * half[2]};
    const bool forward = direction == TransformDirection::forward;
    std::size_t bytes = 0;
    const long long numbers = row[0] * row[1] * row[2], coefficients = half[0] * half[1] * half[2];
    check(cufftMakePlanMany64(handle, 3, n, forward ? row : half, 1, forward ? numbers : coefficients,
                              forward ? half : row, 1, forward ? coefficients : numbers,
                              forward ? Cufft<Real>::real_to_complex : Cufft<Real>::complex_to_real, 1, &bytes),
          "plan a transform of this box");
    check(cufftSetStream(handle, static_cast<cudaStream_t>(queue)), "use the queue");
  }
  ~BoxPlan() override { cufftDestroy(handle); }
  void execute(Complex*) const override { throw Error("a box of reals is transformed"); }
  void execute(const Complex*, Complex*) const override { throw Error("a box of reals is transformed"); }
  void execute(const Real* in, Complex* out) const override {
    check(Cufft<Real>::run(handle, const_cast<Real*>(in), reinterpret_cast<Native*>(out)), "transform");
  }
  void execute(Complex* in, Real* out) const override {
    check(Cufft<Real>::run(handle, reinterpret_cast<Native*>(in), out), "transform");
  }
};

}  // namespace

template <class Real>
LineTransformOf<Real> device_box_transform(const BoxShape& box, TransformDirection direction, void* queue) {
  return LineTransformOf<Real>(std::make_unique<BoxPlan<Real>>(box, direction, queue));
}

template class DeviceTransforms<double>;
template class DeviceTransforms<float>;
template LineTransformOf<double> device_box_transform(const BoxShape&, TransformDirection, void*);
template LineTransformOf<float> device_box_transform(const BoxShape&, TransformDirection, void*);

}  // namespace slurry
