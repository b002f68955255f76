/* rensa-hdf5-driver.h: an HDF5 file driver for a file that is already open.
 * SPDX-License-Identifier: MIT */

#pragma once

/* Selects the API names of the oldest supported version. */
#define H5_USE_110_API
#include <hdf5.h>

#include <glib.h>

G_BEGIN_DECLS

/* Opens the file of @n_bytes for reading; it remains owned by the caller. Returns 0 or less if it
 * is not an HDF5 file. */
hid_t rensa_hdf5_driver_open (int fd, guint64 n_bytes);

G_END_DECLS
