// SPDX-License-Identifier: BSD-3-Clause
// A ring around the selected sphere: an impostor somewhat larger than the sphere, of which only the rim is kept.  It is
// seen through everything else.
//
// From before:      normalVCVSOutput, bodyRay (unit vectors), diffuseColor (0..1), opacity
// Uniform:          ringInner  cosine of the angle to the eye beyond which nothing is drawn, 0..1
if (-dot(normalVCVSOutput, bodyRay) > ringInner) {
  discard;
}
gl_FragDepth = 0.0;
gl_FragData[0] = vec4(diffuseColor, opacity);
