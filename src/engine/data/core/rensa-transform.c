/* rensa-transform.c: shared code of the transforms of examples.
 * SPDX-License-Identifier: MIT */

#include "rensa-transform.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

/* Upper half of the stream numbers of transforms; the lower half is the step. */
#define STREAM (G_GUINT64_CONSTANT (0x61756767) << 32)
/* Binary logarithm of the number of blocks of random numbers for each example. */
#define BLOCKS_BITS 32
/* Number of examples read at once. */
#define CHUNK 256

static void
free_words (gpointer words)
{
  g_strfreev (words);
}

void
rensa_example_form_copy (const RensaExampleForm *form, RensaExampleForm *copy)
{
  *copy = *form;
  copy->names = g_strdupv (form->names);
  copy->missing = g_strdupv (form->missing);
  copy->fills = form->fills != NULL ? g_array_ref (form->fills) : NULL;
  copy->categories = NULL;
  if (form->categories == NULL)
    return;

  copy->categories = g_ptr_array_new_with_free_func (free_words);
  for (guint i = 0; i < form->categories->len; i++)
    g_ptr_array_add (copy->categories, g_strdupv (form->categories->pdata[i]));
}

void
rensa_example_form_clear (RensaExampleForm *form)
{
  g_clear_pointer (&form->names, g_strfreev);
  g_clear_pointer (&form->categories, g_ptr_array_unref);
  g_clear_pointer (&form->missing, g_strfreev);
  g_clear_pointer (&form->fills, g_array_unref);
}

guint
rensa_transform_class_count_figures (const RensaTransformClass *class)
{
  return class->figures != NULL ? g_strv_length ((char **) class->figures) : 0;
}

RensaRandom
rensa_transform_call_get_random (const RensaTransformCall *call, gint64 i)
{
  RensaRandom random = rensa_random_init (call->seed, STREAM | call->step);

  random.counter = (guint64) (call->position + i) << BLOCKS_BITS;
  return random;
}

double *
rensa_transform_get_doubles (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) cast = rensa_array_cast (array, RENSA_FLOAT64, error);
  g_autofree double *values = NULL;

  if (cast == NULL)
    return NULL;
  values =
      rensa_memory_try_new (double, rensa_array_get_count (cast) + 1, "the examples that figures are made of", error);
  return values != NULL && rensa_array_to_host (cast, values, error) ? g_steal_pointer (&values) : NULL;
}

static gboolean
survey_chunk (RensaDataset *examples, gint64 start, gint64 n, RensaSurveyFunc func, gpointer data, GError **error)
{
  gint64 indices[CHUNK];
  g_autoptr (RensaArray) x = NULL;
  g_autofree double *values = NULL;

  for (gint64 i = 0; i < n; i++)
    indices[i] = start + i;
  x = rensa_dataset_get_field (examples, 0, indices, n, error);
  values = x != NULL ? rensa_transform_get_doubles (x, error) : NULL;
  if (values == NULL)
    return FALSE;
  func (values, n, rensa_array_get_count (x) / n, data);
  return TRUE;
}

gboolean
rensa_transform_survey (RensaDataset *examples, RensaSurveyFunc func, gpointer data, GCancellable *cancellable,
                        GError **error)
{
  const gint64 n = rensa_dataset_get_length (examples);

  for (gint64 start = 0; start < n; start += CHUNK)
    {
      if (g_cancellable_is_cancelled (cancellable))
        {
          rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("reading the data was cancelled"));
          return FALSE;
        }
      if (!survey_chunk (examples, start, MIN (CHUNK, n - start), func, data, error))
        return FALSE;
    }
  return TRUE;
}
