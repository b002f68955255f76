/* hinge.c: one-vs-rest hinge loss.
 * SPDX-License-Identifier: MIT */

#include "hinge.py.inc"
#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-labels-private.h"
#include "rensa-mean-private.h"
#include "rensa-total-private.h"

typedef struct
{
  int norm;
  int reduce;
} Hinge;

enum
{
  X,
  T,
};

enum
{
  NORM_L1,
  NORM_L2,
};

static const char *const norms[] = { "L1", "L2", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (Hinge, norm, .initial = NORM_L1, .choices = norms, .title = N_ ("Norm"),
                     .hint = N_ ("L2 squares the hinge loss")),
  RENSA_ATTR_CHOICE (Hinge, reduce, .initial = RENSA_TOTAL_IS_MEAN, .choices = rensa_total_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean over the examples, or loss of each score")),
};

static const RensaSample samples[] = {
  { "", "[[-2, 3, 0.5], [-1, 2, -0.5]]; [1, 0]", "3.5" },
  { "norm='L2'", "[[-2, 3, 0.5], [-1, 2, -0.5]]; [1, 0]", "7.75" },
  { "norm='L2', reduce='no'", "[[-2, 3, 0.5], [-1, 2, -0.5]]; [1, 0]", "[[0, 0, 2.25], [4, 9, 0.25]]" },
};

/* kernel: hinge_term (x, number, label; share, squared) -> loss */
KERNEL real
hinge_term (real x, real number, real label, real share, real squared)
{
  const real h = k_max (0, 1 + (number == label ? -x : x));

  return share * (squared ? h * h : h);
}
/* end kernel */

/* kernel: hinge_slope (x, number, label; squared) -> (level, rising) */
KERNEL void
hinge_slope (real x, real number, real label, real squared, real *level, real *rising)
{
  const real sign = number == label ? -1 : 1;
  const real active = 1 + sign * x > 0 ? 1 : 0;

  /* The slope is level + rising x. */
  *level = sign * (squared ? 2 * active : active);
  *rising = squared ? 2 * active : 0;
}
/* end kernel */

/* kernel: hinge_grad (x, number, label, gy; share, squared) -> gx */
KERNEL real
hinge_grad (real x, real number, real label, real gy, real share, real squared)
{
  const real sign = number == label ? -1 : 1;
  const real h = k_max (0, 1 + sign * x);

  return share * gy * sign * (squared ? 2 * h : k_sign (h));
}
/* end kernel */

static RensaTotal
get_total (const Hinge *self, const RensaShape *x)
{
  return self->reduce == RENSA_TOTAL_IS_MEAN ? rensa_total_per (x, x->dims[0]) : rensa_total_none ();
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Hinge *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *t = rensa_inference_get_input (inference, T);
  RensaTotal total;

  if (!rensa_expect_floating (inference, X, error) || !rensa_expect_integer (inference, T, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, t->shape.ndim, ==, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[0], ==, t->shape.dims[0], error))
    return FALSE;

  total = get_total (self, &x->shape);
  rensa_total_infer (&total, inference, x->dtype, &x->shape);
  return TRUE;
}

/* Inputs of the kernels: x, the class indices as a row, the labels as a column. */
typedef struct
{
  RensaArray *x;
  RensaArray *number;
  RensaArray *label;
} Scores;

static void
scores_clear (Scores *scores)
{
  g_clear_pointer (&scores->x, rensa_array_unref);
  g_clear_pointer (&scores->number, rensa_array_unref);
  g_clear_pointer (&scores->label, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scores, scores_clear)

static gboolean
scores_init (Scores *scores, RensaArray *x, RensaArray *t, GError **error)
{
  g_autoptr (RensaArray) numbers = rensa_array_range (RENSA_FLOAT32, rensa_array_get_dim (x, 1), error);

  scores->x = rensa_array_widen (x, error);
  scores->number = numbers != NULL ? rensa_array_view_expand (numbers, 1u << 0) : NULL;
  scores->label = rensa_array_view_expand (t, 1u << 1);
  return scores->x != NULL && scores->number != NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Hinge *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, X);
  RensaArray *t = rensa_call_get_input (call, T);
  const RensaTotal total = get_total (self, rensa_array_get_shape (x));
  const double params[] = { total.share, self->norm == NORM_L2 };
  g_auto (Scores) scores = { NULL };
  g_autoptr (RensaArray) terms = NULL;

  if (!rensa_check_labels ("hinge", t, RENSA_INT_NONE, rensa_array_get_dim (x, 1), error)
      || !scores_init (&scores, x, t, error))
    return FALSE;

  terms = rensa_map3 (RENSA_KERNEL_HINGE_TERM, scores.x, scores.number, scores.label, params, error);
  rensa_call_retain_input (call, X);
  rensa_call_retain_input (call, T);
  rensa_call_take_output (call, 0, rensa_total_reduce (&total, terms, rensa_array_get_dtype (x), error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_array (RensaBackward *backward, const Scores *scores, const RensaTotal *total, gboolean is_squared,
                GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, X);
  const double params[] = { total->share, is_squared };
  g_autoptr (RensaVariable) gy =
      rensa_total_spread (total, rensa_backward_get_grad_output (backward, 0), &x.shape, error);
  g_autoptr (RensaArray) gx = NULL;

  if (gy == NULL
      || !rensa_map (RENSA_KERNEL_HINGE_GRAD,
                     (RensaArray *[]){ scores->x, scores->number, scores->label, rensa_variable_get_array (gy) }, &gx,
                     params, error))
    return FALSE;

  rensa_backward_take_grad_array (backward, X, rensa_array_cast (gx, x.dtype, error));
  return rensa_backward_succeeded (backward);
}

/* The slope is level + rising x, with piecewise constant coefficients that jump at the margin. */
static gboolean
backward_variable (RensaBackward *backward, const Scores *scores, const RensaTotal *total, gboolean is_squared,
                   GError **error)
{
  const RensaDtype dtype = rensa_backward_get_input_type (backward, X).dtype;
  const double squared = is_squared;
  RensaArray *parts[2] = { NULL, NULL };

  if (!rensa_map (RENSA_KERNEL_HINGE_SLOPE, (RensaArray *[]){ scores->x, scores->number, scores->label }, parts,
                  &squared, error))
    return FALSE;

  g_autoptr (RensaArray) wide_level = parts[0];
  g_autoptr (RensaArray) wide_rising = parts[1];
  g_autoptr (RensaArray) level_array = rensa_array_cast (wide_level, dtype, error);
  g_autoptr (RensaArray) rising_array = rensa_array_cast (wide_rising, dtype, error);
  g_autoptr (RensaVariable) level = rensa_variable_new_constant (level_array);
  g_autoptr (RensaVariable) rising = rensa_variable_new_constant (rising_array);
  g_autoptr (RensaVariable) product = rensa_multiply (rising, rensa_backward_get_input (backward, X), error);

  return rensa_total_backward_slope (total, backward, X, rensa_add (level, product, error), error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Hinge *self = rensa_backward_get_attrs (backward);
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, X));
  RensaArray *t = rensa_variable_get_array (rensa_backward_get_input (backward, T));
  const RensaTotal total = get_total (self, rensa_array_get_shape (x));
  g_auto (Scores) scores = { NULL };

  if (!scores_init (&scores, x, t, error))
    return FALSE;

  return (rensa_backward_is_recorded (backward) ? backward_variable : backward_array) (backward, &scores, &total,
                                                                                       self->norm == NORM_L2, error);
}

const RensaFunctionClass rensa_hinge_class = {
  .name = "hinge",
  .group = &rensa_loss_group,
  .title = N_ ("Hinge Loss"),
  .summary = N_ ("Penalizes scores of the correct class below 1 and of other classes above -1"),
  .formula = "L = Σ max(0, 1 - s x)ᵖ / N, s = 1 for the right class, else -1",
  .label = "Hinge",
  .inputs = RENSA_INPUTS ("x", "t:int"),
  .n_outputs = 1,
  RENSA_ATTRS (Hinge, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.hinge({x}, {t}, norm={norm}, reduce={reduce})" },
               { "torch", "hinge({x}, {t}, norm={norm}, reduce={reduce})" }, { "torch_class", torch_class },
               { "onnx", "s = 1 - 2 * OneHot (Cast (t, to=7), int64 (dim (x, 1)), numbers ([0, 1], dtype (x)), "
                         "axis=1); m = Max (s * x + 1, 0); l = norm == 'L1' ? m : m * m; "
                         "reduce == 'no' ? l : ReduceMean (ReduceSum (l, [1], keepdims=0), keepdims=0)" }),
};

/**
 * rensa_hinge:
 * @x: scores, shape (N, C)
 * @t: integers from 0 to C-1, shape (N,)
 *
 * L = Σ max (0, 1 - s x) / N with s = 1 for the score of the correct class and -1 for others; a
 * scalar. Unlike in Chainer, the gradient is differentiable, and a label outside 0 … C-1 is
 * RENSA_ERROR_INVALID. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_hinge (RensaVariable *x, RensaVariable *t, GError **error)
{
  const Hinge self = { .norm = NORM_L1, .reduce = RENSA_TOTAL_IS_MEAN };

  return rensa_apply2 (&rensa_hinge_class, &self, x, t, error);
}
