/* rensa-link-replicas.h: copies of a link that learn together, on devices of their own or on one.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Adds to the gradients of @replicas[0] those of the others, in their order, and where the devices have a library for that, as
 * rensa_collectives_reduce () does.  RENSA_ERROR_INVALID names the first parameter that is not the same in all of them. */
gboolean rensa_replicas_reduce_grads (RensaLink *const *replicas, guint n, GError **error);
/* Copies parameters and persistent values of @replicas[0] to the others, under the same conditions; what is uninitialized there is
 * passed over. */
gboolean rensa_replicas_broadcast_params (RensaLink *const *replicas, guint n, GError **error);

G_END_DECLS
