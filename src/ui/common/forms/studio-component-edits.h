/* studio-component-edits.h: changes a list of components from rows, each time as one undoable step.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/**
 * StudioComponentSlot:
 * @path: path of the list in the document: "hooks", "data.preprocessing"
 * @kind: kind of its components
 * @add_label, @chooser_title: (untranslated): labels of the button and of the dialog that it opens
 */
typedef struct
{
  const char *path;
  RensaComponentKind kind;
  const char *add_label;
  const char *chooser_title;
} StudioComponentSlot;

/* All functions require that @slot stays valid; the window of @widget shows errors. */

/* A flat button with an accessible name. */
GtkWidget *studio_component_edits_new_button (const char *icon, const char *label);
/* Returns the slot of the hooks of loss @loss of a training step. */
const StudioComponentSlot *studio_component_edits_get_hooks (guint loss);
/* Lets the user choose a component to append. */
void studio_component_edits_choose (const StudioComponentSlot *slot, StudioProject *project, GtkWidget *widget);
/* Adds buttons that move element @index of the list up, unless it is the first, and remove it.
 * @name: its name for the labels. */
void studio_component_edits_add_buttons (const StudioComponentSlot *slot, StudioProject *project, AdwActionRow *row,
                                         const char *name, guint index);

G_END_DECLS
