/* dump-graph.c: DumpGraph, the graph of the first loss in the Graphviz language.
 * SPDX-License-Identifier: MIT */

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-extensions.h"
#include "rensa-graph.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-modes.h"

#include <string.h>

#define MAIN_LOSS RENSA_MAIN "/loss"

typedef struct
{
  char *root_name;
  char *filename;
} DumpGraph;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (DumpGraph, root_name, .names = RENSA_NAMES_REPORT, .initial_text = MAIN_LOSS, .title = N_ ("Root"),
                     .hint = N_ ("Reported value whose graph is written")),
  RENSA_ATTR_FILE_NAME (DumpGraph, filename, .initial_text = "cg.dot", .title = N_ ("File Name")),
};

/* Reported variables lose their graph unless it is explicitly kept. */
typedef struct
{
  gboolean is_done;
  gboolean keeps; /* this extension has requested it */
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

/* Maps parameters to their paths. */
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

static RensaLink *
get_target (RensaTrainer *trainer)
{
  return rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
}

static char *
describe_graph (RensaTrainer *trainer, RensaVariable *const *roots, guint n)
{
  g_autoptr (GHashTable) paths = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  rensa_link_foreach_param (get_target (trainer), note_path, paths, NULL);
  return rensa_graph_to_json (roots, (int) n, get_path, paths);
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
 * Returns: name of the file with all that is known about the graph, written in addition to
 * Chainer's: "cg.json"
 */
RENSA_API char *
rensa_dump_graph_dup_json_name (const char *filename)
{
  const char *ending = strrchr (filename, '.');
  const gboolean is_taken = g_strcmp0 (ending, ".json") == 0;

  return g_strdup_printf ("%.*s.json", ending != NULL && !is_taken ? (int) (ending - filename) : -1, filename);
}

/* Returns the names of the roots of the graph: all losses of a step with several losses, unless
 * another value is requested. Losses that are not minimized in this iteration may be missing. */
static GPtrArray *
list_names (const DumpGraph *self, RensaTrainer *trainer)
{
  GPtrArray *names = g_ptr_array_new ();
  RensaLink *target = get_target (trainer);
  const char *name;

  if (rensa_step_names_are_whole (target) && strcmp (self->root_name, MAIN_LOSS) == 0)
    for (int i = 0; (name = rensa_step_get_loss_name (target, i)) != NULL; i++)
      if (rensa_observation_get_variable (rensa_trainer_get_observation (trainer), name) != NULL)
        g_ptr_array_add (names, (gpointer) name);
  if (names->len == 0)
    g_ptr_array_add (names, self->root_name);
  return names;
}

/* Returns borrowed RensaVariables, or NULL with an error if one of them was not reported. */
static GPtrArray *
find_roots (const DumpGraph *self, RensaTrainer *trainer, GError **error)
{
  g_autoptr (GPtrArray) names = list_names (self, trainer);
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    {
      RensaVariable *root = rensa_observation_get_variable (rensa_trainer_get_observation (trainer), names->pdata[i]);

      if (root == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: no variable was reported as “%s”"), "DumpGraph",
                           (const char *) names->pdata[i]);
          return NULL;
        }
      g_ptr_array_add (roots, root);
    }
  return g_steal_pointer (&roots);
}

static gboolean
write_graph (const DumpGraph *self, RensaTrainer *trainer, GError **error)
{
  g_autoptr (GPtrArray) found = find_roots (self, trainer, error);
  RensaVariable *const *roots = found != NULL ? (RensaVariable *const *) found->pdata : NULL;
  g_autofree char *name = rensa_dump_graph_dup_json_name (self->filename);
  g_autofree char *path = g_build_filename (rensa_trainer_get_out (trainer), self->filename, NULL);
  g_autofree char *json_path = g_build_filename (rensa_trainer_get_out (trainer), name, NULL);
  g_autofree char *text = found != NULL ? rensa_graph_to_dot (roots, (int) found->len) : NULL;
  g_autofree char *json = found != NULL ? describe_graph (trainer, roots, found->len) : NULL;

  if (found == NULL)
    return FALSE;
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

  /* There is no graph yet. */
  if (rensa_trainer_is_before_training (trainer))
    return TRUE;
  stop_keeping (state);
  if (state->is_done)
    return TRUE;

  state->is_done = TRUE;
  return write_graph (self, trainer, error);
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

  /* Chainer restores the first flag from the file; here the setting is already known without the
   * file. */
  return rensa_serializer_bool (serializer, "_original_flag", &original_flag, error)
         && rensa_serializer_bool (serializer, "_flag_called", &state->is_done, error);
}

/* Chainer's variable_style and function_style are objects and omitted. */
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
  RENSA_FORMS ({ "chainer", "extensions.DumpGraph({root_name}, filename={filename})" }, { "torch", "" }),
};
