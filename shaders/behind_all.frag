// SPDX-License-Identifier: BSD-3-Clause
// A depth just before the background, so that everything that is drawn later covers this; stands in for VTK's depth
// implementation.
gl_FragDepth = 0.999999;
