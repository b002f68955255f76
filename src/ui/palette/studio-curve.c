/* studio-curve.c: cache of function curves.
 * SPDX-License-Identifier: MIT */

#include "studio-curve.h"

static float *
compute (const RensaComponent *component)
{
  g_autofree float *values = NULL;

  /* Input is a node but not a component. */
  if (component->group == NULL || rensa_registry_find (RENSA_COMPONENT_FUNCTION, component->name, NULL) != component)
    return NULL;

  values = g_new (float, RENSA_CURVE_POINTS);
  return rensa_function_get_curve ((const RensaFunctionClass *) component, values) ? g_steal_pointer (&values) : NULL;
}

const float *
studio_curve_get (const RensaComponent *component)
{
  static GHashTable *curves;
  gpointer curve;

  if (curves == NULL)
    curves = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (!g_hash_table_lookup_extended (curves, component, NULL, &curve))
    {
      curve = compute (component);
      g_hash_table_insert (curves, (gpointer) component, curve);
    }
  return curve;
}
