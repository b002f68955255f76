/* rensa-roles.h: what the models of a training step are for, as its wires tell.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-facts.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Fills in the names that a step has for those whom previews ask for; they are borrowed from the network of @facts. */
void rensa_roles_find (const RensaFacts *facts, RensaPreviewSubject *subject);

G_END_DECLS
