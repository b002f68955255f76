/* rensa-meta-device.h: arrays with a shape but no memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

G_BEGIN_DECLS

/* Arrays of this device have dtype, shape and strides, but no elements. A function applied to them
 * runs its type check and returns arrays of the inferred types, so a whole model can be called just
 * to determine shapes, sizes and errors. The device cannot be looked up by name, since it is not
 * usable for training. */
extern const RensaDevice rensa_meta_device;

G_END_DECLS
