/* rensa-wal.c: detects damage of a write-ahead log.
 *
 * The format is SQLite's (https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log"): a
 * header, then frames, each with the salts of the header and a checksum over everything before.
 * SPDX-License-Identifier: MIT */

#include "rensa-wal-private.h"

#include <string.h>

#define HEADER_SIZE 32
#define FRAME_HEADER_SIZE 24
#define MAGIC 0x377f0682u

typedef struct
{
  guint32 s0, s1;
} Sum;

typedef struct
{
  const guint8 *bytes;
  gsize n_frames;
  gsize page_size;
  gboolean is_big_endian; /* byte order of the words in the checksum */
} Log;

static guint32
read_word (const guint8 *at, gboolean is_big_endian)
{
  guint32 word;

  memcpy (&word, at, sizeof word);
  return is_big_endian ? GUINT32_FROM_BE (word) : GUINT32_FROM_LE (word);
}

static Sum
add_up (Sum sum, const guint8 *bytes, gsize n, gboolean is_big_endian)
{
  for (gsize i = 0; i + 8 <= n; i += 8)
    {
      sum.s0 += read_word (bytes + i, is_big_endian) + sum.s1;
      sum.s1 += read_word (bytes + i + 4, is_big_endian) + sum.s0;
    }
  return sum;
}

static gboolean
says (const guint8 *at, Sum sum)
{
  return read_word (at, TRUE) == sum.s0 && read_word (at + 4, TRUE) == sum.s1;
}

static const guint8 *
get_frame (const Log *log, gsize i)
{
  return log->bytes + HEADER_SIZE + i * (FRAME_HEADER_SIZE + log->page_size);
}

static gboolean
has_salts (const Log *log, gsize i)
{
  return memcmp (get_frame (log, i) + 8, log->bytes + 16, 8) == 0;
}

/* Each commit waited until the previous one was on disk. So an incomplete last one was cut off; if
 * there is more than one beyond the bad frame, something was damaged. */
static gboolean
has_lost_commits (const Log *log, gsize bad)
{
  guint n = 0;

  for (gsize i = bad; i < log->n_frames; i++)
    n += has_salts (log, i) && read_word (get_frame (log, i) + 4, TRUE) != 0;
  return n > 1;
}

static gboolean
is_log_damaged (const Log *log)
{
  Sum sum = add_up ((Sum){ 0 }, log->bytes, 24, log->is_big_endian);

  if (!says (log->bytes + 24, sum))
    return log->n_frames > 0;

  for (gsize i = 0; i < log->n_frames; i++)
    {
      const guint8 *frame = get_frame (log, i);

      sum = add_up (sum, frame, 8, log->is_big_endian);
      sum = add_up (sum, frame + FRAME_HEADER_SIZE, log->page_size, log->is_big_endian);
      if (!has_salts (log, i) || !says (frame + 16, sum))
        return has_lost_commits (log, i);
    }
  return FALSE;
}

/* Returns FALSE if the header is invalid; SQLite then ignores everything after it. */
static gboolean
read_header (Log *log, const char *contents, gsize length)
{
  log->bytes = (const guint8 *) contents;
  log->page_size = read_word (log->bytes + 8, TRUE);
  log->is_big_endian = (read_word (log->bytes, TRUE) & 1) != 0;
  if ((read_word (log->bytes, TRUE) & ~1u) != MAGIC || log->page_size < 512 || log->page_size > 65536
      || (log->page_size & (log->page_size - 1)) != 0)
    return FALSE;

  log->n_frames = (length - HEADER_SIZE) / (FRAME_HEADER_SIZE + log->page_size);
  return TRUE;
}

static gboolean
look_at (const char *path, char header[HEADER_SIZE])
{
  g_autofree char *contents = NULL;
  gsize length;
  Log log;

  memset (header, 0, HEADER_SIZE);
  if (!g_file_get_contents (path, &contents, &length, NULL) || length <= HEADER_SIZE)
    return FALSE;

  memcpy (header, contents, HEADER_SIZE);
  return !read_header (&log, contents, length) || is_log_damaged (&log);
}

/* Another program may restart the log, with a new header, while it is being read. */
gboolean
rensa_wal_is_damaged (const char *path)
{
  char before[HEADER_SIZE];
  char after[HEADER_SIZE];

  return look_at (path, before) && look_at (path, after) && memcmp (before, after, HEADER_SIZE) == 0;
}
