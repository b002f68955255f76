/* rensa-picture-reader-private.h: pictures in files, decoded by helper processes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture.h"
#include "rensa-zip-private.h"

G_BEGIN_DECLS

/* Idle helpers that wait for the next pictures of a data set; each reading thread takes one. A
 * zeroed struct has no helpers. */
typedef struct
{
  GMutex lock;
  GPtrArray *idle;
} RensaPictureReader;

/* Ends its helpers. */
void rensa_picture_reader_free (RensaPictureReader *reader);

/* A picture to read: the file @path or, in @zip (nullable), the member of that name and index. The
 * result is stored in @bytes, or the reason for failure in @error. */
typedef struct
{
  char *path;
  RensaZip *zip;
  guint member;
  guint8 *bytes;
  GError *error;
} RensaPictureJob;

void rensa_picture_job_clear (RensaPictureJob *job);

/* Reads each of the jobs like rensa_picture_read (), from any thread. Returns FALSE with an
 * error that is not specific to a picture: no helper could be started, and some of the jobs are
 * not done. */
gboolean rensa_picture_reader_read (RensaPictureReader *reader, const RensaPicture *picture, RensaPictureJob *jobs,
                                    gsize n, GError **error);

/* Limit on the pixels decoded at once by all helpers of this process. Waits until @n more pixels can be
 * decoded within it; a single picture of any size is always allowed. A thread must return the pixels
 * that it has taken before it takes more. */
void rensa_picture_take_points (guint64 n);
void rensa_picture_give_points_back (guint64 n);
guint64 rensa_picture_count_points_in_flight (void);

G_END_DECLS
