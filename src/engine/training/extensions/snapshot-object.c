/* snapshot-object.c: snapshot_object, a model or a part of it in a file from time to time.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"

typedef struct
{
  char *target;
  char *filename;
} SnapshotObject;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (SnapshotObject, target, .initial_text = "main", .title = N_ ("Target"),
                     .hint = N_ ("“main” is the whole model, “main/predictor” a link in it")),
  RENSA_ATTR_FILE_PATTERN (SnapshotObject, filename, .initial_text = "model_iter_{.updater.iteration}",
                           .title = N_ ("File name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are filled in")),
};

typedef struct
{
  RensaLink *link; /* belongs to the model */
} State;

static RensaLink *
find_target (RensaTrainer *trainer, const char *path)
{
  RensaLink *model = rensa_optimizer_get_target (rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer)));

  if (g_str_equal (path, "main"))
    return model;
  return g_str_has_prefix (path, "main/") ? rensa_link_find (model, path + strlen ("main/")) : NULL;
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const SnapshotObject *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->link = find_target (trainer, self->target);
  if (state->link == NULL)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "snapshot_object: the model has no link “%s”",
                 self->target);
  return state->link != NULL;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const SnapshotObject *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autofree char *path = rensa_snapshot_make_path (trainer, self->filename);

  return rensa_save_npz (path, rensa_link_serialize, state->link, FALSE, error);
}

/* Chainer's savefun is an object and left out. */
const RensaExtensionClass rensa_snapshot_object_class = {
  .name = "snapshot_object",
  .group = "extension",
  .title = N_ ("Snapshot of the Model"),
  .summary = N_ ("Saves the model or a part of it to a file"),
  RENSA_ATTRS (SnapshotObject, attrs),
  .priority = RENSA_PRIORITY_SNAPSHOT,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .default_name = "_Snapshot",
  .state_size = sizeof (State),
  .setup = setup,
  .call = call,
  .chainer = "extensions.snapshot_object({target:link}, {filename})",
};
