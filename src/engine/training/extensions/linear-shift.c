/* linear-shift.c: LinearShift, moves a setting of the optimizer linearly from one value to another.
 * SPDX-License-Identifier: MIT */

#include "linear-shift.py.inc"
#include "rensa-extensions.h"
#include "rensa-registry-faults.h"
#include "rensa-shift-private.h"

typedef struct
{
  RensaShift shift;
  RensaArray *value_range;
  RensaArray *time_range;
} LinearShift;

static const RensaAttrSpec attrs[] = {
  RENSA_SHIFT_ATTR,
  RENSA_ATTR_ARRAY (LinearShift, value_range, .required = TRUE, .initial_text = "(0.001, 0.0001)",
                    .title = N_ ("Values"), .hint = N_ ("Start and end value")),
  RENSA_ATTR_ARRAY (LinearShift, time_range, .required = TRUE, .initial_text = "(0, 1000)", .title = N_ ("Calls"),
                    .hint = N_ ("Calls after which the change starts and ends")),
};

static double
compute (gconstpointer values, double own, gint64 t)
{
  const LinearShift *self = values;
  g_autofree double *value = rensa_attr_array_dup_numbers (self->value_range);
  g_autofree double *time = rensa_attr_array_dup_numbers (self->time_range);

  if ((double) t <= time[0])
    return value[0];
  if ((double) t >= time[1])
    return value[1];
  return value[0] + (value[1] - value[0]) * ((double) t - time[0]) / (time[1] - time[0]);
}

static gboolean
check_pair (RensaArray *array, const char *attr, GError **error)
{
  g_autofree char *found = NULL;

  if (rensa_array_get_ndim (array) == 1 && rensa_array_get_dim (array, 0) == 2)
    return TRUE;
  found = rensa_shape_to_string (rensa_array_get_shape (array));
  return rensa_set_fault (
      error, RENSA_ERROR_INVALID,
      &(RensaFault){ .code = &rensa_fault_attr_value, .attr = attr, .expected = N_ ("two numbers"), .found = found });
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const LinearShift *self = rensa_extension_get_values (extension);

  return check_pair (self->value_range, "value_range", error) && check_pair (self->time_range, "time_range", error)
         && rensa_shift_setup (extension, trainer, compute, error);
}

/* Suggests starting at the optimizer's value, over the whole run. */
static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  g_autofree char *times = g_strdup_printf ("(0, %lld)", (long long) subject->n_calls);
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *values = NULL;
  double rate;

  if (!rensa_shift_suggest (subject, found) || !rensa_optimizer_get_learning_rate (subject->optimizer, &rate))
    return FALSE;
  first = rensa_format_double (rate);
  last = rensa_format_double (rate * RENSA_SHIFT_LAST);
  values = g_strdup_printf ("(%s, %s)", first, last);
  return rensa_attrs_set_text (found, "value_range", values, NULL)
         && (subject->n_calls == 0 || rensa_attrs_set_text (found, "time_range", times, NULL));
}

const RensaExtensionClass rensa_linear_shift_class = {
  .name = "LinearShift",
  .title = N_ ("Linear Schedule"),
  .summary = N_ ("Changes an optimizer setting linearly from one value to another"),
  .words = N_ ("schedule;decay;learning rate;annealing"),
  .formula = "a = v₁ + (v₂ − v₁)(t − t₁)/(t₂ − t₁)",
  RENSA_ATTRS (LinearShift, attrs),
  .default_name = "LinearShift",
  .setup = setup,
  .suggest = suggest,
  RENSA_SHIFT_MEMBERS,
  .serialize = rensa_shift_serialize,
  RENSA_FORMS ({ "chainer", "extensions.LinearShift({attr}, {value_range}, {time_range})" },
               { "torch_setting", "shift_linearly({t}, {value_range}, {time_range})" }, { "torch_class", torch_class }),
};
