/* host-device.h: a device of the tests, in the memory of the host.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

/* How many of the next requests for memory it refuses, and how many pieces it has given out and not got back. */
extern int host_device_refusals;
extern int host_device_n_pieces;

extern const RensaDevice host_device;

/* An array of @dtype that holds 0, 1, 2, … in C order. */
RensaArray *make_range (RensaDtype dtype, RensaShape shape);

/* Checks all the elements of @array, printed, and its shape, printed. */
void assert_array (RensaArray *array, const char *shape, const char *elements);
