/* rensa-picture-file.c: pictures in files, decoded by helper processes.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-helper.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-picture-message.h"
#include "rensa-picture-reader-private.h"
#include "rensa-picture.h"

#define MOST_FILE_BYTES (G_GUINT64_CONSTANT (1) << 30)

/* Limits of a batch for a helper: number of files, and bytes of input and output; a larger file is
 * a batch of its own. */
#define MOST_IN_BATCH 64
#define MOST_BATCH_BYTES (4 << 20)
/* A picture with more pixels is decoded in its own batch; every batch counts as this many in the
 * budget of all threads. */
#define BATCH_POINTS (G_GUINT64_CONSTANT (1) << 20)
#define SEND_BYTES (256 << 10)

/* Processor time for a batch, plus a second for each BYTES_PER_SECOND of its files. */
#define HELPER_SECONDS 20
#define BYTES_PER_SECOND (8 << 20)
/* Memory for a batch, plus that for each decoded pixel and each byte of a file. */
#define HELPER_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define BYTES_PER_POINT 24
#define TIMES_FILE 4
/* Minimum number of rows and columns for an array of two axes to be considered a picture. */
#define SMALLEST_PICTURE 8

RensaPicture
rensa_picture_guess (const RensaType *type)
{
  const gint64 *dims = type->shape.dims;
  const double white = type->dtype == RENSA_UINT8 ? 255 : 1;

  if (type->shape.ndim == 3 && (dims[0] == 1 || dims[0] == 3) && MIN (dims[1], dims[2]) >= SMALLEST_PICTURE)
    return (RensaPicture){ dims[0], dims[1], dims[2], white };
  if (type->shape.ndim == 2 && MIN (dims[0], dims[1]) >= SMALLEST_PICTURE)
    return (RensaPicture){ 1, dims[0], dims[1], white };
  return (RensaPicture){ 0 };
}

/* Maximum number of pixels decoded at once, except for a single larger picture; about 700 MB. */
#define MOST_IN_FLIGHT (G_GUINT64_CONSTANT (1) << 26)

static pthread_mutex_t budget_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given_back = PTHREAD_COND_INITIALIZER;
static guint64 n_in_flight;

void
rensa_picture_take_points (guint64 n)
{
  pthread_mutex_lock (&budget_lock);
  while (n_in_flight > 0 && n_in_flight + n > MOST_IN_FLIGHT)
    pthread_cond_wait (&given_back, &budget_lock);
  n_in_flight += n;
  pthread_mutex_unlock (&budget_lock);
}

void
rensa_picture_give_points_back (guint64 n)
{
  pthread_mutex_lock (&budget_lock);
  n_in_flight -= n;
  pthread_cond_broadcast (&given_back);
  pthread_mutex_unlock (&budget_lock);
}

guint64
rensa_picture_count_points_in_flight (void)
{
  guint64 n;

  pthread_mutex_lock (&budget_lock);
  n = n_in_flight;
  pthread_mutex_unlock (&budget_lock);
  return n;
}

static const char *const endings[] = { ".png", ".jpg",  ".jpeg", ".jfif", ".bmp", ".webp",
                                       ".tif", ".tiff", ".pbm",  ".pgm",  ".ppm", ".gif" };

gboolean
rensa_picture_is_name (const char *name)
{
  const char *dot = strrchr (name, '.');

  for (guint i = 0; dot != NULL && dot != name && i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (dot, endings[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Helpers */

static void
free_helper (gpointer helper)
{
  rensa_helper_free (helper);
}

void
rensa_picture_reader_free (RensaPictureReader *self)
{
  g_clear_pointer (&self->idle, g_ptr_array_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Returns NULL if no helper is idle. */
static RensaHelper *
take_helper (RensaPictureReader *self)
{
  RensaHelper *helper = NULL;

  g_mutex_lock (&self->lock);
  if (self->idle != NULL && self->idle->len > 0)
    helper = g_ptr_array_steal_index (self->idle, self->idle->len - 1);
  g_mutex_unlock (&self->lock);
  return helper;
}

static void
give_back_helper (RensaPictureReader *self, RensaHelper *helper)
{
  g_mutex_lock (&self->lock);
  if (self->idle == NULL)
    self->idle = g_ptr_array_new_with_free_func (free_helper);
  g_ptr_array_add (self->idle, helper);
  g_mutex_unlock (&self->lock);
}

/* Jobs */

void
rensa_picture_job_clear (RensaPictureJob *job)
{
  g_clear_pointer (&job->path, g_free);
  g_clear_error (&job->error);
}

static void
refuse (RensaPictureJob *job, const char *why)
{
  g_autofree char *shown = rensa_file_dup_shown_name (job->path);

  rensa_set_words (&job->error, RENSA_ERROR_FORMAT, N_ ("“%s” is not a readable image: %s"), shown, why);
}

/* The helper has ended, or sent an invalid answer. */
static void
give_up (RensaPictureJob *job, RensaHelper *helper)
{
  refuse (job, rensa_helper_was_too_slow (helper) ? _ ("reading takes too long")
                                                  : _ ("the file is damaged, and reading it would crash the program"));
}

static void
refuse_size (RensaPictureJob *job, const RensaPictureReply *reply, guint64 n_bytes)
{
  g_autofree char *shown = rensa_file_dup_shown_name (job->path);
  g_autofree char *size = g_format_size (n_bytes);

  if (reply->answer == RENSA_PICTURE_TOO_LARGE)
    rensa_set_words (&job->error, RENSA_ERROR_NO_MEMORY, N_ ("“%s” is too large: %d × %d pixels"), shown, reply->width,
                     reply->height);
  else
    rensa_set_words (&job->error, RENSA_ERROR_FORMAT,
                     N_ ("“%s” is not a readable image: %s cannot contain %d × %d pixels"), shown, size, reply->width,
                     reply->height);
}

static void
refuse_format (RensaPictureJob *job, const char *title)
{
  g_autofree char *shown = rensa_file_dup_shown_name (job->path);

  rensa_set_words (&job->error, RENSA_ERROR_FORMAT, N_ ("“%s” is a %s image, which this system cannot read"), shown,
                   title);
}

static void
refuse_memory (RensaPictureJob *job)
{
  g_autofree char *shown = rensa_file_dup_shown_name (job->path);

  rensa_set_words (&job->error, RENSA_ERROR_NO_MEMORY, "%s: %s", shown, _ ("reading requires too much memory"));
}

/* Reports a reply that contains no picture. */
static void
take_refusal (RensaPictureJob *job, const RensaPictureReply *reply, const char *text, guint64 n_bytes)
{
  switch ((RensaPictureAnswer) reply->answer)
    {
    case RENSA_PICTURE_TOO_LARGE:
    case RENSA_PICTURE_IMPLAUSIBLE:
      return refuse_size (job, reply, n_bytes);
    case RENSA_PICTURE_NO_DECODER:
      return refuse_format (job, text);
    case RENSA_PICTURE_NO_MEMORY:
      return refuse_memory (job);
    case RENSA_PICTURE_EMPTY:
      return refuse (job, _ ("the file is empty"));
    case RENSA_PICTURE_UNKNOWN:
      return refuse (job, _ ("the file format is unknown"));
    case RENSA_PICTURE_CUT:
      return refuse (job, _ ("unexpected end of file"));
    default:
      return refuse (job, text);
    }
}

/* Batches */

/* A job sent to a helper. @n_bytes: size of its file. */
typedef struct
{
  RensaPictureJob *job;
  guint64 n_bytes;
} Sent;

/* @most_points: maximum for one picture. @is_last_try: uses a helper that has read nothing else, so
 *   that the file caused the failure.
 * @helper: NULL before the first job. @n_points: taken from the budget. @n_bytes: of files and
 *   results. */
typedef struct
{
  RensaPictureReader *reader;
  const RensaPicture *picture;
  guint64 most_points;
  gboolean is_last_try;
  RensaHelper *helper;
  guint64 n_points;
  guint64 n_bytes;
  guint n;
  Sent sent[MOST_IN_BATCH];
  GByteArray *out; /* not sent yet */
} Batch;

static void
batch_clear (Batch *self)
{
  rensa_picture_give_points_back (self->n_points);
  self->n_points = 0;
  g_clear_pointer (&self->helper, rensa_helper_free);
  g_clear_pointer (&self->out, g_byte_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

/* A helper that has ended is detected when its answers are received. */
static void
send_out (Batch *self)
{
  rensa_helper_send (self->helper, self->out->data, self->out->len);
  g_byte_array_set_size (self->out, 0);
}

/* Reserves space for the largest block at the end of the output. */
static guint8 *
begin_block (Batch *self)
{
  const guint at = self->out->len;

  g_byte_array_set_size (self->out, at + (guint) sizeof (guint32) + RENSA_PICTURE_MOST_BLOCK_BYTES);
  return self->out->data + at + sizeof (guint32);
}

static void
end_block (Batch *self, const guint8 *block, guint32 n)
{
  const guint at = (guint) (block - self->out->data);

  memcpy (self->out->data + at - sizeof n, &n, sizeof n);
  g_byte_array_set_size (self->out, at + n);
  if (self->out->len >= SEND_BYTES)
    send_out (self);
}

static void
send_file (Batch *self, RensaPictureJob *job, int fd)
{
  gssize n;

  do
    {
      guint8 *block = begin_block (self);

      do
        n = read (fd, block, RENSA_PICTURE_MOST_BLOCK_BYTES);
      while (n < 0 && errno == EINTR);
      if (n < 0)
        {
          g_autofree char *shown = rensa_file_dup_shown_name (job->path);

          rensa_set_words (&job->error, RENSA_ERROR_IO, N_ ("“%s” could not be read: %s"), shown, g_strerror (errno));
        }
      end_block (self, block, (guint32) MAX (n, 0));
    }
  while (n > 0);
}

static void
send_bytes (Batch *self, const guint8 *bytes, gsize n)
{
  gsize at = 0;
  guint32 n_block;

  do
    {
      guint8 *block = begin_block (self);

      n_block = (guint32) MIN (n - at, RENSA_PICTURE_MOST_BLOCK_BYTES);
      if (n_block > 0)
        memcpy (block, bytes + at, n_block);
      end_block (self, block, n_block);
      at += n_block;
    }
  while (n_block > 0);
}

/* Receives the bytes of the picture, or the text after another reply; FALSE if that is invalid. */
static gboolean
receive_rest (Batch *self, const Sent *sent, const RensaPictureReply *reply)
{
  char text[RENSA_PICTURE_MOST_TEXT_BYTES + 1];

  if (reply->answer == RENSA_PICTURE_DECODED)
    return reply->n_bytes == rensa_picture_get_n_bytes (self->picture)
           && rensa_helper_receive (self->helper, sent->job->bytes, reply->n_bytes);
  if (reply->n_bytes >= sizeof text || !rensa_helper_receive (self->helper, text, reply->n_bytes))
    return FALSE;
  text[reply->n_bytes] = '\0';
  if (reply->answer != RENSA_PICTURE_LARGE && sent->job->error == NULL)
    {
      g_autofree char *shown = rensa_file_dup_shown_name (text);

      take_refusal (sent->job, reply, shown, sent->n_bytes);
    }
  return TRUE;
}

static gboolean read_alone (const Batch *batch, RensaPictureJob *job, guint64 most_points, gboolean is_last_try,
                            GError **error);

/* Reads the picture of the reply, if there is enough memory. */
static gboolean
read_large (const Batch *self, RensaPictureJob *job, const RensaPictureReply *reply, GError **error)
{
  const guint64 n_points = (guint64) reply->width * (guint64) reply->height;
  g_autofree char *shown = rensa_file_dup_shown_name (job->path);

  if (reply->width <= 0 || reply->height <= 0 || n_points <= BATCH_POINTS || n_points > RENSA_PICTURE_MOST_POINTS
      || self->most_points > BATCH_POINTS)
    {
      refuse (job, _ ("the file is damaged, and reading it would crash the program"));
      return TRUE;
    }
  return !rensa_memory_check (4 * n_points, shown, &job->error) || read_alone (self, job, n_points, FALSE, error);
}

/* Returns the number of answers before the end of the helper. */
static guint
receive (Batch *self, RensaPictureReply *replies)
{
  static const RensaPictureRequest wanted = { .command = RENSA_PICTURE_ANSWER };
  guint n = 0;

  g_byte_array_append (self->out, (const guint8 *) &wanted, sizeof wanted);
  send_out (self);
  while (n < self->n && rensa_helper_receive (self->helper, &replies[n], sizeof *replies)
         && receive_rest (self, &self->sent[n], &replies[n]))
    n++;
  return n;
}

static void
end (Batch *self, gboolean is_sound)
{
  if (is_sound)
    give_back_helper (self->reader, g_steal_pointer (&self->helper));
  g_clear_pointer (&self->helper, rensa_helper_free);
  rensa_picture_give_points_back (self->n_points);
  self->n_points = 0;
  self->n_bytes = 0;
  self->n = 0;
}

/* Receives the answers. Then reads the remaining pictures one by one: those with many pixels and,
 * if the helper has ended, those without an answer. */
static gboolean
finish (Batch *self, GError **error)
{
  RensaPictureReply replies[MOST_IN_BATCH];
  const guint n = self->n;
  const guint n_answered = n > 0 ? receive (self, replies) : 0;
  gboolean ok = TRUE;

  if (n == 0)
    return TRUE;
  if (n_answered < n && self->is_last_try)
    give_up (self->sent[0].job, self->helper);
  end (self, n_answered == n);

  for (guint i = 0; ok && i < n; i++)
    if (self->sent[i].job->error == NULL && i >= n_answered)
      ok = read_alone (self, self->sent[i].job, self->most_points, TRUE, error);
    else if (self->sent[i].job->error == NULL && replies[i].answer == RENSA_PICTURE_LARGE)
      ok = read_large (self, self->sent[i].job, &replies[i], error);
  return ok;
}

static gboolean
begin (Batch *self, guint64 n_bytes, GError **error)
{
  const guint64 most_bytes = MAX (n_bytes, MOST_BATCH_BYTES);
  const guint seconds = (guint) (HELPER_SECONDS + most_bytes / BYTES_PER_SECOND);
  const guint64 memory = HELPER_BYTES + BYTES_PER_POINT * self->most_points + TIMES_FILE * most_bytes;

  self->n_points = self->most_points;
  rensa_picture_take_points (self->n_points);
  self->helper = self->is_last_try ? NULL : take_helper (self->reader);
  if (self->helper != NULL)
    rensa_helper_allow (self->helper, seconds, memory);
  else
    self->helper = rensa_helper_start ("picture", -1, seconds, memory, error);
  return self->helper != NULL;
}

static gboolean
check_size (RensaPictureJob *job, guint64 n_bytes)
{
  g_autofree char *shown = NULL;
  g_autofree char *size = NULL;

  if (n_bytes <= MOST_FILE_BYTES)
    return TRUE;
  shown = rensa_file_dup_shown_name (job->path);
  size = g_format_size (n_bytes);
  rensa_set_words (&job->error, RENSA_ERROR_NO_MEMORY, N_ ("“%s” is too large: %s"), shown, size);
  return FALSE;
}

/* Adds the job to this batch or, if that would exceed the limits, to the next. */
static gboolean
add (Batch *self, RensaPictureJob *job, guint64 n_bytes, GError **error)
{
  const guint64 n_more = n_bytes + rensa_picture_get_n_bytes (self->picture);
  const RensaPictureRequest request = { .command = RENSA_PICTURE_DECODE,
                                        .fit = self->picture->fit,
                                        .n_channels = self->picture->n_channels,
                                        .height = self->picture->height,
                                        .width = self->picture->width,
                                        .most_points = self->most_points,
                                        .n_bytes = n_bytes,
                                        .n_each = rensa_picture_get_n_each (self->picture) };

  if ((self->n == MOST_IN_BATCH || self->n_bytes + n_more > MOST_BATCH_BYTES) && !finish (self, error))
    return FALSE;
  if (self->n == 0 && !begin (self, n_bytes, error))
    return FALSE;
  self->sent[self->n++] = (Sent){ job, n_bytes };
  self->n_bytes += n_more;
  g_byte_array_append (self->out, (const guint8 *) &request, sizeof request);
  return TRUE;
}

static gboolean
add_member (Batch *self, RensaPictureJob *job, GError **error)
{
  gsize n;
  g_autofree guint8 *bytes = rensa_zip_read (job->zip, job->member, &n, &job->error);

  if (bytes == NULL || !check_size (job, n))
    return TRUE;
  if (!add (self, job, n, error))
    return FALSE;
  send_bytes (self, bytes, n);
  return TRUE;
}

static gboolean
add_file (Batch *self, RensaPictureJob *job, GError **error)
{
  guint64 n_bytes;
  const int fd = rensa_file_open (job->path, &n_bytes, &job->error);
  gboolean ok = TRUE;

  if (fd < 0)
    return TRUE;
  if (check_size (job, n_bytes))
    {
      ok = add (self, job, n_bytes, error);
      if (ok)
        send_file (self, job, fd);
    }
  close (fd);
  return ok;
}

static gboolean
read_jobs (Batch *batch, RensaPictureJob *jobs, gsize n, GError **error)
{
  gboolean ok = TRUE;

  batch->out = g_byte_array_sized_new (SEND_BYTES + 2 * RENSA_PICTURE_MOST_BLOCK_BYTES);
  for (gsize i = 0; ok && i < n; i++)
    ok = jobs[i].zip != NULL ? add_member (batch, &jobs[i], error) : add_file (batch, &jobs[i], error);
  return ok && finish (batch, error);
}

static gboolean
read_alone (const Batch *batch, RensaPictureJob *job, guint64 most_points, gboolean is_last_try, GError **error)
{
  g_auto (Batch) alone = { batch->reader, batch->picture, most_points, is_last_try };

  return read_jobs (&alone, job, 1, error);
}

gboolean
rensa_picture_reader_read (RensaPictureReader *self, const RensaPicture *picture, RensaPictureJob *jobs, gsize n,
                           GError **error)
{
  g_auto (Batch) batch = { self, picture, BATCH_POINTS };

  return read_jobs (&batch, jobs, n, error);
}

gboolean
rensa_picture_read (const char *path, const RensaPicture *picture, guint8 *bytes, GError **error)
{
  /* Static, to keep the helper, as single pictures are often read in succession. */
  static RensaPictureReader reader;
  RensaPictureJob job = { .path = g_strdup (path), .bytes = bytes };
  const gboolean ok = rensa_picture_reader_read (&reader, picture, &job, 1, error) && job.error == NULL;

  if (job.error != NULL)
    g_propagate_error (error, g_steal_pointer (&job.error));
  rensa_picture_job_clear (&job);
  return ok;
}
