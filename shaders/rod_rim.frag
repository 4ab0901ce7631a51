// SPDX-License-Identifier: BSD-3-Clause
// A rim around the selected rod, in plain colour: a rod somewhat larger than it is drawn where the ray leaves it
// (rodSide 1), so behind it.
//
// From before:      diffuseColor (0..1), opacity
gl_FragData[0] = vec4(diffuseColor, opacity);
