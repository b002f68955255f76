/* rensa-c-model.c: the trained model of a document, as a program.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-c-model-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-tape-model-private.h"
#include "rensa-trials-private.h"

#define MAX_STEM 64
/* What sums in another order may make of an answer, in parts of its size where that is above 1. */
#define NEARLY 1e-3
/* Examples that are asked about together and alone. */
#define N_TOGETHER 16

void
rensa_c_model_clear (RensaCModel *self)
{
  g_clear_pointer (&self->plan, rensa_c_plan_free);
  g_clear_pointer (&self->tape, rensa_tape_free);
  rensa_trained_clear (&self->trained);
  g_clear_pointer (&self->stem, g_free);
  g_clear_pointer (&self->folder, g_free);
}

/* Functions are called by it, and files name each other. */
static gboolean
find_stem (RensaCModel *self, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  char *dot = strrchr (name, '.');

  if (dot != NULL)
    *dot = '\0';
  if (strspn (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != strlen (name)
      || name[0] == '\0' || g_ascii_isdigit (name[0]) || strlen (name) > MAX_STEM)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("Functions of C are called by the name of the file, so “%s” may have letters, digits and _ "
                           "alone, begin with no digit, and be no longer than %d"),
                       name, MAX_STEM);
      return FALSE;
    }
  self->stem = g_steal_pointer (&name);
  self->folder = g_path_get_dirname (path);
  return TRUE;
}

/* The answer to @n examples from @first on, as numbers; NULL with an error. */
static double *
ask (const RensaCModel *self, gint64 first, gint64 n, gint64 *count, GError **error)
{
  g_autoptr (RensaArray) y = rensa_trained_ask (&self->trained, self->tape->inputs->len, first, n, error);
  g_autoptr (RensaArray) wide = y != NULL ? rensa_array_cast (y, RENSA_FLOAT64, error) : NULL;
  g_autofree double *values = NULL;

  if (wide == NULL)
    return NULL;
  *count = rensa_array_get_count (wide);
  values = g_new (double, MAX (*count, 1));
  return rensa_array_to_host (wide, values, error) ? g_steal_pointer (&values) : NULL;
}

static gboolean
are_near (const double *found, const double *expected, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (found[i] != expected[i] && !(isnan (found[i]) && isnan (expected[i]))
        && !(fabs (found[i] - expected[i]) <= NEARLY * (1 + fabs (expected[i]))))
      return FALSE;
  return TRUE;
}

/* What is asked about one example at a time must not mix those of a batch, as a sum along the first axis does. */
static gboolean
expect_examples_apart (const RensaCModel *self, GError **error)
{
  g_autoptr (RensaDataset) examples = rensa_trained_find_examples (&self->trained);
  const gint64 n = MIN (rensa_dataset_get_length (examples), N_TOGETHER);
  gint64 count = 0;
  g_autofree double *together = ask (self, 0, n, &count, error);

  for (gint64 i = 0; together != NULL && i < n; i++)
    {
      gint64 count_alone = 0;
      g_autofree double *alone = ask (self, i, 1, &count_alone, error);

      if (alone == NULL)
        return FALSE;
      if (count == n * count_alone && are_near (together + i * count_alone, alone, count_alone))
        continue;
      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("A program in C is given one example at a time, but the model answers otherwise to example %lld where it is asked "
              "about others, too"),
          (long long) i);
      return FALSE;
    }
  return together != NULL;
}

gboolean
rensa_c_model_load (RensaCModel *self, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  if (!find_stem (self, target->path, error) || !rensa_trained_load (&self->trained, document, target, "c", error))
    return FALSE;
  self->tape = rensa_tape_new_of_model (self->trained.builder, self->trained.predictor, 1, FALSE, error);
  self->plan = self->tape != NULL ? rensa_c_plan_new (self->tape, error) : NULL;
  return self->plan != NULL && expect_examples_apart (self, error);
}

char *
rensa_c_model_dup_path (const RensaCModel *self, const char *ending)
{
  g_autofree char *name = g_strconcat (self->stem, ending, NULL);

  return g_str_equal (self->folder, ".") ? g_steal_pointer (&name) : g_build_filename (self->folder, name, NULL);
}
