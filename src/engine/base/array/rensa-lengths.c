/* rensa-lengths.c: division of an array's rows into sequences of unequal lengths.
 * SPDX-License-Identifier: MIT */

#include "rensa-lengths.h"

#include <string.h>

struct _RensaLengths
{
  int ref_count; /* gatomicrefcount is not supported by the thread sanitizer */
  gint64 n;
  gint64 starts[]; /* n + 1 */
};

static RensaLengths *
alloc (gint64 n)
{
  RensaLengths *self = g_malloc (sizeof *self + (gsize) (n + 1) * sizeof *self->starts);

  self->ref_count = 1;
  self->n = n;
  self->starts[0] = 0;
  return self;
}

RensaLengths *
rensa_lengths_new (const gint64 *lengths, gint64 n)
{
  RensaLengths *self;

  g_return_val_if_fail (n > 0, NULL);

  self = alloc (n);
  for (gint64 i = 0; i < n; i++)
    self->starts[i + 1] = self->starts[i] + lengths[i];
  return self;
}

RensaLengths *
rensa_lengths_new_even (gint64 total, gint64 n)
{
  RensaLengths *self;

  g_return_val_if_fail (n > 0 && total >= 0, NULL);

  self = alloc (n);
  for (gint64 i = 0; i < n; i++)
    self->starts[i + 1] = self->starts[i] + total / n + (i < total % n);
  return self;
}

RensaLengths *
rensa_lengths_select (const RensaLengths *self, const gint64 *indices, gint64 n)
{
  RensaLengths *selected;

  g_return_val_if_fail (n > 0, NULL);

  selected = alloc (n);
  for (gint64 i = 0; i < n; i++)
    selected->starts[i + 1] = selected->starts[i] + rensa_lengths_get (self, indices[i]);
  return selected;
}

RensaLengths *
rensa_lengths_ref (RensaLengths *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
rensa_lengths_unref (RensaLengths *self)
{
  if (g_atomic_int_dec_and_test (&self->ref_count))
    g_free (self);
}

gint64
rensa_lengths_count (const RensaLengths *self)
{
  return self->n;
}

gint64
rensa_lengths_get (const RensaLengths *self, gint64 i)
{
  return self->starts[i + 1] - self->starts[i];
}

gint64
rensa_lengths_get_start (const RensaLengths *self, gint64 i)
{
  return self->starts[i];
}

gint64
rensa_lengths_get_total (const RensaLengths *self)
{
  return self->starts[self->n];
}

gboolean
rensa_lengths_equal (const RensaLengths *a, const RensaLengths *b)
{
  return a == b || (a->n == b->n && memcmp (a->starts, b->starts, (gsize) (a->n + 1) * sizeof *a->starts) == 0);
}
