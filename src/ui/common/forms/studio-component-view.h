/* studio-component-view.h: what a component is, in its own words.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* Title, summary, formula and reference of a component. Property: shows-title, for where the name stands already. */
#define STUDIO_TYPE_COMPONENT_VIEW (studio_component_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioComponentView, studio_component_view, STUDIO, COMPONENT_VIEW, AdwBin)

/* @component: (nullable) */
void studio_component_view_set_component (StudioComponentView *view, const RensaComponent *component);
/* @text: (nullable): in place of a summary, for what is no component. */
void studio_component_view_set_text (StudioComponentView *view, const char *text);

G_END_DECLS
