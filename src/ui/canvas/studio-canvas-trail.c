/* studio-canvas-trail.c: path of the open Chain, with buttons that lead back.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>

#include "studio-step.h"

char *
studio_canvas_get_parent_scope (const char *path)
{
  const char *dot = strrchr (path, '.');

  return dot != NULL ? g_strndup (path, dot - path) : g_strdup ("");
}

const char *
studio_canvas_get_inner_scope (const RensaModelNode *node)
{
  if (node->kind == RENSA_MODEL_NODE_NESTED)
    return node->path;
  return node->called != NULL ? node->called->path : NULL;
}

gboolean
studio_canvas_is_at_model (StudioCanvas *self)
{
  return self->project != NULL && self->scope[0] != '\0' && strchr (self->scope, '.') == NULL
         && studio_step_find_model (studio_project_get_document (self->project), self->scope) != NULL;
}

/* Returns the first node of the step that calls the model @name; NULL if there is none. */
static const char *
find_call (const RensaModel *step, const char *name)
{
  for (guint i = 0; i < step->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (step, (int) i);

      if (node->called != NULL && strcmp (node->called->name, name) == 0)
        return node->path;
    }
  return NULL;
}

/* Selects the node that was left, so that Enter leads back into it. */
void
studio_canvas_leave_scope (StudioCanvas *self)
{
  const gboolean is_model = studio_canvas_is_at_model (self);
  const char *call = is_model ? find_call (rensa_network_get_model (self->network), self->scope) : NULL;
  g_autofree char *left = g_strdup (is_model ? call : self->scope);

  if (left != NULL)
    studio_canvas_select (self, left);
  else
    studio_canvas_set_scope (self, "");
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
clear_trail (GtkBox *trail)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (trail))) != NULL)
    gtk_box_remove (trail, child);
}

static void
append_step (GtkBox *trail, const char *name, const char *scope)
{
  GtkWidget *button = gtk_button_new_with_label (name);

  gtk_widget_add_css_class (button, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "canvas.open-scope");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", scope);
  gtk_box_append (trail, button);
  gtk_box_append (trail, gtk_image_new_from_icon_name ("go-next-symbolic"));
}

void
studio_canvas_update_trail (StudioCanvas *self)
{
  GtkBox *trail = GTK_BOX (self->trail);
  g_auto (GStrv) names = g_strsplit (self->scope, ".", -1);
  g_autoptr (GString) scope = g_string_new (NULL);
  const guint n = g_strv_length (names);
  const gboolean is_model =
      self->project != NULL
      && studio_step_find_model (studio_project_get_document (self->project), self->scope) != NULL;
  const gboolean has_step =
      self->project != NULL && studio_document_has_step (studio_project_get_document (self->project));
  GtkWidget *here;

  /* Tabs already show the model. */
  clear_trail (trail);
  gtk_widget_set_visible (self->trail, n > (is_model ? 1 : 0));
  if (n <= (is_model ? 1 : 0))
    return;

  if (!is_model)
    append_step (trail, has_step ? _ ("Step") : _ ("Model"), "");
  for (guint i = 0; i + 1 < n; i++)
    {
      g_string_append_printf (scope, "%s%s", i > 0 ? "." : "", names[i]);
      append_step (trail, names[i], scope->str);
    }
  here = gtk_label_new (names[n - 1]);
  gtk_widget_add_css_class (here, "heading");
  gtk_box_append (trail, here);
}
