/* studio-graph-dot.c: Graphviz description of the visible graph.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>
#include <string.h>

#include "studio-format.h"
#include "studio-graph-layout.h"

#define POINTS_PER_INCH 72.0
#define PADDING_X 14
#define PADDING_Y 8

/* Folding */

int
studio_graph_find_fold (StudioGraph *graph, const gboolean *folded, guint group)
{
  int found = -1;

  for (int i = (int) group; i >= 0; i = studio_graph_get_group (graph, (guint) i)->parent)
    if (folded[i])
      found = i;
  return found;
}

guint
studio_graph_count_shown (StudioGraph *graph, const gboolean *folded)
{
  guint n = 0;

  for (guint i = 0; i < studio_graph_get_n_nodes (graph); i++)
    n += studio_graph_find_fold (graph, folded, studio_graph_get_node (graph, i)->group) < 0;
  for (guint i = 0; i < studio_graph_get_n_groups (graph); i++)
    n += studio_graph_find_fold (graph, folded, i) == (int) i;
  return n;
}

gboolean *
studio_graph_fold (StudioGraph *graph, guint most)
{
  const guint n = studio_graph_get_n_groups (graph);
  gboolean *folded = g_new0 (gboolean, n);
  guint deepest = 0;

  for (guint i = 0; i < n; i++)
    deepest = MAX (deepest, studio_graph_get_group (graph, i)->depth);
  for (guint depth = deepest; depth > 0 && studio_graph_count_shown (graph, folded) > most; depth--)
    for (guint i = 0; i < n; i++)
      if (studio_graph_get_group (graph, i)->depth == depth)
        folded[i] = TRUE;
  return folded;
}

/* Texts */

void
studio_graph_box_get_texts (StudioGraph *graph, StudioGraphBoxKind kind, guint index, char **title, char **detail)
{
  if (kind == STUDIO_GRAPH_NODE)
    {
      const StudioGraphNode *node = studio_graph_get_node (graph, index);

      *title = g_strdup (node->name);
      *detail = g_strdup (node->is_function || g_str_equal (node->shape, "()") ? NULL : node->shape);
      if (*title == NULL && *detail == NULL)
        *detail = g_strdup (node->dtype);
    }
  else
    {
      const StudioGraphGroup *group = studio_graph_get_group (graph, index);

      *title = g_strdup (group->name[0] != '\0' ? group->name : _ ("Model"));
      *detail = kind == STUDIO_GRAPH_FOLDED ? studio_format_nodes (group->n_nodes) : NULL;
    }
}

PangoLayout *
studio_graph_box_new_text (StudioGraph *graph, StudioGraphBoxKind kind, guint index, PangoContext *context)
{
  PangoLayout *layout = pango_layout_new (context);
  PangoAttrList *attrs = pango_attr_list_new ();
  const gboolean is_function = kind == STUDIO_GRAPH_NODE && studio_graph_get_node (graph, index)->is_function;
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;
  g_autofree char *text = NULL;

  studio_graph_box_get_texts (graph, kind, index, &title, &detail);
  text = g_strjoin (title != NULL && detail != NULL ? "\n" : "", title != NULL ? title : "", detail, NULL);
  if (title != NULL && !is_function)
    {
      PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

      bold->end_index = strlen (title);
      pango_attr_list_insert (attrs, bold);
    }
  pango_layout_set_attributes (layout, attrs);
  pango_attr_list_unref (attrs);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_set_text (layout, text, -1);
  return layout;
}

/* Writing */

typedef struct
{
  StudioGraph *graph;
  const gboolean *folded;
  PangoContext *context;
  GString *text;
} Writer;

static void
write_box (Writer *self, StudioGraphBoxKind kind, guint index)
{
  g_autoptr (PangoLayout) text = studio_graph_box_new_text (self->graph, kind, index, self->context);
  /* An oval needs more room for the same text. */
  const gboolean is_oval = kind == STUDIO_GRAPH_NODE && studio_graph_get_node (self->graph, index)->is_function;
  char digits[2][G_ASCII_DTOSTR_BUF_SIZE];
  int width;
  int height;

  pango_layout_get_pixel_size (text, &width, &height);
  width += 2 * PADDING_X + (is_oval ? PADDING_X : 0);
  height += 2 * PADDING_Y;
  g_ascii_formatd (digits[0], sizeof digits[0], "%.4f", width / POINTS_PER_INCH);
  g_ascii_formatd (digits[1], sizeof digits[1], "%.4f", height / POINTS_PER_INCH);
  g_string_append_printf (self->text, "%c%u [width=%s,height=%s,shape=%s];\n", kind == STUDIO_GRAPH_NODE ? 'n' : 'g',
                          index, digits[0], digits[1], is_oval ? "ellipse" : "box");
}

/* Reserves room for the name, which the studio draws itself. */
static void
open_cluster (Writer *self, guint number)
{
  g_autoptr (PangoLayout) text = studio_graph_box_new_text (self->graph, STUDIO_GRAPH_CLUSTER, number, self->context);
  int width;
  int height;

  pango_layout_get_pixel_size (text, &width, &height);
  g_string_append_printf (
      self->text,
      "subgraph cluster_g%u {\nmargin=12;label=<<TABLE BORDER=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"%d\" "
      "HEIGHT=\"%d\"><TR><TD></TD></TR></TABLE>>;\n",
      number, width + 12, height + 4);
}

static void
write_group (Writer *self, guint number, const GArray *const *members, const GArray *const *children)
{
  const StudioGraphGroup *group = studio_graph_get_group (self->graph, number);

  if (self->folded[number])
    {
      write_box (self, STUDIO_GRAPH_FOLDED, number);
      return;
    }
  if (group->parent >= 0)
    open_cluster (self, number);
  for (guint i = 0; i < members[number]->len; i++)
    write_box (self, STUDIO_GRAPH_NODE, g_array_index (members[number], guint, i));
  for (guint i = 0; i < children[number]->len; i++)
    write_group (self, g_array_index (children[number], guint, i), members, children);
  g_string_append (self->text, group->parent >= 0 ? "}\n" : "");
}

/* "n12", or the folded group that contains the node. */
static char *
dup_end (Writer *self, guint node)
{
  const int fold = studio_graph_find_fold (self->graph, self->folded, studio_graph_get_node (self->graph, node)->group);

  return fold >= 0 ? g_strdup_printf ("g%d", fold) : g_strdup_printf ("n%u", node);
}

static void
write_edges (Writer *self)
{
  g_autoptr (GHashTable) written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < studio_graph_get_n_edges (self->graph); i++)
    {
      const StudioGraphEdge edge = studio_graph_get_edge (self->graph, i);
      g_autofree char *from = dup_end (self, edge.from);
      g_autofree char *to = dup_end (self, edge.to);
      char *line = g_strdup_printf ("%s -> %s;\n", from, to);

      if (g_str_equal (from, to) || g_hash_table_contains (written, line))
        {
          g_free (line);
          continue;
        }
      g_string_append (self->text, line);
      g_hash_table_add (written, line);
    }
}

static GArray **
new_lists (guint n)
{
  GArray **lists = g_new (GArray *, n);

  for (guint i = 0; i < n; i++)
    lists[i] = g_array_new (FALSE, FALSE, sizeof (guint));
  return lists;
}

static void
free_lists (GArray **lists, guint n)
{
  for (guint i = 0; i < n; i++)
    g_array_unref (lists[i]);
  g_free (lists);
}

char *
studio_graph_layout_write_dot (StudioGraph *graph, const gboolean *folded, PangoContext *context)
{
  const guint n_groups = studio_graph_get_n_groups (graph);
  GArray **members = new_lists (n_groups);
  GArray **children = new_lists (n_groups);
  Writer self = { graph, folded, context, g_string_new (NULL) };

  for (guint i = 0; i < studio_graph_get_n_nodes (graph); i++)
    g_array_append_val (members[studio_graph_get_node (graph, i)->group], i);
  for (guint i = 1; i < n_groups; i++)
    g_array_append_val (children[studio_graph_get_group (graph, i)->parent], i);

  g_string_append (self.text, "digraph {\nrankdir=TB;nodesep=0.2;ranksep=0.3;node [fixedsize=true,label=\"\"];\n"
                              "edge [arrowsize=0.6];\n");
  write_group (&self, 0, (const GArray *const *) members, (const GArray *const *) children);
  write_edges (&self);
  g_string_append (self.text, "}\n");
  free_lists (members, n_groups);
  free_lists (children, n_groups);
  return g_string_free (self.text, FALSE);
}
