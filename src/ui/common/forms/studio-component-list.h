/* studio-component-list.h: searchable list of components.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* Signals: "selected", when the user selects another row; "activated", on Enter or a double click. */
#define STUDIO_TYPE_COMPONENT_LIST (studio_component_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioComponentList, studio_component_list, STUDIO, COMPONENT_LIST, AdwBin)

/* @label: accessible name of the list, such as "Optimizers". */
void studio_component_list_set_label (StudioComponentList *list, const char *label);
/* Sorts components with a higher @rank first. */
void studio_component_list_add (StudioComponentList *list, const RensaComponent *component, int rank);
/* Adds a component at the end, with a sentence that explains why it does not fit. */
void studio_component_list_add_misfit (StudioComponentList *list, const RensaComponent *component, const char *reason);
/* Adds a row that represents no component. */
void studio_component_list_add_none (StudioComponentList *list);
/* @component: (nullable): none. Emits no signal. */
void studio_component_list_select (StudioComponentList *list, const RensaComponent *component);
/* Returns FALSE if no row is selected; sets @component to NULL for the row that represents none. */
gboolean studio_component_list_get_selected (StudioComponentList *list, const RensaComponent **component);

G_END_DECLS
