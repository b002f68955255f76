/* rensa-hdf5-type.h: the library's state, and dtypes in its words.
 * SPDX-License-Identifier: MIT */

#pragma once

/* What the oldest supported version calls things. */
#define H5_USE_110_API
#include <hdf5.h>

#include "rensa-dtype.h"

G_BEGIN_DECLS

/* The library has one state for all threads and no lock of its own; and it would print what goes wrong. */
void rensa_hdf5_lock (void);
void rensa_hdf5_unlock (void);

/* Ids of the library, closed by the function that fits; 0 and below are none. */
typedef struct
{
  hid_t id;
  herr_t (*close) (hid_t id);
} RensaHdf5Id;

#define RENSA_HDF5_ID(expression, close_function) ((RensaHdf5Id){ (expression), (close_function) })

void rensa_hdf5_id_clear (RensaHdf5Id *id);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaHdf5Id, rensa_hdf5_id_clear)

/* The type of elements in memory; bool is an enumeration of FALSE and TRUE, as h5py writes it. */
RensaHdf5Id rensa_hdf5_type_new (RensaDtype dtype);
/* Which dtype holds the elements of @type. FALSE where none does. */
gboolean rensa_hdf5_type_find (hid_t type, RensaDtype *dtype);

G_END_DECLS
