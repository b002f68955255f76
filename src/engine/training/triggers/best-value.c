/* best-value.c: BestValueTrigger, fires when a value is better than all previous ones.
 * SPDX-License-Identifier: MIT */

#include "rensa-best-value-private.h"
#include "rensa-formula.h"

#define INPUTS "best, new"

typedef struct
{
  RensaBestValue best_value;
  char *compare;
} BestValue;

static const RensaAttrSpec attrs[] = {
  RENSA_BEST_VALUE_KEY,
  RENSA_ATTR_STRING (BestValue, compare, .required = TRUE, .initial_text = "new > best", .title = N_ ("Better When"),
                     .hint = N_ ("Formula of best, the best value so far, and new, such as new > best + 0.01")),
  RENSA_BEST_VALUE_TRIGGER,
};

static RensaFormula *
get_formula (const BestValue *self, GError **error)
{
  return rensa_formula_get (&(RensaFormulaText){ .inputs = INPUTS, .formula = self->compare }, error);
}

static gboolean
setup (RensaTrigger *trigger, GError **error)
{
  g_autoptr (RensaFormula) formula = get_formula (rensa_trigger_get_values (trigger), error);

  if (formula == NULL)
    {
      g_prefix_error_literal (error, "BestValueTrigger: compare: ");
      return FALSE;
    }
  return rensa_best_value_setup (trigger, error);
}

/* Setup has checked the formula; it is compiled here again because a formula belongs to one thread. */
static gboolean
is_better (gconstpointer values, double best, double value)
{
  g_autoptr (RensaFormula) formula = get_formula (values, NULL);
  const double inputs[] = { best, value };
  double outputs[RENSA_PROGRAM_MAX_OUTPUTS];

  rensa_program_evaluate (rensa_formula_get_program (formula), inputs, outputs);
  return outputs[0] != 0;
}

static gboolean
fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  return rensa_best_value_fire (trigger, trainer, is_better, fires, error);
}

const RensaTriggerClass rensa_best_value_trigger_class = {
  .name = "BestValueTrigger",
  .title = N_ ("Best Value"),
  .summary = N_ ("Fires when a value is the best so far according to a formula"),
  .words = N_ ("best;compare;record"),
  RENSA_ATTRS (BestValue, attrs),
  .state_size = sizeof (RensaBestValueState),
  .setup = setup,
  .fire = fire,
  .serialize = rensa_best_value_serialize,
  .clear = rensa_best_value_clear,
  RENSA_FORMS ({ "chainer", "triggers.BestValueTrigger({key}, {compare:comparison}, trigger={trigger})" },
               RENSA_BEST_VALUE_TORCH ("{compare:comparison}")),
};
