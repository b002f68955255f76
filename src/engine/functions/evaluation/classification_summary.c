/* classification_summary.c: precision, recall, F-score and support per class.
 * SPDX-License-Identifier: MIT */

#include "rensa-class-rates-private.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "label_num=2", "[[3, 1], [0, 2], [1, 5], [4, 0]]; [0, 1, 0, 1]", "[0.5, 0.5]; [0.5, 0.5]; [0.5, 0.5]; [2, 2]" },
  { "label_num=2, beta=2", "[[3, 1], [0, 2], [1, 5], [4, 0]]; [0, 1, 0, -1]",
    "[1, 0.5]; [0.5, 1]; [0.5555555555555556, 0.8333333333333334]; [2, 1]" },
};

static const RensaClassRule rule = { "classification_summary",
                                     4,
                                     { RENSA_CLASS_PRECISION, RENSA_CLASS_RECALL, RENSA_CLASS_FBETA,
                                       RENSA_CLASS_SUPPORT },
                                     .has_beta = TRUE };

const RensaFunctionClass rensa_classification_summary_class = {
  .name = "classification_summary",
  .group = &rensa_evaluation_group,
  .title = N_ ("Classification Summary"),
  .summary = N_ ("Precision, recall, F-score, and number of examples for each class"),
  .formula = "p = tp / (tp + fp), r = tp / (tp + fn), F = (1 + β²) p r / (β² p + r)",
  .label = "ClassificationSummary",
  .inputs = RENSA_INPUTS ("y", "t:int"),
  .n_outputs = 4,
  .attrs = rensa_class_rates_attrs,
  .n_attrs = G_N_ELEMENTS (rensa_class_rates_attrs),
  .attrs_size = sizeof (RensaClassRates),
  RENSA_SAMPLES (samples),
  .infer = rensa_class_rates_infer,
  .forward = rensa_class_rates_forward,
  .rule = &rule,
  RENSA_FORMS (
      { "chainer",
        "F.classification_summary({y}, {t}, label_num={label_num}, beta={beta}, ignore_label={ignore_label})" }),
};

/**
 * rensa_classification_summary:
 * @y: scores, shape (N, C, d…)
 * @t: labels, integers of shape (N, d…)
 * @label_num: number of classes; RENSA_INT_NONE for the largest label + 1
 * @beta: weight of recall relative to precision
 * @ignore_label: examples with this label are ignored; RENSA_INT_NONE for none
 * @outputs: receives 4 arrays with one value per class: precision, recall, F-score, support
 *
 * The predicted class has the largest score along axis 1. Recall is the share of the examples of a
 * class that are predicted as such; precision is the share of the predictions of a class that are
 * correct; support is the number of examples of a class. For a class without examples or
 * predictions, 0 / 0 gives NaN. Rates are float64, support is int64. Returns 4; -1 with an error,
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit, RENSA_ERROR_INVALID if a label is out of
 * range.
 */
RENSA_API int
rensa_classification_summary (RensaVariable *y, RensaVariable *t, gint64 label_num, double beta, gint64 ignore_label,
                              RensaVariable *outputs[4], GError **error)
{
  const RensaClassRates self = { .label_num = label_num, .ignore_label = ignore_label, .beta = beta };

  return rensa_function_apply (&rensa_classification_summary_class, &self, (RensaVariable *[]){ y, t }, 2, outputs, 4,
                               error);
}
