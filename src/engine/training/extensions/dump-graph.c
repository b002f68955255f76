/* dump-graph.c: DumpGraph, the graph of the first loss in Graphviz's language.
 * SPDX-License-Identifier: MIT */

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-extensions.h"
#include "rensa-graph.h"
#include "rensa-language.h"
#include "rensa-modes.h"

#include <string.h>

typedef struct
{
  char *root_name;
  char *filename;
} DumpGraph;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (DumpGraph, root_name, .initial_text = "main/loss", .title = N_ ("Root"),
                     .hint = N_ ("The reported value behind which the graph lies")),
  RENSA_ATTR_FILE_NAME (DumpGraph, filename, .initial_text = "cg.dot", .title = N_ ("File Name")),
};

/* Reported variables lose their graph unless somebody asks to keep it. */
typedef struct
{
  gboolean is_done;
  gboolean keeps; /* this extension has asked for it */
  gboolean kept_before;
} State;

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  if (state->is_done)
    return TRUE;

  state->kept_before = rensa_modes_get ()->keep_graph_on_report;
  state->keeps = TRUE;
  rensa_modes_get ()->keep_graph_on_report = TRUE;
  return TRUE;
}

static void
stop_keeping (State *state)
{
  if (state->keeps)
    rensa_modes_get ()->keep_graph_on_report = state->kept_before;
  state->keeps = FALSE;
}

/* Parameters and their paths. */
static gboolean
note_path (const char *path, RensaVariable *param, gpointer paths, GError **error)
{
  g_hash_table_insert (paths, param, g_strdup (path));
  return TRUE;
}

static const char *
get_path (RensaVariable *variable, gpointer paths)
{
  return g_hash_table_lookup (paths, variable);
}

static char *
describe_graph (RensaTrainer *trainer, RensaVariable *root)
{
  g_autoptr (GHashTable) paths = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  rensa_link_foreach_param (rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN), note_path,
                            paths, NULL);
  return rensa_graph_to_json (&root, 1, get_path, paths);
}

static gboolean
write_file (const char *path, const char *text, GError **error)
{
  if (rensa_draft_save (path, text, strlen (text), error))
    return TRUE;

  g_prefix_error_literal (error, "DumpGraph: ");
  return FALSE;
}

/**
 * rensa_dump_graph_dup_json_name:
 * @filename: a DumpGraph's filename, "cg.dot"
 *
 * Returns: what the file is called that tells all that is known, besides the one that Chainer writes: "cg.json"
 */
RENSA_API char *
rensa_dump_graph_dup_json_name (const char *filename)
{
  const char *ending = strrchr (filename, '.');
  const gboolean is_taken = g_strcmp0 (ending, ".json") == 0;

  return g_strdup_printf ("%.*s.json", ending != NULL && !is_taken ? (int) (ending - filename) : -1, filename);
}

static gboolean
write_graph (const DumpGraph *self, RensaTrainer *trainer, RensaVariable *root, GError **error)
{
  g_autofree char *name = rensa_dump_graph_dup_json_name (self->filename);
  g_autofree char *path = g_build_filename (rensa_trainer_get_out (trainer), self->filename, NULL);
  g_autofree char *json_path = g_build_filename (rensa_trainer_get_out (trainer), name, NULL);
  g_autofree char *text = rensa_graph_to_dot (&root, 1);
  g_autofree char *json = describe_graph (trainer, root);

  if (!write_file (path, text, error) || !write_file (json_path, json, error))
    return FALSE;
  rensa_trainer_tell_file (trainer, "graph", path);
  return TRUE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const DumpGraph *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  RensaVariable *root = rensa_observation_get_variable (rensa_trainer_get_observation (trainer), self->root_name);

  /* There is no graph yet. */
  if (rensa_trainer_is_before_training (trainer))
    return TRUE;
  stop_keeping (state);
  if (state->is_done)
    return TRUE;

  state->is_done = TRUE;
  if (root == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: no variable was reported as “%s”"), "DumpGraph",
                       self->root_name);
      return FALSE;
    }
  return write_graph (self, trainer, root, error);
}

static gboolean
finalize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  stop_keeping (rensa_extension_get_state (extension));
  return TRUE;
}

static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_extension_get_state (extension);
  gboolean original_flag = state->kept_before;

  /* Chainer restores the first; here whoever keeps graphs knows it without the file. */
  return rensa_serializer_bool (serializer, "_original_flag", &original_flag, error)
         && rensa_serializer_bool (serializer, "_flag_called", &state->is_done, error);
}

/* Chainer's variable_style and function_style are objects and left out. */
const RensaExtensionClass rensa_dump_graph_class = {
  .name = "DumpGraph",
  RENSA_OLD_NAMES ("dump_graph"),
  .title = N_ ("Graph"),
  .summary = N_ ("Writes the computational graph of the first iteration to a file"),
  RENSA_ATTRS (DumpGraph, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .default_name = "dump_graph",
  .inputs = RENSA_INPUTS ("target:main"),
  .state_size = sizeof (State),
  .initialize = initialize,
  .call = call,
  .finalize = finalize,
  .serialize = serialize,
  RENSA_FORMS ({ "chainer", "extensions.DumpGraph({root_name}, filename={filename})" }),
};
