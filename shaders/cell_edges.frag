// SPDX-License-Identifier: BSD-3-Clause
// Edges of boxes in plain colour, hazy with distance; stands in for VTK's light implementation.
//
// From the mapper:  vertexVC (view space, in the scene's length), diffuseColor and opacity (0..1)
// Uniforms:         fogNear, fogFar  distance from the eye where the fog begins and is full [length]
//                   fogColour        (3) sRGB, 0..1
//                   fogStrength      share of the fog where it is full, 0..1
float edgeFog = fogStrength * clamp((-vertexVC.z - fogNear) / (fogFar - fogNear), 0.0, 1.0);
gl_FragData[0] = vec4(mix(diffuseColor, fogColour, edgeFog), opacity);
