/* studio-drag.h: what is dragged from one part of the studio to another.
 * SPDX-License-Identifier: MIT */

#pragma once

/* A drag from the palette carries the name of the component, as a string with this prefix. */
#define STUDIO_CANVAS_DRAG_PREFIX "rensa-component:"
