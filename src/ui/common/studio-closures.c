/* studio-closures.c: closures for the expressions of templates.
 * SPDX-License-Identifier: MIT */

#include "studio-closures.h"

#include <adwaita.h>

static AdwStyleManager *
dup_style_manager (gpointer self)
{
  return g_object_ref (adw_style_manager_get_default ());
}

static gboolean
is_any (gpointer self, gboolean one, gboolean other)
{
  return one || other;
}

static gboolean
is_not (gpointer self, gboolean value)
{
  return !value;
}

static gboolean
is_set (gpointer self, GObject *object)
{
  return object != NULL;
}

static gboolean
is_text (gpointer self, const char *text)
{
  return text != NULL && text[0] != '\0';
}

static char *
read_text (gpointer self, GObject *object, const char *property)
{
  char *text = NULL;

  if (object != NULL)
    g_object_get (object, property, &text, NULL);
  return text != NULL ? text : g_strdup ("");
}

void
studio_closures_bind (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_callback (klass, dup_style_manager);
  gtk_widget_class_bind_template_callback (klass, is_any);
  gtk_widget_class_bind_template_callback (klass, is_not);
  gtk_widget_class_bind_template_callback (klass, is_set);
  gtk_widget_class_bind_template_callback (klass, is_text);
  gtk_widget_class_bind_template_callback (klass, read_text);
}
