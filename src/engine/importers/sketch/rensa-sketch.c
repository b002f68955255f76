/* rensa-sketch.c: values of an imported model, and the calls that produce them.
 * SPDX-License-Identifier: MIT */

#include "rensa-sketch-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-function.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-wire-call.h"

/* Maximum size of a folded constant in bytes. */
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define MOST_INPUTS 256

static void
value_free (gpointer data)
{
  RensaSketchValue *value = data;

  rensa_variables_clear (value->probes, RENSA_SKETCH_PROBES);
  g_free (value->source);
  g_free (value->name);
  g_free (value);
}

RensaSketch *
rensa_sketch_new (RensaDtype dtype, guint n_inputs)
{
  RensaSketch *self = g_new0 (RensaSketch, 1);

  self->dtype = dtype;
  self->n_inputs = n_inputs;
  self->predictor = rensa_chain_new ();
  rensa_chain_set_n_inputs (self->predictor, (int) n_inputs);
  self->inputs = g_ptr_array_new ();
  self->values = g_ptr_array_new_with_free_func (value_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->pending = g_ptr_array_new_with_free_func (rensa_sketch_node_free);
  self->nodes = json_object_new_array ();
  self->edges = json_object_new_array ();
  return self;
}

void
rensa_sketch_free (RensaSketch *self)
{
  g_clear_pointer (&self->predictor, rensa_link_unref);
  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->pending);
  g_ptr_array_unref (self->values);
  g_hash_table_unref (self->names);
  json_object_put (self->nodes);
  json_object_put (self->edges);
  g_free (self);
}

static RensaSketchValue *
add_value (RensaSketch *self, RensaSketchKind kind, const char *name)
{
  RensaSketchValue *value = g_new0 (RensaSketchValue, 1);

  value->kind = kind;
  value->name = g_strdup (name);
  g_ptr_array_add (self->values, value);
  return value;
}

static RensaVariable *
make_probe (const RensaType *type, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_meta_device);
  g_autoptr (RensaArray) array = rensa_array_new_of_type (type, error);

  return rensa_variable_new_constant (array);
}

RensaSketchValue *
rensa_sketch_add_input (RensaSketch *self, const char *name, const RensaType types[RENSA_SKETCH_PROBES], GError **error)
{
  RensaSketchValue *value = add_value (self, RENSA_SKETCH_VALUE, name);

  for (int i = 0; i < RENSA_SKETCH_PROBES; i++)
    {
      value->probes[i] = i > 0 && rensa_type_equal (&types[i], &types[0]) ? rensa_variable_ref (value->probes[0])
                                                                          : make_probe (&types[i], error);
      if (value->probes[i] == NULL)
        return NULL;
    }
  value->number = (int) self->inputs->len;
  value->source = rensa_sketch_dup_node_name (self, name);
  rensa_sketch_write_node (self, value->source, NULL, NULL, 0);
  g_ptr_array_add (self->inputs, value);
  return value;
}

RensaSketchValue *
rensa_sketch_add_numbers (RensaSketch *self, const char *name, RensaArray *const *arrays)
{
  RensaSketchValue *value = add_value (self, RENSA_SKETCH_CONSTANT, name);

  for (int i = 0; i < RENSA_SKETCH_PROBES; i++)
    value->probes[i] = i > 0 && arrays[i] == arrays[0] ? rensa_variable_ref (value->probes[0])
                                                       : rensa_variable_new_constant (arrays[i]);
  return value;
}

RensaSketchValue *
rensa_sketch_add_constant (RensaSketch *self, const char *name, RensaSketchKind kind, RensaArray *array)
{
  RensaSketchValue *value = rensa_sketch_add_numbers (self, name, (RensaArray *[]){ array, array });

  value->kind = kind;
  return value;
}

RensaType
rensa_sketch_value_get_type (const RensaSketchValue *value)
{
  return rensa_variable_get_type (value->probes[0]);
}

gboolean
rensa_sketch_value_varies (const RensaSketchValue *value)
{
  return value->probes[0] != value->probes[1];
}

RensaArray *
rensa_sketch_value_get_array (const RensaSketchValue *value)
{
  return value->kind != RENSA_SKETCH_VALUE && !rensa_sketch_value_varies (value)
             ? rensa_variable_get_array (value->probes[0])
             : NULL;
}

/* Links and functions. */

typedef struct
{
  const char *path;
  RensaArray *array;
  gboolean is_found;
} Setting;

/* Converts to the expected type; a new array, owned by the link alone. */
static RensaArray *
fit (const Setting *setting, const char *path, const RensaType *type, GError **error)
{
  const RensaType own = rensa_array_get_type (setting->array);
  g_autoptr (RensaArray) copy = NULL;

  if (!rensa_shape_equal (&own.shape, &type->shape))
    {
      g_autofree char *expected = rensa_shape_to_string (&type->shape);
      g_autofree char *found = rensa_shape_to_string (&own.shape);

      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s must have the shape %s, but has %s"), path, expected, found);
      return NULL;
    }
  copy = rensa_array_new (type->dtype, &type->shape, error);
  return copy != NULL && rensa_array_assign (copy, setting->array, error) ? g_steal_pointer (&copy) : NULL;
}

static gboolean
set_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  Setting *setting = data;
  g_autoptr (RensaArray) array = NULL;
  RensaType type;

  if (!g_str_equal (path + 1, setting->path))
    return TRUE;
  type = rensa_variable_get_type (param);
  array = fit (setting, setting->path, &type, error);
  if (array == NULL)
    return FALSE;
  rensa_variable_set_array (param, array);
  setting->is_found = TRUE;
  return TRUE;
}

static gboolean
set_persistent (const char *path, RensaLink *owner, int index, gpointer data, GError **error)
{
  Setting *setting = data;
  g_autoptr (RensaArray) array = NULL;
  RensaType type;

  if (!g_str_equal (path + 1, setting->path) || rensa_link_persistent_is_int (owner, index))
    return TRUE;
  type = rensa_array_get_type (rensa_link_get_persistent (owner, index));
  array = fit (setting, setting->path, &type, error);
  if (array == NULL)
    return FALSE;
  rensa_link_set_persistent (owner, index, array);
  setting->is_found = TRUE;
  return TRUE;
}

static gboolean
set_weights (RensaLink *link, const RensaSketchWeight *weights, guint n_weights, GError **error)
{
  for (guint i = 0; i < n_weights; i++)
    {
      Setting setting = { weights[i].path, weights[i].array };

      if (!rensa_link_foreach_param (link, set_param, &setting, error)
          || !rensa_link_foreach_persistent (link, set_persistent, &setting, error))
        return FALSE;
      g_assert (setting.is_found);
    }
  return TRUE;
}

/* Callee: a link, which is created for each probe, or a function. */
typedef struct
{
  RensaAttrs *attrs;
  gboolean is_link;
} Call;

static int
call_on_meta (const Call *call, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_meta_device);
  g_autoptr (RensaLink) link = NULL;

  if (!call->is_link)
    return rensa_function_call_wired (call->attrs, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
  link = rensa_link_new (call->attrs, error);
  return link != NULL ? rensa_link_call_wired (link, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error) : -1;
}

static void
get_probes (RensaSketchValue *const *inputs, int n_inputs, int probe, RensaVariable **variables)
{
  for (int i = 0; i < n_inputs; i++)
    variables[i] = inputs[i] != NULL ? inputs[i]->probes[probe] : NULL;
}

static gboolean
vary (RensaSketchValue *const *inputs, int n_inputs)
{
  for (int i = 0; i < n_inputs; i++)
    if (inputs[i] != NULL && rensa_sketch_value_varies (inputs[i]))
      return TRUE;
  return FALSE;
}

/* Copies the inputs without their data; owned by the caller. */
static gboolean
make_probes (RensaSketchValue *const *inputs, int n_inputs, int probe, RensaVariable **variables, GError **error)
{
  for (int i = 0; i < n_inputs; i++)
    if (inputs[i] != NULL && inputs[i]->kind == RENSA_SKETCH_VALUE)
      variables[i] = rensa_variable_ref (inputs[i]->probes[probe]);
    else if (inputs[i] != NULL)
      {
        const RensaType type = rensa_variable_get_type (inputs[i]->probes[probe]);

        variables[i] = make_probe (&type, error);
        if (variables[i] == NULL)
          return FALSE;
      }
  return TRUE;
}

/* Infers the output types before any computation. Returns the number of outputs or -1. */
static int
infer (const Call *call, RensaSketchValue *const *inputs, int n_inputs, int probe, RensaVariable **outputs,
       GError **error)
{
  RensaVariable *variables[MOST_INPUTS] = { NULL };
  int n = -1;

  if (make_probes (inputs, n_inputs, probe, variables, error))
    n = call_on_meta (call, variables, n_inputs, outputs, error);
  rensa_variables_clear (variables, n_inputs);
  return n;
}

static gboolean
check_bytes (RensaVariable *const *variables, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    if (rensa_array_get_n_bytes (rensa_variable_get_array (variables[i])) > MOST_BYTES)
      {
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("its results from constants must not exceed 1 GiB"));
        return FALSE;
      }
  return TRUE;
}

static int
compute (const Call *call, RensaSketchValue *const *inputs, int n_inputs, int probe, RensaVariable **outputs,
         GError **error)
{
  RensaVariable *variables[MOST_INPUTS] = { NULL };
  const int n = infer (call, inputs, n_inputs, probe, outputs, error);
  const gboolean is_small = n >= 0 && check_bytes (outputs, n, error);

  rensa_variables_clear (outputs, MAX (n, 0));
  if (!is_small)
    return -1;
  get_probes (inputs, n_inputs, probe, variables);
  return rensa_function_call_wired (call->attrs, variables, n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
}

typedef int (*ProbeFunc) (const Call *call, RensaSketchValue *const *inputs, int n_inputs, int probe,
                          RensaVariable **outputs, GError **error);

/* Fills @values for all probes by @func. Returns the number of outputs or -1. */
static int
probe_all (RensaSketch *self, ProbeFunc func, const Call *call, RensaSketchValue *const *inputs, int n_inputs,
           RensaSketchValue **values, GError **error)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  const int n_probes = vary (inputs, n_inputs) ? RENSA_SKETCH_PROBES : 1;
  int n = 0;

  for (int probe = 0; probe < n_probes && n >= 0; probe++)
    {
      const int found = func (call, inputs, n_inputs, probe, outputs, error);

      for (int i = 0; i < found; i++)
        {
          if (probe == 0)
            values[i] = add_value (self, RENSA_SKETCH_VALUE, NULL);
          values[i]->probes[probe] = outputs[i];
        }
      n = found;
    }
  for (int i = 0; i < n && n_probes == 1; i++)
    values[i]->probes[1] = rensa_variable_ref (values[i]->probes[0]);
  return n;
}

gboolean
rensa_sketch_are_equal (RensaArray *a, RensaArray *b)
{
  const RensaType first = rensa_array_get_type (a);
  const RensaType second = rensa_array_get_type (b);
  const gsize n_bytes = rensa_array_get_n_bytes (a);
  g_autofree guint8 *bytes = NULL;

  if (!rensa_type_equal (&first, &second))
    return FALSE;
  bytes = g_try_malloc (2 * n_bytes + 1);
  return bytes != NULL && rensa_array_to_host (a, bytes, NULL) && rensa_array_to_host (b, bytes + n_bytes, NULL)
         && memcmp (bytes, bytes + n_bytes, n_bytes) == 0;
}

/* Shares one array between the probes if the numbers do not depend on the batch size. */
static void
unify (RensaSketchValue *value)
{
  if (!rensa_sketch_value_varies (value)
      || !rensa_sketch_are_equal (rensa_variable_get_array (value->probes[0]),
                                  rensa_variable_get_array (value->probes[1])))
    return;
  rensa_variable_unref (value->probes[1]);
  value->probes[1] = rensa_variable_ref (value->probes[0]);
}

/* Evaluates a call whose inputs are all constants. */
static int
fold (RensaSketch *self, const char *name, const Call *call, RensaSketchValue *const *inputs, int n_inputs,
      RensaSketchValue **values, GError **error)
{
  const int n = probe_all (self, compute, call, inputs, n_inputs, values, error);
  RensaSketchKind kind = RENSA_SKETCH_CONSTANT;

  for (int i = 0; i < n_inputs; i++)
    if (inputs[i] != NULL && inputs[i]->kind == RENSA_SKETCH_WEIGHT)
      kind = RENSA_SKETCH_WEIGHT;
  for (int i = 0; i < n; i++)
    {
      values[i]->kind = kind;
      values[i]->name = g_strdup (name);
      unify (values[i]);
    }
  return n;
}

static gboolean
have_types_of (RensaSketchValue *const *values, RensaSketchValue *const *others, int n)
{
  for (int i = 0; i < n; i++)
    for (int probe = 0; probe < RENSA_SKETCH_PROBES; probe++)
      {
        const RensaType type = rensa_variable_get_type (values[i]->probes[probe]);
        const RensaType other = rensa_variable_get_type (others[i]->probes[probe]);

        if (!rensa_type_equal (&type, &other))
          return FALSE;
      }
  return TRUE;
}

/* Stores in @placed a placed value for each of @inputs: in full, or as a single row if that
 * suffices. Most functions broadcast rows over the batch; others, such as concat, need all of them.
 * Returns the number of outputs, or -1. */
static int
place_inputs (RensaSketch *self, const Call *call, RensaSketchValue *const *inputs, int n_inputs,
              RensaSketchValue **placed, RensaSketchValue **values, GError **error)
{
  RensaSketchValue *short_values[RENSA_MAX_OUTPUTS];
  const int n = probe_all (self, infer, call, inputs, n_inputs, values, error);

  for (int whole = 0; n > 0 && whole <= 1; whole++)
    {
      gboolean is_same = TRUE;

      for (int i = 0; i < n_inputs; i++)
        {
          placed[i] = inputs[i] != NULL ? rensa_sketch_place (self, inputs[i], whole, error) : NULL;
          if (inputs[i] != NULL && placed[i] == NULL)
            return -1;
          is_same = is_same && (inputs[i] == placed[i] || whole);
        }
      if (is_same
          || (probe_all (self, infer, call, placed, n_inputs, short_values, NULL) == n
              && have_types_of (short_values, values, n)))
        return n;
    }
  return -1;
}

/* Adds a node whose inputs are all placed. */
static int
add_node (RensaSketch *self, const char *wanted_name, const Call *call, RensaLink *link,
          RensaSketchValue *const *inputs, int n_inputs, RensaSketchValue **values, GError **error)
{
  RensaSketchValue *placed[MOST_INPUTS];
  const int n = place_inputs (self, call, inputs, n_inputs, placed, values, error);
  RensaSketchNode *node;

  if (n <= 0)
    return -1;
  node = rensa_sketch_node_new (rensa_sketch_dup_node_name (self, wanted_name), wanted_name, call->attrs, link, placed,
                                n_inputs);
  node->n_outputs = n;
  g_ptr_array_add (self->pending, node);
  for (int i = 0; i < n; i++)
    {
      values[i]->maker = node;
      values[i]->number = i;
      values[i]->name = g_strdup (node->name);
      values[i]->source = n > 1 ? g_strdup_printf ("%s:%d", node->name, i) : g_strdup (node->name);
    }
  return n;
}

static int
add_link (RensaSketch *self, const char *name, RensaAttrs *attrs, const RensaSketchWeight *weights, guint n_weights,
          RensaSketchValue *const *inputs, int n_inputs, RensaSketchValue **values, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const Call call = { attrs, TRUE };
  g_autoptr (RensaLink) link = NULL;

  rensa_modes_get ()->dtype = self->dtype;
  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  link = rensa_link_new (attrs, error);
  if (link == NULL || !set_weights (link, weights, n_weights, error))
    return -1;
  return add_node (self, name, &call, link, inputs, n_inputs, values, error);
}

static gboolean
check_room (int n_inputs, GError **error)
{
  if (n_inputs <= MOST_INPUTS)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("expected at most %d inputs, but it has %d"), MOST_INPUTS, n_inputs);
  return FALSE;
}

/* Passes the first @max_outputs values to the caller. */
static int
give (RensaSketchValue *const *values, int n, RensaSketchValue **outputs, int max_outputs)
{
  for (int i = 0; i < MIN (n, max_outputs); i++)
    outputs[i] = values[i];
  return n;
}

int
rensa_sketch_call (RensaSketch *self, const char *name, RensaAttrs *function, RensaSketchValue *const *inputs,
                   int n_inputs, RensaSketchValue **outputs, int max_outputs, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const Call call = { function, FALSE };
  RensaSketchValue *values[RENSA_MAX_OUTPUTS];
  gboolean is_constant = TRUE;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  if (!check_room (n_inputs, error))
    return -1;
  for (int i = 0; i < n_inputs; i++)
    is_constant = is_constant && (inputs[i] == NULL || inputs[i]->kind != RENSA_SKETCH_VALUE);
  return give (values,
               is_constant ? fold (self, name, &call, inputs, n_inputs, values, error)
                           : add_node (self, name, &call, NULL, inputs, n_inputs, values, error),
               outputs, max_outputs);
}

int
rensa_sketch_call_link (RensaSketch *self, const char *name, RensaAttrs *link, const RensaSketchWeight *weights,
                        guint n_weights, RensaSketchValue *const *inputs, int n_inputs, RensaSketchValue **outputs,
                        int max_outputs, GError **error)
{
  RensaSketchValue *values[RENSA_MAX_OUTPUTS];

  if (!check_room (n_inputs, error))
    return -1;
  return give (values, add_link (self, name, link, weights, n_weights, inputs, n_inputs, values, error), outputs,
               max_outputs);
}
