// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <complex>
#include <functional>
#include <memory>

#include "base/execution.hpp"
#include "base/fft.hpp"
#include "slurry/error.hpp"

// What DeviceTransforms does, on the host: every line is copied, transformed by FFTW and copied back. The loops of a
// device that need such transforms can then be tested without a device.
namespace slurry::test {

template <class Real>
class LineTransforms {
 public:
  using Complex = std::complex<Real>;
  using Lines = LineTransformOf<Real>;

  explicit LineTransforms(const Host&) {}

  Lines complex_planes(const PlaneBatch& p, TransformDirection direction) const {
    const int ny = p.columns, nz = p.rows;
    const auto along_y = std::make_shared<Line>(ny, direction), along_z = std::make_shared<Line>(nz, direction);
    Plan plan;
    plan.in_place = [=](Complex* a) {
      for (int plane = 0; plane < p.count; ++plane, a += std::size_t(ny) * nz) {
        for (int z = 0; z < nz; ++z) (*along_y)(a + std::size_t(z) * ny, 1);
        for (int y = 0; y < ny; ++y) (*along_z)(a + y, ny);
      }
    };
    return made(std::move(plan));
  }
  Lines real_to_complex(const LineBatch& real, const LineBatch& coefficients) const {
    const auto line = std::make_shared<Line>(real.n, TransformDirection::forward);
    Plan plan;
    plan.from_real = [=](const Real* in, Complex* out) {
      for (int i = 0; i < real.count; ++i) {
        for (int j = 0; j < real.n; ++j) line->in(j) = in[i * real.distance + j * real.stride];
        line->run();
        for (int k = 0; k <= real.n / 2; ++k) out[i * coefficients.distance + k * coefficients.stride] = line->out(k);
      }
    };
    return made(std::move(plan));
  }
  Lines complex_to_real(const LineBatch& coefficients, const LineBatch& real) const {
    const auto line = std::make_shared<Line>(real.n, TransformDirection::backward);
    Plan plan;
    plan.to_real = [=](Complex* in, Real* out) {
      for (int i = 0; i < real.count; ++i) {
        for (int k = 0; k < real.n; ++k) {
          const Complex c = in[i * coefficients.distance + (2 * k <= real.n ? k : real.n - k) * coefficients.stride];
          line->in(k) = 2 * k <= real.n ? c : std::conj(c);
        }
        line->in(0) = line->in(0).real();
        line->run();
        for (int j = 0; j < real.n; ++j) out[i * real.distance + j * real.stride] = line->out(j).real();
      }
    };
    return made(std::move(plan));
  }

 private:
  /// One line, in aligned memory.
  class Line {
   public:
    Line(int n, TransformDirection direction)
        : n_(n),
          in_("line_in", n),
          out_("line_out", n),
          transform_(Lines::complex_lines({n, 1, 1, n, true}, {n, 1, 1, n, true}, direction)) {}
    Complex& in(int j) { return in_(j); }
    Complex out(int k) const { return out_(k); }
    void run() { transform_.execute(static_cast<const Complex*>(in_.data()), out_.data()); }
    void operator()(Complex* a, std::ptrdiff_t stride) {
      for (int j = 0; j < n_; ++j) in_(j) = a[j * stride];
      run();
      for (int j = 0; j < n_; ++j) a[j * stride] = out_(j);
    }

   private:
    int n_;
    Kokkos::View<Complex*, Kokkos::HostSpace> in_, out_;
    Lines transform_;
  };
  struct Plan {
    std::function<void(Complex*)> in_place;
    std::function<void(const Real*, Complex*)> from_real;
    std::function<void(Complex*, Real*)> to_real;
  };
  struct PlanOfLines final : Lines::Plan {
    explicit PlanOfLines(LineTransforms::Plan p) : plan(std::move(p)) {}
    void execute(Complex* a) const override { plan.in_place(a); }
    void execute(const Complex*, Complex*) const override { throw Error("planes are transformed in place"); }
    void execute(const Real* in, Complex* out) const override { plan.from_real(in, out); }
    void execute(Complex* in, Real* out) const override { plan.to_real(in, out); }
    LineTransforms::Plan plan;
  };
  static Lines made(Plan plan) { return Lines(std::make_unique<PlanOfLines>(std::move(plan))); }
};

}  // namespace slurry::test
