/* rensa-picture-message.h: what a program and the helper that decodes pictures for it say to each other.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture.h"

G_BEGIN_DECLS

/* No picture has more points: more than cameras make, and less than a small file may claim. */
#define RENSA_PICTURE_MOST_POINTS (G_GUINT64_CONSTANT (1) << 28)
#define RENSA_PICTURE_MOST_BLOCK_BYTES 65536
#define RENSA_PICTURE_MOST_TEXT_BYTES 1000

/* The program sends pictures and, behind the last one of a batch, the request for the answers. The helper sends nothing before that, so
 * that neither waits for the other. */
typedef enum
{
  RENSA_PICTURE_DECODE, /* behind it blocks of the file: the number of their bytes, a guint32, and these; 0 is the end */
  RENSA_PICTURE_ANSWER,
} RensaPictureCommand;

/* @n_bytes: of the file. @most_points: a picture that has more is not decoded. @n_each: bytes of a channel in the answer, 1 or 2. */
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
  RENSA_PICTURE_DECODED,     /* behind it @n_bytes of the picture */
  RENSA_PICTURE_LARGE,       /* @width × @height points are more than the request allows */
  RENSA_PICTURE_TOO_LARGE,   /* or than any picture has */
  RENSA_PICTURE_IMPLAUSIBLE, /* or than the file can hold */
  RENSA_PICTURE_NO_DECODER,  /* behind it @n_bytes of the name of the format */
  RENSA_PICTURE_REFUSED,     /* behind it @n_bytes of what the decoder says */
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
