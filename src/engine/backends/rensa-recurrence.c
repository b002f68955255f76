/* rensa-recurrence.c: one layer of a recurrent network, all steps at once.
 * SPDX-License-Identifier: MIT */

#include "rensa-recurrence.h"

#include "rensa-backend.h"

/* Libraries use 32-bit sizes, and do not support sequences without steps. */
static gboolean
is_usual (const RensaRecurrence *self)
{
  const gint64 n_rows = self->starts[self->n_steps];

  return rensa_dtype_is_floating (self->dtype) && self->n_in > 0 && self->n_units > 0 && self->n_batch > 0
         && self->starts[1] == self->n_batch && n_rows <= G_MAXINT32 && self->n_in <= G_MAXINT32
         && self->n_units <= G_MAXINT32 / RENSA_RECURRENCE_MAX_WEIGHTS && self->n_batch * self->n_units <= G_MAXINT32;
}

gboolean
rensa_recurrence_measure (const RensaDevice *device, const RensaRecurrence *recurrence, gint64 *n_reserve,
                          GError **error)
{
  const RensaBackend *backend = device->klass->backend;

  *n_reserve = 0;
  return backend->measure_recurrence == NULL || !is_usual (recurrence)
         || backend->measure_recurrence (device, recurrence, n_reserve, error);
}

gboolean
rensa_recurrence_forward (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays, GError **error)
{
  return rensa_array_get_device (arrays->x)->klass->backend->recur (recurrence, arrays, error);
}

gboolean
rensa_recurrence_backward (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays,
                           const RensaRecurrenceArrays *grads, GError **error)
{
  return rensa_array_get_device (arrays->x)->klass->backend->recur_backward (recurrence, arrays, grads, error);
}
