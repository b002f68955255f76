/* snapshot.c: snapshot, saves the whole run to a file at intervals.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <glib/gstdio.h>

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-extensions.h"
#include "rensa-language.h"
#include "rensa-python-json-private.h"
#include "rensa-snapshot.h"

/* Key of the names of the snapshots that n_retains counts. */
#define WRITTEN "_written"

typedef struct
{
  char *filename;
  gboolean snapshot_on_error;
  gint64 n_retains;
  gboolean autoload;
  int writer;
} Snapshot;

enum
{
  SIMPLE_WRITER,
  THREAD_WRITER,
};

/* Chainer's classes. */
static const char *const writers[] = { "SimpleWriter", "ThreadWriter", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FILE_PATTERN (Snapshot, filename, .initial_text = "snapshot_iter_{.updater.iteration}",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
  RENSA_ATTR_BOOL (Snapshot, snapshot_on_error, .initial = FALSE, .title = N_ ("Save on Errors"),
                   .hint = N_ ("Saves the current state when an iteration fails")),
  RENSA_ATTR_INT (Snapshot, n_retains, .initial = -1, .min = -1, .max = 1e9, .title = N_ ("Snapshots to Keep"),
                  .hint = N_ ("Deletes older snapshots; 0 keeps all; -1 keeps all, except in the studio, where it "
                              "keeps the newest and the best")),
  RENSA_ATTR_BOOL (Snapshot, autoload, .initial = FALSE, .title = N_ ("Resume From Latest"),
                   .hint = N_ ("Resumes from the newest snapshot in the output folder")),
  RENSA_ATTR_CHOICE (Snapshot, writer, .initial = SIMPLE_WRITER, .choices = writers, .title = N_ ("Writer"),
                     .hint = N_ ("ThreadWriter: continues training while the file is written")),
};

/* A file that is being written, by a separate thread or at once. */
typedef struct
{
  char *path;
  GBytes *bytes;
  GThread *thread;
  GError *error;
} Writing;

/* @names: snapshots that this run has written and still keeps, oldest first. Those of other runs in
 *   the same folder are kept
 * @writing: (nullable): the last one, while it is being written */
typedef struct
{
  GPtrArray *names;
  Writing *writing;
} State;

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  state->names = g_ptr_array_new_with_free_func (g_free);
  return TRUE;
}

/* Started by call, finished by finish. */
static gpointer
write_bytes (gpointer data)
{
  Writing *writing = data;

  rensa_draft_save (writing->path, g_bytes_get_data (writing->bytes, NULL), g_bytes_get_size (writing->bytes),
                    &writing->error);
  return NULL;
}

static void
writing_free (Writing *writing)
{
  if (writing->thread != NULL)
    g_thread_join (writing->thread);
  g_free (writing->path);
  g_bytes_unref (writing->bytes);
  g_clear_error (&writing->error);
  g_free (writing);
}

static void
clear (RensaExtension *extension)
{
  State *state = rensa_extension_get_state (extension);

  g_clear_pointer (&state->writing, writing_free);
  g_clear_pointer (&state->names, g_ptr_array_unref);
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  g_autofree char *latest = self->autoload ? rensa_snapshot_find_latest (trainer, self->filename) : NULL;

  return latest == NULL || rensa_snapshot_load (trainer, latest, error);
}

/* A run that was set back writes some snapshots a second time. */
static void
note_name (GPtrArray *names, const char *name)
{
  guint i;

  if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, &i))
    g_ptr_array_remove_index (names, i);
  g_ptr_array_add (names, g_strdup (name));
}

static gboolean
remove_stale (GPtrArray *names, gint64 n, const char *folder, GError **error)
{
  while (names->len > n)
    {
      g_autofree char *name = g_ptr_array_steal_index (names, 0);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_unlink (path) != 0 && errno != ENOENT)
        {
          rensa_set_words (error, RENSA_ERROR_IO, N_ ("The old snapshot “%s” could not be deleted: %s"), path,
                           g_strerror (errno));
          return FALSE;
        }
    }
  return TRUE;
}

/* Waits for the file that is being written, and removes the files that it replaces. */
static gboolean
finish (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  Writing *writing = g_steal_pointer (&state->writing);
  gboolean ok = TRUE;

  if (writing == NULL)
    return TRUE;
  if (writing->thread != NULL)
    g_thread_join (g_steal_pointer (&writing->thread));
  if (writing->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&writing->error));
      ok = FALSE;
    }
  else
    rensa_trainer_tell_file (trainer, "snapshot", writing->path);
  writing_free (writing);
  return ok
         && (self->n_retains <= 0
             || remove_stale (state->names, self->n_retains, rensa_trainer_get_out (trainer), error));
}

/* The state is captured now, regardless of who writes it later. */
static gboolean
begin (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autofree char *path = rensa_snapshot_make_path (trainer, self->filename);
  g_autofree char *name = g_path_get_basename (path);
  GBytes *bytes;

  /* Adds the name before packing, so that a run resumed from this snapshot also has it in its
   * list. */
  if (self->n_retains > 0)
    note_name (state->names, name);
  bytes = rensa_snapshot_pack (trainer, path, error);
  if (bytes == NULL)
    return FALSE;
  state->writing = g_new0 (Writing, 1);
  state->writing->path = g_steal_pointer (&path);
  state->writing->bytes = bytes;
  if (self->writer == THREAD_WRITER)
    state->writing->thread = g_thread_new ("snapshot", write_bytes, state->writing);
  else
    write_bytes (state->writing);
  return TRUE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Snapshot *self = rensa_extension_get_values (extension);

  return finish (extension, trainer, error) && begin (extension, trainer, error)
         && (self->writer == THREAD_WRITER || finish (extension, trainer, error));
}

static void
on_error (RensaExtension *extension, RensaTrainer *trainer)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  FILE *output = rensa_trainer_get_output (trainer);
  g_autoptr (GError) error = NULL;

  /* The caller gets the error of the iteration. */
  if (self->snapshot_on_error && !call (extension, trainer, &error) && output != NULL)
    fprintf (output, "%s\n", error->message);
}

static char *
names_to_json (GPtrArray *names)
{
  g_autoptr (RensaJson) json = json_object_new_array ();

  for (guint i = 0; i < names->len; i++)
    json_object_array_add (json, json_object_new_string (names->pdata[i]));
  return g_strdup (json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));
}

/* The file determines what may be removed, so only names that this extension could have written are
 * accepted. */
static void
take_names (GPtrArray *names, struct json_object *json, const char *filename)
{
  g_ptr_array_set_size (names, 0);
  for (gsize i = 0; i < json_object_array_length (json); i++)
    {
      const char *name = json_object_get_string (json_object_array_get_idx (json, i));

      if (name != NULL && rensa_snapshot_may_be_name (filename, name))
        note_name (names, name);
    }
}

/* Chainer ignores this key. */
static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  const Snapshot *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autofree char *text = NULL;
  g_autofree char *place = NULL;
  g_autoptr (RensaJson) json = NULL;

  if (rensa_serializer_is_reading (serializer) ? !rensa_serializer_has (serializer, WRITTEN) : self->n_retains <= 0)
    return TRUE;

  text = names_to_json (state->names);
  if (!rensa_serializer_string (serializer, WRITTEN, &text, error))
    return FALSE;
  if (!rensa_serializer_is_reading (serializer))
    return TRUE;

  place = rensa_serializer_describe (serializer, WRITTEN);
  json = text != NULL ? rensa_json_parse (text, json_type_array, place, error) : json_object_new_array ();
  if (json != NULL)
    take_names (state->names, json, self->filename);
  return json != NULL;
}

/**
 * rensa_snapshot_is_unlimited:
 * @extension: any
 *
 * Returns: TRUE if it is a snapshot that leaves the number of kept files to the caller: its
 * n_retains is -1, the default
 */
RENSA_API gboolean
rensa_snapshot_is_unlimited (RensaExtension *extension)
{
  return rensa_extension_get_class (extension) == &rensa_snapshot_class
         && ((const Snapshot *) rensa_extension_get_values (extension))->n_retains < 0;
}

/* Chainer's savefun, condition and target are objects and omitted; snapshot_object replaces target. */
const RensaExtensionClass rensa_snapshot_class = {
  .name = "snapshot",
  .title = N_ ("Snapshot"),
  .summary = N_ ("Saves the state of the run to a file so that it can be resumed"),
  .words = N_ ("checkpoint;save"),
  RENSA_ATTRS (Snapshot, attrs),
  .priority = RENSA_PRIORITY_SNAPSHOT,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .default_name = "_Snapshot",
  .state_size = sizeof (State),
  .setup = setup,
  .initialize = initialize,
  .call = call,
  .on_error = on_error,
  .finalize = finish,
  .serialize = serialize,
  .clear = clear,
  RENSA_FORMS (
      { "chainer",
        "extensions.snapshot(filename={filename}, snapshot_on_error={snapshot_on_error}, n_retains={n_retains}, "
        "autoload={autoload}, writer={writer:writer})" },
      { "torch_statement", "save_snapshot(args.out, {filename:always}, parts, {n_retains})" },
      { "torch_uses", "save_snapshot" }, { "torch_needless", "{writer}" }),
};
