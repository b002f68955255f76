/* remote-dataset.c: a data set that has to be fetched, from nowhere.
 * SPDX-License-Identifier: MIT */

#include "remote-dataset.h"

#include "rensa-error.h"

#define N 8

typedef struct
{
  gint64 unused;
} Remote;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Remote, unused, .title = N_ ("Unused")),
};

static int outcome;

void
remote_dataset_set_outcome (RemoteOutcome value)
{
  g_atomic_int_set (&outcome, value);
}

static char *
get_path (const char *root)
{
  return g_build_filename (root, "remote", NULL);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  g_autofree char *path = get_path (places->root);
  float values[2 * N] = { 0 };
  gint32 labels[N] = { 0 };
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "remote: it is not here");
      return FALSE;
    }

  x = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (N, 2), values, error);
  t = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (N), labels, error);
  bundle->n_classes = 1;
  bundle->train = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, error);
  return bundle->train != NULL;
}

static gboolean
fetch (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data, GError **error)
{
  g_autofree char *path = get_path (root);

  progress (1 << 20, 4 << 20, data);
  while (g_atomic_int_get (&outcome) == REMOTE_WAITS && !g_cancellable_is_cancelled (cancellable))
    g_usleep (1000);
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_CANCELLED, "the download was cancelled");
      return FALSE;
    }
  if (g_atomic_int_get (&outcome) == REMOTE_FAILS)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_IO, "“http://nowhere” could not be downloaded: no net");
      return FALSE;
    }
  return g_file_set_contents (path, "here", -1, error);
}

static const RensaDatasetClass remote_class = {
  .name = "remote",
  .group = &rensa_points_group,
  .title = N_ ("Remote"),
  .summary = N_ ("Eight points from far away"),
  RENSA_ATTRS (Remote, attrs),
  .load = load,
  .fetch = fetch,
};

void
remote_dataset_register (void)
{
  static const RensaComponent *const table[] = { RENSA_COMPONENT (&remote_class) };

  rensa_registry_add (RENSA_COMPONENT_DATASET, table, 1);
}
