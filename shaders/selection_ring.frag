// SPDX-License-Identifier: BSD-3-Clause
// A ring around the selected body: impostors somewhat larger than its spheres.  Of a sphere only the rim is kept, and it
// is seen through everything else; the outer edge of the rim is dark, so that it shows on light grounds too.  The many
// spheres of a rod are drawn whole but behind the rod, so that a rim remains.
//
// From before:      normalVCVSOutput, bodyRay (unit vectors), bodyOff, centerVCVSOutput, radiusVCVSOutput, VCDCMatrix,
//                   diffuseColor (0..1), opacity
// Uniforms:         ringInner   cosine of the angle to the eye beyond which nothing is drawn, 0..1
//                   ringFrom, ringTo  cosines between which the rim is not dark
//                   ringBehind  1 for a rod, 0 for a sphere
vec3 ringColour = diffuseColor;
if (ringBehind > 0.5) {
  float ringZ = centerVCVSOutput.z + bodyOff.z + radiusVCVSOutput * bodyRay.z;
  float ringClipZ = VCDCMatrix[2][2] * ringZ + VCDCMatrix[3][2];
  float ringClipW = VCDCMatrix[2][3] * ringZ + VCDCMatrix[3][3];
  gl_FragDepth = 0.5 * ringClipZ / ringClipW + 0.5;
} else {
  float ringCosine = -dot(normalVCVSOutput, bodyRay);
  if (ringCosine > ringInner) {
    discard;
  }
  if (ringCosine < ringFrom || ringCosine > ringTo) {
    ringColour = vec3(0.06, 0.07, 0.09);
  }
  gl_FragDepth = 0.0;
}
gl_FragData[0] = vec4(ringColour, opacity);
