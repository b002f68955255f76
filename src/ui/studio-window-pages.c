/* studio-window-pages.c: pages of the window, created on demand.
 * SPDX-License-Identifier: MIT */

#include "studio-code-page.h"
#include "studio-data-page.h"
#include "studio-graph-page.h"
#include "studio-model-page.h"
#include "studio-setting.h"
#include "studio-runs-page.h"
#include "studio-training-page.h"
#include "studio-window-private.h"

static const struct
{
  const char *name;
  GType (*get_type) (void);
} pages[] = {
  { "model", studio_model_page_get_type },       { "data", studio_data_page_get_type },
  { "training", studio_training_page_get_type }, { "graph", studio_graph_page_get_type },
  { "runs", studio_runs_page_get_type },         { "code", studio_code_page_get_type },
};

/* Binds the window's properties to those that the page has. */
static GtkWidget *
make_page (StudioWindow *self, GType type)
{
  static const char *const seen[] = { "project", "run", "store" };
  GtkWidget *page = g_object_new (type, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
    if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), seen[i]) != NULL)
      g_object_bind_property (self, seen[i], page, seen[i], G_BINDING_SYNC_CREATE);
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), "undo-label") != NULL)
    g_signal_connect_object (page, "notify::undo-label", G_CALLBACK (studio_window_update_document_actions), self,
                             G_CONNECT_SWAPPED);
  return page;
}

/* Returns NULL if the page has not been shown yet. */
GtkWidget *
studio_window_find_page (StudioWindow *self, const char *name)
{
  return adw_bin_get_child (ADW_BIN (adw_view_stack_get_child_by_name (self->pages, name)));
}

/* Highlights the node selected on the model page in the code page. */
static void
share_node (StudioWindow *self)
{
  GtkWidget *model = studio_window_find_page (self, "model");
  GtkWidget *code = studio_window_find_page (self, "code");

  if (model != NULL && code != NULL)
    g_object_bind_property (model, "node", code, "node", G_BINDING_SYNC_CREATE);
}

/* Creates the page when it is first shown, to save time at startup and during training. */
static AdwBin *
require_page (StudioWindow *self)
{
  AdwBin *place = ADW_BIN (adw_view_stack_get_visible_child (self->pages));
  const char *name = adw_view_stack_get_visible_child_name (self->pages);

  for (guint i = 0; adw_bin_get_child (place) == NULL && i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (pages[i].name, name))
      {
        adw_bin_set_child (place, make_page (self, pages[i].get_type ()));
        if (g_str_equal (name, "model") || g_str_equal (name, "code"))
          share_node (self);
      }
  return place;
}

/* Returns the visible page if it has its own undo; the document is not visible there. */
GtkWidget *
studio_window_get_undoing_page (StudioWindow *self)
{
  GtkWidget *place = self->project != NULL ? adw_view_stack_get_visible_child (self->pages) : NULL;
  GtkWidget *page = place != NULL ? adw_bin_get_child (ADW_BIN (place)) : NULL;

  return page != NULL && g_object_class_find_property (G_OBJECT_GET_CLASS (page), "undo-label") != NULL ? page : NULL;
}

void
studio_window_page_changed (StudioWindow *self)
{
  if (self->project != NULL && adw_view_stack_get_visible_child (self->pages) != NULL)
    require_page (self);
  studio_window_update_document_actions (self);
}

void
studio_window_enter_page (StudioWindow *self)
{
  GtkWidget *page = adw_bin_get_child (require_page (self));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus != NULL && gtk_widget_is_ancestor (focus, page))
    return;
  if (!gtk_widget_grab_focus (page))
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

void
studio_window_show_page (StudioWindow *self, const char *name)
{
  if (self->project == NULL)
    return;
  adw_view_stack_set_visible_child_name (self->pages, name);
  studio_window_enter_page (self);
}

void
studio_window_show_setting (StudioWindow *self, const char *place)
{
  const char *page = studio_place_get_page (place);

  studio_window_show_page (self, page);
  if (g_str_equal (page, "training"))
    studio_training_page_show_setting (STUDIO_TRAINING_PAGE (adw_bin_get_child (require_page (self))), place);
}
