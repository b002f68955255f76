/* batch-normalization.c: channels made alike, with a learnt scale; all that the project knows about BatchNormalization.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-initializer.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

#include <string.h>

typedef struct
{
  RensaInts size;
  double decay;
  double eps;
  char *dtype;
  gboolean use_gamma;
  gboolean use_beta;
  RensaAttrs *initial_gamma;
  RensaAttrs *initial_beta;
  RensaInts axis;
  RensaAttrs *initial_avg_mean;
  RensaAttrs *initial_avg_var;
  gboolean finetune;
} BatchNormalization;

/* What gamma, beta and the statistics are made of, now or in the first call. */
typedef struct
{
  RensaDtype dtype;
} State;

/* Of the persistent values. */
enum
{
  N,
  AVG_MEAN,
  AVG_VAR,
};

#define INITIALIZER(field, ...)                                                                                 \
  RENSA_ATTR_COMPONENT (BatchNormalization, field, .component_kind = RENSA_COMPONENT_INITIALIZER, .none = TRUE, \
                        .allow_none = TRUE, __VA_ARGS__)

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (BatchNormalization, size, .none = TRUE, .allow_none = TRUE, .min = 1, .max = G_MAXDOUBLE,
                   .title = N_ ("Channels"),
                   .hint = N_ ("None learns it from the first batch; then the axes must be given")),
  RENSA_ATTR_FLOAT (BatchNormalization, decay, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Decay"),
                    .hint = N_ ("How much of the running statistics is kept in each call")),
  RENSA_ATTR_FLOAT (BatchNormalization, eps, .initial = 2e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance, against division by zero")),
  RENSA_ATTR_STRING (BatchNormalization, dtype, .none = TRUE, .allow_none = TRUE, .title = N_ ("Type"),
                     .hint = N_ ("Of parameters and statistics; None means that of the project")),
  RENSA_ATTR_BOOL (BatchNormalization, use_gamma, .initial = TRUE, .title = N_ ("Learn a scale")),
  RENSA_ATTR_BOOL (BatchNormalization, use_beta, .initial = TRUE, .title = N_ ("Learn a shift")),
  INITIALIZER (initial_gamma, .title = N_ ("First scale"), .hint = N_ ("None means One")),
  INITIALIZER (initial_beta, .title = N_ ("First shift"), .hint = N_ ("None means Zero")),
  RENSA_ATTR_INTS (BatchNormalization, axis, .none = TRUE, .allow_none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("The axes to average over; None for all but the channels")),
  INITIALIZER (initial_avg_mean, .title = N_ ("First running mean"), .hint = N_ ("None means Zero")),
  INITIALIZER (initial_avg_var, .title = N_ ("First running variance"), .hint = N_ ("None means One")),
  RENSA_ATTR_BOOL (BatchNormalization, finetune, .title = N_ ("Finetune"),
                   .hint = N_ ("The running statistics become averages over all calls")),
};

static gboolean
make_statistic (RensaLink *link, int index, RensaAttrs *initializer, const char *fallback, const RensaShape *shape,
                GError **error)
{
  const State *state = rensa_link_get_state (link);
  g_autoptr (RensaAttrs) initial = rensa_initializer_or (initializer, fallback, error);
  g_autoptr (RensaArray) array = rensa_array_new (state->dtype, shape, error);

  if (initial == NULL || array == NULL || !rensa_initializer_fill (initial, array, error))
    return FALSE;

  rensa_link_set_persistent (link, index, array);
  return TRUE;
}

static gboolean
initialize (RensaLink *link, const RensaShape *shape, GError **error)
{
  const BatchNormalization *self = rensa_link_get_values (link);

  for (int i = 0; i < self->use_gamma + self->use_beta; i++)
    if (!rensa_link_init_param (link, i, shape, error))
      return FALSE;
  return make_statistic (link, AVG_MEAN, self->initial_avg_mean, "Zero", shape, error)
         && make_statistic (link, AVG_VAR, self->initial_avg_var, "One", shape, error);
}

static gboolean
add_param (RensaLink *link, const char *name, RensaAttrs *initializer, const char *fallback, GError **error)
{
  g_autoptr (RensaAttrs) initial = rensa_initializer_or (initializer, fallback, error);

  return initial != NULL && rensa_link_add_param (link, name, NULL, initial, error);
}

static gboolean
setup (RensaLink *link, GError **error)
{
  const BatchNormalization *self = rensa_link_get_values (link);
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  RensaDtype *dtype = &rensa_modes_get ()->dtype;
  RensaShape shape = { .ndim = self->size.n };

  if (self->size.n == RENSA_INTS_NONE && self->axis.n == RENSA_INTS_NONE)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "size or axis must be given, but both are None");
      return FALSE;
    }
  if (self->dtype != NULL && !rensa_dtype_from_name (self->dtype, dtype, error))
    return FALSE;

  *(State *) rensa_link_get_state (link) = (State){ .dtype = *dtype };
  rensa_link_add_persistent_int (link, "N", 0);
  rensa_link_take_persistent (link, "avg_mean", NULL);
  rensa_link_take_persistent (link, "avg_var", NULL);
  if ((self->use_gamma && !add_param (link, "gamma", self->initial_gamma, "One", error))
      || (self->use_beta && !add_param (link, "beta", self->initial_beta, "Zero", error)))
    return FALSE;
  if (self->size.n == RENSA_INTS_NONE)
    return TRUE;

  if (self->size.n == RENSA_INTS_SCALAR)
    shape.ndim = 1;
  memcpy (shape.dims, self->size.values, sizeof shape.dims);
  return initialize (link, &shape, error);
}

/* The first call tells the extents of the axes that are kept. */
static gboolean
initialize_for (RensaLink *link, const RensaShape *x, GError **error)
{
  const BatchNormalization *self = rensa_link_get_values (link);
  RensaShape kept;
  guint mask;

  if (rensa_link_get_persistent (link, AVG_MEAN) != NULL)
    return TRUE;
  if (!rensa_axes_normalize (&self->axis, x->ndim, &mask, error))
    return FALSE;

  kept = rensa_shape_reduce (x, mask, FALSE);
  return initialize (link, &kept, error);
}

/* Parameter @index, or what stands in for one that is not used. */
static RensaVariable *
dup_coefficient (RensaLink *link, gboolean is_used, int index, double value, GError **error)
{
  const State *state = rensa_link_get_state (link);
  g_autoptr (RensaArray) array = NULL;

  if (is_used)
    return rensa_variable_ref (rensa_link_get_param (link, index));

  array =
      rensa_array_full (state->dtype, rensa_array_get_shape (rensa_link_get_persistent (link, AVG_MEAN)), value, error);
  return rensa_variable_new_constant (array);
}

static double
get_decay (RensaLink *link)
{
  const BatchNormalization *self = rensa_link_get_values (link);
  gint64 n;

  if (!self->finetune)
    return self->decay;

  n = rensa_link_get_persistent_int (link, "N") + 1;
  rensa_link_set_persistent_int (link, "N", n);
  return 1.0 - 1.0 / (double) n;
}

static void
explain (RensaLink *link, const RensaShape *x, GError **error)
{
  RensaArray *mean = rensa_link_get_persistent (link, AVG_MEAN);
  const gint64 taken = rensa_array_get_count (mean);

  if (rensa_array_get_ndim (mean) == 1 && x->ndim >= 2 && x->dims[1] != taken
      && ((const BatchNormalization *) rensa_link_get_values (link))->axis.n == RENSA_INTS_NONE)
    rensa_link_explain (link, error, "takes %" G_GINT64_FORMAT " channel%s, but %" G_GINT64_FORMAT " %s given", taken,
                        taken == 1 ? "" : "s", x->dims[1], x->dims[1] == 1 ? "was" : "were");
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const BatchNormalization *self = rensa_link_get_values (link);
  const RensaType x = rensa_variable_get_type (inputs[0]);
  g_autoptr (RensaVariable) gamma = NULL;
  g_autoptr (RensaVariable) beta = NULL;
  g_autoptr (RensaVariable) mean = NULL;
  g_autoptr (RensaVariable) var = NULL;

  if (!initialize_for (link, &x.shape, error))
    return -1;

  gamma = dup_coefficient (link, self->use_gamma, 0, 1, error);
  beta = dup_coefficient (link, self->use_beta, self->use_gamma, 0, error);
  if (gamma == NULL || beta == NULL)
    return -1;

  mean = rensa_variable_new_constant (rensa_link_get_persistent (link, AVG_MEAN));
  var = rensa_variable_new_constant (rensa_link_get_persistent (link, AVG_VAR));
  if (rensa_modes_get ()->train)
    outputs[0] =
        rensa_batch_normalization (inputs[0], gamma, beta, mean, var, self->eps, get_decay (link), &self->axis, error);
  else
    outputs[0] = rensa_fixed_batch_normalization (inputs[0], gamma, beta, mean, var, self->eps, &self->axis, error);
  if (outputs[0] != NULL)
    return 1;

  explain (link, &x.shape, error);
  return -1;
}

const RensaLinkClass rensa_batch_normalization_link_class = {
  .name = "BatchNormalization",
  .group = "normalization",
  .title = N_ ("Batch Normalization"),
  .summary = N_ ("Gives every channel mean 0 and deviation 1, then a learned scale and shift"),
  .formula = "y = γ (x - mean) / √(var + ε) + β",
  .reference = "Ioffe and Szegedy, \"Batch Normalization\", ICML 2015",
  RENSA_ATTRS (BatchNormalization, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  .state_size = sizeof (State),
  .setup = setup,
  .forward = forward,
  .chainer = "L.BatchNormalization(size={size}, decay={decay}, eps={eps}, dtype={dtype}, use_gamma={use_gamma}, "
             "use_beta={use_beta}, initial_gamma={initial_gamma}, initial_beta={initial_beta}, axis={axis}, "
             "initial_avg_mean={initial_avg_mean}, initial_avg_var={initial_avg_var})",
  .chainer_call = "finetune={finetune}",
};
