/* studio-component-names.h: kinds of components in the words of the interface.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* "Optimizer", "Data Set". */
const char *studio_component_kind_get_title (RensaComponentKind kind);
/* Whether a function measures what a model gives against the label: as what it learns from, or at all. */
gboolean studio_component_is_loss (const RensaComponent *component);
gboolean studio_component_is_measure (const RensaComponent *component);

G_END_DECLS
