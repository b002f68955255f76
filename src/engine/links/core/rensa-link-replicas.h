/* rensa-link-replicas.h: copies of a link that are trained together, on one or several devices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Adds the gradients of the other replicas to those of @replicas[0], in order; with a collectives
 * library, as rensa_collectives_reduce () does. RENSA_ERROR_INVALID names the first parameter that
 * differs between replicas. */
gboolean rensa_replicas_reduce_grads (RensaLink *const *replicas, guint n, GError **error);
/* Copies parameters and persistent values of @replicas[0] to the others, under the same conditions;
 * skips uninitialized ones. */
gboolean rensa_replicas_broadcast_params (RensaLink *const *replicas, guint n, GError **error);

G_END_DECLS
