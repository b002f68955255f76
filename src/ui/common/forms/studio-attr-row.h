/* studio-attr-row.h: one attribute: its name, its value, and what there is to know about it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-attrs.h"

G_BEGIN_DECLS

/**
 * StudioAttrTarget:
 * @set: sets the attribute; an error's message is the sentence for the row
 * @settled: the person is done with what they entered last: they left the row, pressed Enter, or paused
 *
 * Where values go that a person enters.
 */
typedef struct
{
  gboolean (*set) (gpointer owner, const RensaAttrSpec *spec, const char *text, GError **error);
  void (*settled) (gpointer owner, const RensaAttrSpec *spec, const char *text);
} StudioAttrTarget;

#define STUDIO_TYPE_ATTR_ROW (studio_attr_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrRow, studio_attr_row, STUDIO, ATTR_ROW, AdwPreferencesRow)

GtkWidget *studio_attr_row_new (const RensaComponent *component, const RensaAttrSpec *spec,
                                const StudioAttrTarget *target, gpointer owner);
/* Shows the value that @attrs has. A value that the row shows already is left as it was typed. */
void studio_attr_row_show (StudioAttrRow *row, RensaAttrs *attrs);
/* Sets what is typed and not yet set; where it is refused, the value that was there comes back. */
void studio_attr_row_settle (StudioAttrRow *row);
/* @text: (nullable): what None stands for here: "auto (784)". */
void studio_attr_row_set_inferred (StudioAttrRow *row, const char *text);
GtkWidget *studio_attr_row_get_control (StudioAttrRow *row);
/* Names the row, and its control, by @title alone, and offers no default: for a setting that everybody changes. */
void studio_attr_row_set_title (StudioAttrRow *row, const char *title);
/* Over the whole width, below the value. */
void studio_attr_row_add_below (StudioAttrRow *row, GtkWidget *widget);
/* As if the person had typed @text. @is_final: and pressed Enter. */
void studio_attr_row_type (StudioAttrRow *row, const char *text, gboolean is_final);
/* What is typed in rows of the same @entries begins at the same place. */
void studio_attr_row_align (StudioAttrRow *row, GtkSizeGroup *entries);

G_END_DECLS
