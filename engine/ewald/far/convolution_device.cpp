// SPDX-License-Identifier: BSD-3-Clause
#include "base/fft.hpp"
#include "ewald/far/convolution.hpp"
#include "ewald/far/plane_batches.hpp"
#include "ewald/far/spreading.hpp"
#include "slurry/error.hpp"

// Device form: rows along x are transformed straight to planes of one mode, and planes go in batches
// (plane_batches.hpp).
namespace slurry {

template <class Space, class Real>
class DeviceConvolution final : public Convolution<Space, Real> {
 public:
  using Transforms = DeviceTransforms<Real>;
  using Batches = PlaneBatches<Space, Real, Transforms>;
  using Spectrum = typename Batches::Spectrum;
  using Lines = LineTransformOf<Real>;

  FarGrid grid;
  int coefficients = 0;  // of a real row
  Transforms transforms;
  Batches planes;
  Lines real_rows, complex_rows, complex_rows_of_result, complex_rows_of_one;
  std::vector<Spectrum> spectra;
  Spectrum pressure_spectrum;

  DeviceConvolution(const EwaldParameters& p, const FarGrid& g, const EwaldSplit& split, const KaiserBessel& window,
                    int count)
      : grid(g),
        coefficients(g.transform_x / 2 + 1),
        transforms(Space().cuda_stream()),
        planes(p, g, split, window, count, transforms) {
    this->zero_mode_constant_ = planes.tables.zero_mode_constant;
    this->padding_ = planes.tables.padding;
    real_rows = transforms.real_to_complex(real_lines(planes.components), coefficient_lines(planes.components));
    complex_rows = transforms.complex_to_real(coefficient_lines(planes.components), real_lines(planes.outputs));
    if (p.pressure) complex_rows_of_one = transforms.complex_to_real(coefficient_lines(1), real_lines(1));
  }

  // lines along x of one component
  LineBatch real_lines(int of) const {
    return {grid.transform_x, grid.total[1] * grid.total[2], 1, std::ptrdiff_t(of) * grid.pitch};
  }
  LineBatch coefficient_lines(int of) const {
    return {coefficients, grid.total[1] * grid.total[2], std::ptrdiff_t(of) * grid.total[1] * grid.total[2], 1};
  }

  void forward_rows(const GridValues<Space, Real>& values, const Spectrum& spectrum) const {
    for (int c = 0; c < planes.components; ++c)
      real_rows.execute(values.data() + std::size_t(c) * grid.pitch, Batches::raw(spectrum, c * planes.plane_size));
  }

  // the first `count` of a spectrum's `stride` components
  void backward_rows(const Space& space, const Spectrum& spectrum, std::size_t stride, int count, Lines& lines,
                     const GridValues<Space, Real>& values) {
    const std::size_t inside = planes.own.size() * stride * planes.plane_size;
    Kokkos::deep_copy(space, Kokkos::subview(spectrum, std::make_pair(inside, spectrum.extent(0))),
                      Kokkos::complex<Real>(0));
    for (int c = 0; c < count; ++c)
      lines.execute(Batches::raw(spectrum, c * planes.plane_size), values.data() + std::size_t(c) * grid.pitch);
  }

  void apply_radii(const Space& space, const GridValues<Space, Real>& forces, const GridValues<Space, Real>& weighted,
                   const FiniteSides& sides, StageTimes& times, const UsedRows*) override {
    if (planes.components != 3) throw Error("bodies of different radii need grids with three components");
    typename Batches::Watch watch(space, times);
    while (spectra.size() < 2) spectra.push_back(planes.spectrum(coefficients, 3));
    forward_rows(forces, spectra[0]);
    if (sides.sources) forward_rows(weighted, spectra[1]);
    planes.apply_radii(space, spectra, sides, watch);
    backward_rows(space, spectra[0], 3, 3, complex_rows, forces);
    fill_halo(space, grid, forces, 3);
    if (sides.targets) {
      backward_rows(space, spectra[1], 3, 3, complex_rows, weighted);
      fill_halo(space, grid, weighted, 3);
    }
    watch.ends("IFFT");
  }

  void apply(const Space& space, const GridValues<Space, Real>& spread,
             const std::vector<GridValues<Space, Real>>& results, const std::vector<double>& laplacian,
             const GridValues<Space, Real>& pressure, StageTimes& times, const UsedRows*) override {
    typename Batches::Watch watch(space, times);
    while (spectra.size() < results.size())
      spectra.push_back(planes.spectrum(coefficients, planes.stride_of(spectra.size())));
    const bool with_pressure = pressure.extent(0) > 0;
    if (with_pressure && pressure_spectrum.extent(0) == 0) pressure_spectrum = planes.spectrum(coefficients, 1);
    forward_rows(spread, spectra[0]);
    planes.apply(space, spectra, laplacian, with_pressure ? pressure_spectrum : Spectrum(), watch);
    for (std::size_t o = 0; o < results.size(); ++o) {
      Lines* lines = &complex_rows;
      if (o > 0 && planes.components != planes.outputs) {
        if (!complex_rows_of_result)
          complex_rows_of_result =
              transforms.complex_to_real(coefficient_lines(planes.outputs), real_lines(planes.outputs));
        lines = &complex_rows_of_result;
      }
      backward_rows(space, spectra[o], planes.stride_of(o), planes.outputs, *lines, results[o]);
      fill_halo(space, grid, results[o], planes.outputs);
    }
    if (with_pressure) {
      backward_rows(space, pressure_spectrum, 1, 1, complex_rows_of_one, pressure);
      fill_halo(space, grid, pressure, 1);
    }
    watch.ends("IFFT");
  }
};

template <class Space, class Real>
std::unique_ptr<Convolution<Space, Real>> BatchedConvolution<Space, Real>::make(const EwaldParameters& p,
                                                                                const FarGrid& grid,
                                                                                const EwaldSplit& split,
                                                                                const KaiserBessel& window,
                                                                                int components) {
  return std::make_unique<DeviceConvolution<Space, Real>>(p, grid, split, window, components);
}

template struct BatchedConvolution<Kokkos::Cuda, double>;
template struct BatchedConvolution<Kokkos::Cuda, float>;

}  // namespace slurry
