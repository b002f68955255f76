/* polynomial-shift.c: PolynomialShift, decreases a setting of the optimizer to zero over a given
 * time.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-extensions.h"
#include "rensa-shift-private.h"

typedef struct
{
  RensaShift shift;
  double rate;
  gint64 max_count;
} PolynomialShift;

static const RensaAttrSpec attrs[] = {
  RENSA_SHIFT_ATTR,
  RENSA_ATTR_FLOAT (PolynomialShift, rate, .required = TRUE, .initial = 1, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Exponent")),
  RENSA_ATTR_INT (PolynomialShift, max_count, .required = TRUE, .initial = 1000, .min = 1, .max = G_MAXINT32,
                  .title = N_ ("Duration"), .hint = N_ ("Number of calls")),
  RENSA_SHIFT_INIT,
  RENSA_SHIFT_TARGET,
};

static double
compute (gconstpointer values, double own, gint64 t)
{
  const PolynomialShift *self = values;
  const double first = rensa_shift_get_first (&self->shift, own);
  const double left = MAX (1 - (double) t / (double) self->max_count, 0);

  return rensa_shift_bound (&self->shift, first, first * pow (left, self->rate));
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  return rensa_shift_setup (extension, trainer, compute, error);
}

static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return rensa_shift_suggest (subject, found)
         && rensa_shift_suggest_number (subject, found, "max_count",
                                        ceil ((double) subject->n_calls / (1 - RENSA_SHIFT_LAST)));
}

const RensaExtensionClass rensa_polynomial_shift_class = {
  .name = "PolynomialShift",
  .title = N_ ("Polynomial Schedule"),
  .summary = N_ ("Decays an optimizer setting to zero over a given period"),
  .words = N_ ("schedule;decay;learning rate;annealing"),
  .formula = "a = a₀ max(1 − t/max_count, 0)^rate",
  RENSA_ATTRS (PolynomialShift, attrs),
  .default_name = "PolynomialShift",
  .setup = setup,
  .suggest = suggest,
  RENSA_SHIFT_MEMBERS,
  .serialize = rensa_shift_serialize,
  RENSA_FORMS (
      { "chainer", "extensions.PolynomialShift({attr}, {rate}, {max_count}, init={init}, target={target})" },
      { "torch_setting", "bounded({init:own}, {init:own} * max(1 - {t} / {max_count}, 0) ** {rate}, target={target})" },
      { "torch_class", rensa_shift_torch_class }),
};
