// SPDX-License-Identifier: BSD-3-Clause
// The axis of a rod in view space, turned so that it points towards the eye: the mapper draws that half of a box around
// the rod which the eye sees. Stands in for the normal implementation of VTK's stick mapper, which turns it towards the
// screen; in perspective a tip would then be cut.
//
// From the mapper:  vertexMC (centre), orientMC (along the axis, as long as the rod), MCVCMatrix (model to view space),
//                   normalMatrix, cameraParallel (0 or 1)
// Leaves:           lengthVCVSOutput [length], orientVCVSOutput (unit vector)
lengthVCVSOutput = length(orientMC);
orientVCVSOutput = normalMatrix * normalize(orientMC);
vec3 rodCentre = (MCVCMatrix * vertexMC).xyz;
if ((cameraParallel != 0 ? orientVCVSOutput.z : -dot(orientVCVSOutput, rodCentre)) < 0.0) {
  orientVCVSOutput = -orientVCVSOutput;
}
