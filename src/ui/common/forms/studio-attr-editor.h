/* studio-attr-editor.h: what a person enters the value of one attribute in.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* One kind of editor for each type of attribute. Signals: "entered" (const char *text), when a person changes the value,
 * with text as rensa_attrs_set_text () takes it; "settled", when they want it so; "left", when they have turned away. */
#define STUDIO_TYPE_ATTR_EDITOR (studio_attr_editor_get_type ())
G_DECLARE_DERIVABLE_TYPE (StudioAttrEditor, studio_attr_editor, STUDIO, ATTR_EDITOR, AdwBin)

/**
 * StudioAttrEditorClass:
 * @build: makes the widgets and names the one that takes the focus with studio_attr_editor_set_control ()
 * @show: shows the value of @attrs
 * @set_placeholder: what stands there for None; NULL where the type has none
 * @leave: (nullable): tells the rows of the editor's own that the person has turned away
 * @get_below: (nullable): a widget of the editor that goes below the row, over its whole width
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
/* The person has turned away from the editor's own rows, if it has any. */
void studio_attr_editor_leave (StudioAttrEditor *editor);
void studio_attr_editor_set_refused (StudioAttrEditor *editor, gboolean is_refused);
/* NULL where nothing goes below. */
GtkWidget *studio_attr_editor_get_below (StudioAttrEditor *editor);
GtkWidget *studio_attr_editor_get_control (StudioAttrEditor *editor);

/* For the editors. */

const RensaComponent *studio_attr_editor_get_component (StudioAttrEditor *editor);
const RensaAttrSpec *studio_attr_editor_get_spec (StudioAttrEditor *editor);
/* Gives @control the attribute's name. */
void studio_attr_editor_set_control (StudioAttrEditor *editor, GtkWidget *control);
/* Nothing is entered while a value is being shown. */
void studio_attr_editor_enter (StudioAttrEditor *editor, const char *text);
void studio_attr_editor_settle (StudioAttrEditor *editor);
void studio_attr_editor_tell_left (StudioAttrEditor *editor);

/* A switch. */
#define STUDIO_TYPE_ATTR_SWITCH (studio_attr_switch_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrSwitch, studio_attr_switch, STUDIO, ATTR_SWITCH, StudioAttrEditor)
/* One of several words. */
#define STUDIO_TYPE_ATTR_CHOICE (studio_attr_choice_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrChoice, studio_attr_choice, STUDIO, ATTR_CHOICE, StudioAttrEditor)
/* Text; for numbers with buttons for the next and the last, for files with one that opens a file chooser. */
#define STUDIO_TYPE_ATTR_ENTRY (studio_attr_entry_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrEntry, studio_attr_entry, STUDIO, ATTR_ENTRY, StudioAttrEditor)
/* A component, with rows for its own attributes below. */
#define STUDIO_TYPE_ATTR_COMPONENT (studio_attr_component_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttrComponent, studio_attr_component, STUDIO, ATTR_COMPONENT, StudioAttrEditor)

G_END_DECLS
