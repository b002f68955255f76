/* rensa-memory.c: checked allocation of memory whose size comes from untrusted input.
 * SPDX-License-Identifier: MIT */

#include "rensa-memory.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-language.h"

/* Smaller sizes are not checked. */
#define SMALL (16 << 20)

/* Returns the single number in @path; G_MAXUINT64 if there is none, as in "max". */
static guint64
read_number (const char *path)
{
  g_autofree char *text = NULL;
  guint64 number;

  if (!g_file_get_contents (path, &text, NULL, NULL)
      || !g_ascii_string_to_unsigned (g_strchomp (text), 10, 0, G_MAXUINT64, &number, NULL))
    return G_MAXUINT64;
  return number;
}

/* Returns the memory remaining in the container's limit. */
static guint64
get_left_of_group (void)
{
  const guint64 limit = read_number ("/sys/fs/cgroup/memory.max");
  const guint64 used = limit != G_MAXUINT64 ? read_number ("/sys/fs/cgroup/memory.current") : 0;

  return limit == G_MAXUINT64 ? limit : limit - MIN (used, limit);
}

static guint64
get_free_of_machine (void)
{
  static const char key[] = "\nMemAvailable:";
  g_autofree char *text = NULL;
  const char *line;

  if (g_file_get_contents ("/proc/meminfo", &text, NULL, NULL) && (line = strstr (text, key)) != NULL)
    return g_ascii_strtoull (line + strlen (key), NULL, 10) * 1024;
  return (guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE);
}

guint64
rensa_memory_get_available (void)
{
  return MIN (get_free_of_machine (), get_left_of_group ());
}

guint64
rensa_memory_get_total (void)
{
  return MIN ((guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE),
              read_number ("/sys/fs/cgroup/memory.max"));
}

static gboolean
fail (guint64 n_bytes, const char *what, GError **error)
{
  g_autofree char *wanted = g_format_size_full (n_bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *left = g_format_size_full (rensa_memory_get_available (), G_FORMAT_SIZE_IEC_UNITS);

  rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("%s: not enough memory for %s, only %s available"), what, wanted,
                   left);
  return FALSE;
}

gboolean
rensa_memory_check (guint64 n_bytes, const char *what, GError **error)
{
  return n_bytes < SMALL || n_bytes <= rensa_memory_get_available () || fail (n_bytes, what, error);
}

gpointer
rensa_memory_try_alloc (guint64 n, gsize size, const char *what, GError **error)
{
  gpointer memory = NULL;
  gsize n_bytes;

  if (!g_size_checked_mul (&n_bytes, n, size))
    n_bytes = G_MAXSIZE;
  if (!rensa_memory_check (n_bytes, what, error))
    return NULL;

  memory = g_try_malloc (MAX (n_bytes, 1));
  if (memory == NULL)
    fail (n_bytes, what, error);
  return memory;
}

/* Header before the memory that stores its size for unmapping. */
#define MAP_HEAD 64

gpointer
rensa_memory_try_map (gsize n_bytes)
{
  gsize n_all;
  guint8 *map;

  if (!g_size_checked_add (&n_all, n_bytes, MAP_HEAD))
    return NULL;
  map = mmap (NULL, n_all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED)
    return NULL;
  memcpy (map, &n_all, sizeof n_all);
  return map + MAP_HEAD;
}

void
rensa_memory_unmap (gpointer memory)
{
  guint8 *map;
  gsize n_all;

  if (memory == NULL)
    return;
  map = (guint8 *) memory - MAP_HEAD;
  memcpy (&n_all, map, sizeof n_all);
  munmap (map, n_all);
}
