/* ui-fixture.c: projects to show, and ways to what a widget shows.
 * SPDX-License-Identifier: MIT */

#include "ui-fixture.h"

#include "studio-attr-form.h"
#include "studio-attr-list.h"
#include "rensa-document-values.h"

StudioProject *
ui_project_new (const char *json)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = rensa_document_parse (text, -1, "test.rensa", &error);

  g_assert_no_error (error);
  return studio_project_new (document, NULL);
}

StudioProject *
ui_project_new_mlp (void)
{
  return ui_project_new ("{'format': 1, 'name': 'MLP',"
                         " 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 60, 'n_test': 20}},"
                         "          'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
                         " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
                         "  {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 4}},"
                         "  {'name': 'relu1', 'type': 'relu'},"
                         "  {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
                         "  'edges': [{'from': 'x', 'to': 'l1'}, {'from': 'l1', 'to': 'relu1'},"
                         "            {'from': 'relu1', 'to': 'l2'}]},"
                         " 'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'},"
                         " 'optimizer': {'type': 'Adam'},"
                         " 'hooks': [{'type': 'WeightDecay', 'attrs': {'rate': 0.001}}],"
                         " 'extensions': [{'type': 'Evaluator'}, {'type': 'LogReport'}]}");
}

StudioProject *
ui_project_new_pair (void)
{
  return ui_project_new ("{'format': 2, 'name': 'Pair',"
                         " 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 60, 'n_test': 20}},"
                         "          'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
                         " 'models': {"
                         "  'first': {'nodes': [{'name': 'x', 'type': 'Input'},"
                         "                      {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
                         "            'edges': [{'from': 'x', 'to': 'l'}]},"
                         "  'second': {'nodes': [{'name': 'x', 'type': 'Input'},"
                         "                       {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
                         "             'edges': [{'from': 'x', 'to': 'l'}]}},"
                         " 'step': {'nodes': [{'name': 'x', 'type': 'Field'}, {'name': 't', 'type': 'Field'},"
                         "                    {'name': 'a', 'type': 'Model', 'attrs': {'model': 'first'}},"
                         "                    {'name': 'b', 'type': 'Model', 'attrs': {'model': 'second'}},"
                         "                    {'name': 'loss_a', 'type': 'softmax_cross_entropy'},"
                         "                    {'name': 'loss_b', 'type': 'softmax_cross_entropy'}],"
                         "          'edges': [{'from': 'x', 'to': 'a'}, {'from': 'x', 'to': 'b'},"
                         "                    {'from': 'a', 'to': 'loss_a'}, {'from': 't', 'to': 'loss_a'},"
                         "                    {'from': 'b', 'to': 'loss_b'}, {'from': 't', 'to': 'loss_b'}]},"
                         " 'losses': [{'node': 'loss_a', 'models': 'first', 'optimizer': {'type': 'Adam'}},"
                         "            {'node': 'loss_b', 'models': 'second', 'optimizer': {'type': 'Adam'},"
                         "             'hooks': [{'type': 'WeightDecay', 'attrs': {'rate': 0.001}}]}],"
                         " 'extensions': [{'type': 'LogReport'}]}");
}

RensaDocument *
ui_load_example (const char *name)
{
  g_autofree char *path = g_strconcat ("/org/rensa/Studio/examples/", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  RensaDocument *document;

  g_assert_no_error (error);
  document = rensa_document_parse (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), name, &error);
  g_assert_no_error (error);
  return document;
}

char *
ui_get_value (StudioProject *project, const char *path, const char *attr)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (studio_project_get_document (project), path, &error);

  g_assert_no_error (error);
  return rensa_attrs_get_text (attrs, rensa_component_find_attr (rensa_attrs_get_component (attrs), attr));
}

GtkWidget *
ui_show (GtkWidget *child)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), 400, 600);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  WAIT_FOR (gtk_widget_get_width (child) > 0);
  return window;
}

static gboolean
is_hidden (GtkWidget *widget)
{
  return !gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget);
}

GtkWidget *
ui_find (GtkWidget *widget, GType type, const char *style)
{
  if (is_hidden (widget))
    return NULL;
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && (style == NULL || gtk_widget_has_css_class (widget, style)))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = ui_find (child, type, style);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static const char *
get_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_BUTTON (widget))
    return gtk_button_get_label (GTK_BUTTON (widget));
  return GTK_IS_ENTRY (widget) ? gtk_editable_get_text (GTK_EDITABLE (widget)) : NULL;
}

GtkWidget *
ui_find_text (GtkWidget *widget, const char *text)
{
  if (is_hidden (widget))
    return NULL;
  if (g_strcmp0 (get_text (widget), text) == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = ui_find_text (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWidget *
ui_open_inner (GtkWidget *form, const char *outer, const char *name)
{
  GtkWidget *control = studio_attr_form_get_control (STUDIO_ATTR_FORM (form), outer);
  GtkWidget *row = gtk_widget_get_ancestor (control, STUDIO_TYPE_ATTR_ROW);
  GtkWidget *expander = gtk_widget_get_next_sibling (control);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (expander), TRUE);
  WAIT_FOR (ui_find (row, STUDIO_TYPE_ATTR_LIST, NULL) != NULL);
  return studio_attr_row_get_control (
      studio_attr_list_get_row (STUDIO_ATTR_LIST (ui_find (row, STUDIO_TYPE_ATTR_LIST, NULL)), name));
}

void
ui_click (GtkWidget *button)
{
  g_assert_true (GTK_IS_BUTTON (button));
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}
