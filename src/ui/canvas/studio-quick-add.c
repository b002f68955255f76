/* studio-quick-add.c: adds a node by typing a few letters.
 * SPDX-License-Identifier: MIT */

#include "studio-quick-add.h"

#include <glib/gi18n.h>

#include "studio-fits.h"
#include "studio-palette-groups.h"
#include "studio-picks.h"
#include "studio-popover.h"
#include "studio-preferences.h"
#include "studio-school.h"
#include "studio-search.h"

struct _StudioQuickAdd
{
  GtkPopover parent_instance;

  GtkWidget *entry;
  GtkWidget *scroller;
  GtkWidget *list;
  StudioFits *fits; /* NULL until it is filled */
  RensaType type;   /* type of the new node's input */
  RensaDtype dtype;
  gboolean is_type_known;
  gboolean is_step;
};

G_DEFINE_FINAL_TYPE (StudioQuickAdd, studio_quick_add, GTK_TYPE_POPOVER)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Component of a row, and how well it matches the text. */
typedef struct
{
  const RensaComponent *component;
  StudioMatch match;
} Choice;

static Choice *
get_choice (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "choice");
}

static GtkWidget *
make_label (const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, class);
  return label;
}

static void
add_row (StudioQuickAdd *self, const RensaComponent *component, int order)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *summary = make_label (component->summary != NULL ? _ (component->summary) : "", "caption");
  Choice *choice = g_new0 (Choice, 1);

  choice->component = component;
  choice->match = (StudioMatch){ .score = 1, .order = order };
  g_object_set_data_full (G_OBJECT (row), "choice", choice, g_free);
  gtk_widget_add_css_class (summary, "dim-label");
  gtk_box_append (GTK_BOX (box), make_label (studio_school_name (component), "heading"));
  gtk_box_append (GTK_BOX (box), summary);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, studio_school_name (component),
                                  -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* Called when it is first opened, so that program startup does not wait for it. */
static void
fill (StudioQuickAdd *self)
{
  g_autoptr (GArray) groups = NULL;
  g_autoptr (GPtrArray) all = NULL;
  int n = 0;

  if (self->fits != NULL)
    return;

  groups = studio_palette_groups_new ();
  all = g_ptr_array_new ();
  for (guint i = 0; i < groups->len; i++)
    {
      GPtrArray *components = g_array_index (groups, StudioPaletteGroup, i).components;

      for (guint j = 0; j < components->len; j++)
        add_row (self, components->pdata[j], n++);
      g_ptr_array_extend (all, components, NULL, NULL);
    }
  self->fits = studio_fits_new (all);
}

/* The names have changed, so the rows are rebuilt when they are next needed. */
static void
on_interface_changed (gpointer data)
{
  StudioQuickAdd *self = data;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  g_clear_object (&self->fits);
}

static gboolean
filter (GtkListBoxRow *row, gpointer data)
{
  return get_choice (row)->match.score > 0;
}

static int
compare (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  return studio_match_compare (&get_choice (a)->match, &get_choice (b)->match);
}

static GtkListBoxRow *
get_row (StudioQuickAdd *self, int i)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i);
}

/* Filtered rows are sorted after the rest. */
static gboolean
is_shown (GtkListBoxRow *row)
{
  return row != NULL && get_choice (row)->match.score > 0;
}

/* Trying all components takes a tenth of a second, so only those that match the text, or the picked
 * ones if there is no text, are tried. */
static void
rank (StudioQuickAdd *self, Choice *choice, const char *text)
{
  const RensaType *type = self->is_type_known ? &self->type : NULL;
  StudioMatch *match = &choice->match;

  match->score = studio_palette_groups_allow (choice->component, self->is_step)
                     ? studio_search_score (choice->component, text)
                     : 0;
  match->is_picked = studio_picks_has (studio_picks_get (), choice->component);
  match->fit = match->score > 0 && (text[0] != '\0' || match->is_picked)
               && studio_fits_try (self->fits, type, self->dtype, choice->component);
}

static void
search_changed (StudioQuickAdd *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  GtkListBoxRow *row;

  for (int i = 0; (row = get_row (self, i)) != NULL; i++)
    rank (self, get_choice (row), text);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->list));
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), is_shown (get_row (self, 0)) ? get_row (self, 0) : NULL);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
}

static void
choose (StudioQuickAdd *self, GtkListBoxRow *row)
{
  const char *name = get_choice (row)->component->name;

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[CHOSEN], 0, name);
}

static void
row_activated (StudioQuickAdd *self, GtkListBoxRow *row)
{
  choose (self, row);
}

static void
entry_activated (StudioQuickAdd *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (row != NULL)
    choose (self, row);
}

static void
scroll_to (StudioQuickAdd *self, GtkListBoxRow *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (GTK_WIDGET (row), self->list, &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

/* The focus stays in the entry, so that typing can continue. */
/* Clears the text, or closes if it is empty. GTK 4.8 does the same, but not if this was opened from
 * a menu: then no widget's shortcuts are active. */
static void
escape (StudioQuickAdd *self)
{
  if (gtk_editable_get_text (GTK_EDITABLE (self->entry))[0] != '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  else
    gtk_popover_popdown (GTK_POPOVER (self));
}

static gboolean
key_pressed (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state, StudioQuickAdd *self)
{
  const int step = keyval == GDK_KEY_Down ? 1 : keyval == GDK_KEY_Up ? -1 : 0;
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (keyval == GDK_KEY_Escape)
    {
      escape (self);
      return GDK_EVENT_STOP;
    }
  if (step == 0 || row == NULL)
    return GDK_EVENT_PROPAGATE;

  row = get_row (self, MAX (0, gtk_list_box_row_get_index (row) + step));
  if (is_shown (row))
    {
      gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
      scroll_to (self, row);
    }
  return GDK_EVENT_STOP;
}

void
studio_quick_add_set_place (StudioQuickAdd *self, const RensaType *type, RensaDtype dtype)
{
  const gboolean is_same = self->is_type_known ? type != NULL && rensa_type_equal (&self->type, type) : type == NULL;

  self->is_type_known = type != NULL;
  if (type != NULL)
    self->type = *type;
  self->dtype = dtype;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && !is_same)
    search_changed (self);
}

void
studio_quick_add_open (StudioQuickAdd *self, const GdkRectangle *rect, gboolean is_step)
{
  fill (self);
  self->is_step = is_step;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  search_changed (self);
  studio_popover_open (GTK_POPOVER (self), rect);
  gtk_widget_grab_focus (self->entry);
}

static void
studio_quick_add_dispose (GObject *object)
{
  g_clear_object (&STUDIO_QUICK_ADD (object)->fits);
  G_OBJECT_CLASS (studio_quick_add_parent_class)->dispose (object);
}

static void
studio_quick_add_class_init (StudioQuickAddClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_quick_add_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-quick-add.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioQuickAdd, entry);
  gtk_widget_class_bind_template_child (widget_class, StudioQuickAdd, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioQuickAdd, list);
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_bind_template_callback (widget_class, entry_activated);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, key_pressed);
}

static void
studio_quick_add_init (StudioQuickAdd *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter, NULL, NULL);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare, NULL, NULL);
  studio_preferences_follow_interface (G_OBJECT (self), on_interface_changed);
}
