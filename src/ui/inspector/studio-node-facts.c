/* studio-node-facts.c: what the analysis knows of a node, in words.
 * SPDX-License-Identifier: MIT */

#include "studio-node-facts.h"
#include "studio-format.h"

#include <glib/gi18n.h>

/* Sizes that links learn from what comes in, and the parameter along whose axis they can be read. */
static const struct
{
  const char *attr;
  const char *param;
  int axis;
} inferred[] = {
  { "in_size", "W", 1 },
  { "in_channels", "W", 1 },
  { "size", "gamma", 0 },
};

/* A Chain may hold hundreds. */
#define MOST_PARAMS 12

/* "(100, 784)" of "W (100, 784)" with the name cut off; NULL where there is no shape. */
static const char *
split_param (const char *param, char **name)
{
  const char *shape = strrchr (param, '(');

  *name = g_strchomp (g_strndup (param, shape != NULL ? shape - param : (gssize) strlen (param)));
  return shape;
}

char *
studio_node_facts_infer (const RensaAnalysisNode *node, const char *attr)
{
  for (guint i = 0; i < G_N_ELEMENTS (inferred); i++)
    for (guint j = 0; strcmp (inferred[i].attr, attr) == 0 && node->params != NULL && node->params[j] != NULL; j++)
      {
        g_autofree char *name = NULL;
        const char *shape = split_param (node->params[j], &name);
        g_auto (GStrv) extents = g_strsplit (shape != NULL ? shape + 1 : "", ",", -1);

        if (strcmp (name, inferred[i].param) == 0 && inferred[i].axis < (int) g_strv_length (extents))
          return g_strdelimit (g_strstrip (g_strdup (extents[inferred[i].axis])), ")", '\0');
      }
  return NULL;
}

static void
add_outputs (StudioFacts *facts, const RensaAnalysisNode *node)
{
  for (int i = 0; node->is_known && i < node->n_outputs; i++)
    {
      g_autofree char *name = node->n_outputs > 1 ? g_strdup_printf (_ ("Output %d"), i) : g_strdup (_ ("Output"));
      g_autofree char *shape = rensa_analysis_type_to_caption (&node->outputs[i]);
      g_autofree char *value = g_strdup_printf ("%s %s", shape, rensa_dtype_get_name (node->outputs[i].dtype));

      studio_facts_add (facts, name, value);
    }
}

static void
add_params (StudioFacts *facts, const RensaAnalysisNode *node)
{
  const guint n = node->params != NULL ? g_strv_length (node->params) : 0;

  for (guint i = 0; i < MIN (n, MOST_PARAMS); i++)
    {
      g_autofree char *name = NULL;
      const char *shape = split_param (node->params[i], &name);

      studio_facts_add (facts, name, shape != NULL ? shape : "?");
    }
  if (n > MOST_PARAMS)
    {
      g_autofree char *more = g_strdup_printf (_ ("%u more"), n - MOST_PARAMS);

      studio_facts_add (facts, "…", more);
    }
}

void
studio_node_facts_fill (StudioFacts *facts, const RensaAnalysisNode *node, gint64 batch_size)
{
  g_autofree char *count = studio_format_count (node->n_params);
  g_autofree char *batch = studio_format_count (batch_size);
  g_autofree char *bytes = studio_format_bytes (node->n_bytes);
  g_autofree char *memory = g_strdup_printf (_ ("%s per batch of %s"), bytes, batch);

  add_outputs (facts, node);
  add_params (facts, node);
  if (node->n_params > 0)
    studio_facts_add (facts, _ ("Parameters"), count);
  if (node->n_bytes > 0)
    studio_facts_add (facts, _ ("Memory"), memory);
}
