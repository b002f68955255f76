/* inverse-shift.c: InverseShift, decreases a setting of the optimizer in inverse proportion to
 * time.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-extensions.h"
#include "rensa-shift-private.h"

typedef struct
{
  RensaShift shift;
  double gamma;
  double power;
} InverseShift;

static const RensaAttrSpec attrs[] = {
  RENSA_SHIFT_ATTR,
  RENSA_ATTR_FLOAT (InverseShift, gamma, .required = TRUE, .initial = 0.001, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Decay Rate")),
  RENSA_ATTR_FLOAT (InverseShift, power, .required = TRUE, .initial = 1, .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE,
                    .title = N_ ("Exponent")),
  RENSA_SHIFT_INIT,
  RENSA_SHIFT_TARGET,
};

static double
compute (gconstpointer values, double own, gint64 t)
{
  const InverseShift *self = values;
  const double first = rensa_shift_get_first (&self->shift, own);

  return rensa_shift_bound (&self->shift, first, first * pow (1 + self->gamma * (double) t, -self->power));
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
         && rensa_shift_suggest_number (subject, found, "gamma",
                                        (1 / RENSA_SHIFT_LAST - 1) / (double) MAX (subject->n_calls, 1));
}

const RensaExtensionClass rensa_inverse_shift_class = {
  .name = "InverseShift",
  .title = N_ ("Inverse Schedule"),
  .summary = N_ ("Applies inverse time decay to an optimizer setting"),
  .words = N_ ("schedule;decay;learning rate;annealing"),
  .formula = "a = a₀ (1 + γt)^−power",
  RENSA_ATTRS (InverseShift, attrs),
  .default_name = "InverseShift",
  .setup = setup,
  .suggest = suggest,
  RENSA_SHIFT_MEMBERS,
  .serialize = rensa_shift_serialize,
  RENSA_FORMS (
      { "chainer", "extensions.InverseShift({attr}, {gamma}, {power}, init={init}, target={target})" },
      { "torch_setting", "bounded({init:own}, {init:own} * (1 + {gamma} * {t}) ** -{power}, target={target})" },
      { "torch_class", rensa_shift_torch_class }),
};
