/* rensa-diagnose-private.h: determines why a number of a run is not finite.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-verdict.h"

G_BEGIN_DECLS

/* Checks the data, then repeats the iteration in which the number was found, with the parameters
 * that it started with. @snapshot: (nullable): of an earlier iteration; without one the run is
 * repeated from its beginning, for a few seconds at most. Requires @diagnosis to contain the value
 * that is not finite, and fills in the rest. The caller restores modes and generator. */
void rensa_diagnose (RensaDiagnosis *diagnosis, RensaBuilder *builder, const char *snapshot);

G_END_DECLS
