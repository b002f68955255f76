/* rensa-shift.c: code shared by extensions that change a number of the optimizer by a rule.
 * SPDX-License-Identifier: MIT */

#include "rensa-shift-private.h"
#include "rensa-shift.py.inc"

#include <math.h>

#include "rensa-registry-faults.h"
#include "rensa-training-private.h"

#define OPTIMIZER "main"

const char *const rensa_shift_inputs[] = { "optimizer:" OPTIMIZER, NULL };

static RensaOptimizer *
get_optimizer (RensaTrainer *trainer)
{
  return rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), OPTIMIZER);
}

gboolean
rensa_shift_setup (RensaExtension *extension, RensaTrainer *trainer, RensaShiftFunc func, GError **error)
{
  const RensaShift *self = rensa_extension_get_values (extension);
  RensaShiftState *state = rensa_extension_get_state (extension);
  RensaOptimizer *optimizer = get_optimizer (trainer);
  const RensaAttrSpec *spec = NULL;

  state->func = func;
  if (optimizer == NULL)
    return rensa_extension_check (extension, rensa_trainer_get_updater (trainer), error);
  spec = rensa_component_find_attr (rensa_attrs_get_component (rensa_optimizer_get_attrs (optimizer)), self->attr);
  if (spec == NULL) /* sets the error, with the nearest name */
    return rensa_optimizer_set_attr_text (optimizer, self->attr, "0", error);
  if (spec->type == RENSA_ATTR_TYPE_FLOAT)
    return TRUE;
  return rensa_set_fault (error, RENSA_ERROR_INVALID,
                          &(RensaFault){ .code = &rensa_fault_attr_value,
                                         .attr = "attr",
                                         .expected = N_ ("the name of a numeric setting"),
                                         .found = self->attr });
}

static double
read_attr (RensaAttrs *attrs, const char *name)
{
  struct json_object *json =
      rensa_attrs_get_json (attrs, rensa_component_find_attr (rensa_attrs_get_component (attrs), name));
  const double value = json_object_get_double (json);

  json_object_put (json);
  return value;
}

gboolean
rensa_shift_suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  RensaAttrs *own = subject->optimizer != NULL ? rensa_optimizer_get_attrs (subject->optimizer) : NULL;
  const char *rate = own != NULL ? rensa_optimizer_find_learning_rate (rensa_attrs_get_component (own)) : NULL;
  const RensaAttrSpec *init = rensa_component_find_attr (rensa_attrs_get_component (found), "init");
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (rate == NULL)
    return FALSE;
  g_ascii_dtostr (text, sizeof text, read_attr (own, rate));
  return rensa_attrs_set_text (found, "attr", rate, NULL)
         && (init == NULL || !init->required || rensa_attrs_set_text (found, "init", text, NULL));
}

gboolean
rensa_shift_suggest_number (const RensaPreviewSubject *subject, RensaAttrs *found, const char *name, double value)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (found), name);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (subject->n_calls > 0)
    rensa_attrs_set_text (
        found, name, g_ascii_formatd (text, sizeof text, spec->type == RENSA_ATTR_TYPE_INT ? "%.0f" : "%.3g", value),
        NULL);
  return TRUE;
}

double
rensa_shift_foresee (RensaExtension *extension, gint64 t)
{
  const RensaShift *self = rensa_extension_get_values (extension);
  RensaShiftState *state = rensa_extension_get_state (extension);

  return state->func (self, state->own, t);
}

static gboolean
apply (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const RensaShift *self = rensa_extension_get_values (extension);
  RensaShiftState *state = rensa_extension_get_state (extension);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  state->last = state->func (self, state->own, state->t);
  g_ascii_dtostr (text, sizeof text, state->last);
  return rensa_optimizer_set_attr_text (get_optimizer (trainer), self->attr, text, error);
}

gboolean
rensa_shift_initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const RensaShift *self = rensa_extension_get_values (extension);
  RensaShiftState *state = rensa_extension_get_state (extension);

  state->own = read_attr (rensa_optimizer_get_attrs (get_optimizer (trainer)), self->attr);
  return apply (extension, trainer, error);
}

gboolean
rensa_shift_call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  RensaShiftState *state = rensa_extension_get_state (extension);

  state->t++;
  return apply (extension, trainer, error);
}

gboolean
rensa_shift_serialize_time (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  RensaShiftState *state = rensa_extension_get_state (extension);

  return rensa_serializer_int (serializer, "_t", &state->t, error);
}

gboolean
rensa_shift_serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  RensaShiftState *state = rensa_extension_get_state (extension);

  return rensa_shift_serialize_time (extension, serializer, error)
         && rensa_serializer_double (serializer, "_last_value", &state->last, error);
}

double
rensa_shift_get_first (const RensaShift *shift, double own)
{
  return isnan (shift->init) ? own : shift->init;
}

double
rensa_shift_bound (const RensaShift *shift, double first, double value)
{
  if (isnan (shift->target))
    return value;
  return shift->target / first > 1 ? MIN (value, shift->target) : MAX (value, shift->target);
}
