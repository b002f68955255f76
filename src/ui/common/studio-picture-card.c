/* studio-picture-card.c: a card with a picture, for one of several starting points.
 * SPDX-License-Identifier: MIT */

#include "studio-picture-card.h"

#include <adwaita.h>

#define PICTURES "/org/rensa/Studio/recipes/"
/* Drawings are 160 to 100. */
#define HEIGHT_OF(width) ((width) *5 / 8)
#define WIDTH 144

struct _StudioPictureCard
{
  GtkFlowBoxChild parent_instance;
  const char *key;

  AdwBin *picture;
  GtkLabel *name;
  GtkLabel *sentence;
};

G_DEFINE_FINAL_TYPE (StudioPictureCard, studio_picture_card, GTK_TYPE_FLOW_BOX_CHILD)

const char *
studio_picture_card_get_key (StudioPictureCard *self)
{
  return self->key;
}

GtkWidget *
studio_picture_card_new_drawing (const char *picture, int width)
{
  g_autofree char *resource = g_strconcat (PICTURES, picture, ".svg", NULL);
  GtkWidget *drawing = g_object_new (GTK_TYPE_PICTURE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                     "width-request", width, "height-request", HEIGHT_OF (width), NULL);
  GtkWidget *clamp =
      g_object_new (ADW_TYPE_CLAMP, "maximum-size", width, "tightening-threshold", width, "child", drawing, NULL);

  gtk_picture_set_resource (GTK_PICTURE (drawing), resource);
  return clamp;
}

GtkWidget *
studio_picture_card_new (const char *picture, const char *name, const char *sentence, const char *key)
{
  StudioPictureCard *self = g_object_new (STUDIO_TYPE_PICTURE_CARD, NULL);

  self->key = key;
  adw_bin_set_child (self->picture, studio_picture_card_new_drawing (picture, WIDTH));
  gtk_label_set_label (self->name, name);
  gtk_label_set_label (self->sentence, sentence);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence, -1);
  return GTK_WIDGET (self);
}

static void
studio_picture_card_class_init (StudioPictureCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-picture-card.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPictureCard, picture);
  gtk_widget_class_bind_template_child (widget_class, StudioPictureCard, name);
  gtk_widget_class_bind_template_child (widget_class, StudioPictureCard, sentence);
}

static void
studio_picture_card_init (StudioPictureCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
