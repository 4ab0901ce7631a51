// SPDX-License-Identifier: BSD-3-Clause
// The pipe as thin glass: clear where it is seen face on, visible towards its outline.
//
// From the mapper:  normalVCVSOutput (unit vector towards the eye), vertexVC (view space, in the scene's length),
//                   diffuseColor (0..1), cameraParallel
// Uniforms:         wallClear  opacity face on, 0..1
//                   wallEdge   opacity at the outline, 0..1
vec3 wallToEye = cameraParallel != 0 ? vec3(0.0, 0.0, 1.0) : normalize(-vertexVC.xyz);
float wallGrazing = 1.0 - abs(dot(normalize(normalVCVSOutput), wallToEye));
float wallGrazing2 = wallGrazing * wallGrazing;
gl_FragData[0] = vec4(diffuseColor, mix(wallClear, wallEdge, wallGrazing2 * wallGrazing2));
