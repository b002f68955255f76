/* gpu-fixture.h: what the tests of the stand-in share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "backend-fixture.h"
#include "rensa-mock.h"

/* "mock:0" */
const RensaDevice *gpu_find (const char *name);
/* The stand-in does what it is asked for in the orders of @seed, and nothing fails. */
void gpu_set_seed (guint seed);
/* A copy there. */
RensaArray *gpu_copy_to (const RensaDevice *device, RensaArray *array);

#define MOCK (gpu_find ("mock:0"))

/* A copy of @plain on MOCK, laid out in that way. */
RensaArray *rearrange_there (RensaArray *plain, Rearrange rearrange);
/* @there is a result of MOCK, with the bits of @here; @what is named otherwise. */
void assert_same_bits (const char *what, RensaArray *here, RensaArray *there);
