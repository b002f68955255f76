/* studio-component-list.h: components to choose from, with a search.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* Signals: "selected", when a person selects another row; "activated", when they press Enter or click twice. */
#define STUDIO_TYPE_COMPONENT_LIST (studio_component_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioComponentList, studio_component_list, STUDIO, COMPONENT_LIST, AdwBin)

/* @label: the accessible name of the list, such as "Optimizers". */
void studio_component_list_set_label (StudioComponentList *list, const char *label);
/* Those of a higher @rank come first. */
void studio_component_list_add (StudioComponentList *list, const RensaComponent *component, int rank);
/* Comes last, with a sentence that says why it does not fit. */
void studio_component_list_add_misfit (StudioComponentList *list, const RensaComponent *component, const char *reason);
/* A row that stands for no component. */
void studio_component_list_add_none (StudioComponentList *list);
/* @component: (nullable): none. Emits no signal. */
void studio_component_list_select (StudioComponentList *list, const RensaComponent *component);
/* FALSE where no row is selected; @component gets NULL where it is the one that stands for none. */
gboolean studio_component_list_get_selected (StudioComponentList *list, const RensaComponent **component);

G_END_DECLS
