/* studio-name-menu.h: button that lists names in the project to which a text can refer.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* @text: new text of the entry */
typedef void (*StudioNameFunc) (gpointer owner, const char *text);

/**
 * studio_name_menu_new:
 * @spec: spec of an attribute that names something, in a StudioAttrForm
 * @entry: shows its value
 * @choose: called when the user chooses a name or, for a list, adds or removes one
 *
 * The names are those of the project's last analysis when the menu opens.
 */
GtkWidget *studio_name_menu_new (const RensaAttrSpec *spec, GtkEditable *entry, StudioNameFunc choose, gpointer owner);

G_END_DECLS
