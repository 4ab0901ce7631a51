// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

namespace slurry::ui {

/// Whether zeros at the end of a number are dropped or kept. They are dropped for exact numbers, such as inputs and
/// axis marks, and kept where they show the accuracy.
enum class Zeros { dropped, kept };

/// A number with this many significant digits. From 0.001 to below 100 000 it is written plainly, with thin spaces from
/// 10 000 on; outside, as "3.1e−4". It uses a true minus sign and a decimal point. "0" means exactly zero, and "–"
/// means unknown.
std::string number_text(double value, int digits = 4, Zeros zeros = Zeros::dropped);

/// Components of a vector, all with as many decimals as the largest needs. A component that is too small to show is
/// "<0.001". If the largest component is below 0.001 or at least 100 000, every component has a power of ten.
std::vector<std::string> vector_texts(std::span<const double> values, int digits = 4, Zeros zeros = Zeros::kept);

/// Text of an error or a tolerance, with two digits: "1.2e−3".
std::string error_text(double value);

/// The value of an option as a person reads it: a number by number_text(), any other word as it is.
std::string option_value_text(const std::string& value);

/// A whole number, with thin spaces from 10 000 on.
std::string count_text(long long count);

}  // namespace slurry::ui
