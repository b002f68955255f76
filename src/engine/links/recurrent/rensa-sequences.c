/* rensa-sequences.c: sequences of unequal length as one batch per step.
 * SPDX-License-Identifier: MIT */

#include "rensa-sequences-private.h"

#include <stdlib.h>

#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct _RensaSequence
{
  gint64 length;
  int place; /* index in the input */
} Sequence;

static int
compare_sequences (gconstpointer a, gconstpointer b)
{
  const Sequence *x = a;
  const Sequence *y = b;

  if (x->length != y->length)
    return x->length > y->length ? -1 : 1;
  return x->place - y->place;
}

static RensaVariable *
make_indices (const RensaSequences *self, GError **error)
{
  g_autofree gint64 *places = g_new (gint64, self->n);
  g_autoptr (RensaArray) array = NULL;

  for (int i = 0; i < self->n; i++)
    places[i] = self->order[i].place;
  array = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (self->n), places, error);
  return array != NULL ? rensa_variable_new_constant (array) : NULL;
}

gboolean
rensa_sequences_init (RensaSequences *self, RensaVariable *const *xs, int n, GError **error)
{
  gboolean is_sorted = TRUE;

  *self = (RensaSequences){ .n = n, .order = g_new (Sequence, n) };
  for (int i = 0; i < n; i++)
    {
      self->order[i] = (Sequence){ rensa_variable_get_type (xs[i]).shape.dims[0], i };
      is_sorted = is_sorted && (i == 0 || self->order[i].length <= self->order[i - 1].length);
    }
  qsort (self->order, (gsize) n, sizeof *self->order, compare_sequences);
  self->n_steps = (int) self->order[0].length;
  self->indices = is_sorted ? NULL : make_indices (self, error);
  return is_sorted || self->indices != NULL;
}

void
rensa_sequences_clear (RensaSequences *self)
{
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->indices, rensa_variable_unref);
}

RensaVariable **
rensa_sequences_get_steps (const RensaSequences *self, RensaVariable *const *xs, GError **error)
{
  g_autofree RensaVariable **sorted = g_new (RensaVariable *, self->n);
  g_autofree RensaVariable **steps = g_new0 (RensaVariable *, self->n_steps);

  for (int i = 0; i < self->n; i++)
    sorted[i] = xs[self->order[i].place];
  if (rensa_transpose_sequence (sorted, self->n, steps, self->n_steps, error) != self->n_steps)
    return NULL;
  return g_steal_pointer (&steps);
}

gboolean
rensa_sequences_give_back (const RensaSequences *self, RensaVariable *const *steps, RensaVariable **xs, GError **error)
{
  g_autofree RensaVariable **sorted = g_new0 (RensaVariable *, self->n);

  if (rensa_transpose_sequence (steps, self->n_steps, sorted, self->n, error) != self->n)
    return FALSE;
  for (int i = 0; i < self->n; i++)
    xs[self->order[i].place] = sorted[i];
  return TRUE;
}

RensaVariable *
rensa_sequences_reorder (const RensaSequences *self, RensaVariable *x, int axis, gboolean back, GError **error)
{
  if (x == NULL || self->indices == NULL)
    return x != NULL ? rensa_variable_ref (x) : NULL;
  return rensa_permutate (x, self->indices, axis, back, error);
}
