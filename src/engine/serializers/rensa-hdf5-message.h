/* rensa-hdf5-message.h: protocol between a program and the helper that reads an HDF5 file for it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-shape.h"

G_BEGIN_DECLS

/* Reason why something cannot be read; the messages are in rensa-hdf5.c. */
typedef enum
{
  RENSA_HDF5_DEEP,
  RENSA_HDF5_DAMAGED_GROUP,
  RENSA_HDF5_SAME_GROUP,
  RENSA_HDF5_MANY_KEYS,
  RENSA_HDF5_DAMAGED_ENTRY,
  RENSA_HDF5_ODD_ENTRY,
  RENSA_HDF5_ODD_NAME,
  RENSA_HDF5_LINK,
  RENSA_HDF5_DAMAGED_FILE,
  RENSA_HDF5_NO_FILE,
  RENSA_HDF5_FILTER,
  RENSA_HDF5_PACKED_TWICE,
  RENSA_HDF5_DAMAGED_ARRAY,
  RENSA_HDF5_PUT_TOGETHER,
  RENSA_HDF5_ELSEWHERE,
  RENSA_HDF5_ODD_TYPE,
  RENSA_HDF5_MANY_AXES,
  RENSA_HDF5_MORE_BYTES,
  RENSA_HDF5_LARGE_CHUNKS,
  RENSA_HDF5_NO_UTF8,
  RENSA_HDF5_MANY_TEXTS,
  RENSA_HDF5_DAMAGED_TEXT,
  RENSA_HDF5_NO_MEMORY,
  RENSA_HDF5_N_REASONS,
} RensaHdf5Reason;

/* No model comes close to these limits; a larger file is malicious. */
#define RENSA_HDF5_MOST_KEYS 100000
#define RENSA_HDF5_MOST_KEY_BYTES (64 << 20)
#define RENSA_HDF5_LONGEST_TEXT (G_GUINT64_CONSTANT (1) << 28)

/* The program sends these in order: get the type of key number @index; check that its bytes can be
 * read and get their number; get the bytes. */
typedef enum
{
  RENSA_HDF5_OPEN,
  RENSA_HDF5_CHECK,
  RENSA_HDF5_TAKE,
} RensaHdf5Command;

typedef struct
{
  guint32 command;
  guint32 index;
} RensaHdf5Request;

typedef enum
{
  RENSA_HDF5_FAILURE, /* for @reason; followed, without request, by @n_bytes of the path of an entry */
  RENSA_HDF5_KEYS, /* sent first, without request, with @is_keras; followed by @n_bytes of paths, each zero-terminated */
  RENSA_HDF5_NOTHING,
  RENSA_HDF5_TEXT,
  RENSA_HDF5_ARRAY, /* with @dtype and @dims */
  RENSA_HDF5_READY, /* @n_bytes are available */
} RensaHdf5Answer;

/* Used by all answers except for that of RENSA_HDF5_TAKE, which consists of blocks: their size in
 * bytes, a guint64, and the bytes; size 0 signals a failure, with a reply for the reason. */
typedef struct
{
  guint32 answer;
  guint32 reason;
  guint32 dtype;
  guint32 is_keras; /* written by Keras */
  gint32 ndim;
  gint64 dims[RENSA_MAX_NDIM];
  guint64 n_bytes;
} RensaHdf5Reply;

G_END_DECLS
