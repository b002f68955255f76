/* studio-name-menu.c: button that lists names in the project to which a text can refer.
 * SPDX-License-Identifier: MIT */

#include "studio-name-menu.h"

#include <glib/gi18n.h>

#include "rensa-extension.h"
#include "studio-attr-form.h"

/* A vocabulary has thousands of words; further ones can be typed. */
#define MOST_ROWS 200
#define MOST_HEIGHT 320
#define MOST_CHARS 32

typedef struct
{
  const RensaAttrSpec *spec;
  GtkEditable *entry; /* shown next to the button */
  StudioNameFunc choose;
  gpointer owner;
} Menu;

/* Key of the name in a row's data. */
#define NAME "studio-name"

static GStrv
split (const Menu *menu)
{
  return rensa_split_names (gtk_editable_get_text (menu->entry));
}

static void
on_clicked (GtkWidget *row, const Menu *menu)
{
  GtkWidget *popover = gtk_widget_get_ancestor (row, GTK_TYPE_POPOVER);
  g_autofree char *name = g_strdup (g_object_get_data (G_OBJECT (row), NAME));

  gtk_popover_popdown (GTK_POPOVER (popover));
  menu->choose (menu->owner, name);
}

/* Names keep their order; a new one is appended. */
static void
on_toggled (GtkWidget *row, const Menu *menu)
{
  const char *name = g_object_get_data (G_OBJECT (row), NAME);
  g_auto (GStrv) names = split (menu);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  g_autofree char *text = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) != 0)
      g_ptr_array_add (kept, names[i]);
  if (gtk_check_button_get_active (GTK_CHECK_BUTTON (row)))
    g_ptr_array_add (kept, (gpointer) name);
  g_ptr_array_add (kept, NULL);
  text = g_strjoinv (", ", (GStrv) kept->pdata);
  menu->choose (menu->owner, text);
}

/* "Learning Rate", followed by "alpha" in small type. */
static GtkWidget *
new_label (const RensaChoice *choice)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (choice->title != NULL ? choice->title : choice->name);
  GtkWidget *name = gtk_label_new (choice->name);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_xalign (GTK_LABEL (name), 1);
  if (g_utf8_strlen (choice->name, -1) > MOST_CHARS)
    {
      gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_width_chars (GTK_LABEL (name), MOST_CHARS);
    }
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (name, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  if (choice->title != NULL)
    gtk_box_append (GTK_BOX (box), name);
  return box;
}

static GtkWidget *
new_row (const Menu *menu, const RensaChoice *choice, const char *const *names)
{
  GtkWidget *row = menu->spec->is_list ? gtk_check_button_new () : gtk_button_new ();

  g_object_set_data_full (G_OBJECT (row), NAME, g_strdup (choice->name), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, choice->name, -1);
  if (menu->spec->is_list)
    {
      gtk_check_button_set_label (GTK_CHECK_BUTTON (row), choice->name);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (row), g_strv_contains (names, choice->name));
      g_signal_connect (row, "toggled", G_CALLBACK (on_toggled), (gpointer) menu);
      return row;
    }
  gtk_button_set_child (GTK_BUTTON (row), new_label (choice));
  gtk_widget_add_css_class (row, "flat");
  gtk_widget_add_css_class (row, "name-choice");
  g_signal_connect (row, "clicked", G_CALLBACK (on_clicked), (gpointer) menu);
  return row;
}

static GtkWidget *
new_list (const Menu *menu, const RensaChoices *choices)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_auto (GStrv) names = split (menu);

  for (guint i = 0; choices != NULL && i < MIN (choices->len, MOST_ROWS); i++)
    gtk_box_append (GTK_BOX (box), new_row (menu, choices->pdata[i], (const char *const *) names));
  if (choices == NULL || choices->len == 0)
    {
      GtkWidget *label = gtk_label_new (_ ("The project does not contain any of these yet."));

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (GTK_BOX (box), label);
    }
  return box;
}

static void
make_popover (GtkMenuButton *button, gpointer data)
{
  const Menu *menu = data;
  GtkWidget *form = gtk_widget_get_ancestor (GTK_WIDGET (button), STUDIO_TYPE_ATTR_FORM);
  const RensaChoices *choices =
      form != NULL ? studio_attr_form_get_choices (STUDIO_ATTR_FORM (form), menu->spec->names) : NULL;
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), new_list (menu, choices));
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_menu_button_set_popover (button, popover);
}

GtkWidget *
studio_name_menu_new (const RensaAttrSpec *spec, GtkEditable *entry, StudioNameFunc choose, gpointer owner)
{
  GtkWidget *button = gtk_menu_button_new ();
  /* Translators: the name of a setting. */
  g_autofree char *label = g_strdup_printf (_ ("Choices for %s"), spec->name);
  Menu *menu = g_new (Menu, 1);

  *menu = (Menu){ spec, entry, choose, owner };
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pan-down-symbolic");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_popover, menu, g_free);
  return button;
}
