// SPDX-License-Identifier: BSD-3-Clause
// Where the ray through a pixel meets a sphere, and the depth of that point; stands in for the depth implementation of
// VTK's sphere mapper, with half of its arithmetic: software OpenGL spends its time here.
//
// From the mapper:  vertexVC (point of the billboard), centerVCVSOutput, radiusVCVSOutput (view space, in the scene's
//                   length), cameraParallel (0 or 1), VCDCMatrix (view to clip space)
// Leaves:           normalVCVSOutput (unit vector), bodyRay (unit vector from the eye), vertexVC on the sphere
//
// All is done relative to the point of the ray nearest to the centre, so that 32 bits do for a sphere far away.
vec3 bodyRay = cameraParallel != 0 ? vec3(0.0, 0.0, -1.0) : normalize(vertexVC.xyz);
vec3 bodyOff = vertexVC.xyz - centerVCVSOutput;
bodyOff -= dot(bodyOff, bodyRay) * bodyRay;
float bodyRoom = radiusVCVSOutput * radiusVCVSOutput - dot(bodyOff, bodyOff);
if (bodyRoom < 0.0) {
  discard;
}
vec3 bodySurface = bodyOff - sqrt(bodyRoom) * bodyRay;
vec3 normalVCVSOutput = bodySurface / radiusVCVSOutput;
vertexVC.xyz = centerVCVSOutput + bodySurface;
float bodyClipZ = VCDCMatrix[2][2] * vertexVC.z + VCDCMatrix[3][2];
float bodyClipW = VCDCMatrix[2][3] * vertexVC.z + VCDCMatrix[3][3];
gl_FragDepth = 0.5 * bodyClipZ / bodyClipW + 0.5;
