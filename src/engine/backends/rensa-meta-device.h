/* rensa-meta-device.h: arrays with a shape and no memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

G_BEGIN_DECLS

/* Arrays of this device have dtype, shape and strides, but no elements.  A function that is applied to them runs its type check and gives
 * arrays of the inferred types, so a whole model can be called for its shapes, its sizes and its mistakes alone.  Nothing finds the
 * device by name: it is no place to train on. */
extern const RensaDevice rensa_meta_device;

G_END_DECLS
