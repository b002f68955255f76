/* snapshot.c: snapshot, the whole run in a file from time to time.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"
#include "rensa-snapshot.h"

typedef struct
{
  char *filename;
  gboolean snapshot_on_error;
  gint64 n_retains;
  gboolean autoload;
} Snapshot;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Snapshot, filename, .initial_text = "snapshot_iter_{.updater.iteration}",
                     .title = N_ ("File name"), .hint = N_ ("{.updater.iteration} and {.updater.epoch} are filled in")),
  RENSA_ATTR_BOOL (Snapshot, snapshot_on_error, .initial = FALSE, .title = N_ ("On errors too"),
                   .hint = N_ ("Save what there is when an iteration fails")),
  RENSA_ATTR_INT (Snapshot, n_retains, .initial = -1, .min = -1, .max = 1e9, .title = N_ ("How many to keep"),
                  .hint = N_ ("Older ones are removed; 0 or less keeps all")),
  RENSA_ATTR_BOOL (Snapshot, autoload, .initial = FALSE, .title = N_ ("Go on from the latest"),
                   .hint = N_ ("Begin where the newest snapshot in the output folder ended")),
};

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  g_autofree char *path = rensa_snapshot_make_path (trainer, self->filename, error);

  return path != NULL;
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  g_autofree char *latest = self->autoload ? rensa_snapshot_find_latest (trainer, self->filename) : NULL;

  return latest == NULL || rensa_snapshot_load (trainer, latest, error);
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  g_autofree char *path = rensa_snapshot_make_path (trainer, self->filename, error);

  if (path == NULL || !rensa_snapshot_save (trainer, path, error))
    return FALSE;
  rensa_trainer_tell_file (trainer, "snapshot", path);
  return self->n_retains <= 0 || rensa_snapshot_remove_stale (trainer, self->filename, self->n_retains, path, error);
}

static void
on_error (RensaExtension *extension, RensaTrainer *trainer)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  FILE *output = rensa_trainer_get_output (trainer);
  g_autoptr (GError) error = NULL;

  /* The error of the iteration is the one that the caller gets. */
  if (self->snapshot_on_error && !call (extension, trainer, &error) && output != NULL)
    fprintf (output, "%s\n", error->message);
}

/* Chainer's savefun, writer, condition and target are objects and left out; for target there is snapshot_object. */
const RensaExtensionClass rensa_snapshot_class = {
  .name = "snapshot",
  .group = "extension",
  .title = N_ ("Snapshot"),
  .summary = N_ ("Saves the whole run to a file, so that it can go on from there"),
  RENSA_ATTRS (Snapshot, attrs),
  .priority = RENSA_PRIORITY_SNAPSHOT,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .default_name = "_Snapshot",
  .setup = setup,
  .initialize = initialize,
  .call = call,
  .on_error = on_error,
  .chainer = "extensions.snapshot(filename={filename}, snapshot_on_error={snapshot_on_error}, n_retains={n_retains}, "
             "autoload={autoload})",
};
