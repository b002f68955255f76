/* studio-data-sources.c: list of data sources.
 * SPDX-License-Identifier: MIT */

#include "studio-data-sources.h"

#include <glib/gi18n.h>

#include "rensa-dataset.h"
#include "studio-data-page-private.h"
#include "studio-widget.h"

struct _StudioDataSources
{
  AdwBin parent_instance;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (StudioDataSources, studio_data_sources, ADW_TYPE_BIN)

static guint chosen_signal;

/* A row. @path is NULL if the data set needs no file, or the user chooses one. */
typedef struct
{
  const char *dataset;
  const char *path;
  const RensaGroup *group;
  const char *title;
  const char *summary;
} Source;

/* Files that are common in folders of data sets. */
static const Source ready_files[] = {
  { "csv", "mushrooms/mushrooms.csv", &rensa_tables_group, N_ ("Mushrooms"),
    N_ ("Edible or poisonous, from 22 categorical features") },
};

static const Source *
get_source (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "source");
}

static void
add_row (StudioDataSources *self, const Source *source)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title = g_markup_escape_text (_ (source->title), -1);
  g_autofree char *summary = g_markup_escape_text (_ (source->summary), -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), summary);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_widget_set_tooltip_text (row, _ (source->summary));
  g_object_set_data_full (G_OBJECT (row), "source", g_memdup2 (source, sizeof *source), g_free);
  gtk_list_box_append (self->list, row);
}

void
studio_data_sources_fill (StudioDataSources *self, const char *dataset_root)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (RENSA_COMPONENT_DATASET, &n);
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < n; i++)
    add_row (self, &(Source){ components[i]->name, NULL, components[i]->group, components[i]->title,
                              components[i]->summary });
  for (guint i = 0; i < G_N_ELEMENTS (ready_files); i++)
    {
      g_autofree char *path = g_build_filename (dataset_root, ready_files[i].path, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        add_row (self, &ready_files[i]);
    }
}

/* The row of a ready file matches only that file, the row of its kind all others. */
static gboolean
stands_for (const Source *source, const char *dataset, const char *path)
{
  if (!g_str_equal (source->dataset, dataset))
    return FALSE;
  if (source->path != NULL)
    return g_strcmp0 (source->path, path) == 0;
  for (guint i = 0; path != NULL && i < G_N_ELEMENTS (ready_files); i++)
    if (g_str_equal (ready_files[i].dataset, dataset) && g_str_equal (ready_files[i].path, path))
      return FALSE;
  return TRUE;
}

void
studio_data_sources_mark (StudioDataSources *self, RensaAttrs *dataset)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    {
      const gboolean is_chosen = dataset != NULL
                                 && stands_for (get_source (row), rensa_attrs_get_component (dataset)->name,
                                                studio_data_page_get_path (dataset));

      if (is_chosen && !gtk_widget_has_css_class (GTK_WIDGET (row), "chosen"))
        studio_reveal (GTK_WIDGET (row));
      if (is_chosen)
        gtk_widget_add_css_class (GTK_WIDGET (row), "chosen");
      else
        gtk_widget_remove_css_class (GTK_WIDGET (row), "chosen");
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      is_chosen ? _ ("chosen") : _ (get_source (row)->summary), -1);
    }
}

static void
row_activated (StudioDataSources *self, GtkListBoxRow *row)
{
  const Source *source = get_source (row);

  g_signal_emit (self, chosen_signal, 0, source->dataset, source->path);
}

static guint
get_place (const RensaGroup *group)
{
  guint i = 0;

  while (rensa_groups[i] != group)
    i++;
  return i;
}

static int
compare_rows (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  const Source *first = get_source (a), *second = get_source (b);

  if (first->group != second->group)
    return get_place (first->group) < get_place (second->group) ? -1 : 1;
  return g_utf8_collate (_ (first->title), _ (second->title));
}

static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const RensaGroup *group = get_source (row)->group;
  GtkWidget *header;

  if (before != NULL && get_source (before)->group == group)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }

  header = gtk_label_new (_ (group->title));
  gtk_label_set_xalign (GTK_LABEL (header), 0);
  gtk_widget_add_css_class (header, "heading");
  gtk_widget_add_css_class (header, "data-group");
  gtk_list_box_row_set_header (row, header);
}

static void
studio_data_sources_class_init (StudioDataSourcesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-data-sources.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDataSources, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
}

static void
studio_data_sources_init (StudioDataSources *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_sort_func (self->list, compare_rows, NULL, NULL);
  gtk_list_box_set_header_func (self->list, update_header, NULL, NULL);
}
