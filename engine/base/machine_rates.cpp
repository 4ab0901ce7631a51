// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/machine_rates.hpp"

namespace slurry {

MachineRates built_in_rates(int threads, Precision precision, Device device) {
  MachineRates m;
  m.precision = precision;
  m.device = device;
  m.threads = device == Device::host ? threads : 1;
  m.direct_free = 1;
  m.direct_periodic = 60;
  const bool fp32 = precision == Precision::fp32;
  // clang-format off
  //                  sort pair   degree  row    spread: number, point, row   fft    ifft   multiply gather: number, point, row
  if (device == Device::host && !fp32) {
    m.sums = {SumRates{34, 10.3,  0.60,   63,            1.8,    16,  1.93,   0.80,  0.82,  1.54,            0.60,   46,   0.85},
              SumRates{34, 21.3,  0.73,   91,            1.2,    20,  2.70,   0.81,  0.87,  1.25,            0.40,   44,   0.90},
              SumRates{34, 28.0,  1.10,   58,            1.4,    19,  2.04,   0.75,  0.75,  1.46,            0.55,   48,   1.95}};
  } else if (device == Device::host) {
    m.sums = {SumRates{32,  6.1,  0.27,   83,            1.0,    60,  0.60,   0.62,  0.64,  1.50,            0.10,   57,   0.30},
              SumRates{32, 12.2,  0.31,   98,            0.9,    50,  1.10,   0.71,  0.72,  1.25,            0.10,   50,   0.45},
              SumRates{32, 17.0,  1.20,   24,            0.8,    42,  1.00,   0.60,  0.61,  1.75,            0.20,   80,   0.60}};
  } else if (!fp32) {
    m.sums = {SumRates{.12, .0088, .00041, .061,       .0027,   2.3,  .0347,  .0028, .0029, .0102,           .0017,  .51,  .0104},
              SumRates{.12, .0230, .00050, .098,       .0110,   3.8,  .0342,  .0028, .0029, .0102,           .0022,  .51,  .0103},
              SumRates{.12, .0031, .00036, .038,       .1000,    .1,  .0900,  .0022, .0023, .0093,           .1000,  .1,   .0930}};
  } else {
    m.sums = {SumRates{.12, .0077, .00050, .084,       .0010,   2.3,  .0363,  .0016, .0017, .0043,           .0009,  .51,  .0114},
              SumRates{.12, .0110, .00093, .180,       .0010,   4.0,  .0288,  .0016, .0017, .0043,           .0009,  .51,  .0110},
              SumRates{.12, .0051, .00036, .058,       .0100,    .2,  .0745,  .0013, .0014, .0043,           .0060,  .2,   .0730}};
  }
  // clang-format on
  if (device != Device::host) {
    m.direct_free = 0.0046;
    m.direct_periodic = 0.047;
    m.spare_targets = 1e5;
    m.launch = 10e-6;
  }
  const double unit = 1e-9 / m.threads;
  for (SumRates& s : m.sums)
    for (const auto& [name, rate] : sum_rates) s.*rate *= unit;
  m.direct_free *= unit;
  m.direct_periodic *= unit;
  return m;
}

}  // namespace slurry
