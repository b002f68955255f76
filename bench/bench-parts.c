/* bench-parts.c: components of the workloads.
 * SPDX-License-Identifier: MIT */

#include "bench.h"

RensaAttrs *
bench_parse_function (const char *text, GError **error)
{
  return rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, error);
}

static gboolean
append_layer (RensaLink *sequential, const char *text, GError **error)
{
  g_autoptr (RensaAttrs) function = NULL;

  if (g_ascii_isupper (text[0]))
    return rensa_link_append_child (sequential, rensa_link_new_from_text (text, error), error);

  function = bench_parse_function (text, error);
  if (function != NULL)
    rensa_sequential_append_function (sequential, function);
  return function != NULL;
}

gboolean
bench_append_layers (RensaLink *sequential, const char *layers, GError **error)
{
  g_auto (GStrv) texts = g_strsplit (layers, ";", -1);

  for (guint i = 0; texts[i] != NULL; i++)
    if (!append_layer (sequential, g_strstrip (texts[i]), error))
      return FALSE;
  return TRUE;
}

RensaOptimizer *
bench_make_optimizer (const char *text, RensaLink *model, GError **error)
{
  g_autoptr (RensaAttrs) attrs = NULL;
  RensaOptimizer *optimizer;

  if (model == NULL)
    return NULL;

  attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER, text, error);
  optimizer = attrs != NULL ? rensa_optimizer_new (attrs, error) : NULL;
  if (optimizer != NULL)
    rensa_optimizer_setup (optimizer, model);
  return optimizer;
}

RensaVariable *
bench_draw_normal (const RensaShape *shape, RensaRandom *random, GError **error)
{
  const gint64 n = rensa_shape_count (shape);
  g_autofree float *values = g_new (float, n);
  g_autoptr (RensaArray) array = NULL;

  for (gint64 i = 0; i < n; i++)
    values[i] = (float) rensa_random_normal (random);
  array = rensa_array_new_from_host (RENSA_FLOAT32, shape, values, error);
  return rensa_variable_new_constant (array);
}

RensaVariable *
bench_draw_ids (const RensaShape *shape, int high, RensaRandom *random, GError **error)
{
  const gint64 n = rensa_shape_count (shape);
  g_autofree gint32 *values = g_new (gint32, n);
  g_autoptr (RensaArray) array = NULL;

  for (gint64 i = 0; i < n; i++)
    values[i] = (gint32) rensa_random_below (random, (guint64) high);
  array = rensa_array_new_from_host (RENSA_INT32, shape, values, error);
  return rensa_variable_new_constant (array);
}
