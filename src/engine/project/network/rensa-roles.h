/* rensa-roles.h: roles of the models of a training step, as inferred from its connections.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-facts.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Fills in the names that the step gives to the models that previews need; they are borrowed from
 * the network of @facts. */
void rensa_roles_find (const RensaFacts *facts, RensaPreviewSubject *subject);

G_END_DECLS
