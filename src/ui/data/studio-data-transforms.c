/* studio-data-transforms.c: list of the preprocessing of examples.
 * SPDX-License-Identifier: MIT */

#include "studio-data-transforms.h"

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "rensa-transforms.h"
#include "studio-component-dialog.h"
#include "studio-component-edits.h"
#include "studio-data-page-private.h"
#include "studio-summary.h"
#include "studio-widget.h"

static const StudioComponentSlot slot = { "data.preprocessing", RENSA_COMPONENT_TRANSFORM, N_ ("Add Step"),
                                          N_ ("Add Step") };

struct _StudioDataTransforms
{
  AdwBin parent_instance;
  AdwPreferencesGroup *group;
  GtkWidget *list;
  GtkWidget *add;
  GtkWidget *normalize;
  StudioProject *project;
  char *shown; /* so that other changes of the document keep the rows and the focus */
  char *gives;
  gboolean is_table;
};

G_DEFINE_FINAL_TYPE (StudioDataTransforms, studio_data_transforms, ADW_TYPE_BIN)

static guint
count (StudioDataTransforms *self)
{
  return self->project != NULL
             ? rensa_document_count_components (studio_project_get_document (self->project), slot.path)
             : 0;
}

static void
row_activated (StudioDataTransforms *self, GtkListBoxRow *row)
{
  g_autofree char *path = g_strdup_printf ("%s.%d", slot.path, gtk_list_box_row_get_index (row));
  GtkWidget *dialog = studio_component_dialog_new (self->project, slot.kind, path,
                                                   GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));

  gtk_window_present (GTK_WINDOW (dialog));
}

static void
add_clicked (StudioDataTransforms *self)
{
  if (self->project != NULL)
    studio_component_edits_choose (&slot, self->project, GTK_WIDGET (self));
}

static void
normalize_clicked (StudioDataTransforms *self)
{
  const RensaComponent *normalize = RENSA_COMPONENT (&rensa_normalize_transform_class);
  const RensaDataChange change = { .label = (char *) _ (normalize->title), .value = (char *) normalize->name };
  g_autoptr (GError) error = NULL;

  if (!studio_data_page_apply_change (self->project, &change, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

static GtkWidget *
make_row (StudioDataTransforms *self, guint index)
{
  g_autofree char *path = g_strdup_printf ("%s.%u", slot.path, index);
  g_autoptr (StudioSummary) summary = studio_summary_new (studio_project_get_document (self->project), path);
  g_autofree char *title = g_markup_escape_text (summary->title, -1);
  g_autofree char *details = g_markup_escape_text (summary->details, -1);
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), details);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary->details, -1);
  studio_component_edits_add_buttons (&slot, self->project, ADW_ACTION_ROW (row), summary->title, index);
  return row;
}

/* Returns the index of the row that has or contains the focus; -1 for none. */
static int
get_focused (StudioDataTransforms *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (gtk_widget_get_focus_child (self->list) == GTK_WIDGET (row))
      return i;
  return -1;
}

/* After removing a row by keyboard, the focus moves to the next one. */
static void
restore_focus (StudioDataTransforms *self, int focused, guint n)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), MIN (focused, (int) n - 1));

  if (focused >= 0)
    gtk_widget_grab_focus (row != NULL ? GTK_WIDGET (row) : self->add);
}

static void
fill (StudioDataTransforms *self)
{
  const guint n = count (self);
  const int focused = get_focused (self);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (self, i));
  gtk_widget_set_visible (self->list, n > 0);
  restore_focus (self, focused, n);
}

static void
describe (StudioDataTransforms *self)
{
  const char *text = self->gives;

  if (count (self) == 0)
    text = _ ("Examples are passed to the model unchanged. Add steps to normalize, crop, rotate or augment them.");
  adw_preferences_group_set_description (self->group, text);
  gtk_widget_set_visible (self->normalize, self->is_table && count (self) == 0);
}

void
studio_data_transforms_show (StudioDataTransforms *self, StudioProject *project)
{
  struct json_object *json =
      project != NULL ? rensa_document_get (studio_project_get_document (project), slot.path) : NULL;
  const char *text = json != NULL ? json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN) : "";

  if (!g_set_object (&self->project, project) && g_strcmp0 (self->shown, text) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (text);
  fill (self);
  describe (self);
}

void
studio_data_transforms_tell (StudioDataTransforms *self, const char *gives, gboolean is_table)
{
  g_autofree char *before G_GNUC_UNUSED = self->gives;

  self->gives = g_strdup (gives);
  self->is_table = is_table;
  describe (self);
}

static void
studio_data_transforms_dispose (GObject *object)
{
  StudioDataTransforms *self = STUDIO_DATA_TRANSFORMS (object);

  g_clear_object (&self->project);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->gives, g_free);
  G_OBJECT_CLASS (studio_data_transforms_parent_class)->dispose (object);
}

static void
studio_data_transforms_class_init (StudioDataTransformsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_data_transforms_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-data-transforms.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDataTransforms, group);
  gtk_widget_class_bind_template_child (widget_class, StudioDataTransforms, list);
  gtk_widget_class_bind_template_child (widget_class, StudioDataTransforms, add);
  gtk_widget_class_bind_template_child (widget_class, StudioDataTransforms, normalize);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, add_clicked);
  gtk_widget_class_bind_template_callback (widget_class, normalize_clicked);
}

static void
studio_data_transforms_init (StudioDataTransforms *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_button_set_label (GTK_BUTTON (self->normalize), _ (rensa_normalize_transform_class.title));
  fill (self);
  describe (self);
}
