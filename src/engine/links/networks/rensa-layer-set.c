/* rensa-layer-set.c: well-known image networks, with access to the output of any layer.
 * SPDX-License-Identifier: MIT */

#include "rensa-layer-set.h"

#include "rensa-archive.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-layer-set-private.h"

static const RensaLayerSetKind *
get_kind (RensaLink *set)
{
  return rensa_link_get_class (set)->rule;
}

/* Returns NULL if there is none. */
static const RensaComponent *
find_set (const char *name)
{
  const RensaComponent *component = rensa_registry_find (RENSA_COMPONENT_LINK, name, NULL);

  return component != NULL && ((const RensaLinkClass *) component)->forward1 == rensa_layer_set_forward ? component
                                                                                                        : NULL;
}

RensaLink *
rensa_layer_set_new (const char *name, const char *weights, gboolean downsample_fb, GError **error)
{
  const RensaComponent *component = find_set (name);
  g_autoptr (RensaAttrs) attrs = NULL;
  g_autoptr (RensaLink) set = NULL;

  if (component == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("there is no layer set “%s”"), name);
      return NULL;
    }
  attrs = rensa_attrs_new (component);
  if (rensa_attrs_parse (attrs, downsample_fb ? "layer=prob, downsample_fb=True" : "layer=prob", error))
    set = rensa_link_new (attrs, error);
  if (set == NULL || (weights != NULL && !rensa_load_file (weights, NULL, rensa_link_serialize, set, error)))
    return NULL;
  return g_steal_pointer (&set);
}

char **
rensa_layer_set_list_layers (RensaLink *set)
{
  const RensaLayerSetKind *kind = get_kind (set);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < kind->n_layers; i++)
    g_strv_builder_add (names, kind->layers[i].name);
  return g_strv_builder_end (names);
}

/* Calls a child, or otherwise a function; releases @x. */
static RensaVariable *
run_step (RensaLink *set, const char *step, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) input = x;
  RensaLink *child = rensa_link_find (set, step);
  g_autoptr (RensaAttrs) function = NULL;
  RensaVariable *output = NULL;

  if (child != NULL)
    return rensa_link_call (child, input, error);
  function = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, step, error);
  if (function != NULL)
    rensa_function_apply ((const RensaFunctionClass *) rensa_attrs_get_component (function),
                          rensa_attrs_get_values (function), &input, 1, &output, 1, error);
  return output;
}

static RensaVariable *
run_layer (RensaLink *set, const RensaLayer *layer, RensaVariable *x, GError **error)
{
  g_auto (GStrv) steps = g_strsplit (layer->steps, ";", -1);
  RensaVariable *h = rensa_variable_ref (x);

  for (int i = 0; h != NULL && steps[i] != NULL; i++)
    h = run_step (set, g_strstrip (steps[i]), h, error);
  return h;
}

/* Returns TRUE if a later layer takes its input from this one. */
static gboolean
is_branched_off (const RensaLayerSetKind *kind, const char *name)
{
  for (guint i = 0; i < kind->n_layers; i++)
    if (g_strcmp0 (kind->layers[i].from, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_layer (const RensaLayerSetKind *kind, const char *name)
{
  for (guint i = 0; i < kind->n_layers; i++)
    if (g_str_equal (kind->layers[i].name, name))
      return TRUE;
  return FALSE;
}

/* Runs the layers up to the last one in @wanted; returns FALSE with an error. @values: receives the
 * values that are requested or have branches. */
static gboolean
run_layers (RensaLink *set, RensaVariable *x, const char *const *wanted, GHashTable *values, GError **error)
{
  const RensaLayerSetKind *kind = get_kind (set);
  g_autoptr (GHashTable) missing = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (RensaVariable) h = rensa_variable_ref (x);

  for (int i = 0; wanted[i] != NULL; i++)
    g_hash_table_add (missing, (gpointer) wanted[i]);
  for (guint i = 0; i < kind->n_layers && g_hash_table_size (missing) > 0; i++)
    {
      const RensaLayer *layer = &kind->layers[i];
      RensaVariable *from = layer->from != NULL ? g_hash_table_lookup (values, layer->from) : h;
      RensaVariable *next = run_layer (set, layer, from, error);

      if (next == NULL)
        return FALSE;
      rensa_variable_unref (h);
      h = next;
      if (g_hash_table_remove (missing, layer->name) || is_branched_off (kind, layer->name))
        g_hash_table_insert (values, (gpointer) layer->name, rensa_variable_ref (h));
    }
  return TRUE;
}

gboolean
rensa_layer_set_call (RensaLink *set, RensaVariable *x, const char *const *layers, RensaVariable **results,
                      GError **error)
{
  g_autoptr (GHashTable) values =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) rensa_variable_unref);

  if (x == NULL)
    return FALSE;
  for (int i = 0; layers[i] != NULL; i++)
    if (!is_layer (get_kind (set), layers[i]))
      {
        rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no layer “%s”"), rensa_link_get_class (set)->name,
                         layers[i]);
        return FALSE;
      }
  if (!run_layers (set, x, layers, values, error))
    return FALSE;
  for (int i = 0; layers[i] != NULL; i++)
    results[i] = rensa_variable_ref (g_hash_table_lookup (values, layers[i]));
  return TRUE;
}

RensaVariable *
rensa_layer_set_forward (RensaLink *set, RensaVariable *x, GError **error)
{
  const RensaLayerSet *self = rensa_link_get_values (set);
  const char *const layers[] = { get_kind (set)->layers[self->layer].name, NULL };
  RensaVariable *y = NULL;

  return rensa_layer_set_call (set, x, layers, &y, error) ? y : NULL;
}

RensaArray *
rensa_layer_set_prepare (RensaLink *set, RensaArray *picture, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (picture);
  const RensaInts channels_first = { .n = 3, .values = { 2, 0, 1 } };
  g_autoptr (RensaArray) mean =
      rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (3, 1, 1), get_kind (set)->mean, error);
  g_autoptr (RensaVariable) means = mean != NULL ? rensa_variable_new_constant (mean) : NULL;
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (picture);
  g_autoptr (RensaVariable) wide = NULL;
  g_autoptr (RensaVariable) moved = NULL;
  g_autoptr (RensaVariable) flipped = NULL;
  g_autoptr (RensaVariable) centred = NULL;
  g_autoptr (RensaVariable) y = NULL;

  if (shape->ndim != 3 || shape->dims[2] != 3)
    {
      g_autofree char *found = rensa_shape_to_string (shape);

      rensa_set_words (error, RENSA_ERROR_TYPE_CHECK,
                       N_ ("expected an image of shape (height, width, 3), but its shape is %s"), found);
      return NULL;
    }
  wide = rensa_cast (x, RENSA_FLOAT64, error);
  moved = rensa_transpose (wide, &channels_first, error);
  flipped = rensa_flip (moved, 0, error);
  centred = rensa_subtract (flipped, means, error);
  y = rensa_cast (centred, RENSA_FLOAT32, error);
  return y != NULL ? rensa_array_ref (rensa_variable_get_array (y)) : NULL;
}
