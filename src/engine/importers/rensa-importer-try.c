/* rensa-importer-try.c: checks that an imported document works before it is saved.
 * SPDX-License-Identifier: MIT */

#include "rensa-importer-private.h"

#include <string.h>

#include "rensa-archive.h"
#include "rensa-builder.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-late-check.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

/* Reads a batch with the first batch size that was tried, one array per field. Returns FALSE with
 * an error. */
static gboolean
read_batch (const RensaImported *imported, RensaBuilder *builder, int n_fields, RensaArray **fields, GError **error)
{
  RensaDataset *train = rensa_builder_get_train (builder);
  const gint64 n = imported->types[0].shape.ndim > 0 ? imported->types[0].shape.dims[0] : 1;
  g_autofree gint64 *indices = g_new (gint64, n);

  for (gint64 i = 0; i < n; i++)
    indices[i] = i;
  for (int i = 0; i < n_fields; i++)
    if ((fields[i] = rensa_dataset_get_field (train, i, indices, n, error)) == NULL)
      return FALSE;
  return TRUE;
}

/* Computes the outputs of @link for @inputs, on the host. Returns their number, or -1 with an error. */
static int
ask (RensaLink *link, RensaArray *const *inputs, int n_inputs, RensaArray **outputs, GError **error)
{
  RensaVariable *variables[RENSA_MAX_FIELDS] = { NULL };
  RensaVariable *results[RENSA_MAX_OUTPUTS] = { NULL };
  int n;

  for (int i = 0; i < n_inputs; i++)
    variables[i] = rensa_variable_new_constant (inputs[i]);
  n = rensa_link_call_n (link, variables, n_inputs, results, RENSA_MAX_OUTPUTS, error);
  for (int i = 0; i < n; i++)
    outputs[i] = rensa_array_ref (rensa_variable_get_array (results[i]));
  rensa_variables_clear (variables, n_inputs);
  rensa_variables_clear (results, MAX (n, 0));
  return rensa_late_checks_read (error) ? n : -1;
}

static gboolean
is_same (RensaArray *a, RensaArray *b)
{
  const RensaType first = rensa_array_get_type (a);
  const RensaType second = rensa_array_get_type (b);
  const gsize n = rensa_array_get_n_bytes (a);
  g_autofree char *bytes = NULL;

  if (!rensa_type_equal (&first, &second))
    return FALSE;
  bytes = g_malloc (2 * n + 1);
  return rensa_array_to_host (a, bytes, NULL) && rensa_array_to_host (b, bytes + n, NULL)
         && memcmp (bytes, bytes + n, n) == 0;
}

/* The results must be equal: both models make the same calls of the same functions. */
static gboolean
compare (RensaImported *imported, RensaLink *predictor, RensaArray *const *inputs, GError **error)
{
  const int n_inputs = (int) g_strv_length (imported->inputs);
  const int n_outputs = (int) g_strv_length (imported->outputs);
  RensaArray *ours[RENSA_MAX_OUTPUTS] = { NULL };
  RensaArray *theirs[RENSA_MAX_OUTPUTS] = { NULL };
  gboolean ok = ask (predictor, inputs, n_inputs, ours, error) == n_outputs
                && ask (imported->predictor, inputs, n_inputs, theirs, error) == n_outputs;

  for (int i = 0; ok && i < n_outputs; i++)
    if (!is_same (ours[i], theirs[i]))
      {
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("its output “%s” differs from that of the file"),
                         imported->outputs[i]);
        ok = FALSE;
      }
  rensa_arrays_clear (ours, RENSA_MAX_OUTPUTS);
  rensa_arrays_clear (theirs, RENSA_MAX_OUTPUTS);
  return ok;
}

/* Checks that @model reports a loss for a batch. */
static gboolean
run (RensaImported *imported, RensaBuilder *builder, RensaLink *model, GError **error)
{
  RensaLink *predictor = rensa_builder_find_predictor (builder, model, error);
  const int n_fields = (int) g_strv_length (imported->inputs) + 1;
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  RensaArray *losses[RENSA_MAX_OUTPUTS] = { NULL };
  gboolean ok = predictor != NULL && read_batch (imported, builder, n_fields, fields, error);

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  ok = ok && compare (imported, predictor, fields, error) && ask (model, fields, n_fields, losses, error) >= 0;
  rensa_arrays_clear (fields, RENSA_MAX_FIELDS);
  rensa_arrays_clear (losses, RENSA_MAX_OUTPUTS);
  return ok;
}

/* Maps names of values of @predictor to those of the file if they differ. */
static GHashTable *
map_names (const RensaImported *imported, RensaDictionary *weights)
{
  GHashTable *map = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer path;
  gpointer name;

  if (imported->paths == NULL)
    return map;
  g_hash_table_iter_init (&iter, imported->paths);
  while (g_hash_table_iter_next (&iter, &path, &name))
    {
      const gsize length = strlen (name);

      for (guint i = 0; i < rensa_dictionary_get_n_keys (weights); i++)
        {
          const char *key = rensa_dictionary_get_key (weights, i);

          if (strncmp (key, name, length) == 0 && key[length] == '/')
            g_hash_table_insert (map, g_strconcat (path, key + length, NULL), g_strdup (key));
        }
    }
  return map;
}

static RensaLink *
build (RensaImported *imported, GError **error)
{
  g_autoptr (RensaBuilder) builder = rensa_builder_new (imported->document, NULL, error);
  g_autoptr (RensaLink) model = builder != NULL ? rensa_builder_make_model (builder, error) : NULL;
  RensaLink *predictor = model != NULL ? rensa_builder_find_predictor (builder, model, error) : NULL;
  g_autoptr (RensaDictionary) weights = rensa_dictionary_new ();
  g_autoptr (GHashTable) map = NULL;

  if (predictor == NULL || !rensa_dictionary_save (weights, rensa_link_serialize, imported->predictor, error))
    return NULL;
  map = map_names (imported, weights);
  if (!rensa_dictionary_load (weights, &(RensaLoadOptions){ .map = map }, rensa_link_serialize, predictor, error)
      || !run (imported, builder, model, error))
    return NULL;
  return g_steal_pointer (&model);
}

RensaLink *
rensa_imported_try (RensaImported *imported, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const RensaRandom random = *rensa_random_get_default ();
  g_autoptr (GError) reason = NULL;
  RensaLink *model = NULL;

  if (imported->problem != NULL)
    g_set_error_literal (&reason, RENSA_ERROR, RENSA_ERROR_FORMAT, imported->problem);
  else
    model = build (imported, &reason);
  *rensa_random_get_default () = random;
  if (model == NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("This model can be used with “rensa predict”, but cannot be converted to a trainable "
                         "document: %s"),
                     reason->message);
  return model;
}
