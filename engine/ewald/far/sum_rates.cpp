// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/far/sum_rates.hpp"

#include <string>

#include "summation/rates.hpp"

namespace slurry {
namespace {

using LayerRates = std::array<EwaldRates, EwaldMachine::layers.size()>;

constexpr std::pair<std::string_view, double EwaldRates::*> rate_members[] = {
    {"sort", &EwaldRates::sort},
    {"pair", &EwaldRates::pair},
    {"pair_degree", &EwaldRates::pair_degree},
    {"row", &EwaldRates::row},
    {"spread_number", &EwaldRates::spread_number},
    {"spread_point", &EwaldRates::spread_point},
    {"spread", &EwaldRates::spread},
    {"fft", &EwaldRates::fft},
    {"ifft", &EwaldRates::ifft},
    {"multiply", &EwaldRates::multiply},
    {"gather_number", &EwaldRates::gather_number},
    {"gather_point", &EwaldRates::gather_point},
    {"gather", &EwaldRates::gather}};

/// A rate of a layer, and its name in files.
struct RateOfLayer {
  std::size_t layer;
  double EwaldRates::*member;
  std::string name;
};
const std::vector<RateOfLayer>& rates_of_layers() {
  static const std::vector<RateOfLayer> all = [] {
    std::vector<RateOfLayer> found;
    for (std::size_t l = 0; l < EwaldMachine::layers.size(); ++l)
      for (const auto& [name, member] : rate_members)
        found.push_back(
            {l, member, "ewald/" + std::string(word_of(EwaldMachine::layers[l])) + "/" + std::string(name)});
    return found;
  }();
  return all;
}

/// Built-in rates of one thread, or of a device.
LayerRates built_in(Precision precision, Device device) {
  const bool fp32 = precision == Precision::fp32;
  LayerRates m;
  // clang-format off
  //              sort pair   degree  row    spread: number, point, row   fft    ifft   multiply gather: number, point, row
  if (device == Device::host && !fp32) {
    m = {EwaldRates{34, 10.3,  0.60,   63,            1.8,    16,  1.93,   0.80,  0.82,  1.54,            0.60,   46,   0.85},
         EwaldRates{34, 21.3,  0.73,   91,            1.2,    20,  2.70,   0.81,  0.87,  1.25,            0.40,   44,   0.90},
         EwaldRates{34, 28.0,  1.10,   58,            1.4,    19,  2.04,   0.75,  0.75,  1.46,            0.55,   48,   1.95}};
  } else if (device == Device::host) {
    m = {EwaldRates{32,  6.1,  0.27,   83,            1.0,    60,  0.60,   0.62,  0.64,  1.50,            0.10,   57,   0.30},
         EwaldRates{32, 12.2,  0.31,   98,            0.9,    50,  1.10,   0.71,  0.72,  1.25,            0.10,   50,   0.45},
         EwaldRates{32, 17.0,  1.20,   24,            0.8,    42,  1.00,   0.60,  0.61,  1.75,            0.20,   80,   0.60}};
  } else if (!fp32) {
    m = {EwaldRates{.12, .0088, .00041, .061,       .0027,   2.3,  .0347,  .0028, .0029, .0102,           .0017,  .51,  .0104},
         EwaldRates{.12, .0230, .00050, .098,       .0110,   3.8,  .0342,  .0028, .0029, .0102,           .0022,  .51,  .0103},
         EwaldRates{.12, .0031, .00036, .038,       .1000,    .1,  .0900,  .0022, .0023, .0093,           .1000,  .1,   .0930}};
  } else {
    m = {EwaldRates{.12, .0077, .00050, .084,       .0010,   2.3,  .0363,  .0016, .0017, .0043,           .0009,  .51,  .0114},
         EwaldRates{.12, .0110, .00093, .180,       .0010,   4.0,  .0288,  .0016, .0017, .0043,           .0009,  .51,  .0110},
         EwaldRates{.12, .0051, .00036, .058,       .0100,    .2,  .0745,  .0013, .0014, .0043,           .0060,  .2,   .0730}};
  }
  // clang-format on
  return m;
}

}  // namespace

EwaldMachine::EwaldMachine(const MachineRates& m)
    : device(m.device), spare_targets(m.spare_targets), launch(m.launch), rates(built_in(m.precision, m.device)) {
  for (const RateOfLayer& r : rates_of_layers()) {
    double& rate = rates[r.layer].*r.member;
    rate = rate_of(m, r.name, rate * built_in_unit(m));
  }
}

const EwaldRates& EwaldMachine::of(Layer layer) const {
  return rates[layer == Layer::single ? 0 : layer == Layer::coulomb ? 2 : 1];
}

void EwaldMachine::store(MachineRates& m) const {
  for (const RateOfLayer& r : rates_of_layers()) m.named[r.name] = rates[r.layer].*r.member;
}

std::vector<std::pair<std::string_view, double>> ewald_rate_names() {
  std::vector<std::pair<std::string_view, double>> names;
  const EwaldMachine built_in_host((MachineRates()));
  for (const RateOfLayer& r : rates_of_layers()) names.emplace_back(r.name, built_in_host.rates[r.layer].*r.member);
  return names;
}

}  // namespace slurry
