/* rensa-total-private.h: losses that are sums or means of terms.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Choices of a reduce attribute: each list begins with its default. */
enum
{
  RENSA_TOTAL_SUM,
  RENSA_TOTAL_MEAN,
  RENSA_TOTAL_NO,
};

extern const char *const rensa_total_sum_mean_no[4];
extern const char *const rensa_total_mean_no[3];
#define RENSA_TOTAL_IS_MEAN 0

/**
 * RensaTotal:
 * @mask: axes over which the terms are summed; 0 for the terms themselves
 * @share: factor of every term
 *
 * How terms are reduced to a loss.
 */
typedef struct
{
  guint mask;
  double share;
} RensaTotal;

RensaTotal rensa_total_none (void);
RensaTotal rensa_total_sum (const RensaShape *terms);
/* The mean of no elements is NaN. */
RensaTotal rensa_total_mean (const RensaShape *terms);
/* Returns Σ terms / n over all axes. */
RensaTotal rensa_total_per (const RensaShape *terms, gint64 n);
/* Converts RENSA_TOTAL_SUM, MEAN or NO. */
RensaTotal rensa_total_choose (int choice, const RensaShape *terms);

/* Sets the type of output 0, the reduction of terms of this shape and dtype. */
void rensa_total_infer (const RensaTotal *self, RensaInference *inference, RensaDtype dtype, const RensaShape *terms);

/* Checks that all inputs are floating, of one dtype and one shape, which is that of the terms;
 * @choice as above. */
gboolean rensa_total_infer_alike (RensaInference *inference, int choice, GError **error);

/* Returns the sum of terms that are already multiplied by the share. */
RensaArray *rensa_total_reduce (const RensaTotal *self, RensaArray *terms, RensaDtype dtype, GError **error);

/* Computes output 0 = Σ kernel (all inputs; params), where params[0] is the share; retains the inputs. */
gboolean rensa_total_forward (const RensaTotal *self, RensaCall *call, const RensaKernel *kernel, const double *params,
                              GError **error);

/* Returns the gradient of output 0 in a shape that broadcasts to that of the terms, and the same
 * times the share. */
RensaVariable *rensa_total_spread (const RensaTotal *self, RensaVariable *gy, const RensaShape *terms, GError **error);
RensaVariable *rensa_total_spread_share (const RensaTotal *self, RensaVariable *gy, const RensaShape *terms,
                                         GError **error);

/* Computes the gradient of input @i as kernel (all inputs, gy; params), if backward is not
 * recorded; the terms have the shape of input 0. */
gboolean rensa_total_backward_map (const RensaTotal *self, RensaBackward *backward, int i, const RensaKernel *kernel,
                                   const double *params, GError **error);

/* Same in differentiable calls: slope times the share of gy; takes ownership of @slope. */
gboolean rensa_total_backward_slope (const RensaTotal *self, RensaBackward *backward, int i, RensaVariable *slope,
                                     GError **error);

/* PyTorch export: the function reduce_loss (), which reduces a loss according to the attribute reduce. */
extern const char rensa_reduction_torch_class[];

G_END_DECLS
