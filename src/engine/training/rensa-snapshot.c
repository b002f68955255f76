/* rensa-snapshot.c: a run in a file.
 * SPDX-License-Identifier: MIT */

#include "rensa-snapshot.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "rensa-error.h"
#include "rensa-npz.h"

/* A key that every snapshot has. */
#define OF_ALL "updater/iteration"

gboolean
rensa_snapshot_save (RensaTrainer *trainer, const char *path, GError **error)
{
  return rensa_save_npz (path, rensa_trainer_serialize, trainer, FALSE, error);
}

gboolean
rensa_snapshot_load (RensaTrainer *trainer, const char *path, GError **error)
{
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, error);

  if (npz == NULL)
    return FALSE;
  if (!rensa_npz_has (npz, OF_ALL))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT,
                   "“%s” is not the snapshot of a run, because it holds no “" OF_ALL "”", path);
      return FALSE;
    }
  return rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_trainer_serialize, trainer, error);
}

/* The next field of @at, from *@start to *@end, its braces included; FALSE where there is none. */
static gboolean
find_field (const char *at, const char **start, const char **end)
{
  *start = strchr (at, '{');
  *end = *start != NULL ? strchr (*start, '}') : NULL;
  if (*end != NULL)
    (*end)++;
  return *end != NULL;
}

static gboolean
append_field (GString *path, const char *start, const char *end, RensaUpdater *updater, GError **error)
{
  g_autofree char *field = g_strndup (start, end - start);
  gint64 value;

  if (g_str_equal (field, "{.updater.iteration}"))
    value = rensa_updater_get_iteration (updater);
  else if (g_str_equal (field, "{.updater.epoch}"))
    value = rensa_updater_get_epoch (updater);
  else
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "The file name of a snapshot takes {.updater.iteration} and {.updater.epoch}, but “%s” was given",
                   field);
      return FALSE;
    }
  g_string_append_printf (path, "%" G_GINT64_FORMAT, value);
  return TRUE;
}

char *
rensa_snapshot_make_path (RensaTrainer *trainer, const char *filename, GError **error)
{
  g_autoptr (GString) path = g_string_new (rensa_trainer_get_out (trainer));
  const char *at = filename;
  const char *start;
  const char *end;

  g_string_append_c (path, G_DIR_SEPARATOR);
  while (find_field (at, &start, &end))
    {
      g_string_append_len (path, at, start - at);
      if (!append_field (path, start, end, rensa_trainer_get_updater (trainer), error))
        return NULL;
      at = end;
    }
  g_string_append (path, at);
  return g_strdup (path->str);
}

static void
append_escaped (GString *pattern, const char *text, gssize length)
{
  g_autofree char *escaped = g_regex_escape_string (text, (int) length);

  g_string_append (pattern, escaped);
}

/* Numbers in the place of fields. */
static GRegex *
make_pattern (const char *filename)
{
  g_autoptr (GString) pattern = g_string_new ("^");
  const char *at = filename;
  const char *start;
  const char *end;

  while (find_field (at, &start, &end))
    {
      append_escaped (pattern, at, start - at);
      g_string_append (pattern, "[0-9]+");
      at = end;
    }
  append_escaped (pattern, at, strlen (at));
  g_string_append_c (pattern, '$');
  return g_regex_new (pattern->str, 0, 0, NULL);
}

typedef struct
{
  char *path;
  char *order; /* decides where the times are equal */
  struct timespec time;
} Found;

static void
found_free (gpointer data)
{
  Found *found = data;

  g_free (found->path);
  g_free (found->order);
  g_free (found);
}

static gint
compare_newest_first (gconstpointer a, gconstpointer b)
{
  const Found *x = *(const Found *const *) a;
  const Found *y = *(const Found *const *) b;

  if (x->time.tv_sec != y->time.tv_sec)
    return x->time.tv_sec > y->time.tv_sec ? -1 : 1;
  if (x->time.tv_nsec != y->time.tv_nsec)
    return x->time.tv_nsec > y->time.tv_nsec ? -1 : 1;
  return -strcmp (x->order, y->order);
}

/* What @filename has given so far, the newest first. */
static GPtrArray *
find_snapshots (RensaTrainer *trainer, const char *filename)
{
  GPtrArray *snapshots = g_ptr_array_new_with_free_func (found_free);
  const char *out = rensa_trainer_get_out (trainer);
  g_autofree char *template = g_build_filename (out, filename, NULL);
  g_autofree char *folder = g_path_get_dirname (template);
  g_autofree char *base = g_path_get_basename (template);
  g_autoptr (GRegex) pattern = make_pattern (base);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat status;
      Found *found;

      if (!g_regex_match (pattern, name, 0, NULL) || stat (path, &status) != 0 || !S_ISREG (status.st_mode))
        continue;
      found = g_new0 (Found, 1);
      found->path = g_steal_pointer (&path);
      found->order = g_utf8_collate_key_for_filename (name, -1);
      found->time = status.st_mtim;
      g_ptr_array_add (snapshots, found);
    }
  g_ptr_array_sort (snapshots, compare_newest_first);
  return snapshots;
}

char *
rensa_snapshot_find_latest (RensaTrainer *trainer, const char *filename)
{
  g_autoptr (GPtrArray) snapshots = find_snapshots (trainer, filename);

  return snapshots->len > 0 ? g_strdup (((Found *) g_ptr_array_index (snapshots, 0))->path) : NULL;
}

gboolean
rensa_snapshot_remove_stale (RensaTrainer *trainer, const char *filename, gint64 n, const char *path, GError **error)
{
  g_autoptr (GPtrArray) snapshots = find_snapshots (trainer, filename);

  for (guint i = n; i < snapshots->len; i++)
    {
      const Found *found = g_ptr_array_index (snapshots, i);

      if (!g_str_equal (found->path, path) && g_unlink (found->path) != 0)
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "The old snapshot “%s” could not be removed: %s",
                       found->path, g_strerror (errno));
          return FALSE;
        }
    }
  return TRUE;
}
