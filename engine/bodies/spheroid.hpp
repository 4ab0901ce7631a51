// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry {

/// Smallest and largest aspect ratio (length over thickness) of a rod.
inline constexpr double smallest_aspect = 2, largest_aspect = 50;

/// Resistance functions of a prolate spheroid of half length l, relative to a sphere of radius l:
/// forces 6 pi eta l X^A U along the axis and 6 pi eta l Y^A U across it, torques 8 pi eta l^3 X^C omega about the axis
/// and 8 pi eta l^3 Y^C omega across it.
struct SpheroidResistance {
  double xa = 1, ya = 1, xc = 1, yc = 1;
};

/// Resistance functions for aspect > 1. Throws InputError. Source: Chwang & Wu (1975), Kim & Karrila (1991) table 3.4;
/// theory/rods.md (D1).
SpheroidResistance spheroid_resistance(double aspect);

/// Eccentricity e = sqrt(1 - 1/aspect^2).
double spheroid_eccentricity(double aspect);

/// Bretherton's parameter B = (r^2 - 1)/(r^2 + 1) of a body that turns in shear like a spheroid of aspect ratio r:
/// dn/dt = W n + B (I - nn) E n (Jeffery 1922).
double bretherton(double aspect);

/// Aspect ratio of the spheroid that turns like a cylinder: 1.24 p/sqrt(ln p) (Cox 1971; slender cylinders).
double cylinder_turning_aspect(double aspect);

/// The same from solutions by finite elements, for cylinders that are not slender: 3.5e-5 p^3 - 4.67e-3 p^2 + 0.764 p +
/// 0.404 (Zhang, Smith, Jack & Montgomery-Smith, J. Manuf. Sci. Eng. 133 (2011) 051002).
double short_cylinder_turning_aspect(double aspect);

/// Friction of a cylinder of half length l and aspect ratio p in free space, in the units of SpheroidResistance. xc is
/// 0, because the source does not give it. Source: Tirado, Martinez & Garcia de la Torre, J. Chem. Phys. 81 (1984)
/// 2047; accurate to about 1 % for 2 <= p <= 30.
SpheroidResistance cylinder_resistance(double aspect);

}  // namespace slurry
