/* rensa-trials.c: test inputs for an exported model.
 * SPDX-License-Identifier: MIT */

#include "rensa-trials-private.h"

#include <math.h>
#include <string.h>

#include "rensa-array-private.h"
#include "rensa-primitives.h"

#define N_CHANGED 4

void
rensa_trials_clear (RensaTrials *samples)
{
  g_clear_pointer (&samples->bytes, g_byte_array_unref);
}

static gboolean
add_example (const RensaTape *tape, RensaDataset *examples, gint64 i, RensaTrials *samples, GError **error)
{
  for (guint field = 0; field < tape->inputs->len; field++)
    {
      RensaArray *like = tape->inputs->pdata[field];
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
rensa_trials_add_real (const RensaTrained *trained, const RensaTape *tape, gint64 first, gint64 n, RensaTrials *samples,
                       GError **error)
{
  g_autoptr (RensaDataset) examples = rensa_trained_find_examples (trained);
  const gint64 end = MIN (first + n, rensa_dataset_get_length (examples));

  if (samples->bytes == NULL)
    samples->bytes = g_byte_array_new ();
  for (gint64 i = first; i < end; i++)
    if (!add_example (tape, examples, i, samples, error))
      return FALSE;
  return TRUE;
}

/* Returns the changed @value at position @i. */
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

/* The first N_TAME have ordinary values. */
static const ChangeFunc changes[] = { become_zero, become_small, become_random,  become_large,
                                      become_huge, become_nan,   become_infinite };
#define N_TAME 3

/* Adds a changed copy of example @source. */
static void
add_changed (const RensaTape *tape, guint source, ChangeFunc change, GRand *random, RensaTrials *samples)
{
  const gsize size = samples->bytes->len / samples->n;
  g_autofree guint8 *copy = g_memdup2 (samples->bytes->data + source * size, size);
  guint8 *place = copy;

  for (guint field = 0; field < tape->inputs->len; field++)
    {
      RensaArray *like = tape->inputs->pdata[field];

      for (gint64 i = 0; i < like->count; i++, place += rensa_dtype_get_size (like->dtype))
        rensa_element_from_double (like->dtype, change (random, rensa_element_to_double (like->dtype, place), i),
                                   place);
    }
  g_byte_array_append (samples->bytes, copy, (guint) size);
  samples->n++;
}

gboolean
rensa_trials_make (const RensaTrained *trained, const RensaTape *tape, gint64 n_real, RensaTrials *samples,
                   GError **error)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  if (!rensa_trials_add_real (trained, tape, 0, n_real, samples, error))
    return FALSE;

  const guint n_found = samples->n;
  for (guint i = 0; n_found > 0 && i < G_N_ELEMENTS (changes); i++)
    for (guint j = 0; j < N_CHANGED; j++)
      add_changed (tape, (i * N_CHANGED + j) % n_found, changes[i], random, samples);
  samples->n_tame = n_found > 0 ? n_found + N_TAME * N_CHANGED : 0;
  return TRUE;
}
