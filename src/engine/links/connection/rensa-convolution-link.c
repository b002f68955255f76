/* rensa-convolution-link.c: shared code of the convolution links.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"

#include "rensa-convolution-link.py.inc"
#include "rensa-links-faults.h"

static gboolean
check_groups (const RensaConvolutionLink *self, GError **error)
{
  /* groups is 0 in classes without groups. */
  const gint64 groups = MAX (self->groups, 1);

  return rensa_link_expect_multiple ("out_channels", self->out_channels, "groups", groups, error)
         && (self->in_channels == RENSA_INT_NONE
             || rensa_link_expect_multiple ("in_channels", self->in_channels, "groups", groups, error));
}

gboolean
rensa_convolution_link_settle (gpointer values, GError **error)
{
  RensaConvolutionLink *self = values;

  if (self->ksize.n != RENSA_INTS_NONE)
    return check_groups (self, error);
  if (self->in_channels == RENSA_INT_NONE)
    return rensa_set_fault (error, RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_no_filter_size });

  self->ksize = (RensaInts){ .n = RENSA_INTS_SCALAR, .values = { self->out_channels } };
  self->out_channels = self->in_channels;
  self->in_channels = RENSA_INT_NONE;
  return check_groups (self, error);
}

gint64
rensa_convolution_link_count (gconstpointer values, const RensaShape *inputs)
{
  return inputs->ndim >= 3 ? inputs->dims[1] : RENSA_INT_NONE;
}

RensaVariable *
rensa_convolution_link_call (RensaLink *link, RensaVariable *x, RensaConvolutionFunc function, GError **error)
{
  const RensaConvolutionLink *self = rensa_link_get_values (link);

  return function (x, rensa_link_get_param (link, RENSA_CONVOLUTION_W),
                   rensa_link_get_param (link, RENSA_CONVOLUTION_B), &self->stride, &self->pad, self->cover_all,
                   &self->dilate, self->groups, error);
}

RensaVariable *
rensa_deconvolution_link_call (RensaLink *link, RensaVariable *x, RensaDeconvolutionFunc function, GError **error)
{
  const RensaConvolutionLink *self = rensa_link_get_values (link);

  return function (x, rensa_link_get_param (link, RENSA_CONVOLUTION_W),
                   rensa_link_get_param (link, RENSA_CONVOLUTION_B), &self->stride, &self->pad, &self->outsize,
                   &self->dilate, self->groups, error);
}

RensaConvolutionLink
rensa_convolution_link_values (gint64 in_channels, gint64 out_channels, const RensaInts *ksize, const RensaInts *stride,
                               const RensaInts *pad, gboolean nobias)
{
  const RensaInts one = { .n = RENSA_INTS_SCALAR, .values = { 1 } };
  const RensaInts zero = { .n = RENSA_INTS_SCALAR };

  return (RensaConvolutionLink){
    .in_channels = in_channels,
    .out_channels = out_channels,
    .ksize = *ksize,
    .stride = stride != NULL ? *stride : one,
    .pad = pad != NULL ? *pad : zero,
    .nobias = nobias,
    .outsize = { .n = RENSA_INTS_NONE },
    .dilate = one,
    .groups = 1,
  };
}
