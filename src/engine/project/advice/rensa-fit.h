/* rensa-fit.h: components that can follow a node of a model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/**
 * rensa_component_fits:
 * @component: a link, a function or an input
 * @type: type of a batch
 * @dtype: data type of the parameters
 *
 * Returns: TRUE if a new node of @component with its initial attributes accepts values of @type in
 * all required inputs, possibly after its channels are set. Determined by a call on the meta
 * device, which computes nothing and allocates no array of that size.
 */
gboolean rensa_component_fits (const RensaComponent *component, const RensaType *type, RensaDtype dtype);

G_END_DECLS
