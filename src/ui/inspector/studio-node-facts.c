/* studio-node-facts.c: analysis results of a node in words.
 * SPDX-License-Identifier: MIT */

#include "studio-node-facts.h"
#include "studio-format.h"

#include <glib/gi18n.h>

#include "rensa-link.h"

/* A Chain may have hundreds of parameters. */
#define MOST_PARAMS 12

/* Returns "(100, 784)" of "W (100, 784)" and stores the name; returns NULL if there is no shape. */
static const char *
split_param (const char *param, char **name)
{
  const char *shape = strrchr (param, '(');

  *name = g_strchomp (g_strndup (param, shape != NULL ? shape - param : (gssize) strlen (param)));
  return shape;
}

char *
studio_node_facts_infer (const RensaNodeFacts *known, const RensaComponent *component, const char *attr)
{
  const RensaComponent *link = rensa_registry_find (RENSA_COMPONENT_LINK, component->name, NULL);

  if (link == NULL || !known->is_known || known->learnt == RENSA_INT_NONE
      || g_strcmp0 (((const RensaLinkClass *) link)->learns, attr) != 0)
    return NULL;
  return g_strdup_printf ("%" G_GINT64_FORMAT, known->learnt);
}

static void
add_outputs (StudioFacts *facts, const RensaNodeFacts *known)
{
  for (int i = 0; known->is_known && i < known->n_outputs; i++)
    {
      g_autofree char *name = known->n_outputs > 1 ? g_strdup_printf (_ ("Output %d"), i) : g_strdup (_ ("Output"));
      g_autofree char *shape = rensa_analysis_type_to_caption (&known->outputs[i]);
      g_autofree char *value = g_strdup_printf ("%s %s", shape, rensa_dtype_get_name (known->outputs[i].dtype));

      studio_facts_add (facts, name, value);
    }
}

static void
add_params (StudioFacts *facts, const RensaNodeFacts *known)
{
  const guint n = known->params != NULL ? g_strv_length (known->params) : 0;

  for (guint i = 0; i < MIN (n, MOST_PARAMS); i++)
    {
      g_autofree char *name = NULL;
      const char *shape = split_param (known->params[i], &name);

      studio_facts_add (facts, name, shape != NULL ? shape : "?");
    }
  if (n > MOST_PARAMS)
    {
      g_autofree char *more = g_strdup_printf (_ ("%u more"), n - MOST_PARAMS);

      studio_facts_add (facts, "…", more);
    }
}

void
studio_node_facts_fill (StudioFacts *facts, const RensaNodeFacts *known, gint64 batch_size)
{
  g_autofree char *count = studio_format_count (known->n_params);
  g_autofree char *batch = studio_format_count (batch_size);
  g_autofree char *bytes = studio_format_bytes (known->n_bytes);
  g_autofree char *memory = g_strdup_printf (_ ("%s per batch of %s"), bytes, batch);

  add_outputs (facts, known);
  add_params (facts, known);
  if (known->is_known && known->n_params > 0)
    studio_facts_add (facts, _ ("Parameters"), count);
  if (known->is_known && known->n_bytes > 0)
    studio_facts_add (facts, _ ("Memory"), memory);
}
