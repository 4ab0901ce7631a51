// SPDX-License-Identifier: BSD-3-Clause
// A ring around the selected sphere: an impostor somewhat larger than it. Only the rim is kept, and it is seen through
// everything else; the outer edge of the rim is dark, so that it shows on light grounds too.
//
// From before:      normalVCVSOutput, bodyRay (unit vectors), diffuseColor (0..1), opacity
// Uniforms:         ringInner   cosine of the angle to the eye beyond which nothing is drawn, 0..1
//                   ringFrom, ringTo  cosines between which the rim is not dark
vec3 ringColour = diffuseColor;
float ringCosine = -dot(normalVCVSOutput, bodyRay);
if (ringCosine > ringInner) {
  discard;
}
if (ringCosine < ringFrom || ringCosine > ringTo) {
  ringColour = vec3(0.06, 0.07, 0.09);
}
gl_FragDepth = 0.0;
gl_FragData[0] = vec4(ringColour, opacity);
