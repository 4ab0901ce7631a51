// SPDX-License-Identifier: BSD-3-Clause
// Light on a sphere impostor; stands in for VTK's light implementation.
//
// From before:      normalVCVSOutput, bodyRay (unit vectors), vertexVC (point on the sphere, view space, in the scene's
//                   length), diffuseColor and opacity (0..1)
// Uniforms:         fogNear, fogFar  distance from the eye where the fog begins and is full [length]
//                   fogColour        (3) sRGB, 0..1
//                   fogStrength      share of the fog where it is full, 0..1
const vec3 bodyKey = vec3(-0.40, 0.62, 0.675);
float bodyCosine = dot(normalVCVSOutput, bodyKey);
vec3 bodyColour = diffuseColor * (0.50 + 0.08 * normalVCVSOutput.y + 0.50 * max(bodyCosine, 0.0));

// A soft highlight, and an edge that darkens so that spheres of one colour stand apart.
float bodyFacing = -dot(normalVCVSOutput, bodyRay);
float bodyGloss = max(2.0 * bodyCosine * bodyFacing + dot(bodyKey, bodyRay), 0.0);
bodyGloss *= bodyGloss;
bodyGloss *= bodyGloss;
bodyGloss *= bodyGloss;
bodyGloss *= bodyGloss;
bodyColour = (bodyColour + 0.20 * bodyGloss) * min(0.42 + 1.5 * bodyFacing, 1.0);

float bodyFog = fogStrength * clamp((-vertexVC.z - fogNear) / (fogFar - fogNear), 0.0, 1.0);
gl_FragData[0] = vec4(mix(bodyColour, fogColour, bodyFog), opacity);
