/* rensa-diagnose-private.h: why a number of a run is not finite.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-verdict.h"

G_BEGIN_DECLS

/* Looks at the data, then repeats the iteration in which the number was found, from the parameters that it began with.  @snapshot:
 * (nullable): of an iteration before it; without one the run is repeated from its beginning, for a few seconds at most.  Needs @diagnosis
 * with what is not finite, and fills in the rest. Modes and generator are the caller's to restore. */
void rensa_diagnose (RensaDiagnosis *diagnosis, RensaBuilder *builder, const char *snapshot);

G_END_DECLS
