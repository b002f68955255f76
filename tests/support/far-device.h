/* far-device.h: a device whose memory nobody but its backend can read.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

/* Makes "far:0" and "far:1" known.  Their backend has the required primitives alone, which are the CPU's; the memory can be read
 * and written within these and within the copies of the device.  Whoever else follows a pointer to it ends the program with
 * SIGSEGV. */
void far_device_register (void);

/* How often the host has read a single number, for which the device must come to an end of all its work. */
guint far_device_count_reads (void);

/* The same for memory of any size; what a primitive does that the host's stands in for is among it. */
guint far_device_count_copies (void);
