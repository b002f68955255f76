/* runs.c: trainers and their files.
 * SPDX-License-Identifier: MIT */

#include "runs.h"

#include <glib/gstdio.h>

#include "rensa-error.h"

RensaDataset *
run_load_dataset (CaseFile *file, gint64 start, gint64 finish, GError **error)
{
  g_autoptr (RensaArray) x = case_array_named (file, "x", error);
  g_autoptr (RensaArray) t = x != NULL ? case_array_named (file, "t", error) : NULL;
  RensaArray *const arrays[] = { x, t };
  g_autoptr (RensaDataset) all = t != NULL ? rensa_tuple_dataset_new (arrays, 2, error) : NULL;

  return all != NULL
             ? rensa_sub_dataset_new (all, start, finish < 0 ? rensa_dataset_get_length (all) : finish, NULL, error)
             : NULL;
}

RensaDataset *
run_make_numbers (gint64 n, GError **error)
{
  g_autofree float *values = g_new (float, n);
  g_autoptr (RensaArray) array = NULL;

  for (gint64 i = 0; i < n; i++)
    values[i] = (float) i;
  array = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n, 1), values, error);
  return array != NULL ? rensa_tuple_dataset_new (&array, 1, error) : NULL;
}

static gboolean
add_hooks (RensaOptimizer *optimizer, struct json_object *hooks, GError **error)
{
  for (int i = 0; i < get_length (hooks); i++)
    {
      struct json_object *hook = get_item (hooks, i);
      g_autoptr (RensaAttrs) attrs =
          make_attrs (RENSA_COMPONENT_OPTIMIZER_HOOK, get_string (hook, "name"), get (hook, "args"), error);

      if (attrs == NULL || !rensa_optimizer_add_hook (optimizer, attrs, error))
        return FALSE;
    }
  return TRUE;
}

RensaOptimizer *
run_new_optimizer (RensaLink *model, const char *optimizer, struct json_object *hyperparameters,
                   struct json_object *hooks, GError **error)
{
  g_autoptr (RensaAttrs) attrs = make_attrs (RENSA_COMPONENT_OPTIMIZER, optimizer, hyperparameters, error);
  g_autoptr (RensaOptimizer) made = attrs != NULL ? rensa_optimizer_new (attrs, error) : NULL;

  if (made == NULL || !add_hooks (made, hooks, error))
    return NULL;
  rensa_optimizer_setup (made, model);
  return g_steal_pointer (&made);
}

RensaTrainer *
run_new_trainer (RensaOptimizer *optimizer, RensaDataset *dataset, gint64 batch_size, double length, const char *unit,
                 const char *out, GError **error)
{
  g_autoptr (RensaOptimizer) owned = optimizer;
  g_autoptr (RensaAttrs) attrs = make_attrs (RENSA_COMPONENT_UPDATER, "StandardUpdater", NULL, error);
  RensaSerialIterator *iterator;
  RensaUpdater *updater;
  RensaTrainer *trainer;

  if (owned == NULL || attrs == NULL)
    return NULL;
  iterator = rensa_serial_iterator_new (dataset, batch_size, TRUE, FALSE, 0, error);
  if (iterator == NULL)
    return NULL;
  updater = rensa_updater_new (attrs, iterator, g_steal_pointer (&owned), NULL, error);
  if (updater == NULL)
    return NULL;

  trainer = rensa_trainer_new (updater, rensa_interval_trigger_new (length, unit, NULL), out);
  rensa_trainer_set_output (trainer, NULL);
  return trainer;
}

gboolean
run_extend (RensaTrainer *trainer, const char *text, const char *name, double period, const char *unit, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, error);
  RensaTrigger *trigger = period > 0 ? rensa_interval_trigger_new (period, unit, NULL) : NULL;

  if (attrs == NULL)
    {
      g_clear_pointer (&trigger, rensa_trigger_free);
      return FALSE;
    }
  return rensa_trainer_extend (trainer, attrs, name, trigger, error);
}

char *
run_make_folder (void)
{
  char *folder = g_dir_make_tmp ("conformance-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

void
run_remove_folder (char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

static gboolean
is_ignored (const char *key, const char *const *ignored)
{
  for (; ignored != NULL && *ignored != NULL; ignored++)
    {
      if (g_str_has_prefix (key, *ignored))
        return TRUE;
    }
  return FALSE;
}

/* Text and None cannot be read as arrays, in either file. */
static gboolean
check_member (Report *report, RensaNpz *got, RensaNpz *want, const char *key, Tolerance tolerance, GError **error)
{
  g_autoptr (RensaArray) got_array = rensa_npz_read (got, key, NULL);
  g_autoptr (RensaArray) want_array = rensa_npz_read (want, key, NULL);

  if (got_array != NULL && want_array != NULL)
    return check_array (report, key, got_array, want_array, tolerance, error);
  if (got_array != NULL || want_array != NULL)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is an array in one of the files alone", key);
  return got_array == NULL && want_array == NULL;
}

static gboolean
check_keys (RensaNpz *npz, RensaNpz *other, const char *const *ignored, const char *format, GError **error)
{
  for (guint i = 0; i < rensa_npz_get_n_keys (npz); i++)
    {
      const char *key = rensa_npz_get_key (npz, i);

      if (is_ignored (key, ignored) || rensa_npz_has (other, key))
        continue;
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s %s", key, format);
      return FALSE;
    }
  return TRUE;
}

gboolean
run_check_archive (Report *report, const char *path, const char *wanted_path, const char *const *ignored,
                   Tolerance tolerance, GError **error)
{
  g_autoptr (RensaNpz) got = rensa_npz_open (path, error);
  g_autoptr (RensaNpz) want = got != NULL ? rensa_npz_open (wanted_path, error) : NULL;

  if (want == NULL || !check_keys (want, got, ignored, "was not written", error)
      || !check_keys (got, want, ignored, "was written, but is not in the reference", error))
    return FALSE;
  for (guint i = 0; i < rensa_npz_get_n_keys (want); i++)
    {
      const char *key = rensa_npz_get_key (want, i);

      if (!is_ignored (key, ignored) && !check_member (report, got, want, key, tolerance, error))
        return FALSE;
    }
  return TRUE;
}
