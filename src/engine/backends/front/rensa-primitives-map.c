/* rensa-primitives-map.c: kernels applied to arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static gboolean
have_all (const RensaKernel *kernel, RensaArray *const *inputs)
{
  for (int i = 0; i < kernel->n_inputs; i++)
    if (inputs[i] == NULL)
      return FALSE;

  return TRUE;
}

/* Takes references to the given outputs, and creates the missing ones. */
static gboolean
prepare_outputs (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs,
                 RensaArray *const *outputs, RensaArray **results, GError **error)
{
  for (int i = 0; i < kernel->n_outputs; i++)
    {
      RensaArray *given = outputs[i];

      if (given != NULL
          && (!rensa_require_shape (kernel->name, "y", shape, &given->shape, error)
              || !rensa_require_floating (kernel->name, given, error)))
        return FALSE;
      results[i] = given != NULL ? rensa_array_ref (given)
                                 : rensa_new_broadcast_output (dtype, shape, inputs, kernel->n_inputs, error);
      if (results[i] == NULL)
        return FALSE;
    }

  return TRUE;
}

gboolean
rensa_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray **outputs, const double *params,
           GError **error)
{
  RensaArray *results[RENSA_KERNEL_MAX_ARGS] = { NULL };
  RensaShape shape;
  RensaDtype dtype;
  gboolean done;

  if (!have_all (kernel, inputs) || !rensa_find_broadcast_type (inputs, kernel->n_inputs, &shape, &dtype, error))
    return FALSE;

  done = prepare_outputs (kernel, dtype, &shape, inputs, outputs, results, error)
         && (results[0]->count == 0
             || RENSA_RUN (inputs[0], map, kernel, rensa_dtype_widen (dtype), inputs, results, params, error));
  for (int i = 0; i < kernel->n_outputs && done; i++)
    if (outputs[i] == NULL)
      outputs[i] = g_steal_pointer (&results[i]);
  rensa_arrays_clear (results, kernel->n_outputs);
  return done;
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

/* Converts the inputs to the working dtype, indices to int64, and prepares outputs of that dtype. */
static gboolean
prepare_index (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs,
               RensaArray **arguments, RensaArray **results, GError **error)
{
  for (int i = 0; i < kernel->n_inputs; i++)
    {
      arguments[i] = rensa_array_cast (inputs[i], kernel->int_inputs >> i & 1 ? RENSA_INT64 : dtype, error);
      if (arguments[i] == NULL)
        return FALSE;
    }
  for (int i = 0; i < kernel->n_outputs; i++)
    {
      results[i] = kernel->n_inputs > 0 ? rensa_new_beside (arguments[0], dtype, shape, error)
                                        : rensa_array_new (dtype, shape, error);
      if (results[i] == NULL)
        return FALSE;
    }

  return TRUE;
}

static gboolean
convert_all (RensaArray **arrays, int n, RensaDtype dtype, GError **error)
{
  for (int i = 0; i < n; i++)
    if (!rensa_convert (&arrays[i], dtype, error))
      return FALSE;

  return TRUE;
}

gboolean
rensa_index_map (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs,
                 RensaArray **outputs, const double *params, GError **error)
{
  RensaArray *arguments[RENSA_KERNEL_MAX_ARGS] = { NULL };
  RensaArray *results[RENSA_KERNEL_MAX_ARGS] = { NULL };
  gboolean done;

  if (!have_all (kernel, inputs))
    return FALSE;
  if (!rensa_dtype_is_floating (dtype))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s returns floating-point arrays, not %s"), kernel->name,
                       rensa_dtype_get_name (dtype));
      return FALSE;
    }

  done = prepare_index (kernel, rensa_dtype_widen (dtype), shape, inputs, arguments, results, error)
         && (results[0]->count == 0 || RENSA_RUN (results[0], index_map, kernel, arguments, results, params, error))
         && convert_all (results, kernel->n_outputs, dtype, error);
  for (int i = 0; i < kernel->n_outputs; i++)
    outputs[i] = done ? g_steal_pointer (&results[i]) : NULL;
  rensa_arrays_clear (arguments, kernel->n_inputs);
  rensa_arrays_clear (results, kernel->n_outputs);
  return done;
}

RensaArray *
rensa_index_map1 (const RensaKernel *kernel, RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs,
                  const double *params, GError **error)
{
  RensaArray *y = NULL;

  rensa_index_map (kernel, dtype, shape, inputs, &y, params, error);
  return y;
}
