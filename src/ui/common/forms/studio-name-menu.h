/* studio-name-menu.h: a button that lists what there is in the project for a text to name.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* @text: what is to stand in the entry */
typedef void (*StudioNameFunc) (gpointer owner, const char *text);

/**
 * studio_name_menu_new:
 * @spec: of an attribute that names something, in a StudioAttrForm
 * @entry: which shows its value
 * @choose: is called when a person chooses a name or, of a list, adds or removes one
 *
 * The names are those of the project's last analysis when the menu opens.
 */
GtkWidget *studio_name_menu_new (const RensaAttrSpec *spec, GtkEditable *entry, StudioNameFunc choose, gpointer owner);

G_END_DECLS
