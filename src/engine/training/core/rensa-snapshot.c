/* rensa-snapshot.c: saves and loads the state of a run.
 * SPDX-License-Identifier: MIT */

#include "rensa-snapshot.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "rensa-fault.h"
#include "rensa-npz.h"
#include "rensa-language.h"

/* Key of every snapshot. */
#define OF_ALL "updater/iteration"

gboolean
rensa_snapshot_save (RensaTrainer *trainer, const char *path, GError **error)
{
  return rensa_save_npz (path, rensa_trainer_serialize, trainer, FALSE, error);
}

GBytes *
rensa_snapshot_pack (RensaTrainer *trainer, const char *path, GError **error)
{
  return rensa_pack_npz (path, rensa_trainer_serialize, trainer, FALSE, error);
}

gint64
rensa_snapshot_read_iteration (const char *path, GError **error)
{
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, error);
  g_autoptr (RensaArray) iteration = NULL;

  if (npz == NULL)
    return -1;
  if (!rensa_npz_has (npz, OF_ALL))
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("“%s” is not a snapshot of a run because it does not contain "
                           "“%s”"),
                       path, OF_ALL);
      return -1;
    }
  iteration = rensa_npz_read (npz, OF_ALL, error);
  if (iteration == NULL)
    return -1;
  /* The loader rejects values that are not numbers. */
  return rensa_array_get_count (iteration) == 1 ? (gint64) fmin (fmax (rensa_array_get_scalar (iteration), 0), 0x1p53)
                                                : 0;
}

gboolean
rensa_snapshot_load (RensaTrainer *trainer, const char *path, GError **error)
{
  return rensa_snapshot_read_iteration (path, error) >= 0
         && rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_trainer_serialize, trainer, error);
}

/* Replaces the fields in braces; file names with other braces are rejected earlier. */
static char *
replace (const char *filename, const char *epoch, const char *iteration)
{
  g_autoptr (GString) name = g_string_new (filename);

  g_string_replace (name, "{.updater.epoch}", epoch, 0);
  g_string_replace (name, "{.updater.iteration}", iteration, 0);
  return g_string_free (g_steal_pointer (&name), FALSE);
}

char *
rensa_snapshot_make_path (RensaTrainer *trainer, const char *filename)
{
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  g_autofree char *epoch = g_strdup_printf ("%" G_GINT64_FORMAT, rensa_updater_get_epoch (updater));
  g_autofree char *iteration = g_strdup_printf ("%" G_GINT64_FORMAT, rensa_updater_get_iteration (updater));

  g_autofree char *name = replace (filename, epoch, iteration);

  return g_build_filename (rensa_trainer_get_out (trainer), name, NULL);
}

/* Matches numbers in place of the fields. */
gboolean
rensa_snapshot_may_be_name (const char *filename, const char *name)
{
  g_autofree char *escaped = g_regex_escape_string (filename, -1);
  g_autoptr (GString) pattern = g_string_new ("\\A");

  g_string_append (pattern, escaped);
  g_string_replace (pattern, "\\{\\.updater\\.epoch\\}", "[0-9]+", 0);
  g_string_replace (pattern, "\\{\\.updater\\.iteration\\}", "[0-9]+", 0);
  g_string_append (pattern, "\\z");
  return g_regex_match_simple (pattern->str, name, 0, 0);
}

typedef struct
{
  char *path;
  char *order; /* decides if the times are equal */
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

/* Lists the existing files for @filename, the newest first. */
static GPtrArray *
find_snapshots (RensaTrainer *trainer, const char *filename)
{
  GPtrArray *snapshots = g_ptr_array_new_with_free_func (found_free);
  const char *folder = rensa_trainer_get_out (trainer);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat status;
      Found *found;

      if (!rensa_snapshot_may_be_name (filename, name) || stat (path, &status) != 0 || !S_ISREG (status.st_mode))
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
