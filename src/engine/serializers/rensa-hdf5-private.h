/* rensa-hdf5-private.h: HDF5 files, in the layout of Chainer's save_hdf5: groups for the parts of a key.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-values-private.h"

G_BEGIN_DECLS

/* Returns TRUE if the file begins like an HDF5 file. */
gboolean rensa_hdf5_is (const char *path);

/* A file open for reading; values are read on request. */
typedef struct _RensaHdf5 RensaHdf5;

/* Opens a file. RENSA_ERROR_IO, or RENSA_ERROR_FORMAT with a sentence: damaged, links out of the
 * file, more groups than any model has. */
RensaHdf5 *rensa_hdf5_open (const char *path, GError **error);
void rensa_hdf5_free (RensaHdf5 *self);
/* Lists the values, unread; they read from @self and must not outlive it. */
RensaValues *rensa_hdf5_list (RensaHdf5 *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaHdf5, rensa_hdf5_free)

/* Writes @values as an HDF5 file. */
gboolean rensa_hdf5_write (const char *path, RensaValues *values, gboolean compress, GError **error);

/* Keras files order the axes of kernels differently: converts (in, out) to (out, in), and (height, width,
 * in, out) to (out, in, height, width). */
RensaShape rensa_kernel_turn_shape (const RensaShape *shape);

G_END_DECLS
