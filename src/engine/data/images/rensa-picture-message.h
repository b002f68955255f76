/* rensa-picture-message.h: messages between a program and the helper that decodes pictures for it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture.h"

G_BEGIN_DECLS

/* Maximum number of pixels of a picture: more than cameras produce, and less than a small file may
 * declare. */
#define RENSA_PICTURE_MOST_POINTS (G_GUINT64_CONSTANT (1) << 28)
#define RENSA_PICTURE_MOST_BLOCK_BYTES 65536
#define RENSA_PICTURE_MOST_TEXT_BYTES 1000

/* The program sends pictures and, after the last one of a batch, the request for the answers. The
 * helper sends nothing before that, so that neither waits for the other. */
typedef enum
{
  RENSA_PICTURE_DECODE, /* followed by blocks of the file: their size in bytes, a guint32, and the bytes; size 0 marks the
                         * end */
  RENSA_PICTURE_ANSWER,
} RensaPictureCommand;

/* @n_bytes: size of the file. @most_points: a picture with more pixels is not decoded. @n_each:
 *   bytes per channel in the answer, 1 or 2. */
typedef struct
{
  guint32 command;
  guint32 fit;
  gint64 n_channels;
  gint64 height;
  gint64 width;
  guint64 most_points;
  guint64 n_bytes;
  guint64 n_each;
} RensaPictureRequest;

typedef enum
{
  RENSA_PICTURE_DECODED,     /* followed by @n_bytes of the picture */
  RENSA_PICTURE_LARGE,       /* @width × @height exceeds the limit of the request */
  RENSA_PICTURE_TOO_LARGE,   /* or the limit for all pictures */
  RENSA_PICTURE_IMPLAUSIBLE, /* or the capacity of the file */
  RENSA_PICTURE_NO_DECODER,  /* followed by @n_bytes of the format name */
  RENSA_PICTURE_REFUSED,     /* followed by @n_bytes of the decoder's message */
  RENSA_PICTURE_NO_MEMORY,
  RENSA_PICTURE_EMPTY,
  RENSA_PICTURE_UNKNOWN,
  RENSA_PICTURE_CUT,
} RensaPictureAnswer;

typedef struct
{
  guint32 answer;
  gint32 width;
  gint32 height;
  guint32 n_bytes;
} RensaPictureReply;

G_END_DECLS
