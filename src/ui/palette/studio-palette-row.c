/* studio-palette-row.c: rows of the palette.
 * SPDX-License-Identifier: MIT */

#include "studio-palette-row.h"
#include "studio-drag.h"
#include "studio-glyph.h"
#include "studio-picks.h"
#include "studio-school.h"

#include <glib/gi18n.h>

/* Characters of a name that always fit, at any text size. */
#define LEAST_CHARS 14

struct _StudioPaletteRow
{
  GtkListBoxRow parent_instance;

  const RensaComponent *component;
  GtkWidget *name;
  GtkWidget *glyph;          /* NULL for a heading */
  StudioPaletteRow *heading; /* Borrowed: all rows of a list exist equally long */
  GtkWidget *arrow;
  GtkWidget *count;
  GtkWidget *place; /* Placeholder of the star, so that nothing moves when it appears */
  GtkWidget *star;  /* NULL until first needed */
  guint n_below;
  gboolean is_open;
};

G_DEFINE_FINAL_TYPE (StudioPaletteRow, studio_palette_row, GTK_TYPE_LIST_BOX_ROW)

static GtkWidget *
new_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

GtkWidget *
studio_palette_row_new_heading (const char *title, gboolean is_open)
{
  StudioPaletteRow *self = g_object_new (STUDIO_TYPE_PALETTE_ROW, "selectable", FALSE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->arrow = gtk_image_new ();
  gtk_box_append (GTK_BOX (box), self->arrow);
  gtk_box_append (GTK_BOX (box), new_label (title, "caption-heading"));
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "caption");
  gtk_widget_add_css_class (self->count, "numeric");
  gtk_box_append (GTK_BOX (box), self->count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "palette-heading");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  studio_palette_row_set_open (self, is_open);
  return GTK_WIDGET (self);
}

static void
on_drag_begin (StudioPaletteRow *self, GdkDrag *drag)
{
  GtkWidget *label = gtk_label_new (studio_school_name (self->component));

  gtk_widget_add_css_class (label, "palette-drag");
  gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)), label);
}

static void
add_drag_source (StudioPaletteRow *self)
{
  GtkDragSource *source = gtk_drag_source_new ();
  g_autoptr (GdkContentProvider) content =
      gdk_content_provider_new_typed (STUDIO_TYPE_DRAGGED_COMPONENT, self->component);

  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  gtk_drag_source_set_content (source, content);
  g_signal_connect_swapped (source, "drag-begin", G_CALLBACK (on_drag_begin), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
}

static void
show_star (StudioPaletteRow *self)
{
  const gboolean is_on = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->star));

  gtk_button_set_icon_name (GTK_BUTTON (self->star), is_on ? "starred-symbolic" : "non-starred-symbolic");
  gtk_widget_set_tooltip_text (self->star, is_on ? _ ("Remove From Favorites") : _ ("Add to Favorites"));
}

static void
on_star_toggled (StudioPaletteRow *self)
{
  show_star (self);
  studio_picks_set_favourite (studio_picks_get (), self->component,
                              gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->star)));
}

/* Not focusable: the palette has an action for the keyboard. */
static void
add_star (StudioPaletteRow *self)
{
  self->star = gtk_toggle_button_new ();
  gtk_widget_set_focusable (self->star, FALSE);
  gtk_widget_add_css_class (self->star, "flat");
  gtk_widget_add_css_class (self->star, "palette-star");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->star),
                                studio_picks_is_favourite (studio_picks_get (), self->component));
  show_star (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->star), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Favorite"), -1);
  g_signal_connect_swapped (self->star, "toggled", G_CALLBACK (on_star_toggled), self);
  adw_bin_set_child (ADW_BIN (self->place), self->star);
}

void
studio_palette_row_update_star (StudioPaletteRow *self)
{
  const gboolean is_favourite = studio_picks_is_favourite (studio_picks_get (), self->component);

  if (self->star == NULL && is_favourite)
    add_star (self);
  if (self->star != NULL)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->star), is_favourite);
}

static char *
describe (const RensaComponent *component)
{
  const char *summary = component->summary != NULL ? _ (component->summary) : "";

  return component->formula != NULL ? g_strdup_printf ("%s\n%s", summary, component->formula) : g_strdup (summary);
}

void
studio_palette_row_update_name (StudioPaletteRow *self)
{
  const char *name = studio_school_name (self->component);
  g_autofree char *description = describe (self->component);
  g_autofree char *tooltip = g_strdup_printf ("%s\n%s", self->component->name, description);

  gtk_label_set_label (GTK_LABEL (self->name), name);
  /* Hides the drawing to make room for a long name. */
  gtk_widget_set_visible (self->glyph, g_utf8_strlen (name, -1) <= LEAST_CHARS);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

GtkWidget *
studio_palette_row_new (const RensaComponent *component, StudioPaletteRow *heading)
{
  StudioPaletteRow *self = g_object_new (STUDIO_TYPE_PALETTE_ROW, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->component = component;
  self->heading = heading;
  self->name = new_label (NULL, NULL);
  self->glyph = studio_glyph_new (component);
  gtk_label_set_width_chars (GTK_LABEL (self->name), LEAST_CHARS);
  gtk_box_append (GTK_BOX (box), self->name);
  gtk_box_append (GTK_BOX (box), self->glyph);
  self->place = adw_bin_new ();
  gtk_widget_add_css_class (self->place, "palette-star-place");
  gtk_box_append (GTK_BOX (box), self->place);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "palette-row");
  studio_palette_row_update_name (self);
  add_drag_source (self);
  studio_palette_row_update_star (self);
  return GTK_WIDGET (self);
}

void
studio_palette_row_set_count (StudioPaletteRow *self, guint n)
{
  g_autofree char *text = g_strdup_printf ("%u", n);

  self->n_below = n;
  gtk_label_set_label (GTK_LABEL (self->count), text);
}

guint
studio_palette_row_get_count (StudioPaletteRow *self)
{
  return self->n_below;
}

StudioPaletteRow *
studio_palette_row_get_heading (StudioPaletteRow *self)
{
  return self->heading;
}

const RensaComponent *
studio_palette_row_get_component (StudioPaletteRow *self)
{
  return self->component;
}

gboolean
studio_palette_row_is_open (StudioPaletteRow *self)
{
  return self->heading != NULL ? self->heading->is_open : self->is_open;
}

void
studio_palette_row_set_open (StudioPaletteRow *self, gboolean is_open)
{
  self->is_open = is_open;
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), is_open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, is_open, -1);
}

/* Creates the star when the row is first hovered or selected, because there are hundreds of rows. */
static void
studio_palette_row_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  const GtkStateFlags looking = GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_SELECTED;
  StudioPaletteRow *self = STUDIO_PALETTE_ROW (widget);

  GTK_WIDGET_CLASS (studio_palette_row_parent_class)->state_flags_changed (widget, before);
  if (self->star == NULL && self->component != NULL && (gtk_widget_get_state_flags (widget) & looking) != 0)
    add_star (self);
}

static void
studio_palette_row_class_init (StudioPaletteRowClass *klass)
{
  GTK_WIDGET_CLASS (klass)->state_flags_changed = studio_palette_row_state_flags_changed;
}

static void
studio_palette_row_init (StudioPaletteRow *self)
{
}
