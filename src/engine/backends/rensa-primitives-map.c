/* rensa-primitives-map.c: kernels over arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

/* One call: its inputs in the dtype to work in, and its outputs, in that dtype too. */
typedef struct
{
  const RensaKernel *kernel;
  RensaShape shape;
  RensaDtype dtype; /* of the result */
  RensaArray *inputs[RENSA_KERNEL_MAX_ARGS];
  RensaArray *outputs[RENSA_KERNEL_MAX_ARGS];
} MapCall;

static void
map_call_clear (MapCall *call)
{
  for (int i = 0; i < call->kernel->n_inputs; i++)
    g_clear_pointer (&call->inputs[i], rensa_array_unref);
  for (int i = 0; i < call->kernel->n_outputs; i++)
    g_clear_pointer (&call->outputs[i], rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MapCall, map_call_clear)

static gboolean
have_all (const RensaKernel *kernel, RensaArray *const *inputs)
{
  for (int i = 0; i < kernel->n_inputs; i++)
    if (inputs[i] == NULL)
      return FALSE;

  return TRUE;
}

static gboolean
prepare (MapCall *call, RensaArray *const *inputs, RensaArray *const *outputs, GError **error)
{
  const RensaDtype dtype = rensa_work_dtype (call->dtype);
  const int n_inputs = call->kernel->n_inputs;

  for (int i = 0; i < n_inputs; i++)
    {
      call->inputs[i] = rensa_array_cast (inputs[i], dtype, error);
      if (call->inputs[i] == NULL)
        return FALSE;
    }

  for (int i = 0; i < call->kernel->n_outputs; i++)
    {
      RensaArray *given = outputs[i];

      if (given != NULL
          && (!rensa_require_shape (call->kernel->name, "an output", &call->shape, &given->shape, error)
              || !rensa_require_floating (call->kernel->name, given, error)))
        return FALSE;
      call->outputs[i] = given != NULL && given->dtype == dtype
                             ? rensa_array_ref (given)
                             : rensa_new_broadcast_output (dtype, &call->shape, inputs, n_inputs, error);
      if (call->outputs[i] == NULL)
        return FALSE;
    }

  return TRUE;
}

/* Rounds what was made, then hands it over: all or nothing. */
static gboolean
deliver (MapCall *call, RensaArray **outputs, GError **error)
{
  for (int i = 0; i < call->kernel->n_outputs; i++)
    if (outputs[i] == NULL && !rensa_convert (&call->outputs[i], call->dtype, error))
      return FALSE;

  for (int i = 0; i < call->kernel->n_outputs; i++)
    if (outputs[i] != NULL && outputs[i] != call->outputs[i]
        && !rensa_array_assign (outputs[i], call->outputs[i], error))
      return FALSE;

  for (int i = 0; i < call->kernel->n_outputs; i++)
    if (outputs[i] == NULL)
      outputs[i] = g_steal_pointer (&call->outputs[i]);

  return TRUE;
}

gboolean
rensa_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray **outputs, const double *params,
           GError **error)
{
  g_auto (MapCall) call = { .kernel = kernel };

  if (!have_all (kernel, inputs)
      || !rensa_find_broadcast_type (inputs, kernel->n_inputs, &call.shape, &call.dtype, error)
      || !prepare (&call, inputs, outputs, error))
    return FALSE;
  if (call.outputs[0]->count > 0
      && !rensa_get_backend (call.inputs[0])->map (kernel, call.inputs, call.outputs, params, error))
    return FALSE;

  return deliver (&call, outputs, error);
}

RensaArray *
rensa_map1 (const RensaKernel *kernel, RensaArray *x, const double *params, GError **error)
{
  RensaArray *y = NULL;

  rensa_map (kernel, &x, &y, params, error);
  return y;
}

RensaArray *
rensa_map2 (const RensaKernel *kernel, RensaArray *a, RensaArray *b, const double *params, GError **error)
{
  RensaArray *y = NULL;

  rensa_map (kernel, (RensaArray *[]){ a, b }, &y, params, error);
  return y;
}

RensaArray *
rensa_map3 (const RensaKernel *kernel, RensaArray *a, RensaArray *b, RensaArray *c, const double *params,
            GError **error)
{
  RensaArray *y = NULL;

  rensa_map (kernel, (RensaArray *[]){ a, b, c }, &y, params, error);
  return y;
}

static gboolean
prepare_index (MapCall *call, RensaArray *const *inputs, GError **error)
{
  const RensaDtype dtype = rensa_work_dtype (call->dtype);

  for (int i = 0; i < call->kernel->n_inputs; i++)
    {
      const gboolean is_int = call->kernel->int_inputs >> i & 1;

      call->inputs[i] = rensa_array_cast (inputs[i], is_int ? RENSA_INT64 : dtype, error);
      if (call->inputs[i] == NULL)
        return FALSE;
    }

  for (int i = 0; i < call->kernel->n_outputs; i++)
    {
      call->outputs[i] = rensa_array_new (dtype, &call->shape, error);
      if (call->outputs[i] == NULL)
        return FALSE;
    }

  return TRUE;
}

gboolean
rensa_index_map (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs,
                 RensaArray **outputs, const double *params, GError **error)
{
  g_auto (MapCall) call = { .kernel = kernel, .shape = *shape, .dtype = dtype };

  if (!have_all (kernel, inputs))
    return FALSE;
  if (!rensa_dtype_is_floating (dtype))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s makes floating arrays: found %s", kernel->name,
                   rensa_dtype_get_name (dtype));
      return FALSE;
    }
  if (!prepare_index (&call, inputs, error))
    return FALSE;
  if (call.outputs[0]->count > 0
      && !rensa_get_backend (call.outputs[0])->index_map (kernel, call.inputs, call.outputs, params, error))
    return FALSE;

  for (int i = 0; i < kernel->n_outputs; i++)
    outputs[i] = NULL;
  return deliver (&call, outputs, error);
}

RensaArray *
rensa_index_map1 (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs,
                  const double *params, GError **error)
{
  RensaArray *y = NULL;

  rensa_index_map (kernel, dtype, shape, inputs, &y, params, error);
  return y;
}
