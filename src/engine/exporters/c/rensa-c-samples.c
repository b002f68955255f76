/* rensa-c-samples.c: what a program is tried with.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-proof-private.h"
#include "rensa-primitives.h"

#define N_REAL 40
#define N_CHANGED 4

void
rensa_c_samples_clear (RensaCSamples *samples)
{
  g_clear_pointer (&samples->bytes, g_byte_array_unref);
}

/* As they are before the preprocessing. */
RensaDataset *
rensa_c_find_examples (RensaCModel *model)
{
  RensaDataset *test = rensa_builder_get_test (model->builder);

  return rensa_preprocessing_unwrap (rensa_builder_get_preprocessing (model->builder),
                                     test != NULL ? test : rensa_builder_get_train (model->builder));
}

static gboolean
add_example (RensaCModel *model, RensaDataset *examples, gint64 i, RensaCSamples *samples, GError **error)
{
  for (guint field = 0; field < model->tape->inputs->len; field++)
    {
      RensaArray *like = model->tape->inputs->pdata[field];
      g_autoptr (RensaArray) given = rensa_dataset_get_field (examples, (int) field, &i, 1, error);
      g_autoptr (RensaArray) x = rensa_array_cast (given, like->dtype, error);
      const guint before = samples->bytes->len;

      if (x == NULL)
        return FALSE;
      g_byte_array_set_size (samples->bytes, before + (guint) rensa_array_get_n_bytes (like));
      if (!rensa_array_to_host (x, samples->bytes->data + before, error))
        return FALSE;
    }
  samples->n++;
  return TRUE;
}

gboolean
rensa_c_samples_add_real (RensaCModel *model, gint64 first, gint64 n, RensaCSamples *samples, GError **error)
{
  g_autoptr (RensaDataset) examples = rensa_c_find_examples (model);
  const gint64 end = MIN (first + n, rensa_dataset_get_length (examples));

  if (samples->bytes == NULL)
    samples->bytes = g_byte_array_new ();
  for (gint64 i = first; i < end; i++)
    if (!add_example (model, examples, i, samples, error))
      return FALSE;
  return TRUE;
}

/* What becomes of @value in case @number of the changes, at the place @i. */
typedef double (*ChangeFunc) (GRand *random, double value, gint64 i);

static double
become_zero (GRand *random, double value, gint64 i)
{
  return 0;
}

static double
become_large (GRand *random, double value, gint64 i)
{
  return value * 1e4 + g_rand_double_range (random, -1e4, 1e4);
}

static double
become_huge (GRand *random, double value, gint64 i)
{
  return g_rand_double_range (random, -1e30, 1e30);
}

static double
become_small (GRand *random, double value, gint64 i)
{
  return g_rand_double_range (random, -1e-30, 1e-30);
}

static double
become_nan (GRand *random, double value, gint64 i)
{
  return g_rand_int_range (random, 0, 4) == 0 ? NAN : value;
}

static double
become_infinite (GRand *random, double value, gint64 i)
{
  return g_rand_int_range (random, 0, 4) == 0 ? (g_rand_boolean (random) ? INFINITY : -INFINITY) : value;
}

static double
become_random (GRand *random, double value, gint64 i)
{
  return g_rand_double_range (random, -2, 2);
}

static const ChangeFunc changes[] = { become_zero, become_large,    become_huge,  become_small,
                                      become_nan,  become_infinite, become_random };

/* A copy of example @source, changed. */
static void
add_changed (RensaCModel *model, guint source, ChangeFunc change, GRand *random, RensaCSamples *samples)
{
  const gsize size = samples->bytes->len / samples->n;
  g_autofree guint8 *copy = g_memdup2 (samples->bytes->data + source * size, size);
  guint8 *place = copy;

  for (guint field = 0; field < model->tape->inputs->len; field++)
    {
      RensaArray *like = model->tape->inputs->pdata[field];

      for (gint64 i = 0; i < like->count; i++, place += rensa_dtype_get_size (like->dtype))
        rensa_element_from_double (like->dtype, change (random, rensa_element_to_double (like->dtype, place), i),
                                   place);
    }
  g_byte_array_append (samples->bytes, copy, (guint) size);
  samples->n++;
}

gboolean
rensa_c_samples_make (RensaCModel *model, RensaCSamples *samples, GError **error)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  if (!rensa_c_samples_add_real (model, 0, N_REAL, samples, error))
    return FALSE;

  const guint n_real = samples->n;
  for (guint i = 0; n_real > 0 && i < G_N_ELEMENTS (changes); i++)
    for (guint j = 0; j < N_CHANGED; j++)
      add_changed (model, (i * N_CHANGED + j) % n_real, changes[i], random, samples);
  return TRUE;
}
