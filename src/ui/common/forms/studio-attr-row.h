/* studio-attr-row.h: row for one attribute, with its name, its value, and help.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-attrs.h"

G_BEGIN_DECLS

/**
 * StudioAttrTarget:
 * @set: sets the attribute; the row shows the message of an error
 * @settled: the user has finished the last entry: left the row, pressed Enter, or paused
 *
 * Receives the values that the user enters.
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
/* Shows the value in @attrs. A value that is already shown is left as it was typed. */
void studio_attr_row_show (StudioAttrRow *row, RensaAttrs *attrs);
/* Commits typed text that is not yet set; if it is refused, restores the previous value. */
void studio_attr_row_settle (StudioAttrRow *row);
/* @text: (nullable): the value that None represents here: "auto (784)". */
void studio_attr_row_set_inferred (StudioAttrRow *row, const char *text);
GtkWidget *studio_attr_row_get_control (StudioAttrRow *row);
/* Names the row, and its control, by @title only, and offers no default: for a setting that
 * everyone changes. */
void studio_attr_row_set_title (StudioAttrRow *row, const char *title);
/* Adds a widget over the whole width, below the value. */
void studio_attr_row_add_below (StudioAttrRow *row, GtkWidget *widget);
/* Acts as if the user had typed @text. @is_final: and pressed Enter. */
void studio_attr_row_type (StudioAttrRow *row, const char *text, gboolean is_final);
/* Entries of rows with the same @entries are aligned. */
void studio_attr_row_align (StudioAttrRow *row, GtkSizeGroup *entries);

G_END_DECLS
