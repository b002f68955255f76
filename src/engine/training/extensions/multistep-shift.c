/* multistep-shift.c: MultistepShift, multiplies a setting of the optimizer at given times.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-extensions.h"
#include "rensa-shift-private.h"

typedef struct
{
  RensaShift shift;
  double gamma;
  RensaArray *step_value;
} MultistepShift;

static const RensaAttrSpec attrs[] = {
  RENSA_SHIFT_ATTR,
  RENSA_ATTR_FLOAT (MultistepShift, gamma, .required = TRUE, .initial = 0.1, .min = 0, .max = G_MAXDOUBLE,
                    .title = N_ ("Factor")),
  RENSA_ATTR_ARRAY (MultistepShift, step_value, .required = TRUE, .initial_text = "(1000, 2000)", .min = 0,
                    .max = G_MAXINT32, .title = N_ ("Milestones"),
                    .hint = N_ ("Numbers of calls after which to "
                                "multiply, in ascending order")),
  RENSA_SHIFT_GIVEN_INIT,
};

static gint64
count_steps (const MultistepShift *self, gint64 t)
{
  const gint64 n = rensa_array_get_count (self->step_value);
  g_autofree double *times = rensa_attr_array_dup_numbers (self->step_value);
  gint64 passed = 0;

  while (passed < n && (double) t >= times[passed])
    passed++;
  return passed;
}

static double
compute (gconstpointer values, double own, gint64 t)
{
  const MultistepShift *self = values;

  return self->shift.init * pow (self->gamma, (double) count_steps (self, t));
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  return rensa_shift_setup (extension, trainer, compute, error);
}

/* Chainer also saves the number of past steps. */
static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  const RensaShiftState *state = rensa_extension_get_state (extension);
  gint64 passed = count_steps (rensa_extension_get_values (extension), state->t);

  return rensa_shift_serialize_time (extension, serializer, error)
         && rensa_serializer_int (serializer, "_current_step", &passed, error);
}

/* Suggests steps after half and three quarters of the run. */
static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  g_autofree char *text = g_strdup_printf ("(%lld, %lld)", (long long) (subject->n_calls / 2),
                                           (long long) (subject->n_calls - subject->n_calls / 4));

  return rensa_shift_suggest (subject, found)
         && (subject->n_calls == 0 || rensa_attrs_set_text (found, "step_value", text, NULL));
}

const RensaExtensionClass rensa_multistep_shift_class = {
  .name = "MultistepShift",
  .title = N_ ("Multistep Schedule"),
  .summary = N_ ("Multiplies an optimizer setting by a factor at given milestones"),
  .words = N_ ("schedule;decay;learning rate;annealing"),
  .formula = "a = a₀ γ^(steps that are past)",
  RENSA_ATTRS (MultistepShift, attrs),
  .default_name = "MultistepShift",
  .setup = setup,
  .suggest = suggest,
  RENSA_SHIFT_MEMBERS,
  .serialize = serialize,
  RENSA_FORMS ({ "chainer", "extensions.MultistepShift({attr}, {gamma}, {step_value}, {init})" },
               { "torch_setting", "{init} * {gamma} ** sum({t} >= step for step in {step_value:list})" }),
};
