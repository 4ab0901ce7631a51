// SPDX-License-Identifier: BSD-3-Clause
// Where the ray through a pixel meets a prolate spheroid, and the depth of that point; stands in for the depth
// implementation of VTK's stick mapper.
//
// From the mapper:  vertexVC (point of the box around the rod), centerVCVSOutput, orientVCVSOutput (unit vector along the
//                   axis), lengthVCVSOutput (of the whole rod), radiusVCVSOutput (half thickness; view space, in the
//                   scene's length), cameraParallel (0 or 1), VCDCMatrix (view to clip space)
// Uniform:          rodSide  -1: where the ray enters, 1: where it leaves
// Leaves:           normalVCVSOutput (unit vector), bodyRay (unit vector from the eye), vertexVC on the rod
//
// Space is squashed along the axis until the spheroid is a sphere. A ray stays a ray, and the distance along it too.
vec3 bodyRay = cameraParallel != 0 ? vec3(0.0, 0.0, -1.0) : normalize(vertexVC.xyz);
vec3 rodFrom = vertexVC.xyz - centerVCVSOutput;
float rodSquash = 2.0 * radiusVCVSOutput / lengthVCVSOutput - 1.0;
vec3 rodPoint = rodFrom + rodSquash * dot(rodFrom, orientVCVSOutput) * orientVCVSOutput;
vec3 rodWay = bodyRay + rodSquash * dot(bodyRay, orientVCVSOutput) * orientVCVSOutput;
float rodPace2 = dot(rodWay, rodWay);
float rodDistance = -dot(rodPoint, rodWay) / rodPace2;
vec3 rodOff = rodPoint + rodDistance * rodWay;
float rodRoom = radiusVCVSOutput * radiusVCVSOutput - dot(rodOff, rodOff);
if (rodRoom < 0.0) {
  discard;
}
rodDistance += rodSide * sqrt(rodRoom / rodPace2);
vec3 rodSurface = rodPoint + rodDistance * rodWay;
vec3 normalVCVSOutput = normalize(rodSurface + rodSquash * dot(rodSurface, orientVCVSOutput) * orientVCVSOutput);
vertexVC.xyz += rodDistance * bodyRay;
float bodyClipZ = VCDCMatrix[2][2] * vertexVC.z + VCDCMatrix[3][2];
float bodyClipW = VCDCMatrix[2][3] * vertexVC.z + VCDCMatrix[3][3];
gl_FragDepth = 0.5 * bodyClipZ / bodyClipW + 0.5;
