/* far-device.h: a device whose memory only its backend can read.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

/* Registers "far:0" and "far:1". Their backend has only the required primitives, which are those
 * of the CPU; the memory can be accessed only within these and within the copies of the device.
 * Any other access ends the program with SIGSEGV. */
void far_device_register (void);

/* Returns how often the host has read a single number, which requires the device to complete all
 * its work. */
guint far_device_count_reads (void);

/* Same for memory of any size; includes the reads of primitives that the host executes for the
 * device. */
guint far_device_count_copies (void);
