/* snapshot-object.c: snapshot_object, saves a model or a part of it to a file at intervals.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-extensions.h"
#include "rensa-language.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"

typedef struct
{
  char *target;
  char *filename;
} SnapshotObject;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (SnapshotObject, target, .names = RENSA_NAMES_TARGET_LINK, .initial_text = "main",
                     .title = N_ ("Target"), .hint = N_ ("“main” is the whole model, “main/predictor” a link in it")),
  RENSA_ATTR_FILE_PATTERN (SnapshotObject, filename, .initial_text = "model_iter_{.updater.iteration}",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

typedef struct
{
  RensaLink *link; /* belongs to the model */
} State;

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const SnapshotObject *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->link = rensa_updater_find_link (rensa_trainer_get_updater (trainer), self->target);
  if (state->link == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the model has no link “%s”"), "snapshot_object",
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

/* Chainer's savefun is an object and omitted. */
const RensaExtensionClass rensa_snapshot_object_class = {
  .name = "snapshot_object",
  .title = N_ ("Model Snapshot"),
  .summary = N_ ("Saves the model or part of it to a file"),
  .words = N_ ("checkpoint;save;weights"),
  RENSA_ATTRS (SnapshotObject, attrs),
  .priority = RENSA_PRIORITY_SNAPSHOT,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .default_name = "_Snapshot",
  .state_size = sizeof (State),
  .setup = setup,
  .call = call,
  RENSA_FORMS ({ "chainer", "extensions.snapshot_object({target:link}, {filename})" },
               { "torch_statement", "save_npz(args.out / name_file({filename:always}, progress), {target:link})" },
               { "torch_uses", "name_file" }),
};
