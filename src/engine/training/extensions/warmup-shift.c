/* warmup-shift.c: WarmupShift, increases a setting of the optimizer to its full value at the
 * beginning.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-extensions.h"
#include "rensa-shift-private.h"

typedef struct
{
  RensaShift shift;
  double warmup_start;
  gint64 warmup_iter;
} WarmupShift;

static const RensaAttrSpec attrs[] = {
  RENSA_SHIFT_ATTR,
  RENSA_ATTR_FLOAT (WarmupShift, warmup_start, .initial = NAN, .allow_none = TRUE, .none = TRUE, .min = -G_MAXDOUBLE,
                    .max = G_MAXDOUBLE, .title = N_ ("Start Value"),
                    .hint = N_ ("If empty, the current value in the optimizer is used")),
  RENSA_ATTR_INT (WarmupShift, warmup_iter, .required = TRUE, .initial = 100, .min = 1, .max = G_MAXINT32,
                  .title = N_ ("Duration"), .hint = N_ ("Number of calls")),
  RENSA_SHIFT_GIVEN_INIT,
};

static double
compute (gconstpointer values, double own, gint64 t)
{
  const WarmupShift *self = values;
  const double first = isnan (self->warmup_start) ? own : self->warmup_start;
  const double full = self->shift.init;

  return t >= self->warmup_iter ? full : first + (full - first) / (double) self->warmup_iter * (double) t;
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  return rensa_shift_setup (extension, trainer, compute, error);
}

/* Suggests going from zero to the optimizer's value. */
static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return rensa_shift_suggest (subject, found) && rensa_attrs_set_text (found, "warmup_start", "0", NULL)
         && rensa_shift_suggest_number (subject, found, "warmup_iter",
                                        ceil (MIN ((double) subject->n_calls / 10, 1000)));
}

const RensaExtensionClass rensa_warmup_shift_class = {
  .name = "WarmupShift",
  .title = N_ ("Warmup"),
  .summary = N_ ("Increases an optimizer setting to its full value at the start of training"),
  .words = N_ ("schedule;decay;learning rate;annealing;warm up"),
  .formula = "a = start + (a₁ − start) min(t/warmup_iter, 1)",
  .reference = "Goyal et al., Accurate, Large Minibatch SGD: Training ImageNet in 1 Hour, arXiv:1706.02677",
  RENSA_ATTRS (WarmupShift, attrs),
  .default_name = "WarmupShift",
  .setup = setup,
  .suggest = suggest,
  RENSA_SHIFT_MEMBERS,
  .serialize = rensa_shift_serialize_time,
  RENSA_FORMS ({ "chainer", "extensions.WarmupShift({attr}, {warmup_start}, {warmup_iter}, {init})" },
               { "torch_setting", "{warmup_start:own} + ({init} - {warmup_start:own}) * min({t} / {warmup_iter}, 1)" }),
};
