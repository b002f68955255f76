/* rensa-picture-reader-private.h: pictures in files, which helpers decode.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture.h"
#include "rensa-zip-private.h"

G_BEGIN_DECLS

/* Helpers that wait for the next pictures of a data set; each thread that reads takes one. Zero is one without helpers. */
typedef struct
{
  GMutex lock;
  GPtrArray *idle;
} RensaPictureReader;

/* Ends its helpers. */
void rensa_picture_reader_free (RensaPictureReader *reader);

/* A picture to be read: the file @path or, in @zip (nullable), the member of that name and number. @bytes gets it, or @error says why not. */
typedef struct
{
  char *path;
  RensaZip *zip;
  guint member;
  guint8 *bytes;
  GError *error;
} RensaPictureJob;

void rensa_picture_job_clear (RensaPictureJob *job);

/* Does what rensa_picture_read () says for each of the jobs, from any thread. FALSE with an error that is not one of a picture:
 * no helper could be started, and some of the jobs are not done. */
gboolean rensa_picture_reader_read (RensaPictureReader *reader, const RensaPicture *picture, RensaPictureJob *jobs,
                                    gsize n, GError **error);

G_END_DECLS
