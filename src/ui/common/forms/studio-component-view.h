/* studio-component-view.h: description of a component.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* Title, summary, formula and reference of a component. Property: shows-title, FALSE if the name is
 * already shown elsewhere. */
#define STUDIO_TYPE_COMPONENT_VIEW (studio_component_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioComponentView, studio_component_view, STUDIO, COMPONENT_VIEW, AdwBin)

/* @component: (nullable) */
void studio_component_view_set_component (StudioComponentView *view, const RensaComponent *component);
/* @text: (nullable): shown instead of a summary if there is no component. */
void studio_component_view_set_text (StudioComponentView *view, const char *text);

G_END_DECLS
