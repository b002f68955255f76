/* rensa-fit.h: what could come next in a model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/**
 * rensa_component_fits:
 * @component: a link, a function or an input
 * @type: of a batch
 * @dtype: of the parameters
 *
 * Returns: whether a new node of @component, with the attributes that it begins with, takes values of @type in every input that it
 * needs; that it may first have to be told its channels does not count. Found by a call on the meta device, which computes nothing; no array of that size is made.
 */
gboolean rensa_component_fits (const RensaComponent *component, const RensaType *type, RensaDtype dtype);

G_END_DECLS
