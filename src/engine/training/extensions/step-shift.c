/* step-shift.c: StepShift, multiplies a setting of the optimizer at regular intervals.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-extensions.h"
#include "rensa-shift-private.h"

typedef struct
{
  RensaShift shift;
  double gamma;
  gint64 step;
} StepShift;

static const RensaAttrSpec attrs[] = {
  RENSA_SHIFT_ATTR,
  RENSA_ATTR_FLOAT (StepShift, gamma, .required = TRUE, .initial = 0.5, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Factor")),
  RENSA_ATTR_INT (StepShift, step, .required = TRUE, .initial = 1000, .min = 1, .max = G_MAXINT32,
                  .title = N_ ("Calls Between Steps")),
  RENSA_SHIFT_INIT,
  RENSA_SHIFT_TARGET,
};

static double
compute (gconstpointer values, double own, gint64 t)
{
  const StepShift *self = values;
  const double first = rensa_shift_get_first (&self->shift, own);

  return rensa_shift_bound (&self->shift, first, first * pow (self->gamma, (double) (t / self->step)));
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  return rensa_shift_setup (extension, trainer, compute, error);
}

/* In four steps. */
static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return rensa_shift_suggest (subject, found)
         && rensa_shift_suggest_number (subject, found, "step", ceil ((double) subject->n_calls / 4));
}

const RensaExtensionClass rensa_step_shift_class = {
  .name = "StepShift",
  .title = N_ ("Step Schedule"),
  .summary = N_ ("Multiplies an optimizer setting by a factor at regular intervals"),
  .words = N_ ("schedule;decay;learning rate;annealing"),
  .formula = "a = a₀ γ^⌊t/step⌋",
  RENSA_ATTRS (StepShift, attrs),
  .default_name = "StepShift",
  .setup = setup,
  .suggest = suggest,
  RENSA_SHIFT_MEMBERS,
  .serialize = rensa_shift_serialize,
  RENSA_FORMS ({ "chainer", "extensions.StepShift({attr}, {gamma}, {step}, init={init}, target={target})" },
               { "torch_setting", "bounded({init:own}, {init:own} * {gamma} ** ({t} // {step}), target={target})" },
               { "torch_class", rensa_shift_torch_class }),
};
