/* studio-code-page.c: the program that the document describes.
 * SPDX-License-Identifier: MIT */

#include "studio-code-page-private.h"

#include <glib/gi18n.h>

#include "studio-closures.h"
#include "studio-watch.h"
#include "studio-wrap-layout.h"

/* While the user types, the program is not regenerated for every letter. */
#define DELAY_MS 200

enum
{
  PROP_PROJECT = 1,
  PROP_RUN,
  PROP_TARGET,
  PROP_NODE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioCodePage, studio_code_page, ADW_TYPE_BIN)

static gboolean
timed_out (gpointer data)
{
  StudioCodePage *self = data;

  self->timeout = 0;
  studio_code_page_update (self);
  return G_SOURCE_REMOVE;
}

static void
document_changed (StudioCodePage *self)
{
  if (self->timeout == 0)
    self->timeout = g_timeout_add (DELAY_MS, timed_out, self);
}

/* Targets */

static GtkWidget *
new_target_row (const RensaExporter *exporter)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *title = gtk_label_new (_ (exporter->title));
  GtkWidget *summary = gtk_label_new (_ (exporter->summary));

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (summary), 0);
  gtk_label_set_wrap (GTK_LABEL (summary), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (summary), 20);
  gtk_widget_add_css_class (summary, "caption");
  gtk_widget_add_css_class (summary, "dim-label");
  gtk_widget_add_css_class (box, "code-target");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), summary);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "exporter", (gpointer) exporter);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (exporter->title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (exporter->summary), -1);
  return row;
}

static void
target_selected (GtkListBox *list, GtkListBoxRow *row, StudioCodePage *self)
{
  if (row == NULL)
    return;
  self->exporter = g_object_get_data (G_OBJECT (row), "exporter");
  studio_code_page_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TARGET]);
}

static void
set_target (StudioCodePage *self, const char *name)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->targets, i)) != NULL; i++)
    {
      const RensaExporter *exporter = g_object_get_data (G_OBJECT (row), "exporter");

      if (g_strcmp0 (exporter->name, name) == 0)
        gtk_list_box_select_row (self->targets, row);
    }
}

/* Class */

static void
update_scheme (StudioCodePage *self)
{
  /* Blue of the selection, transparent enough for every text color. */
  static const GdkRGBA on_light = { 0.21, 0.52, 0.89, 0.12 };
  static const GdkRGBA on_dark = { 0.47, 0.68, 0.93, 0.2 };
  const gboolean is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
      gtk_source_style_scheme_manager_get_default (), is_dark ? "Adwaita-dark" : "Adwaita");

  gtk_source_buffer_set_style_scheme (self->buffer, scheme);
  g_object_set (self->node_tag, "paragraph-background-rgba", is_dark ? &on_dark : &on_light, NULL);
}

static void
set_project (StudioCodePage *self, StudioProject *project)
{
  if (!g_set_object (&self->project, project))
    return;
  studio_code_page_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROJECT]);
}

static void
set_run (StudioCodePage *self, StudioRun *run)
{
  if (!g_set_object (&self->run, run))
    return;
  studio_code_page_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
}

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_code_page_parent_class)->map (widget);
  studio_code_page_update (STUDIO_CODE_PAGE (widget));
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);

  switch (id)
    {
    case PROP_PROJECT:
      g_value_set_object (value, self->project);
      break;
    case PROP_RUN:
      g_value_set_object (value, self->run);
      break;
    case PROP_TARGET:
      g_value_set_string (value, self->exporter->name);
      break;
    case PROP_NODE:
      g_value_set_string (value, self->node);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);

  switch (id)
    {
    case PROP_PROJECT:
      set_project (self, g_value_get_object (value));
      break;
    case PROP_RUN:
      set_run (self, g_value_get_object (value));
      break;
    case PROP_TARGET:
      set_target (self, g_value_get_string (value));
      break;
    case PROP_NODE:
      g_free (self->node);
      self->node = g_value_dup_string (value);
      studio_code_page_highlight (self);
      g_object_notify_by_pspec (object, spec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
dispose (GObject *object)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->project);
  g_clear_object (&self->run);
  studio_code_page_forget (self);
  g_clear_pointer (&self->node, g_free);
  G_OBJECT_CLASS (studio_code_page_parent_class)->dispose (object);
}

static void
studio_code_page_class_init (StudioCodePageClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  widget_class->map = map;
  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, flags);
  properties[PROP_TARGET] = g_param_spec_string ("target", NULL, NULL, "chainer", flags);
  properties[PROP_NODE] = g_param_spec_string ("node", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_source_language_manager_append_search_path (gtk_source_language_manager_get_default (),
                                                  "resource:///org/rensa/Studio/languages/");
  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  g_type_ensure (GTK_SOURCE_TYPE_BUFFER);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-code-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, targets);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, problem);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, source);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, buffer);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, bar);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, usage);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, note);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, proof);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, file_list);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, logits);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, buttons);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, prove_button);
  studio_closures_bind (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, target_selected);
  gtk_widget_class_bind_template_callback (widget_class, studio_code_page_show_file);
  gtk_widget_class_bind_template_callback (widget_class, studio_code_page_update);
  gtk_widget_class_bind_template_callback (widget_class, document_changed);
  gtk_widget_class_bind_template_callback (widget_class, update_scheme);
  studio_watch_keep (widget_class, "style_watch");
  studio_watch_keep (widget_class, "project_watch");
  studio_watch_keep (widget_class, "run_watch");
  studio_code_page_install_save_actions (widget_class);
}

static void
studio_code_page_init (StudioCodePage *self)
{
  guint n;
  const RensaExporter *const *exporters = rensa_exporter_list (&n);

  self->exporter = rensa_exporter_find (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A drag that begins at the line numbers and ends below the page selects a nonexistent line,
   * which causes a warning in GtkSourceView 5.6. */
  gtk_widget_set_can_target (GTK_WIDGET (gtk_source_view_get_gutter (self->source, GTK_TEXT_WINDOW_LEFT)), FALSE);
  self->node_tag = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), NULL, NULL);
  gtk_widget_set_layout_manager (self->buttons, studio_wrap_layout_new (12));
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->targets, new_target_row (exporters[i]));
  set_target (self, self->exporter->name);
  update_scheme (self);
}

GtkWidget *
studio_code_page_new (void)
{
  return g_object_new (STUDIO_TYPE_CODE_PAGE, NULL);
}
