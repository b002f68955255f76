/* rensa-window-maps.c: linear maps between an array and the windows over its spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-window-maps-private.h"

#include "rensa-windows-private.h"

/* @scale: factor of the sums; @in: the extents of the array, if the windows do not determine
 * them. */
typedef struct
{
  RensaWindow window;
  double scale;
  gint64 in[RENSA_WINDOW_MAX_AXES];
} WindowMap;

static WindowMap
make_map_back (const RensaWindow *window, double scale, const RensaShape *x)
{
  WindowMap map = { .window = *window, .scale = scale };

  for (int i = 0; i < window->n; i++)
    map.in[i] = x->dims[2 + i];
  return map;
}

/* Maps windows back to the array. */
static gboolean
infer_back (RensaInference *inference, GError **error)
{
  const WindowMap *self = rensa_inference_get_attrs (inference);
  const RensaType *gy = rensa_inference_get_input (inference, 0);
  RensaShape x = gy->shape;

  for (int i = 0; i < self->window.n; i++)
    x.dims[2 + i] = self->in[i];

  rensa_inference_set_output_shape (inference, 0, gy->dtype, &x);
  return TRUE;
}

/* Sums over windows */

static gboolean
infer_sum (RensaInference *inference, GError **error)
{
  const WindowMap *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;

  if (!rensa_expect_window_fits (inference, &self->window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward_sum (RensaCall *call, GError **error)
{
  const WindowMap *self = rensa_call_get_attrs (call);

  rensa_call_take_output (call, 0, rensa_pool_sum (rensa_call_get_input (call, 0), &self->window, self->scale, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_sum (RensaBackward *backward, GError **error)
{
  const WindowMap *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_spread_windows (gy, &self->window, self->scale, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass sum_class = {
  .name = "window_sum",
  .label = "WindowSum",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  .attrs_size = sizeof (WindowMap),
  .infer = infer_sum,
  .forward = forward_sum,
  .backward = backward_sum,
};

static gboolean
forward_spread (RensaCall *call, GError **error)
{
  const WindowMap *self = rensa_call_get_attrs (call);
  const RensaShape *x = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *gy = rensa_call_get_input (call, 0);

  rensa_call_take_output (call, 0, rensa_pool_sum_backward (gy, &self->window, self->scale, x, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_spread (RensaBackward *backward, GError **error)
{
  const WindowMap *self = rensa_backward_get_attrs (backward);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_sum_windows (ggx, &self->window, self->scale, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass spread_class = {
  .name = "window_spread",
  .label = "WindowSpread",
  .inputs = RENSA_INPUTS ("gy"),
  .n_outputs = 1,
  .attrs_size = sizeof (WindowMap),
  .infer = infer_back,
  .forward = forward_spread,
  .backward = backward_spread,
};

RensaVariable *
rensa_sum_windows (RensaVariable *x, const RensaWindow *window, double scale, GError **error)
{
  const WindowMap self = { .window = *window, .scale = scale };

  return rensa_apply1 (&sum_class, &self, x, error);
}

RensaVariable *
rensa_spread_windows (RensaVariable *gy, const RensaWindow *window, double scale, const RensaShape *x, GError **error)
{
  const WindowMap self = make_map_back (window, scale, x);

  return rensa_apply1 (&spread_class, &self, gy, error);
}

/* Elements of windows */

static gboolean
infer_gather (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *index = rensa_inference_get_input (inference, 1);

  rensa_inference_set_output_shape (inference, 0, x->dtype, &index->shape);
  return TRUE;
}

static gboolean
forward_gather (RensaCall *call, GError **error)
{
  const WindowMap *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);

  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_pool_max_gather (x, rensa_call_get_input (call, 1), &self->window, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_gather (RensaBackward *backward, GError **error)
{
  const WindowMap *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *index = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_scatter_places (gy, index, &self->window, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass gather_class = {
  .name = "window_gather",
  .label = "MaxPoolingWithIndexes",
  .inputs = RENSA_INPUTS ("x", "index:int"),
  .n_outputs = 1,
  .attrs_size = sizeof (WindowMap),
  .infer = infer_gather,
  .forward = forward_gather,
  .backward = backward_gather,
};

static gboolean
forward_scatter (RensaCall *call, GError **error)
{
  const WindowMap *self = rensa_call_get_attrs (call);
  const RensaShape *x = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *gy = rensa_call_get_input (call, 0);

  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0,
                          rensa_pool_max_scatter (gy, rensa_call_get_input (call, 1), &self->window, x, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_scatter (RensaBackward *backward, GError **error)
{
  const WindowMap *self = rensa_backward_get_attrs (backward);
  RensaVariable *index = rensa_backward_get_input (backward, 1);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_gather_places (ggx, index, &self->window, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass scatter_class = {
  .name = "window_scatter",
  .label = "MaxPoolingGrad",
  .inputs = RENSA_INPUTS ("gy", "index:int"),
  .n_outputs = 1,
  .attrs_size = sizeof (WindowMap),
  .infer = infer_back,
  .forward = forward_scatter,
  .backward = backward_scatter,
};

RensaVariable *
rensa_gather_places (RensaVariable *x, RensaVariable *index, const RensaWindow *window, GError **error)
{
  const WindowMap self = { .window = *window };

  return rensa_apply2 (&gather_class, &self, x, index, error);
}

RensaVariable *
rensa_scatter_places (RensaVariable *gy, RensaVariable *index, const RensaWindow *window, const RensaShape *x,
                      GError **error)
{
  const WindowMap self = make_map_back (window, 1, x);

  return rensa_apply2 (&scatter_class, &self, gy, index, error);
}
