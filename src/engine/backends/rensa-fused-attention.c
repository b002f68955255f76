/* rensa-fused-attention.c: attention in one call, if supported by the device's library.
 * SPDX-License-Identifier: MIT */

#include "rensa-fused-attention.h"

#include "rensa-backend.h"

gboolean
rensa_has_fused_attention (const RensaDevice *device)
{
  return device->klass->backend->attend != NULL;
}

static const RensaBackend *
get_backend (const RensaFusedAttention *self)
{
  return rensa_array_get_device (self->q)->klass->backend;
}

static gboolean
is_empty (const RensaFusedAttention *self)
{
  return rensa_array_get_count (self->q) == 0 || rensa_array_get_count (self->v) == 0;
}

gboolean
rensa_fused_attention_forward (const RensaFusedAttention *self, RensaArray **y, RensaArray **totals, GError **error)
{
  const RensaBackend *backend = get_backend (self);

  return backend->attend == NULL || is_empty (self) || backend->attend (self, y, totals, error);
}

gboolean
rensa_fused_attention_backward (const RensaFusedAttention *self, RensaArray *y, RensaArray *totals, RensaArray *gy,
                                RensaArray *grads[3], GError **error)
{
  const RensaBackend *backend = get_backend (self);

  return backend->attend_backward == NULL || is_empty (self)
         || backend->attend_backward (self, y, totals, gy, grads, error);
}
