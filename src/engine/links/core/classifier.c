/* classifier.c: predictor with loss and accuracy.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-reporter.h"

#include <string.h>

/* Above this number, inputs are listed on the heap. */
#define MANY_INPUTS 64

typedef struct
{
  RensaAttrs *lossfun;
  RensaAttrs *accfun;
  gint64 label_key;
} Classifier;

/* Results of the last call */
typedef struct
{
  RensaVariable *y;
  RensaVariable *loss;
  RensaVariable *accuracy;
} Results;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_COMPONENT (Classifier, lossfun, .component_kind = RENSA_COMPONENT_FUNCTION,
                        .initial_text = "softmax_cross_entropy", .title = N_ ("Loss"),
                        .hint = N_ ("Loss function of the prediction and the label")),
  RENSA_ATTR_COMPONENT (Classifier, accfun, .component_kind = RENSA_COMPONENT_FUNCTION, .initial_text = "accuracy",
                        .allow_none = TRUE, .title = N_ ("Accuracy"),
                        .hint = N_ ("Accuracy function of the prediction and the label; None disables it")),
  RENSA_ATTR_INT (Classifier, label_key, .initial = -1, .title = N_ ("Label Position"),
                  .hint = N_ ("Position of the label among the inputs; -1 is the last")),
};

static void
clear_results (RensaLink *link)
{
  Results *results = rensa_link_get_state (link);

  g_clear_pointer (&results->y, rensa_variable_unref);
  g_clear_pointer (&results->loss, rensa_variable_unref);
  g_clear_pointer (&results->accuracy, rensa_variable_unref);
}

/* Results are not copied; they stay with the link that computed them. */
static gboolean
copy_results (RensaLink *link, RensaLink *copy, GError **error)
{
  return TRUE;
}

static gboolean
predict (RensaLink *link, RensaVariable *const *inputs, int n_inputs, int label, RensaVariable **y, GError **error)
{
  RensaLink *predictor = rensa_link_find (link, "predictor");
  RensaVariable *few[MANY_INPUTS];
  g_autofree RensaVariable **many = n_inputs > MANY_INPUTS ? g_new (RensaVariable *, n_inputs) : NULL;
  RensaVariable **xs = many != NULL ? many : few;

  if (predictor == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s has no predictor"), "Classifier");
      return FALSE;
    }

  memcpy (xs, inputs, label * sizeof *xs);
  memcpy (xs + label, inputs + label + 1, (n_inputs - label - 1) * sizeof *xs);
  return rensa_link_call_n (predictor, xs, n_inputs - 1, y, 1, error) == 1;
}

static RensaVariable *
compare (RensaAttrs *function, RensaVariable *y, RensaVariable *t, GError **error)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);
  RensaVariable *const inputs[] = { y, t };
  RensaVariable *output = NULL;

  rensa_function_apply (class, rensa_attrs_get_values (function), inputs, 2, &output, 1, error);
  return output;
}

static gboolean
measure (RensaLink *link, RensaVariable *t, GError **error)
{
  const Classifier *self = rensa_link_get_values (link);
  Results *results = rensa_link_get_state (link);
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  results->loss = compare (self->lossfun, results->y, t, error);
  if (results->loss == NULL)
    return FALSE;

  rensa_report ("loss", results->loss, link);
  if (self->accfun == NULL)
    return TRUE;

  rensa_modes_get ()->enable_backprop = FALSE;
  results->accuracy = compare (self->accfun, results->y, t, error);
  if (results->accuracy == NULL)
    return FALSE;

  rensa_report ("accuracy", results->accuracy, link);
  return TRUE;
}

/* Returns the index of the label among @n_inputs; -1 with an error. */
static int
find_label (RensaLink *link, int n_inputs, GError **error)
{
  const Classifier *self = rensa_link_get_values (link);
  const gint64 label = self->label_key < 0 ? self->label_key + n_inputs : self->label_key;

  if (label >= 0 && label < n_inputs)
    return (int) label;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s takes its label from position %lld of its inputs, but has %d inputs"), "Classifier",
                   (long long) self->label_key, n_inputs);
  return -1;
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  Results *results = rensa_link_get_state (link);
  const int label = find_label (link, n_inputs, error);

  clear_results (link);
  if (label < 0 || !predict (link, inputs, n_inputs, label, &results->y, error)
      || !measure (link, inputs[label], error))
    return -1;

  outputs[0] = rensa_variable_ref (results->loss);
  return 1;
}

static const RensaReportSpec reports[] = {
  { N_ ("loss"), RENSA_MEASURE_LOSS },
  { N_ ("accuracy"), RENSA_MEASURE_SCORE },
  { NULL },
};

const RensaLinkClass rensa_classifier_link_class = {
  .name = "Classifier",
  .group = &rensa_model_group,
  .title = N_ ("Classifier"),
  .summary = N_ ("Calls a predictor and reports the loss and accuracy of its predictions"),
  RENSA_ATTRS (Classifier, attrs),
  .inputs = RENSA_INPUTS ("args*"),
  .reports = reports,
  .n_outputs = 1,
  .state_size = sizeof (Results),
  .forward = forward,
  .copy_state = copy_results,
  .clear_state = clear_results,
  RENSA_FORMS ({ "chainer", "L.Classifier({predictor}, lossfun={lossfun}, accfun={accfun}, label_key={label_key})" }),
};

/**
 * rensa_classifier_new_attrs:
 * @loss: (nullable): the loss function, called with prediction and label; NULL for
 *   softmax_cross_entropy
 * @accuracy: (nullable): the accuracy function; NULL for none
 *
 * Creates the attributes of a Classifier.
 */
RENSA_API RensaAttrs *
rensa_classifier_new_attrs (RensaAttrs *loss, RensaAttrs *accuracy, GError **error)
{
  const Classifier self = { loss, accuracy, -1 };

  return rensa_attrs_new_from_values (RENSA_COMPONENT (&rensa_classifier_link_class), &self, error);
}

/**
 * rensa_classifier_new:
 * @predictor: (transfer full): the link to train; if NULL, NULL is returned, with the error already
 *   set
 * @loss: (nullable): as in rensa_classifier_new_attrs ()
 * @accuracy: (nullable): as in rensa_classifier_new_attrs ()
 *
 * Creates a Classifier, which computes the loss from examples and labels and reports "loss" and
 * "accuracy".
 */
RENSA_API RensaLink *
rensa_classifier_new (RensaLink *predictor, RensaAttrs *loss, RensaAttrs *accuracy, GError **error)
{
  g_autoptr (RensaAttrs) given = predictor != NULL ? rensa_classifier_new_attrs (loss, accuracy, error) : NULL;
  g_autoptr (RensaLink) link = rensa_link_new (given, error);

  if (link == NULL)
    {
      g_clear_pointer (&predictor, rensa_link_unref);
      return NULL;
    }
  return rensa_link_take_child (link, "predictor", predictor, error) ? g_steal_pointer (&link) : NULL;
}

/**
 * rensa_classifier_get_prediction:
 *
 * Returns how the predictor's output is converted to predictions, as defined by the loss.
 */
RENSA_API RensaPrediction
rensa_classifier_get_prediction (RensaLink *classifier)
{
  const Classifier *self = rensa_link_get_values (classifier);

  return ((const RensaFunctionClass *) rensa_attrs_get_component (self->lossfun))->prediction;
}

/**
 * rensa_classifier_predict:
 * @inputs: inputs for a call of @classifier
 * @t: receives the label among them, borrowed
 *
 * Returns the predictor's output without side effects: nothing is reported, and the results of the
 * last call are kept.
 */
RENSA_API RensaVariable *
rensa_classifier_predict (RensaLink *classifier, RensaVariable *const *inputs, int n_inputs, RensaVariable **t,
                          GError **error)
{
  const int label = find_label (classifier, n_inputs, error);
  RensaVariable *y = NULL;

  if (label < 0 || !predict (classifier, inputs, n_inputs, label, &y, error))
    return NULL;
  *t = inputs[label];
  return y;
}

/**
 * rensa_classifier_compare:
 *
 * Computes the loss of the predictor's output @y for the label @t; nothing is reported.
 */
RENSA_API RensaVariable *
rensa_classifier_compare (RensaLink *classifier, RensaVariable *y, RensaVariable *t, GError **error)
{
  return compare (((const Classifier *) rensa_link_get_values (classifier))->lossfun, y, t, error);
}

/**
 * rensa_prediction_make:
 * @y: first input of a loss
 * @prediction: as defined by that loss
 *
 * Returns probabilities if @y are their logits; otherwise @y itself.
 */
RENSA_API RensaVariable *
rensa_prediction_make (RensaVariable *y, RensaPrediction prediction, GError **error)
{
  switch (prediction)
    {
    case RENSA_PREDICTION_SOFTMAX:
      return rensa_softmax (y, 1, error);
    case RENSA_PREDICTION_SIGMOID:
      return rensa_sigmoid (y, error);
    case RENSA_PREDICTION_IDENTITY:
      break;
    }
  return y != NULL ? rensa_variable_ref (y) : NULL;
}

/**
 * rensa_classifier_get_y:
 *
 * Output of the predictor in the last call; borrowed, NULL before the first call.
 */
RENSA_API RensaVariable *
rensa_classifier_get_y (RensaLink *classifier)
{
  return ((Results *) rensa_link_get_state (classifier))->y;
}

/**
 * rensa_classifier_get_loss:
 *
 * The loss of the last call; borrowed, NULL before the first call.
 */
RENSA_API RensaVariable *
rensa_classifier_get_loss (RensaLink *classifier)
{
  return ((Results *) rensa_link_get_state (classifier))->loss;
}

/**
 * rensa_classifier_get_accuracy:
 *
 * The accuracy of the last call; borrowed, NULL before the first call or if there is no accuracy
 * function.
 */
RENSA_API RensaVariable *
rensa_classifier_get_accuracy (RensaLink *classifier)
{
  return ((Results *) rensa_link_get_state (classifier))->accuracy;
}
