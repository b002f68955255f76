/* studio-attr-entry.c: editor for an attribute that is a number, several numbers, a text, or a file
 * name.
 * SPDX-License-Identifier: MIT */

#include "rensa-file.h"
#include "studio-attr-editor.h"
#include "studio-attr-step.h"
#include "studio-file-chooser.h"
#include "studio-focus.h"
#include "studio-format.h"
#include "studio-name-menu.h"
#include "studio-widget.h"

#include <glib/gi18n.h>

#define PAGE 10

struct _StudioAttrEntry
{
  StudioAttrEditor parent_instance;

  GtkWidget *entry;
  GtkFileChooserNative *chooser;
  gboolean allows_none;
};

G_DEFINE_FINAL_TYPE (StudioAttrEntry, studio_attr_entry, STUDIO_TYPE_ATTR_EDITOR)

/* Returns the text with quotes, which rensa_attrs_set_text () removes. */
static char *
quote (StudioAttrEntry *self, const char *text)
{
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (STUDIO_ATTR_EDITOR (self));
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (studio_attr_editor_get_component (STUDIO_ATTR_EDITOR (self)));
  g_autoptr (RensaJson) string = json_object_new_string (text);

  if (!rensa_attrs_set_json (attrs, spec->name, string, NULL))
    return g_strdup (text);
  return rensa_attrs_get_text (attrs, spec);
}

/* Returns the content of the entry as expected by rensa_attrs_set_text (). */
static char *
read_text (StudioAttrEntry *self)
{
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (STUDIO_ATTR_EDITOR (self));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  if (self->allows_none && (text[0] == '\0' || rensa_text_is_none (text)))
    return g_strdup ("None");
  if (spec->type == RENSA_ATTR_TYPE_STRING)
    return quote (self, text);
  return spec->type == RENSA_ATTR_TYPE_FLOAT ? studio_read_decimal (text) : g_strdup (text);
}

static void
on_changed (StudioAttrEntry *self)
{
  g_autofree char *text = read_text (self);

  studio_attr_editor_enter (STUDIO_ATTR_EDITOR (self), text);
}

static void
left (gpointer self)
{
  studio_attr_editor_tell_left (self);
}

/* Emits one change; gtk_editable_set_text () emits two. */
static void
replace_text (StudioAttrEntry *self, const char *text)
{
  g_signal_handlers_block_by_func (self->entry, on_changed, self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  g_signal_handlers_unblock_by_func (self->entry, on_changed, self);
  on_changed (self);
}

static void
step (StudioAttrEntry *self, int n)
{
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (STUDIO_ATTR_EDITOR (self));
  g_autofree char *before = read_text (self);
  g_autofree char *after = studio_attr_step (spec, before, n);
  g_autofree char *shown = studio_format_decimal (after);

  replace_text (self, shown);
  studio_attr_editor_settle (STUDIO_ATTR_EDITOR (self));
}

static void
on_decrease (StudioAttrEntry *self)
{
  step (self, -1);
}

static void
on_increase (StudioAttrEntry *self)
{
  step (self, 1);
}

static gboolean
on_key_pressed (StudioAttrEntry *self, guint key)
{
  switch (key)
    {
    case GDK_KEY_Up:
      step (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
      step (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
      step (self, PAGE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
      step (self, -PAGE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static GtkWidget *
add_button (StudioAttrEntry *self, const char *icon, const char *label, GCallback on_clicked)
{
  const char *name = studio_attr_editor_get_spec (STUDIO_ATTR_EDITOR (self))->name;
  g_autofree char *text = g_strdup_printf ("%s: %s", name, label);
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_box_append (GTK_BOX (gtk_widget_get_parent (self->entry)), button);
  g_signal_connect_swapped (button, "clicked", on_clicked, self);
  return button;
}

static void
add_steps (StudioAttrEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *buttons[] = {
    add_button (self, "list-remove-symbolic", _ ("Decrease"), G_CALLBACK (on_decrease)),
    add_button (self, "list-add-symbolic", _ ("Increase"), G_CALLBACK (on_increase)),
  };

  /* The arrow keys do the same, so Tab need not stop at the buttons. */
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    gtk_widget_set_focusable (buttons[i], FALSE);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (self->entry, keys);
}

static void
on_file_chosen (GtkNativeDialog *chooser, int response, StudioAttrEntry *self)
{
  g_autoptr (GFile) file = studio_file_chooser_dup_file (chooser, response);

  if (file != NULL)
    {
      const char *path = g_file_peek_path (file) != NULL ? g_file_peek_path (file) : "";
      g_autoptr (GError) error = NULL;

      if (!rensa_file_check_name (path, &error))
        studio_toast_error (GTK_WIDGET (self), error);
      else
        {
          replace_text (self, path);
          studio_attr_editor_settle (STUDIO_ATTR_EDITOR (self));
        }
    }
  g_clear_object (&self->chooser);
}

static void
on_browse (StudioAttrEntry *self)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (STUDIO_ATTR_EDITOR (self));

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (
      _ (spec->title), window, spec->is_folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN,
      _ ("_Choose"), _ ("_Cancel"));
  studio_file_chooser_show (self->chooser, G_CALLBACK (on_file_chosen), self);
}

/* Enters a name chosen from the menu. */
static void
choose (gpointer self, const char *text)
{
  replace_text (self, text);
  studio_attr_editor_settle (STUDIO_ATTR_EDITOR (self));
}

static gboolean
has_names (const RensaAttrSpec *spec)
{
  return spec->names != RENSA_NAMES_NOTHING && spec->names != RENSA_NAMES_NEW_REPORT;
}

/* In characters of the font's mean width, which is wider than a digit. Short values leave their
 * room to the name: a number with its two buttons is as wide as several numbers without. */
#define NUMBER_CHARS 6
#define NUMBERS_CHARS 10
#define MOST_TEXT_CHARS 20

static void
set_width (StudioAttrEntry *self, const RensaAttrSpec *spec)
{
  const gboolean is_short = studio_attr_has_steps (spec) || spec->type == RENSA_ATTR_TYPE_INTS;
  const int least = spec->type == RENSA_ATTR_TYPE_INTS ? NUMBERS_CHARS : NUMBER_CHARS;

  /* Minimum and maximum are equal, so that a long name next to the field makes it no narrower than
   * the others. */
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), least);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), is_short ? least : MOST_TEXT_CHARS);
}

static void
build (StudioAttrEditor *editor)
{
  StudioAttrEntry *self = STUDIO_ATTR_ENTRY (editor);
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (editor);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->allows_none = spec->allow_none || spec->none;
  self->entry = gtk_entry_new ();
  set_width (self, spec);
  /* The entry fills the editor's width, but the editor does not expand. */
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), FALSE);
  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), self->entry);
  adw_bin_set_child (ADW_BIN (self), box);
  studio_attr_editor_set_control (editor, self->entry);

  studio_on_leave (self->entry, left, GTK_WIDGET (self));
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (studio_attr_editor_settle), self);

  if (studio_attr_has_steps (spec))
    add_steps (self);
  if (has_names (spec))
    gtk_box_append (GTK_BOX (box), studio_name_menu_new (spec, GTK_EDITABLE (self->entry), choose, self));
  if (spec->is_path)
    add_button (self, "document-open-symbolic", _ ("Browse"), G_CALLBACK (on_browse));
}

static void
show (StudioAttrEditor *editor, RensaAttrs *attrs)
{
  StudioAttrEntry *self = STUDIO_ATTR_ENTRY (editor);
  const RensaAttrSpec *spec = studio_attr_editor_get_spec (editor);
  g_autoptr (RensaJson) value = rensa_attrs_get_json (attrs, spec);
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  if (value == NULL && (self->allows_none || !rensa_attrs_is_set (attrs, spec)))
    text = g_strdup ("");
  else if (spec->type == RENSA_ATTR_TYPE_STRING)
    text = g_strdup (json_object_get_string (value));
  else
    text = rensa_attrs_get_text (attrs, spec);
  shown = spec->type == RENSA_ATTR_TYPE_FLOAT ? studio_format_decimal (text) : g_strdup (text);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), shown);
}

static void
set_placeholder (StudioAttrEditor *editor, const char *text)
{
  StudioAttrEntry *self = STUDIO_ATTR_ENTRY (editor);

  if (self->allows_none)
    gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), text);
}

static void
studio_attr_entry_dispose (GObject *object)
{
  g_clear_object (&STUDIO_ATTR_ENTRY (object)->chooser);
  G_OBJECT_CLASS (studio_attr_entry_parent_class)->dispose (object);
}

static void
studio_attr_entry_class_init (StudioAttrEntryClass *klass)
{
  StudioAttrEditorClass *editor_class = STUDIO_ATTR_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_attr_entry_dispose;
  editor_class->build = build;
  editor_class->show = show;
  editor_class->set_placeholder = set_placeholder;
}

static void
studio_attr_entry_init (StudioAttrEntry *self)
{
}
