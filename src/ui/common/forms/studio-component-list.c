/* studio-component-list.c: searchable list of components.
 * SPDX-License-Identifier: MIT */

#include "studio-component-list.h"
#include "studio-picks.h"
#include "studio-preferences.h"
#include "studio-school.h"
#include "studio-search.h"
#include "studio-widget.h"

#include <glib/gi18n.h>

struct _StudioComponentList
{
  AdwBin parent_instance;

  GtkWidget *search;
  GtkWidget *list;
  gboolean is_selecting;
};

G_DEFINE_FINAL_TYPE (StudioComponentList, studio_component_list, ADW_TYPE_BIN)

enum
{
  SELECTED,
  ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Returns NULL for the row None. */
static const RensaComponent *
get_component (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "component");
}

static const char *
get_search (StudioComponentList *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->search));
}

static guint
get_score (StudioComponentList *self, GtkListBoxRow *row)
{
  const RensaComponent *component = get_component (row);

  if (component == NULL)
    return get_search (self)[0] == '\0' ? G_MAXUINT : 0;
  return studio_search_score (component, get_search (self));
}

static gboolean
filter (GtkListBoxRow *row, gpointer data)
{
  return get_score (data, row) > 0;
}

static StudioMatch
rank (StudioComponentList *self, GtkListBoxRow *row)
{
  const RensaComponent *component = get_component (row);

  return (StudioMatch){ .score = get_score (self, row),
                        .fit = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "rank")),
                        .is_picked = component != NULL && studio_picks_has (studio_picks_get (), component) };
}

static int
compare (GtkListBoxRow *a, GtkListBoxRow *b, gpointer data)
{
  const StudioMatch match_a = rank (data, a);
  const StudioMatch match_b = rank (data, b);
  const int order = studio_match_compare (&match_a, &match_b);
  const RensaComponent *x = get_component (a);
  const RensaComponent *y = get_component (b);

  return order != 0 || x == NULL || y == NULL ? order : g_utf8_collate (x->name, y->name);
}

static void
on_search_changed (StudioComponentList *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->list));
}

static GtkListBoxRow *
get_first_row (StudioComponentList *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)))
      return row;
  return NULL;
}

/* Enter in the search entry chooses the best match. */
static void
on_search_activated (StudioComponentList *self)
{
  GtkListBoxRow *row = get_first_row (self);

  if (row == NULL)
    return;

  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  g_signal_emit (self, signals[ACTIVATED], 0);
}

static gboolean
go_to_first_row (StudioComponentList *self)
{
  GtkListBoxRow *row = get_first_row (self);

  return row != NULL && gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* A search entry consumes Escape, so handle it here: it first clears the text, then closes the dialog. */
static gboolean
escape (StudioComponentList *self)
{
  if (gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "window.close", NULL);
  return GDK_EVENT_STOP;
}

static gboolean
on_search_key (StudioComponentList *self, guint key)
{
  switch (key)
    {
    case GDK_KEY_Down:
      return go_to_first_row (self);
    case GDK_KEY_Escape:
      return escape (self);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
on_row_selected (StudioComponentList *self)
{
  if (!self->is_selecting)
    g_signal_emit (self, signals[SELECTED], 0);
}

static void
on_row_activated (StudioComponentList *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0);
}

static GtkWidget *
new_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static GtkWidget *
new_caption (const char *text)
{
  GtkWidget *label = new_label (text);

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

/* A whole sentence, which needs more than one line. */
static GtkWidget *
new_reason (const char *text)
{
  GtkWidget *label = new_caption (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  return label;
}

/* @title: first line; @second: (nullable): second line; @description: (nullable): text for
 *   assistive technology in addition to the name. */
static void
add_row (StudioComponentList *self, const RensaComponent *component, const char *title, GtkWidget *second,
         const char *description, int rank)
{
  const char *name = component != NULL && !studio_preferences_is_simple () ? component->name : title;
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (box, "component-row");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), new_label (title));
  if (second != NULL)
    gtk_box_append (GTK_BOX (box), second);
  if (description != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "component", (gpointer) component);
  g_object_set_data (G_OBJECT (row), "rank", GINT_TO_POINTER (rank));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* "GradientClipping" and "Gradient Clipping" count as the same. */
static gboolean
is_same (const char *name, const char *title)
{
  g_auto (GStrv) words = g_strsplit (title, " ", -1);
  g_autofree char *joined = g_strjoinv (NULL, words);

  return g_ascii_strcasecmp (name, joined) == 0;
}

/* In both Simple and Full mode, the title comes first. */
static const char *
get_title (const RensaComponent *component)
{
  if (studio_preferences_is_simple ())
    return studio_school_name (component);
  return component->title != NULL ? _ (component->title) : component->name;
}

/* In Full, the Python name is below the title. */
void
studio_component_list_add (StudioComponentList *self, const RensaComponent *component, int rank)
{
  const char *title = get_title (component);
  const gboolean has_name = !studio_preferences_is_simple () && !is_same (component->name, title);

  add_row (self, component, title, has_name ? new_caption (component->name) : NULL, has_name ? title : NULL, rank);
}

void
studio_component_list_add_misfit (StudioComponentList *self, const RensaComponent *component, const char *reason)
{
  add_row (self, component, get_title (component), new_reason (reason), reason, G_MININT);
}

void
studio_component_list_add_none (StudioComponentList *self)
{
  add_row (self, NULL, _ ("None"), NULL, NULL, G_MAXINT);
}

void
studio_component_list_select (StudioComponentList *self, const RensaComponent *component)
{
  GtkListBoxRow *row;

  self->is_selecting = TRUE;
  gtk_list_box_unselect_all (GTK_LIST_BOX (self->list));
  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (get_component (row) == component)
      {
        gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
        studio_reveal (GTK_WIDGET (row));
      }
  self->is_selecting = FALSE;
}

gboolean
studio_component_list_get_selected (StudioComponentList *self, const RensaComponent **component)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  *component = row != NULL ? get_component (row) : NULL;
  return row != NULL;
}

void
studio_component_list_set_label (StudioComponentList *self, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static gboolean
studio_component_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (STUDIO_COMPONENT_LIST (widget)->search);
}

/* A list being destroyed unselects its row, which is not a choice by the user. */
static void
studio_component_list_dispose (GObject *object)
{
  StudioComponentList *self = STUDIO_COMPONENT_LIST (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_func (self->list, on_row_selected, self);
  self->list = NULL;
  G_OBJECT_CLASS (studio_component_list_parent_class)->dispose (object);
}

static void
studio_component_list_class_init (StudioComponentListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_component_list_dispose;
  widget_class->grab_focus = studio_component_list_grab_focus;
  signals[SELECTED] = g_signal_new ("selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED] = g_signal_new ("activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-component-list.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioComponentList, search);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentList, list);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_key);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
studio_component_list_init (StudioComponentList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter, self, NULL);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare, self, NULL);
}
