/* exponential-shift.c: ExponentialShift, multiplies a setting of the optimizer repeatedly.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-extensions.h"
#include "rensa-shift-private.h"

typedef struct
{
  RensaShift shift;
  double rate;
} ExponentialShift;

static const RensaAttrSpec attrs[] = {
  RENSA_SHIFT_ATTR,
  RENSA_ATTR_FLOAT (ExponentialShift, rate, .required = TRUE, .initial = 0.999, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Factor")),
  RENSA_SHIFT_INIT,
  RENSA_SHIFT_TARGET,
};

static double
compute (gconstpointer values, double own, gint64 t)
{
  const ExponentialShift *self = values;
  const double first = rensa_shift_get_first (&self->shift, own);

  return rensa_shift_bound (&self->shift, first, first * pow (self->rate, (double) t));
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  return rensa_shift_setup (extension, trainer, compute, error);
}

/* The digits of a factor that is applied often matter: 1 - 0.001 needs the digits of 0.001. */
static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double less;

  if (!rensa_shift_suggest (subject, found))
    return FALSE;
  if (subject->n_calls == 0)
    return TRUE;
  less = 1 - pow (RENSA_SHIFT_LAST, 1.0 / (double) subject->n_calls);
  less = g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.2g", less), NULL);
  return rensa_attrs_set_text (found, "rate", g_ascii_formatd (text, sizeof text, "%.12g", 1 - less), NULL);
}

const RensaExtensionClass rensa_exponential_shift_class = {
  .name = "ExponentialShift",
  .title = N_ ("Exponential Schedule"),
  .summary = N_ ("Multiplies an optimizer setting by a factor at each call"),
  .words = N_ ("schedule;decay;learning rate;annealing"),
  .formula = "a = a₀ rateᵗ",
  RENSA_ATTRS (ExponentialShift, attrs),
  .default_name = "ExponentialShift",
  .setup = setup,
  .suggest = suggest,
  RENSA_SHIFT_MEMBERS,
  .serialize = rensa_shift_serialize,
  RENSA_FORMS ({ "chainer", "extensions.ExponentialShift({attr}, {rate}, init={init}, target={target})" },
               { "torch_setting", "bounded({init:own}, {init:own} * {rate} ** {t}, target={target})" },
               { "torch_class", rensa_shift_torch_class }),
};
