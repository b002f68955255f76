/* studio-component-start.h: how a component begins that was just chosen.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* "Adam", or with values for attributes that have no default, within their ranges: "GradientClipping(threshold=1.0)". */
char *studio_component_start (const RensaComponent *component);

G_END_DECLS
