/* convolution-2d.c: learnt filters over images; all that the project knows about Convolution2D.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-initializer.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_channels;
  gint64 out_channels;
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
  RensaInts dilate;
  gint64 groups;
} Convolution2D;

enum
{
  W,
  B,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Convolution2D, in_channels, .none = TRUE, .allow_none = TRUE, .min = 1, .max = G_MAXDOUBLE,
                  .title = N_ ("Input channels"), .hint = N_ ("None learns it from the first batch")),
  RENSA_ATTR_INT (Convolution2D, out_channels, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Filters"),
                  .hint = N_ ("Channels of the result")),
  RENSA_ATTR_INTS (Convolution2D, ksize, .none = TRUE, .allow_none = TRUE, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Filter size"),
                   .hint = N_ ("With None, the two numbers before are the filters and their size")),
  RENSA_ATTR_INTS (Convolution2D, stride, .initial = 1, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Stride")),
  RENSA_ATTR_INTS (Convolution2D, pad, .initial = 0, .min = 0, .max = G_MAXINT, .unit = "px", .title = N_ ("Padding")),
  RENSA_ATTR_BOOL (Convolution2D, nobias, .title = N_ ("No bias")),
  RENSA_ATTR_COMPONENT (Convolution2D, initialW, .component_kind = RENSA_COMPONENT_INITIALIZER, .none = TRUE,
                        .allow_none = TRUE, .title = N_ ("First weights"), .hint = N_ ("None means LeCunNormal")),
  RENSA_ATTR_COMPONENT (Convolution2D, initial_bias, .component_kind = RENSA_COMPONENT_INITIALIZER, .none = TRUE,
                        .allow_none = TRUE, .title = N_ ("First bias"), .hint = N_ ("None means Zero")),
  RENSA_ATTR_INTS (Convolution2D, dilate, .initial = 1, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Dilation"), .hint = N_ ("Step from pixel to pixel within a filter")),
  RENSA_ATTR_INT (Convolution2D, groups, .initial = 1, .min = 1, .max = G_MAXINT, .title = N_ ("Groups"),
                  .hint = N_ ("Each group of filters sees its own part of the channels")),
};

/* Without ksize, the first two arguments are what out_channels and ksize are otherwise, in Chainer too. */
static Convolution2D
get_meant (RensaLink *link)
{
  Convolution2D self = *(const Convolution2D *) rensa_link_get_values (link);

  if (self.ksize.n == RENSA_INTS_NONE)
    {
      self.ksize = (RensaInts){ .n = RENSA_INTS_SCALAR, .values = { self.out_channels } };
      self.out_channels = self.in_channels;
      self.in_channels = RENSA_INT_NONE;
    }
  return self;
}

static gboolean
get_shape (const Convolution2D *self, gint64 in_channels, RensaShape *shape, GError **error)
{
  *shape = RENSA_SHAPE (self->out_channels, in_channels / self->groups, 0, 0);
  return rensa_ints_expand (&self->ksize, 2, 0, "ksize", &shape->dims[2], error);
}

static gboolean
check_groups (const Convolution2D *self, GError **error)
{
  if (self->out_channels == RENSA_INT_NONE)
    g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "out_channels takes an integer, but None was given");
  else if (self->out_channels % self->groups != 0
           || (self->in_channels != RENSA_INT_NONE && self->in_channels % self->groups != 0))
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                 "%" G_GINT64_FORMAT " groups were asked for, but %s_channels is %" G_GINT64_FORMAT
                 ", no multiple of that",
                 self->groups, self->out_channels % self->groups != 0 ? "out" : "in",
                 self->out_channels % self->groups != 0 ? self->out_channels : self->in_channels);
  else
    return TRUE;
  return FALSE;
}

static gboolean
setup (RensaLink *link, GError **error)
{
  const Convolution2D *given = rensa_link_get_values (link);
  const Convolution2D self = get_meant (link);
  const gboolean is_lazy = self.in_channels == RENSA_INT_NONE;
  g_autoptr (RensaAttrs) initial_bias = rensa_initializer_or (self.initial_bias, "Zero", error);
  RensaShape filters;

  if (given->ksize.n == RENSA_INTS_NONE && given->in_channels == RENSA_INT_NONE)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "has no filter size");
      return FALSE;
    }
  if (initial_bias == NULL || !check_groups (&self, error) || !get_shape (&self, self.in_channels, &filters, error)
      || !rensa_link_add_param (link, "W", is_lazy ? NULL : &filters, self.initialW, error))
    return FALSE;
  return self.nobias || rensa_link_add_param (link, "b", &RENSA_SHAPE (self.out_channels), initial_bias, error);
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const Convolution2D self = get_meant (link);
  const RensaType x = rensa_variable_get_type (inputs[0]);
  const gint64 given = x.shape.ndim == 4 ? x.shape.dims[1] : self.groups;
  RensaVariable *filters = rensa_link_get_param (link, W);
  const gboolean is_first = rensa_variable_get_array (filters) == NULL;
  RensaShape shape;
  gint64 taken;

  if (is_first && (!get_shape (&self, given, &shape, error) || !rensa_link_init_param (link, W, &shape, error)))
    return -1;

  outputs[0] = rensa_convolution_2d (inputs[0], filters, self.nobias ? NULL : rensa_link_get_param (link, B),
                                     &self.stride, &self.pad, FALSE, &self.dilate, self.groups, error);
  if (outputs[0] != NULL)
    return 1;

  taken = rensa_array_get_dim (rensa_variable_get_array (filters), 1) * self.groups;
  if (is_first)
    rensa_variable_set_array (filters, NULL);
  else if (x.shape.ndim == 4 && taken != given)
    rensa_link_explain (link, error,
                        "takes images of %" G_GINT64_FORMAT " channel%s, but %" G_GINT64_FORMAT " %s given", taken,
                        taken == 1 ? "" : "s", given, given == 1 ? "was" : "were");
  return -1;
}

const RensaLinkClass rensa_convolution_2d_link_class = {
  .name = "Convolution2D",
  .group = "connection",
  .title = N_ ("Convolution 2D"),
  .summary = N_ ("Learnt filters that slide over images"),
  .formula = "y[o, i, j] = Σ W[o, c, u, v] x[c, s i + d u - p, s j + d v - p] + b[o]",
  .reference = "LeCun et al., \"Gradient-Based Learning Applied to Document Recognition\", 1998",
  RENSA_ATTRS (Convolution2D, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  .setup = setup,
  .forward = forward,
  .chainer = "L.Convolution2D({in_channels}, {out_channels}, {ksize}, stride={stride}, pad={pad}, nobias={nobias}, "
             "initialW={initialW}, initial_bias={initial_bias}, dilate={dilate}, groups={groups})",
  .torch = "nn.Conv2d({in_channels}, {out_channels}, {ksize}, {stride}, {pad}, {dilate}, {groups}, bias=not {nobias})",
};
