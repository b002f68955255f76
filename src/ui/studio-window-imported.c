/* studio-window-imported.c: preview of an imported model before it is saved as a project.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "rensa-file.h"
#include "rensa-node-types.h"
#include "studio-window-private.h"

/* Maximum number of layer types listed, limited by the space. */
#define MOST_TYPES 8
#define HEIGHT 260
#define WIDTH 380

static gboolean
count_params (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  RensaArray *array = rensa_variable_get_array (param);

  if (array != NULL)
    *(gint64 *) data += rensa_shape_count (rensa_array_get_shape (array));
  return TRUE;
}

/* Counts the nodes of each type, in document order; @counts: (element-type guint). */
static void
count_types (struct json_object *model, GPtrArray *types, GArray *counts)
{
  struct json_object *nodes = json_object_object_get (model, "nodes");

  for (gsize i = 0; json_object_is_type (nodes, json_type_array) && i < json_object_array_length (nodes); i++)
    {
      struct json_object *node = json_object_array_get_idx (nodes, i);
      struct json_object *inner = json_object_object_get (node, "model");
      const char *type = json_object_get_string (json_object_object_get (node, "type"));
      const guint one = 1;
      guint at;

      if (inner != NULL)
        count_types (inner, types, counts);
      else if (type == NULL || rensa_type_is_input (type))
        continue;
      else if (g_ptr_array_find_with_equal_func (types, type, g_str_equal, &at))
        g_array_index (counts, guint, at)++;
      else
        {
          g_ptr_array_add (types, (gpointer) type);
          g_array_append_val (counts, one);
        }
    }
}

/* "3 × Convolution2D, relu" */
static char *
list_layers (RensaDocument *document)
{
  g_autoptr (GPtrArray) types = g_ptr_array_new ();
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (guint));
  GString *text = g_string_new (NULL);

  count_types (rensa_document_get (document, "model"), types, counts);
  for (guint i = 0; i < MIN (types->len, MOST_TYPES); i++)
    {
      const guint n = g_array_index (counts, guint, i);

      g_string_append (text, i > 0 ? ", " : "");
      if (n > 1)
        g_string_append_printf (text, "%u × ", n);
      g_string_append (text, types->pdata[i]);
    }
  if (types->len > MOST_TYPES)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

/* Returns "x: float32 (3, 32, 32)", one input per line, without the batch axis. */
static char *
list_inputs (const RensaImported *imported)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; imported->inputs[i] != NULL; i++)
    {
      const RensaType *type = &imported->types[i];

      g_string_append_printf (text, "%s%s: %s (", i > 0 ? "\n" : "", imported->inputs[i],
                              rensa_dtype_get_name (type->dtype));
      for (int k = 1; k < type->shape.ndim; k++)
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, k > 1 ? ", " : "", type->shape.dims[k]);
      g_string_append_c (text, ')');
    }
  return g_string_free (text, FALSE);
}

static char *
count_parameters (const RensaImported *imported)
{
  gint64 n = 0;

  rensa_link_foreach_param (imported->predictor, count_params, &n, NULL);
  return g_strdup_printf ("%'" G_GINT64_FORMAT, n);
}

static void
add_row (GtkWidget *list, const char *title, const char *text)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), markup);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

GtkWidget *
studio_window_describe_imported (const RensaImported *imported)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  g_autofree char *inputs = list_inputs (imported);
  g_autofree char *outputs = g_strjoinv (", ", imported->outputs);
  g_autofree char *layers = list_layers (imported->document);
  g_autofree char *parameters = count_parameters (imported);
  g_autofree char *notes = studio_window_write_notes (imported->notes);

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_valign (list, GTK_ALIGN_START);
  /* Enter activates the default response; arrows scroll. */
  gtk_widget_set_can_focus (list, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Model"), -1);
  if (imported->problem != NULL)
    add_row (list, _ ("Cannot Be Trained"), imported->problem);
  add_row (list, _ ("Inputs"), inputs);
  add_row (list, _ ("Outputs"), outputs);
  add_row (list, _ ("Layers"), layers);
  add_row (list, _ ("Parameters"), parameters);
  if (imported->notes->len > 0)
    add_row (list, _ ("Before Training"), notes);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (scroller, WIDTH, HEIGHT);
  return scroller;
}
