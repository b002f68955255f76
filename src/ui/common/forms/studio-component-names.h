/* studio-component-names.h: names for kinds of components in the user interface.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* "Optimizer", "Data Set". */
const char *studio_component_kind_get_title (RensaComponentKind kind);
/* Return TRUE if a function compares the output of a model with the label: as a loss, or in any way. */
gboolean studio_component_is_loss (const RensaComponent *component);
gboolean studio_component_is_measure (const RensaComponent *component);

G_END_DECLS
