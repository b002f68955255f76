/* cli-predict-imported.c: rensa predict for imported models.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli.h"
#include "rensa-examples.h"
#include "rensa-fault.h"
#include "rensa-importer.h"
#include "rensa-language.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

/* Reads input @i from an archive, unchanged. */
static RensaArray *
read_array (const char *path, guint i, guint n_inputs, GError **error)
{
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, error);
  g_autofree char *key = g_strdup_printf ("x%u", i);

  if (npz == NULL)
    return NULL;
  if (n_inputs == 1 && !rensa_npz_has (npz, key))
    return rensa_npz_read (npz, rensa_npz_get_n_keys (npz) == 1 ? rensa_npz_get_key (npz, 0) : "x", error);
  return rensa_npz_read (npz, key, error);
}

static gboolean
read_input (RensaImported *imported, const char *path, guint i, guint n_inputs, RensaArray **input, GError **error)
{
  const RensaType *type = &imported->types[i];

  if (g_str_has_suffix (path, ".npz"))
    {
      g_autoptr (RensaArray) array = read_array (path, i, n_inputs, error);

      *input = array != NULL ? rensa_array_cast (array, type->dtype, error) : NULL;
    }
  else if (n_inputs == 1 && type->shape.ndim > 0)
    {
      RensaExampleForm form = { .type = { .dtype = type->dtype, .shape = { .ndim = type->shape.ndim - 1 } } };

      memcpy (form.type.shape.dims, type->shape.dims + 1, (gsize) form.type.shape.ndim * sizeof *form.type.shape.dims);
      *input = rensa_examples_read (path, &form, NULL, error);
    }
  else
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s: the model takes %u inputs; provide them as x0, x1, … in one .npz file"), path, n_inputs);
  return *input != NULL;
}

typedef struct
{
  RensaArray **arrays;
  guint n;
} Answers;

static gboolean
serialize (gpointer data, RensaSerializer *serializer, GError **error)
{
  const Answers *answers = data;

  for (guint i = 0; i < answers->n; i++)
    {
      g_autofree char *key = answers->n > 1 ? g_strdup_printf ("y%u", i) : g_strdup ("y");

      if (!rensa_serializer_array (serializer, key, &answers->arrays[i], error))
        return FALSE;
    }
  return TRUE;
}

/* Prints one line per example. */
static gboolean
print_rows (RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (y, RENSA_FLOAT64, error);
  const gint64 n_rows = wide != NULL && rensa_array_get_ndim (wide) > 0 ? rensa_array_get_dim (wide, 0) : 1;
  const gint64 n = wide != NULL && n_rows > 0 ? rensa_array_get_count (wide) / n_rows : 0;
  g_autofree double *values = g_new (double, MAX (n_rows * n, 1));
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (wide == NULL || !rensa_array_to_host (wide, values, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    g_print ("%sy%lld", i > 0 ? "," : "", (long long) i);
  g_print ("\n");
  for (gint64 i = 0; i < n_rows * n; i++)
    g_print ("%s%s", g_ascii_formatd (digits, sizeof digits, "%.9g", values[i]), (i + 1) % n == 0 ? "\n" : ",");
  return TRUE;
}

static gboolean
answer (RensaImported *imported, const char *path, const char *out, GError **error)
{
  const guint n_inputs = g_strv_length (imported->inputs);
  const guint n_outputs = g_strv_length (imported->outputs);
  g_autofree RensaArray **inputs = g_new0 (RensaArray *, n_inputs + 1);
  g_autofree RensaArray **outputs = g_new0 (RensaArray *, n_outputs + 1);
  const Answers answers = { outputs, n_outputs };
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < n_inputs; i++)
    ok = read_input (imported, path, i, n_inputs, &inputs[i], error);
  ok = ok && rensa_imported_ask (imported, inputs, outputs, error);
  if (ok)
    ok = out != NULL ? rensa_save_npz (out, serialize, (gpointer) &answers, FALSE, error)
                     : print_rows (outputs[0], error);
  rensa_arrays_clear (inputs, (int) n_inputs);
  rensa_arrays_clear (outputs, (int) n_outputs);
  return ok;
}

gboolean
cli_predict_imported (const char *file, char **paths, const char *out, GError **error)
{
  g_autoptr (RensaImported) imported = rensa_import (file, error);

  if (imported == NULL)
    return FALSE;
  if (out != NULL ? paths[1] != NULL : g_strv_length (imported->outputs) > 1)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s: --out writes the predictions to one file and is required for models with several "
                           "outputs"),
                       file);
      return FALSE;
    }
  for (guint i = 0; paths[i] != NULL; i++)
    if (!answer (imported, paths[i], out, error))
      return FALSE;
  return TRUE;
}
