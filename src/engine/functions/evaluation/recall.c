/* recall.c: recall per class.
 * SPDX-License-Identifier: MIT */

#include "rensa-class-rates-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "label_num=2", "[[3, 1], [0, 2], [1, 5], [4, 0]]; [0, 1, 0, 1]", "[0.5, 0.5]; [2, 2]" },
  { "label_num=2", "[[3, 1], [0, 2], [1, 5], [4, 0]]; [0, 1, 0, -1]", "[0.5, 1]; [2, 1]" },
};

static const RensaClassRule rule = { "recall", 2, { RENSA_CLASS_RECALL, RENSA_CLASS_SUPPORT } };

const RensaFunctionClass rensa_recall_class = {
  .name = "recall",
  .group = &rensa_evaluation_group,
  .title = N_ ("Recall"),
  .summary = N_ ("Fraction of the examples of a class that are predicted as such, for each class"),
  .formula = "r = tp / (tp + fn)",
  .label = "ClassificationSummary",
  .inputs = RENSA_INPUTS ("y", "t:int"),
  .n_outputs = 2,
  .attrs = rensa_class_rates_attrs,
  .n_attrs = RENSA_CLASS_RATES_N_PLAIN,
  .attrs_size = sizeof (RensaClassRates),
  RENSA_SAMPLES (samples),
  .infer = rensa_class_rates_infer,
  .forward = rensa_class_rates_forward,
  .rule = &rule,
  RENSA_FORMS ({ "chainer", "F.recall({y}, {t}, label_num={label_num}, ignore_label={ignore_label})" }),
};

/**
 * rensa_recall:
 * @y: scores, shape (N, C, d…)
 * @t: labels, integers of shape (N, d…)
 * @label_num: number of classes; RENSA_INT_NONE for the largest label + 1
 * @ignore_label: examples with this label are ignored; RENSA_INT_NONE for none
 * @outputs: receives 2 arrays with one value per class: recall and support
 *
 * The predicted class has the largest score along axis 1. Recall is the share of the examples of a
 * class that are predicted as such; precision is the share of the predictions of a class that are
 * correct; support is the number of examples of a class. For a class without examples or
 * predictions, 0 / 0 gives NaN. Rates are float64, support is int64. Returns 2; -1 with an error,
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit, RENSA_ERROR_INVALID if a label is out of
 * range.
 */
RENSA_API int
rensa_recall (RensaVariable *y, RensaVariable *t, gint64 label_num, gint64 ignore_label, RensaVariable *outputs[2],
              GError **error)
{
  const RensaClassRates self = { .label_num = label_num, .ignore_label = ignore_label, .beta = 1 };

  return rensa_function_apply (&rensa_recall_class, &self, (RensaVariable *[]){ y, t }, 2, outputs, 2, error);
}
