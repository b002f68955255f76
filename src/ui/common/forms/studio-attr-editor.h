/* studio-attr-editor.h: base class of the editors for the value of an attribute.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* There is one kind of editor for each type of attribute. Signals: "entered" (const char *text),
 * when the user changes the value, with text as expected by rensa_attrs_set_text (); "settled",
 * when the user confirms it; "left", when the focus has left the editor. */
#define STUDIO_TYPE_ATTR_EDITOR (studio_attr_editor_get_type ())
G_DECLARE_DERIVABLE_TYPE (StudioAttrEditor, studio_attr_editor, STUDIO, ATTR_EDITOR, AdwBin)

/**
 * StudioAttrEditorClass:
 * @build: makes the widgets and passes the one that takes the focus to
 *   studio_attr_editor_set_control ()
 * @show: shows the value of @attrs
 * @set_placeholder: sets the text shown for None; NULL if the type has no placeholder
 * @leave: (nullable): notifies the editor's own rows that the focus has left
 * @get_below: (nullable): returns a widget of the editor that is placed below the row, over its
 *   whole width
 */
struct _StudioAttrEditorClass
{
  AdwBinClass parent_class;

  void (*build) (StudioAttrEditor *editor);
  void (*show) (StudioAttrEditor *editor, RensaAttrs *attrs);
  void (*set_placeholder) (StudioAttrEditor *editor, const char *text);
  void (*leave) (StudioAttrEditor *editor);
  GtkWidget *(*get_below) (StudioAttrEditor *editor);
};

StudioAttrEditor *studio_attr_editor_new (const RensaComponent *component, const RensaAttrSpec *spec);
void studio_attr_editor_show (StudioAttrEditor *editor, RensaAttrs *attrs);
void studio_attr_editor_set_placeholder (StudioAttrEditor *editor, const char *text);
/* Called when the focus has left the editor's own rows, if it has any. */
void studio_attr_editor_leave (StudioAttrEditor *editor);
void studio_attr_editor_set_refused (StudioAttrEditor *editor, gboolean is_refused);
/* NULL if there is no such widget. */
GtkWidget *studio_attr_editor_get_below (StudioAttrEditor *editor);
GtkWidget *studio_attr_editor_get_control (StudioAttrEditor *editor);

/* For the editors. */

const RensaComponent *studio_attr_editor_get_component (StudioAttrEditor *editor);
const RensaAttrSpec *studio_attr_editor_get_spec (StudioAttrEditor *editor);
/* Sets the accessible name of @control to that of the attribute. */
void studio_attr_editor_set_control (StudioAttrEditor *editor, GtkWidget *control);
/* Does nothing while a value is being shown. */
void studio_attr_editor_enter (StudioAttrEditor *editor, const char *text);
void studio_attr_editor_settle (StudioAttrEditor *editor);
void studio_attr_editor_tell_left (StudioAttrEditor *editor);

/* A switch. */
#define STUDIO_TYPE_ATTR_SWITCH (studio_attr_switch_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrSwitch, studio_attr_switch, STUDIO, ATTR_SWITCH, StudioAttrEditor)
/* Editor for one of several words. */
#define STUDIO_TYPE_ATTR_CHOICE (studio_attr_choice_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrChoice, studio_attr_choice, STUDIO, ATTR_CHOICE, StudioAttrEditor)
/* Text; numbers have buttons for the next and the previous value, files have one that opens a file
 * chooser. */
#define STUDIO_TYPE_ATTR_ENTRY (studio_attr_entry_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrEntry, studio_attr_entry, STUDIO, ATTR_ENTRY, StudioAttrEditor)
/* A component, with rows for its own attributes below. */
#define STUDIO_TYPE_ATTR_COMPONENT (studio_attr_component_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrComponent, studio_attr_component, STUDIO, ATTR_COMPONENT, StudioAttrEditor)

G_END_DECLS
