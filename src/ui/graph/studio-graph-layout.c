/* studio-graph-layout.c: graph layout by Graphviz's dot.
 * SPDX-License-Identifier: MIT */

#include "studio-graph-layout.h"

#include <glib/gi18n.h>
#include <json-c/json.h>
#include <string.h>

#include "rensa-json.h"

#define POINTS_PER_INCH 72.0

StudioGraphLayout *
studio_graph_layout_ref (StudioGraphLayout *layout)
{
  layout->ref_count++;
  return layout;
}

void
studio_graph_layout_unref (StudioGraphLayout *layout)
{
  if (--layout->ref_count > 0)
    return;

  studio_graph_unref (layout->graph);
  g_array_unref (layout->boxes);
  g_array_unref (layout->lines);
  g_array_unref (layout->points);
  g_free (layout);
}

int
studio_graph_layout_find (StudioGraphLayout *layout, StudioGraphBoxKind kind, guint index)
{
  for (guint i = 0; i < layout->boxes->len; i++)
    {
      const StudioGraphBox *box = &g_array_index (layout->boxes, StudioGraphBox, i);

      if (box->kind == kind && box->index == index)
        return (int) i;
    }
  return -1;
}

/* Reading */

/* Parses "e,9,36 9,72 9,60 …": the arrow tip is the first point. */
static void
read_spline (StudioGraphLayout *layout, const char *text, double height, StudioGraphLine *line)
{
  g_auto (GStrv) pairs = g_strsplit (text, " ", -1);
  StudioGraphPoint tip = { 0, 0 };
  gboolean has_tip = FALSE;

  line->first = layout->points->len;
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      const char *pair =
          g_str_has_prefix (pairs[i], "e,") || g_str_has_prefix (pairs[i], "s,") ? pairs[i] + 2 : pairs[i];
      char *end = NULL;
      StudioGraphPoint point;

      point.x = g_ascii_strtod (pair, &end);
      point.y = *end == ',' ? height - g_ascii_strtod (end + 1, NULL) : 0;
      if (pair != pairs[i])
        {
          tip = point;
          has_tip = TRUE;
        }
      else
        g_array_append_val (layout->points, point);
    }
  line->n_points = layout->points->len - line->first;
  /* The spline ends at the base of the arrowhead; a straight line continues to the tip. */
  if (has_tip && line->n_points > 0)
    {
      const StudioGraphPoint last = g_array_index (layout->points, StudioGraphPoint, layout->points->len - 1);
      const StudioGraphPoint more[] = { last, tip, tip };

      g_array_append_vals (layout->points, more, 3);
      line->n_points += 3;
    }
}

static const char *
get_text (struct json_object *object, const char *name)
{
  struct json_object *value = NULL;

  json_object_object_get_ex (object, name, &value);
  return json_object_get_string (value);
}

static void
read_cluster (StudioGraphBox *box, const char *bounds, double height)
{
  double sides[4] = { 0 };
  const char *at = bounds;

  for (int i = 0; i < 4 && at != NULL; i++)
    {
      char *end;

      sides[i] = g_ascii_strtod (at, &end);
      at = *end == ',' ? end + 1 : NULL;
    }
  box->x = (sides[0] + sides[2]) / 2;
  box->y = height - (sides[1] + sides[3]) / 2;
  box->width = sides[2] - sides[0];
  box->height = sides[3] - sides[1];
}

static void
read_position (StudioGraphBox *box, struct json_object *object, const char *position, double height)
{
  char *end = NULL;

  box->x = g_ascii_strtod (position, &end);
  box->y = height - (*end == ',' ? g_ascii_strtod (end + 1, NULL) : 0);
  box->width = g_ascii_strtod (get_text (object, "width"), NULL) * POINTS_PER_INCH;
  box->height = g_ascii_strtod (get_text (object, "height"), NULL) * POINTS_PER_INCH;
}

/* The description names objects "n12", "g3" and "cluster_g3". */
static gboolean
read_object (StudioGraphLayout *layout, struct json_object *object)
{
  const char *name = get_text (object, "name");
  const gboolean is_cluster = name != NULL && g_str_has_prefix (name, "cluster_g");
  const char *number = is_cluster ? name + strlen ("cluster_g") : name != NULL ? name + 1 : "";
  const char *position = get_text (object, "pos");
  StudioGraphBox box = { .index = (guint) g_ascii_strtoull (number, NULL, 10) };
  const gboolean is_node = name != NULL && name[0] == 'n';

  if (name == NULL
      || (!is_cluster
          && (position == NULL || get_text (object, "width") == NULL || get_text (object, "height") == NULL))
      || (is_cluster && get_text (object, "bb") == NULL)
      || box.index >= (is_node ? studio_graph_get_n_nodes (layout->graph) : studio_graph_get_n_groups (layout->graph)))
    return FALSE;

  box.kind = is_cluster ? STUDIO_GRAPH_CLUSTER : is_node ? STUDIO_GRAPH_NODE : STUDIO_GRAPH_FOLDED;
  if (is_cluster)
    read_cluster (&box, get_text (object, "bb"), layout->height);
  else
    read_position (&box, object, position, layout->height);
  g_array_append_val (layout->boxes, box);
  return TRUE;
}

static gboolean
read_line (StudioGraphLayout *layout, struct json_object *edge)
{
  struct json_object *from = NULL;
  struct json_object *to = NULL;
  const char *spline = get_text (edge, "pos");
  StudioGraphLine line;

  json_object_object_get_ex (edge, "tail", &from);
  json_object_object_get_ex (edge, "head", &to);
  line.from = (guint) json_object_get_int (from);
  line.to = (guint) json_object_get_int (to);
  if (spline == NULL || line.from >= layout->boxes->len || line.to >= layout->boxes->len)
    return FALSE;
  read_spline (layout, spline, layout->height, &line);
  g_array_append_val (layout->lines, line);
  return TRUE;
}

static gboolean
read_all (StudioGraphLayout *layout, struct json_object *json)
{
  StudioGraphBox whole;
  struct json_object *objects = NULL;
  struct json_object *edges = NULL;

  if (get_text (json, "bb") == NULL || !json_object_object_get_ex (json, "objects", &objects))
    return FALSE;

  read_cluster (&whole, get_text (json, "bb"), 0);
  layout->width = whole.width;
  layout->height = whole.height;
  for (gsize i = 0; i < json_object_array_length (objects); i++)
    if (!read_object (layout, json_object_array_get_idx (objects, i)))
      return FALSE;
  json_object_object_get_ex (json, "edges", &edges);
  for (gsize i = 0; edges != NULL && i < json_object_array_length (edges); i++)
    if (!read_line (layout, json_object_array_get_idx (edges, i)))
      return FALSE;
  return TRUE;
}

StudioGraphLayout *
studio_graph_layout_parse (StudioGraph *graph, const char *text, GError **error)
{
  g_autoptr (RensaJson) json = json_tokener_parse (text);
  g_autoptr (StudioGraphLayout) layout = g_new0 (StudioGraphLayout, 1);

  layout->ref_count = 1;
  layout->graph = studio_graph_ref (graph);
  layout->boxes = g_array_new (FALSE, FALSE, sizeof (StudioGraphBox));
  layout->lines = g_array_new (FALSE, FALSE, sizeof (StudioGraphLine));
  layout->points = g_array_new (FALSE, FALSE, sizeof (StudioGraphPoint));
  if (json_object_is_type (json, json_type_object) && read_all (layout, json))
    return g_steal_pointer (&layout);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("Graphviz returned an invalid layout. Is it version 2.40 or newer?"));
  return NULL;
}

/* Running */

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *complaint = NULL;
  StudioGraphLayout *layout;

  if (!g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, &text, &complaint, &error))
    {
      /* The layout was cancelled. */
      g_subprocess_force_exit (G_SUBPROCESS (source));
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (!g_subprocess_get_successful (G_SUBPROCESS (source)))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Graphviz could not lay out the graph: %s"),
                               g_strstrip (complaint));
      return;
    }
  layout = studio_graph_layout_parse (g_task_get_task_data (task), text, &error);
  if (layout != NULL)
    g_task_return_pointer (task, layout, (GDestroyNotify) studio_graph_layout_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
studio_graph_layout_run (StudioGraph *graph, const gboolean *folded, PangoContext *context, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  g_autofree char *program = g_find_program_in_path ("dot");
  g_autofree char *text = NULL;
  g_autoptr (GSubprocess) process = NULL;
  GError *error = NULL;

  g_task_set_task_data (task, studio_graph_ref (graph), (GDestroyNotify) studio_graph_unref);
  if (program == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("Graphviz is not installed."));
      return;
    }
  process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                        &error, program, "-Tjson0", NULL);
  if (process == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  text = studio_graph_layout_write_dot (graph, folded, context);
  g_subprocess_communicate_utf8_async (process, text, cancellable, answered, g_steal_pointer (&task));
}

StudioGraphLayout *
studio_graph_layout_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
