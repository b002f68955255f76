/* rensa-importer.c: import of foreign model files.
 * SPDX-License-Identifier: MIT */

#include "rensa-importer-private.h"

#include <string.h>

#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-importers.h"
#include "rensa-language.h"
#include "rensa-late-check.h"
#include "rensa-modes.h"
#include "rensa-npz.h"

void
rensa_imported_free (RensaImported *imported)
{
  g_clear_pointer (&imported->document, rensa_document_unref);
  g_clear_pointer (&imported->predictor, rensa_link_unref);
  g_clear_pointer (&imported->notes, g_ptr_array_unref);
  g_strfreev (imported->inputs);
  g_strfreev (imported->outputs);
  g_clear_pointer (&imported->paths, g_hash_table_unref);
  g_free (imported->problem);
  g_free (imported->types);
  g_free (imported->fixed);
  g_free (imported);
}

const RensaImporter *const *
rensa_importer_list (guint *n)
{
  *n = rensa_n_importers_classes;
  return rensa_importers_classes;
}

const RensaImporter *
rensa_importer_find (const char *path)
{
  g_autofree char *small = g_ascii_strdown (path, -1);

  for (guint i = 0; i < rensa_n_importers_classes; i++)
    if (g_str_has_suffix (small, rensa_importers_classes[i]->ending))
      return rensa_importers_classes[i];
  return NULL;
}

RensaImported *
rensa_import (const char *path, GError **error)
{
  const RensaImporter *importer = rensa_importer_find (path);
  g_autoptr (GString) endings = g_string_new (NULL);

  if (importer != NULL)
    return importer->read (path, error);
  for (guint i = 0; i < rensa_n_importers_classes; i++)
    g_string_append_printf (endings, "%s%s", i > 0 ? ", " : "", rensa_importers_classes[i]->ending);
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the file name must end in %s"), path, endings->str);
  return NULL;
}

/* Returns FALSE if the file exists. */
static gboolean
check_free (const char *path, gboolean overwrites, GError **error)
{
  if (overwrites || !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST, _ ("“%s” already exists"), path);
  return FALSE;
}

gboolean
rensa_imported_save (RensaImported *imported, const char *path, gboolean overwrites, GError **error)
{
  const char *dot = strrchr (path, '.');
  const char *slash = strrchr (path, '/');
  const gsize stem = dot != NULL && dot > (slash != NULL ? slash : path) ? (gsize) (dot - path) : strlen (path);
  g_autofree char *weights = g_strdup_printf ("%.*s.npz", (int) stem, path);
  g_autofree char *name = g_path_get_basename (weights);
  g_autoptr (RensaDocument) document = rensa_document_copy_to (imported->document, path);
  g_autoptr (RensaLink) model = NULL;

  if (!check_free (path, overwrites, error) || !check_free (weights, overwrites, error))
    return FALSE;
  model = rensa_imported_try (imported, error);
  json_object_object_add (rensa_document_change (document), "weights", json_object_new_string (name));
  return model != NULL && rensa_save_npz (weights, rensa_link_serialize, model, FALSE, error)
         && rensa_document_save (document, path, error);
}

/* Checks the lengths for which the model was converted. Returns FALSE with an error. */
static gboolean
check_lengths (const RensaImported *imported, guint i, const RensaShape *found, GError **error)
{
  RensaShape expected = imported->types[i].shape;
  g_autofree char *expected_text = NULL;
  g_autofree char *found_text = NULL;

  if (imported->fixed == NULL || imported->fixed[i] == 0)
    return TRUE;
  for (int axis = 0; axis < MIN (expected.ndim, found->ndim); axis++)
    if ((imported->fixed[i] & (1u << axis)) == 0)
      expected.dims[axis] = found->dims[axis];
  if (rensa_shape_equal (&expected, found))
    return TRUE;
  expected_text = rensa_shape_to_string (&expected);
  found_text = rensa_shape_to_string (found);
  rensa_set_words (error, RENSA_ERROR_TYPE_CHECK, N_ ("%s must have the shape %s, but has %s"), imported->inputs[i],
                   expected_text, found_text);
  return FALSE;
}

gboolean
rensa_imported_ask (RensaImported *imported, RensaArray *const *inputs, RensaArray **outputs, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const int n_inputs = (int) g_strv_length (imported->inputs);
  const int n_outputs = (int) g_strv_length (imported->outputs);
  g_autofree RensaVariable **variables = g_new0 (RensaVariable *, n_inputs + 1);
  RensaVariable *results[RENSA_MAX_OUTPUTS] = { NULL };
  int n;

  for (int i = 0; i < n_inputs; i++)
    if (!check_lengths (imported, (guint) i, rensa_array_get_shape (inputs[i]), error))
      return FALSE;
  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  for (int i = 0; i < n_inputs; i++)
    variables[i] = rensa_variable_new_constant (inputs[i]);
  n = rensa_link_call_n (imported->predictor, variables, n_inputs, results, RENSA_MAX_OUTPUTS, error);
  if (n == n_outputs)
    for (int i = 0; i < n; i++)
      outputs[i] = rensa_array_ref (rensa_variable_get_array (results[i]));
  rensa_variables_clear (variables, n_inputs);
  rensa_variables_clear (results, MAX (n, 0));
  if (n == n_outputs && rensa_late_checks_read (error))
    return TRUE;
  rensa_arrays_clear (outputs, n == n_outputs ? n : 0);
  return FALSE;
}
