// SPDX-License-Identifier: BSD-3-Clause
// Where the ray through a pixel meets a capsule, and the depth of that point; stands in for the depth implementation of
// VTK's stick mapper.
//
// From the mapper:  vertexVC (point of the box around the rod), centerVCVSOutput, orientVCVSOutput (unit vector along the
//                   axis), lengthVCVSOutput (of the whole rod), radiusVCVSOutput (half thickness; view space, in the
//                   scene's length), cameraParallel (0 or 1), VCDCMatrix (view to clip space)
// Uniform:          rodSide  -1: where the ray enters, 1: where it leaves
// Leaves:           normalVCVSOutput (unit vector), bodyRay (unit vector from the eye), vertexVC on the rod
//
// The ray meets the tube around the axis, or beyond its ends the ball there.
vec3 bodyRay = cameraParallel != 0 ? vec3(0.0, 0.0, -1.0) : normalize(vertexVC.xyz);
vec3 rodFrom = vertexVC.xyz - centerVCVSOutput;
float rodCore = 0.5 * lengthVCVSOutput - radiusVCVSOutput;
float rodPlace = dot(rodFrom, orientVCVSOutput);
float rodRise = dot(bodyRay, orientVCVSOutput);
vec3 rodOff = rodFrom - rodPlace * orientVCVSOutput;
vec3 rodWay = bodyRay - rodRise * orientVCVSOutput;
float rodPace2 = max(dot(rodWay, rodWay), 1.0e-12);
float rodDistance = -dot(rodOff, rodWay) / rodPace2;
vec3 rodNear = rodOff + rodDistance * rodWay;
float rodRoom = radiusVCVSOutput * radiusVCVSOutput - dot(rodNear, rodNear);
if (rodRoom < 0.0) {
  discard;
}
rodDistance += rodSide * sqrt(rodRoom / rodPace2);
float rodMet = rodPlace + rodDistance * rodRise;
vec3 rodMiddle = clamp(rodMet, -rodCore, rodCore) * orientVCVSOutput;
if (abs(rodMet) > rodCore) {
  vec3 rodTo = rodFrom - rodMiddle;
  rodDistance = -dot(rodTo, bodyRay);
  vec3 rodBeside = rodTo + rodDistance * bodyRay;
  rodRoom = radiusVCVSOutput * radiusVCVSOutput - dot(rodBeside, rodBeside);
  if (rodRoom < 0.0) {
    discard;
  }
  rodDistance += rodSide * sqrt(rodRoom);
}
vec3 rodSurface = rodFrom + rodDistance * bodyRay;
vec3 normalVCVSOutput = (rodSurface - rodMiddle) / radiusVCVSOutput;
vertexVC.xyz += rodDistance * bodyRay;
float bodyClipZ = VCDCMatrix[2][2] * vertexVC.z + VCDCMatrix[3][2];
float bodyClipW = VCDCMatrix[2][3] * vertexVC.z + VCDCMatrix[3][3];
gl_FragDepth = 0.5 * bodyClipZ / bodyClipW + 0.5;
