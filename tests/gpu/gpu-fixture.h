/* gpu-fixture.h: what the tests of the stand-in share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "backend-fixture.h"
#include "rensa-mock.h"

/* "mock:0" */
const RensaDevice *gpu_find (const char *name);
/* A copy there. */
RensaArray *gpu_copy_to (const RensaDevice *device, RensaArray *array);
