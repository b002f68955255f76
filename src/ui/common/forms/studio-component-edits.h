/* studio-component-edits.h: a list of components changed from rows, each time as one step that can be undone.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/**
 * StudioComponentSlot:
 * @path: of the list in the document: "hooks", "data.preprocessing"
 * @kind: of what it takes
 * @add_label, @chooser_title: (untranslated): of the button, and of the dialog that it opens
 */
typedef struct
{
  const char *path;
  RensaComponentKind kind;
  const char *add_label;
  const char *chooser_title;
} StudioComponentSlot;

/* All take a @slot that stays where it is; what cannot be done is told by the window of @widget. */

/* A flat button with an accessible name. */
GtkWidget *studio_component_edits_new_button (const char *icon, const char *label);
/* The slot of the hooks of loss @loss of a training step. */
const StudioComponentSlot *studio_component_edits_get_hooks (guint loss);
/* Lets a person choose what is added at the end. */
void studio_component_edits_choose (const StudioComponentSlot *slot, StudioProject *project, GtkWidget *widget);
/* Moves element @index of the list up, where it is not the first, and removes it. @name: what it is called. */
void studio_component_edits_add_buttons (const StudioComponentSlot *slot, StudioProject *project, AdwActionRow *row,
                                         const char *name, guint index);

G_END_DECLS
