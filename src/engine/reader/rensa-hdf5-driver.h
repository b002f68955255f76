/* rensa-hdf5-driver.h: HDF5 on a file that is open already.
 * SPDX-License-Identifier: MIT */

#pragma once

/* What the oldest supported version calls things. */
#define H5_USE_110_API
#include <hdf5.h>

#include <glib.h>

G_BEGIN_DECLS

/* The file of @n_bytes, for reading; it stays the caller's. 0 or below where it is none of HDF5. */
hid_t rensa_hdf5_driver_open (int fd, guint64 n_bytes);

G_END_DECLS
