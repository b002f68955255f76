/* rensa-text.c: text files in the encodings that spreadsheets write.
 * SPDX-License-Identifier: MIT */

#include "rensa-text-private.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "rensa-error.h"
#include "rensa-file.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* Number of bytes read at once; each becomes at most three bytes in UTF-8. */
#define N_RAW RENSA_TEXT_BLOCK / 3

struct _RensaText
{
  char *path;
  int fd;
  RensaEncoding encoding;
  gboolean is_guessed;  /* UTF-8 is assumed; neither the file nor the caller specifies an encoding */
  gboolean has_letters; /* non-ASCII characters in UTF-8 have occurred */
  gboolean is_over;
  gboolean has_failed; /* stopped at a byte that may be valid in another encoding */
  guint64 size;
  guint64 n_read;
  gsize n_raw; /* bytes in @raw of an incomplete character */
  guchar raw[N_RAW];
};

static const char *const names[] = { "UTF-8", "Windows-1252", "UTF-16" };

const char *
rensa_encoding_get_name (RensaEncoding encoding)
{
  return names[MIN (encoding, G_N_ELEMENTS (names) - 1)];
}

static gboolean
fail_to_read (const char *path, GError **error)
{
  const int code = errno;
  g_autofree char *name = rensa_file_dup_shown_name (path);

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” cannot be read: %s"), name, g_strerror (code));
  return FALSE;
}

/* A byte order mark takes precedence over the specified encoding. */
static void
find_mark (RensaText *self)
{
  static const struct
  {
    const char *mark;
    gsize n;
    RensaEncoding encoding;
  } marks[] = {
    { "\xef\xbb\xbf", 3, RENSA_ENCODING_UTF_8 },
    { "\xff\xfe", 2, RENSA_ENCODING_UTF_16_LE },
    { "\xfe\xff", 2, RENSA_ENCODING_UTF_16_BE },
  };
  guchar bytes[3] = { 0 };
  const gssize n = pread (self->fd, bytes, sizeof bytes, 0);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (n >= (gssize) marks[i].n && memcmp (bytes, marks[i].mark, marks[i].n) == 0)
      {
        self->encoding = marks[i].encoding;
        self->is_guessed = FALSE;
        self->n_read = marks[i].n;
      }
}

RensaText *
rensa_text_open (const char *path, RensaEncoding encoding, GError **error)
{
  guint64 size;
  const int fd = rensa_file_open (path, &size, error);
  RensaText *self;

  if (fd < 0)
    return NULL;

  self = g_new0 (RensaText, 1);
  self->path = g_strdup (path);
  self->fd = fd;
  self->size = size;
  self->is_guessed = encoding == RENSA_ENCODING_AUTO;
  self->encoding = self->is_guessed ? RENSA_ENCODING_UTF_8 : encoding;
  find_mark (self);
  lseek (self->fd, (off_t) self->n_read, SEEK_SET);
  return self;
}

void
rensa_text_free (RensaText *self)
{
  close (self->fd);
  g_free (self->path);
  g_free (self);
}

RensaEncoding
rensa_text_get_encoding (RensaText *self)
{
  return self->encoding;
}

guint64
rensa_text_get_size (RensaText *self)
{
  return self->size;
}

guint64
rensa_text_get_n_read (RensaText *self)
{
  return self->n_read;
}

gboolean
rensa_text_is_perhaps_other (RensaText *self)
{
  return self->has_failed && self->is_guessed && !self->has_letters;
}

/* Returns the line of the file that contains byte @offset. */
static guint
find_line (RensaText *self, guint64 offset)
{
  const guint64 unit = self->encoding >= RENSA_ENCODING_UTF_16_LE ? 2 : 1;
  guchar bytes[4096];
  guint line = 1;

  for (guint64 at = 0; at < offset;)
    {
      const gssize n = pread (self->fd, bytes, MIN (sizeof bytes, offset - at), at);

      if (n <= 0)
        break;
      for (gssize i = 0; i < n; i++)
        line += bytes[i] == '\n' && (unit == 1 || bytes[i ^ 1] == 0);
      at += n;
    }
  return line;
}

static gboolean
is_control (guchar byte)
{
  return byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f';
}

/* @at: position of the invalid bytes in @raw. */
static gssize
fail_at (RensaText *self, gsize n, gsize at, GError **error)
{
  const char *name = is_control (self->raw[at]) ? "" : rensa_encoding_get_name (self->encoding);

  self->has_failed = *name != '\0';
  if (self->has_failed)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s, line %u: byte 0x%02x is not valid %s text"), self->path,
                     find_line (self, self->n_read - n + at), self->raw[at], name);
  else
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s, line %u: byte 0x%02x is not valid text"), self->path,
                     find_line (self, self->n_read - n + at), self->raw[at]);
  return -1;
}

/* Each decoder converts the first n bytes of @raw into @to, sets @n_used to the number of bytes it
 * used, and returns the number of bytes written; -1 with an error. */

static gssize
decode_utf_8 (RensaText *self, gsize n, char *to, gsize *n_used, GError **error)
{
  const char *valid;
  const gboolean is_valid = g_utf8_validate_len ((char *) self->raw, n, &valid);
  const gsize n_left = (char *) self->raw + n - valid;

  *n_used = n - n_left;
  memcpy (to, self->raw, *n_used);
  for (gsize i = 0; !self->has_letters && i < *n_used; i++)
    self->has_letters = (guchar) to[i] >= 0x80;

  /* A character may continue in the next block. */
  if (!is_valid && (self->is_over || n_left > 3 || g_utf8_get_char_validated (valid, n_left) != (gunichar) -2))
    return fail_at (self, n, *n_used, error);
  return *n_used;
}

/* Meanings of 0x80 … 0x9f; 0 is undefined. */
static const gunichar windows_1252[32] = {
  0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
  0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
  0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

static gssize
decode_windows_1252 (RensaText *self, gsize n, char *to, gsize *n_used, GError **error)
{
  char *out = to;

  for (gsize i = 0; i < n; i++)
    {
      const guchar byte = self->raw[i];
      const gunichar letter = byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte;

      if (letter == 0 || is_control (byte))
        return fail_at (self, n, i, error);
      if (byte < 0x80)
        *out++ = byte;
      else
        out += g_unichar_to_utf8 (letter, out);
    }
  *n_used = n;
  return out - to;
}

static gunichar
get_unit (const RensaText *self, gsize at)
{
  const gboolean is_big = self->encoding == RENSA_ENCODING_UTF_16_BE;

  return self->raw[at + !is_big] << 8 | self->raw[at + is_big];
}

static gssize
decode_utf_16 (RensaText *self, gsize n, char *to, gsize *n_used, GError **error)
{
  char *out = to;
  gsize i = 0;

  while (i + 2 <= n)
    {
      const gunichar unit = get_unit (self, i);
      const gboolean is_pair = (unit & 0xfc00) == 0xd800;
      const gunichar second = is_pair && i + 4 <= n ? get_unit (self, i + 2) : 0;

      if (is_pair && i + 4 > n && !self->is_over)
        break;
      if (unit == 0 || (unit & 0xfc00) == 0xdc00 || (is_pair && (second & 0xfc00) != 0xdc00))
        return fail_at (self, n, i, error);
      out += g_unichar_to_utf8 (is_pair ? 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff) : unit, out);
      i += is_pair ? 4 : 2;
    }
  if (self->is_over && i < n)
    return fail_at (self, n, i, error);
  *n_used = i;
  return out - to;
}

gssize
rensa_text_read (RensaText *self, char *to, GError **error)
{
  gsize n = self->n_raw;
  gsize n_used = 0;
  gssize n_made;

  while (n < sizeof self->raw && !self->is_over)
    {
      const gssize n_come = read (self->fd, self->raw + n, sizeof self->raw - n);

      if (n_come < 0 && errno == EINTR)
        continue;
      if (n_come < 0)
        {
          fail_to_read (self->path, error);
          return -1;
        }
      self->is_over = n_come == 0;
      self->n_read += n_come;
      n += n_come;
    }

  if (self->encoding == RENSA_ENCODING_UTF_8)
    n_made = decode_utf_8 (self, n, to, &n_used, error);
  else if (self->encoding == RENSA_ENCODING_WINDOWS_1252)
    n_made = decode_windows_1252 (self, n, to, &n_used, error);
  else
    n_made = decode_utf_16 (self, n, to, &n_used, error);

  self->n_raw = n - n_used;
  memmove (self->raw, self->raw + n_used, self->n_raw);
  return n_made;
}
