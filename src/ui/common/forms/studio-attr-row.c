/* studio-attr-row.c: row for one attribute, with its name, its value, and help.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-row.h"
#include "studio-attr-editor.h"
#include "studio-attr-help.h"
#include "studio-preferences.h"

#include <glib/gi18n.h>

/* Long enough to type "1e-3" without an error message that "1e-" is not a number. Text is committed
 * after such a pause, when the user presses Enter, and when the focus leaves; never during typing. */
#define PAUSE_MS 700
/* Characters of a name that are shown before the value gets room. */
#define MOST_NAME_CHARS 14

struct _StudioAttrRow
{
  AdwPreferencesRow parent_instance;

  GtkWidget *box;
  GtkWidget *line;
  GtkWidget *name;
  GtkWidget *title;
  GtkWidget *name_button;
  GtkWidget *reset;
  GtkWidget *sentence;
  GtkWidget *help;
  GtkWidget *help_text;

  const RensaComponent *component;
  const RensaAttrSpec *spec;
  const StudioAttrTarget *target;
  gpointer owner;
  StudioAttrEditor *editor;

  gboolean has_own_title;
  gboolean is_shown;
  RensaAttrs *attrs; /* attributes from the document */
  char *value;       /* NULL if it is not set */
  char *waiting;     /* text typed but not yet set */
  char *refused;     /* error message of the target */
  gboolean is_typed; /* TRUE if the value was typed by the user, in their notation */
  gboolean is_setting;
  guint pause;
};

G_DEFINE_FINAL_TYPE (StudioAttrRow, studio_attr_row, ADW_TYPE_PREFERENCES_ROW)

static void
update_sentence (StudioAttrRow *self)
{
  const gboolean is_refused = self->refused != NULL && self->pause == 0;

  gtk_label_set_label (GTK_LABEL (self->sentence), is_refused ? self->refused : "");
  gtk_widget_set_visible (self->sentence, is_refused);
  studio_attr_editor_set_refused (self->editor, is_refused);
}

static void
update_reset (StudioAttrRow *self, RensaAttrs *attrs)
{
  const gboolean is_changed = rensa_attrs_is_set (attrs, self->spec) && !rensa_attrs_is_default (attrs, self->spec);

  gtk_widget_set_visible (self->reset, !self->spec->required && (is_changed || self->refused != NULL));
}

static void
forget_entered (StudioAttrRow *self)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  g_clear_pointer (&self->waiting, g_free);
  g_clear_pointer (&self->refused, g_free);
}

/* "Linear: out_size takes …" without the component's name, which is in the form's heading. */
static char *
get_sentence (StudioAttrRow *self, GError *error)
{
  g_autofree char *prefix = g_strconcat (self->component->name, ": ", NULL);

  return g_strdup (g_str_has_prefix (error->message, prefix) ? error->message + strlen (prefix) : error->message);
}

static void
refuse (StudioAttrRow *self, GError *error)
{
  self->refused = get_sentence (self, error);
  gtk_widget_set_visible (self->reset, !self->spec->required);
}

/* Sets the waiting text. If the target refuses it, nothing changes, and its error message is shown. */
static void
settle (StudioAttrRow *self)
{
  g_autofree char *text = g_steal_pointer (&self->waiting);
  g_autoptr (GError) error = NULL;
  gboolean is_taken;

  g_clear_handle_id (&self->pause, g_source_remove);
  if (text != NULL)
    {
      self->is_setting = TRUE;
      is_taken = self->target->set (self->owner, self->spec, text, &error);
      self->is_setting = FALSE;
      if (is_taken)
        self->target->settled (self->owner, self->spec, text);
      else
        refuse (self, error);
    }
  update_sentence (self);
}

/* An empty field is more often an intermediate state of typing than meant as None. */
static gboolean
is_nothing (const char *text)
{
  return text[0] == '\0' || strcmp (text, "''") == 0 || rensa_text_is_none (text);
}

static gboolean
on_pause (gpointer data)
{
  StudioAttrRow *self = data;

  self->pause = 0;
  if (!is_nothing (self->waiting))
    settle (self);
  return G_SOURCE_REMOVE;
}

static void
enter (StudioAttrRow *self, const char *text)
{
  forget_entered (self);
  self->waiting = g_strdup (text);
  self->is_typed = TRUE;
  self->pause = g_timeout_add (PAUSE_MS, on_pause, self);
  update_sentence (self);
}

static void
show_value (StudioAttrRow *self)
{
  studio_attr_editor_show (self->editor, self->attrs);
  self->is_typed = FALSE;
  forget_entered (self);
  update_sentence (self);
  update_reset (self, self->attrs);
}

void
studio_attr_row_settle (StudioAttrRow *self)
{
  /* Setting the value may remove this row. */
  g_autoptr (StudioAttrRow) alive G_GNUC_UNUSED = g_object_ref (self);

  studio_attr_editor_leave (self->editor);
  settle (self);
  if (self->is_typed && self->attrs != NULL)
    show_value (self);
}

void
studio_attr_row_show (StudioAttrRow *self, RensaAttrs *attrs)
{
  g_autofree char *value = rensa_attrs_is_set (attrs, self->spec) ? rensa_attrs_get_text (attrs, self->spec) : NULL;
  const gboolean is_new = !self->is_shown || g_strcmp0 (value, self->value) != 0;

  self->is_shown = TRUE;
  g_free (self->value);
  self->value = g_steal_pointer (&value);
  rensa_attrs_ref (attrs);
  g_clear_pointer (&self->attrs, rensa_attrs_unref);
  self->attrs = attrs;
  /* A component shows changes of its own attributes in its own rows. */
  if (self->spec->type == RENSA_ATTR_TYPE_COMPONENT || (is_new && !self->is_setting))
    show_value (self);
  update_reset (self, attrs);
}

static void
reset (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioAttrRow *self = STUDIO_ATTR_ROW (widget);
  g_autoptr (RensaAttrs) defaults = rensa_attrs_new (self->component);
  g_autofree char *text = rensa_attrs_get_text (defaults, self->spec);

  gtk_widget_grab_focus (studio_attr_editor_get_control (self->editor));
  studio_attr_editor_show (self->editor, defaults);
  enter (self, text);
  settle (self);
  update_reset (self, defaults);
}

static void
show_help (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_popover_popup (GTK_POPOVER (STUDIO_ATTR_ROW (widget)->help));
}

void
studio_attr_row_set_inferred (StudioAttrRow *self, const char *text)
{
  studio_attr_editor_set_placeholder (self->editor, text != NULL ? text : _ ("None"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (studio_attr_editor_get_control (self->editor)),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : gtk_label_get_label (GTK_LABEL (self->help_text)), -1);
}

GtkWidget *
studio_attr_row_get_control (StudioAttrRow *self)
{
  return studio_attr_editor_get_control (self->editor);
}

void
studio_attr_row_align (StudioAttrRow *self, GtkSizeGroup *entries)
{
  if (STUDIO_IS_ATTR_ENTRY (self->editor))
    gtk_size_group_add_widget (entries, GTK_WIDGET (self->editor));
}

void
studio_attr_row_set_title (StudioAttrRow *self, const char *title)
{
  g_autofree char *help_label = g_strdup_printf (_ ("Help for %s"), title);

  self->has_own_title = TRUE;
  gtk_label_set_label (GTK_LABEL (self->name), title);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (self->name), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->name), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (self->name), -1);
  gtk_widget_set_visible (self->title, FALSE);
  gtk_widget_set_visible (gtk_widget_get_parent (self->reset), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (studio_attr_editor_get_control (self->editor)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name_button), GTK_ACCESSIBLE_PROPERTY_LABEL, help_label, -1);
}

void
studio_attr_row_add_below (StudioAttrRow *self, GtkWidget *widget)
{
  gtk_box_insert_child_after (GTK_BOX (self->box), widget, self->line);
}

void
studio_attr_row_type (StudioAttrRow *self, const char *text, gboolean is_final)
{
  g_autoptr (RensaAttrs) attrs = self->attrs != NULL ? rensa_attrs_copy (self->attrs) : NULL;

  if (attrs == NULL || !rensa_attrs_set_text (attrs, self->spec->name, text, NULL))
    return;
  studio_attr_editor_show (self->editor, attrs);
  enter (self, text);
  if (is_final)
    settle (self);
}

static void
add_editor (StudioAttrRow *self)
{
  GtkWidget *below;

  self->editor = studio_attr_editor_new (self->component, self->spec);
  g_signal_connect_swapped (self->editor, "entered", G_CALLBACK (enter), self);
  g_signal_connect_swapped (self->editor, "settled", G_CALLBACK (settle), self);
  g_signal_connect_swapped (self->editor, "left", G_CALLBACK (studio_attr_row_settle), self);
  gtk_box_append (GTK_BOX (self->line), GTK_WIDGET (self->editor));

  below = studio_attr_editor_get_below (self->editor);
  if (below != NULL)
    gtk_box_append (GTK_BOX (self->box), below);
}

/* In Full, the name used in programs, with the title below; in Simple, only the title. */
static void
show_names (gpointer data)
{
  StudioAttrRow *self = data;
  const RensaAttrSpec *spec = self->spec;
  g_autofree char *more = studio_attr_help_title (spec);
  const gboolean is_simple = studio_preferences_is_simple () && spec->title != NULL;
  const char *title = more[0] != '\0' ? more : spec->title != NULL ? _ (spec->title) : "";
  const char *name = is_simple ? title : spec->name;

  if (self->has_own_title)
    return;
  gtk_label_set_label (GTK_LABEL (self->name), name);
  gtk_label_set_width_chars (GTK_LABEL (self->name), MIN ((int) g_utf8_strlen (name, -1), MOST_NAME_CHARS));
  gtk_label_set_label (GTK_LABEL (self->title), more);
  gtk_widget_set_visible (self->title, !is_simple && more[0] != '\0');
}

static void
add_texts (StudioAttrRow *self)
{
  const RensaAttrSpec *spec = self->spec;
  g_autofree char *help = studio_attr_help_text (self->component, spec);
  g_autofree char *reset_label = g_strdup_printf (_ ("Reset %s"), spec->name);
  /* Translators: the name of a setting. */
  g_autofree char *help_label = g_strdup_printf (_ ("Help for %s"), spec->name);

  show_names (self);
  gtk_label_set_label (GTK_LABEL (self->help_text), help);
  gtk_widget_set_tooltip_text (self->name_button, help);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spec->name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, help, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name_button), GTK_ACCESSIBLE_PROPERTY_LABEL, help_label, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reset), GTK_ACCESSIBLE_PROPERTY_LABEL, reset_label, -1);
}

GtkWidget *
studio_attr_row_new (const RensaComponent *component, const RensaAttrSpec *spec, const StudioAttrTarget *target,
                     gpointer owner)
{
  StudioAttrRow *self = g_object_new (STUDIO_TYPE_ATTR_ROW, NULL);

  self->component = component;
  self->spec = spec;
  self->target = target;
  self->owner = owner;
  add_editor (self);
  add_texts (self);
  studio_attr_row_set_inferred (self, NULL);
  studio_preferences_follow_interface (G_OBJECT (self), show_names);
  return GTK_WIDGET (self);
}

static void
studio_attr_row_dispose (GObject *object)
{
  StudioAttrRow *self = STUDIO_ATTR_ROW (object);

  forget_entered (self);
  g_clear_pointer (&self->help, gtk_widget_unparent);
  G_OBJECT_CLASS (studio_attr_row_parent_class)->dispose (object);
}

static void
studio_attr_row_finalize (GObject *object)
{
  StudioAttrRow *self = STUDIO_ATTR_ROW (object);

  g_clear_pointer (&self->attrs, rensa_attrs_unref);
  g_free (self->value);
  G_OBJECT_CLASS (studio_attr_row_parent_class)->finalize (object);
}

static void
studio_attr_row_class_init (StudioAttrRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_attr_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_attr_row_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-attr-row.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, box);
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, line);
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, name);
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, title);
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, name_button);
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, reset);
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, sentence);
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, help);
  gtk_widget_class_bind_template_child (widget_class, StudioAttrRow, help_text);

  gtk_widget_class_install_action (widget_class, "attr.reset", NULL, reset);
  gtk_widget_class_install_action (widget_class, "attr.help", NULL, show_help);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F1, 0, "attr.help", NULL);
}

static void
studio_attr_row_init (StudioAttrRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (self->help, self->name_button);
}
