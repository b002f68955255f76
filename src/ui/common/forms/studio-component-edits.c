/* studio-component-edits.c: changes a list of components from rows, each time as one undoable step.
 * SPDX-License-Identifier: MIT */

#include "studio-component-edits.h"

#include <glib/gi18n.h>

#include "rensa-edit.h"
#include "studio-component-dialog.h"
#include "studio-widget.h"

/* The change that a button makes; the chooser outlives the click that opened it. */
typedef struct
{
  const StudioComponentSlot *slot;
  StudioProject *project;
  GtkWidget *widget; /* not owned by buttons */
  char *name;
  guint index;
} Change;

static Change *
change_new (const StudioComponentSlot *slot, StudioProject *project, GtkWidget *widget, const char *name, guint index)
{
  Change *change = g_new0 (Change, 1);

  *change = (Change){ slot, g_object_ref (project), widget, g_strdup (name), index };
  return change;
}

static void
change_free (Change *change)
{
  g_object_unref (change->project);
  g_free (change->name);
  g_free (change);
}

static void
change_freed (gpointer change, GClosure *closure)
{
  change_free (change);
}

static void
commit (const Change *change, RensaDocument *document, gboolean ok, const char *label, const GError *error)
{
  if (ok)
    studio_project_commit (change->project, document, label, NULL);
  else
    studio_toast_error (change->widget, error);
}

static void
remove_clicked (GtkWidget *button, gpointer data)
{
  const Change *change = data;
  g_autoptr (RensaDocument) document = studio_project_begin (change->project);
  g_autofree char *label = g_strdup_printf (_ ("Remove %s"), change->name);
  g_autoptr (GError) error = NULL;
  const gboolean ok = rensa_document_remove_component (document, change->slot->path, change->index, &error);

  commit (change, document, ok, label, error);
}

static void
up_clicked (GtkWidget *button, gpointer data)
{
  const Change *change = data;
  g_autoptr (RensaDocument) document = studio_project_begin (change->project);
  g_autoptr (GError) error = NULL;
  const gboolean ok =
      rensa_document_move_component (document, change->slot->path, change->index, change->index - 1, &error);

  commit (change, document, ok, _ ("Change Order"), error);
}

static gboolean
add (const Change *change, RensaDocument *document, const char *name, GError **error)
{
  const RensaComponent *component = rensa_registry_find (change->slot->kind, name, error);
  g_autoptr (RensaAttrs) attrs = component != NULL ? studio_project_start (change->project, component) : NULL;

  return attrs != NULL && rensa_document_append_component (document, change->slot->path, attrs, error);
}

static void
component_chosen (const char *name, gpointer data)
{
  const Change *change = data;
  g_autoptr (RensaDocument) document = studio_project_begin (change->project);
  g_autofree char *label = g_strdup_printf (_ ("Add %s"), name);
  g_autoptr (GError) error = NULL;
  const gboolean ok = add (change, document, name, &error);

  commit (change, document, ok, label, error);
}

static void
chooser_gone (gpointer data, GObject *dialog)
{
  Change *change = data;

  g_object_unref (change->widget);
  change_free (change);
}

void
studio_component_edits_choose (const StudioComponentSlot *slot, StudioProject *project, GtkWidget *widget)
{
  Change *change = change_new (slot, project, g_object_ref (widget), NULL, 0);
  GtkWidget *dialog =
      studio_component_chooser_new (slot->kind, _ (slot->chooser_title), studio_project_get_analysis (project),
                                    component_chosen, change, GTK_WINDOW (gtk_widget_get_root (widget)));

  g_object_weak_ref (G_OBJECT (dialog), chooser_gone, change);
  gtk_window_present (GTK_WINDOW (dialog));
}

const StudioComponentSlot *
studio_component_edits_get_hooks (guint loss)
{
  static GPtrArray *slots;

  if (slots == NULL)
    slots = g_ptr_array_new ();
  while (slots->len <= loss)
    {
      g_autofree char *path = g_strdup_printf ("losses.%u.hooks", slots->len);
      const StudioComponentSlot slot = { g_intern_string (path), RENSA_COMPONENT_OPTIMIZER_HOOK, N_ ("Add Hook"),
                                         N_ ("Add Hook") };

      g_ptr_array_add (slots, g_memdup2 (&slot, sizeof slot));
    }
  return slots->pdata[loss];
}

GtkWidget *
studio_component_edits_new_button (const char *icon, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

static void
add_button (AdwActionRow *row, const char *icon, const char *label, GCallback clicked, Change *change)
{
  GtkWidget *button = studio_component_edits_new_button (icon, label);

  change->widget = button;
  g_signal_connect_data (button, "clicked", clicked, change, change_freed, 0);
  adw_action_row_add_suffix (row, button);
}

/* The order of a list is the order in which its elements act; moving up by one is sufficient to
 * reach any order. */
void
studio_component_edits_add_buttons (const StudioComponentSlot *slot, StudioProject *project, AdwActionRow *row,
                                    const char *name, guint index)
{
  g_autofree char *remove_label = g_strdup_printf (_ ("Remove %s"), name);
  g_autofree char *up_label = g_strdup_printf (_ ("Move %s Up"), name);

  if (index > 0)
    add_button (row, "go-up-symbolic", up_label, G_CALLBACK (up_clicked),
                change_new (slot, project, NULL, name, index));
  add_button (row, "list-remove-symbolic", remove_label, G_CALLBACK (remove_clicked),
              change_new (slot, project, NULL, name, index));
}
