/* studio-data-pictures.c: grid of examples that are images.
 * SPDX-License-Identifier: MIT */

#include "studio-data-pictures.h"

#include <glib/gi18n.h>

#include "studio-data-example.h"
#include "studio-data-picture.h"
#include "studio-data-scroller.h"
#include "studio-widget.h"

#define SIZE 56
/* Number of columns in the widest page; a grid view makes tiles for thirty rows of this length,
 * visible or not. */
#define MOST_COLUMNS 12

struct _StudioDataPictures
{
  AdwBin parent_instance;
  GtkWidget *grid;
  GtkSelectionModel *waiting; /* until the page is visible */
};

G_DEFINE_FINAL_TYPE (StudioDataPictures, studio_data_pictures, ADW_TYPE_BIN)

static void
set_up_tile (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *tile = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 8);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (tile, "data-tile");
  gtk_box_append (GTK_BOX (tile), studio_data_picture_new (SIZE));
  gtk_box_append (GTK_BOX (tile), label);
  gtk_list_item_set_child (item, tile);
}

static void
bind_tile (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  StudioDataExample *example = gtk_list_item_get_item (item);
  GtkWidget *tile = gtk_list_item_get_child (item);
  GtkWidget *picture = gtk_widget_get_first_child (tile);
  GtkWidget *caption = gtk_widget_get_next_sibling (picture);
  g_autofree char *label = studio_data_example_get_label (example);
  g_autofree char *name = NULL;

  studio_data_picture_show (STUDIO_DATA_PICTURE (picture), &studio_data_example_get_preview (example)->picture,
                            studio_data_example_get_inputs (example));
  gtk_label_set_label (GTK_LABEL (caption), label);
  gtk_widget_set_visible (caption, label != NULL);
  if (label != NULL)
    /* Translators: an example by its number, and its class. */
    name = g_strdup_printf (_ ("Example %u: %s"), studio_data_example_get_number (example), label);
  else
    name = g_strdup_printf (_ ("Example %u"), studio_data_example_get_number (example));
  gtk_widget_set_tooltip_text (tile, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (tile)), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

static void
show_waiting (StudioDataPictures *self)
{
  g_autoptr (GtkSelectionModel) model = g_steal_pointer (&self->waiting);

  if (model != NULL)
    gtk_grid_view_set_model (GTK_GRID_VIEW (self->grid), model);
}

void
studio_data_pictures_show (StudioDataPictures *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  g_clear_object (&self->waiting);
  gtk_grid_view_set_model (GTK_GRID_VIEW (self->grid), NULL);
  if (preview == NULL)
    return;

  self->waiting = GTK_SELECTION_MODEL (gtk_no_selection_new (studio_data_example_list (preview, part)));
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_waiting (self);
}

static void
studio_data_pictures_map (GtkWidget *widget)
{
  show_waiting (STUDIO_DATA_PICTURES (widget));
  GTK_WIDGET_CLASS (studio_data_pictures_parent_class)->map (widget);
}

static void
studio_data_pictures_dispose (GObject *object)
{
  g_clear_object (&STUDIO_DATA_PICTURES (object)->waiting);
  G_OBJECT_CLASS (studio_data_pictures_parent_class)->dispose (object);
}

static void
studio_data_pictures_class_init (StudioDataPicturesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_data_pictures_dispose;
  GTK_WIDGET_CLASS (klass)->map = studio_data_pictures_map;
}

static void
studio_data_pictures_init (StudioDataPictures *self)
{
  GtkListItemFactory *factory = studio_factory_new (G_CALLBACK (set_up_tile), G_CALLBACK (bind_tile), NULL, NULL);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->grid = gtk_grid_view_new (NULL, factory);
  gtk_grid_view_set_max_columns (GTK_GRID_VIEW (self->grid), MOST_COLUMNS);
  gtk_widget_add_css_class (self->grid, "data-pictures");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->grid), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Examples"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->grid);
  studio_data_scroller_let_wheel_pass (scroller);
  adw_bin_set_child (ADW_BIN (self), scroller);
}
