/* studio-wrap-layout.c: layout of children side by side, in as many lines as they need.
 * SPDX-License-Identifier: MIT */

#include "studio-wrap-layout.h"

struct _StudioWrapLayout
{
  GtkLayoutManager parent_instance;
  int spacing;
};

G_DEFINE_FINAL_TYPE (StudioWrapLayout, studio_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* Returns the width of a child in lines of @width. */
static int
get_width (GtkWidget *child, int width)
{
  int min, natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &min, &natural, NULL, NULL);
  return CLAMP (width, min, natural);
}

/* Allocates the children, starting at @child, that fit into one line at @y, or only measures them
 * if @y is negative. Returns the first child of the next line. */
static GtkWidget *
take_line (StudioWrapLayout *self, GtkWidget *child, gboolean is_rtl, int width, int y, int *height)
{
  GtkWidget *first = child;
  GtkWidget *end;
  int x = 0;

  *height = 0;
  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      const int child_width = get_width (child, width);
      int natural;

      if (!gtk_widget_should_layout (child))
        continue;
      if (x > 0 && x + child_width > width)
        break;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, child_width, NULL, &natural, NULL, NULL);
      *height = MAX (*height, natural);
      x += child_width + self->spacing;
    }

  end = child;
  x = 0;
  for (child = first; y >= 0 && child != end; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      {
        const int child_width = get_width (child, width);

        gtk_widget_size_allocate (
            child, &(GtkAllocation){ is_rtl ? width - x - child_width : x, y, child_width, *height }, -1);
        x += child_width + self->spacing;
      }
  return end;
}

static int
lay_out (StudioWrapLayout *self, GtkWidget *widget, int width, gboolean allocates)
{
  const gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkWidget *child = gtk_widget_get_first_child (widget);
  int y = 0;

  while (child != NULL)
    {
      int height;

      child = take_line (self, child, is_rtl, width, allocates ? y : -1, &height);
      y += height > 0 ? height + self->spacing : 0;
    }
  return MAX (y - self->spacing, 0);
}

static GtkSizeRequestMode
studio_wrap_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
studio_wrap_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  StudioWrapLayout *self = STUDIO_WRAP_LAYOUT (manager);

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_min, child_natural;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &child_min, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_min);
      *natural += child_natural + (*natural > 0 ? self->spacing : 0);
    }
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = lay_out (self, widget, for_size >= 0 ? for_size : *natural, FALSE);
}

static void
studio_wrap_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  lay_out (STUDIO_WRAP_LAYOUT (manager), widget, width, TRUE);
}

GtkLayoutManager *
studio_wrap_layout_new (int spacing)
{
  StudioWrapLayout *self = g_object_new (STUDIO_TYPE_WRAP_LAYOUT, NULL);

  self->spacing = spacing;
  return GTK_LAYOUT_MANAGER (self);
}

static void
studio_wrap_layout_class_init (StudioWrapLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = studio_wrap_layout_get_request_mode;
  layout_class->measure = studio_wrap_layout_measure;
  layout_class->allocate = studio_wrap_layout_allocate;
}

static void
studio_wrap_layout_init (StudioWrapLayout *self)
{
}
