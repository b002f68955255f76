/* rensa-class-rates.c: classification quality per class.
 * SPDX-License-Identifier: MIT */

#include "rensa-class-rates-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-labels-private.h"
#include "rensa-primitives.h"

/* Limit, because the counts of all classes are stored in an array. */
#define MAX_CLASSES (1 << 24)

const RensaAttrSpec rensa_class_rates_attrs[] = {
  RENSA_ATTR_INT (RensaClassRates, label_num, .allow_none = TRUE, .none = TRUE, .min = 1, .max = MAX_CLASSES,
                  .title = N_ ("Classes"), .hint = N_ ("Number of classes; None uses the largest label plus one")),
  RENSA_ATTR_INT (RensaClassRates, ignore_label, .allow_none = TRUE, .initial = -1, .title = N_ ("Ignored Label"),
                  .hint = N_ ("Examples with this label are ignored")),
  RENSA_ATTR_FLOAT (RensaClassRates, beta, .initial = 1, .min = 0, .max = G_MAXDOUBLE, .title = N_ ("Beta"),
                    .hint = N_ ("Weight of recall relative to precision")),
};

/* Class to count: -1 for labels that are ignored or out of range. */
/* kernel: class_that_counts (value, label; ignore, n_classes) -> y */
KERNEL real
class_that_counts (real value, real label, real ignore, real n_classes)
{
  const real inside = value < n_classes ? value : -1;

  return label == ignore ? -1 : inside;
}
/* end kernel */

/* kernel: class_of_hit (value, label) -> y */
KERNEL real
class_of_hit (real value, real label)
{
  return value == label ? label : -1;
}
/* end kernel */

/* kernel: f_score (precision, recall; square, one_more) -> y */
KERNEL real
f_score (real precision, real recall, real square, real one_more)
{
  return one_more * precision * recall / (square * precision + recall);
}
/* end kernel */

gboolean
rensa_class_rates_infer (RensaInference *inference, GError **error)
{
  const RensaClassRule *rule = rensa_inference_get_rule (inference);
  const RensaClassRates *self = rensa_inference_get_attrs (inference);
  const RensaType *y = rensa_inference_get_input (inference, 0);
  const RensaType *t = rensa_inference_get_input (inference, 1);
  RensaShape classes;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_integer (inference, 1, error)
      || !RENSA_EXPECT (inference, t->shape.ndim, >=, 1, error)
      || !RENSA_EXPECT (inference, y->shape.ndim, ==, t->shape.ndim + 1, error)
      || !RENSA_EXPECT (inference, y->shape.dims[0], ==, t->shape.dims[0], error)
      || !RENSA_EXPECT (inference, y->shape.dims[1], >, 0, error))
    return FALSE;
  for (int axis = 2; axis < y->shape.ndim; axis++)
    if (!RENSA_EXPECT (inference, y->shape.dims[axis], ==, t->shape.dims[axis - 1], error))
      return FALSE;
  if (self->label_num == RENSA_INT_NONE && rensa_shape_count (&t->shape) == 0)
    return rensa_inference_fail_text (inference, error, "t.size > 0, or label_num", "0 <= 0");

  classes = RENSA_SHAPE (self->label_num != RENSA_INT_NONE ? self->label_num : y->shape.dims[1]);
  for (int i = 0; i < rule->n_rates; i++)
    rensa_inference_set_output_shape (inference, i, rule->rates[i] == RENSA_CLASS_SUPPORT ? RENSA_INT64 : RENSA_FLOAT64,
                                      &classes);
  return TRUE;
}

static RensaArray *
flatten (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) flat = rensa_array_reshape (array, &RENSA_SHAPE (rensa_array_get_count (array)), error);

  return flat != NULL ? rensa_array_cast (flat, RENSA_FLOAT64, error) : NULL;
}

/* Returns the number of classes: from the attribute, or the largest label + 1, for which this has
 * to wait for the device, as it is the size of the results; -1 with an error. */
static gint64
count_classes (const RensaClassRates *self, RensaArray *t, GError **error)
{
  g_autoptr (RensaArray) largest = NULL;

  if (self->label_num != RENSA_INT_NONE)
    return self->label_num;
  largest = rensa_reduce (RENSA_REDUCE_MAX, t, 1, FALSE, error);
  return largest != NULL ? (gint64) CLAMP (rensa_array_get_scalar (largest) + 1, 0, MAX_CLASSES) : -1;
}

/* Counts the occurrences of each class in @classes, ignoring -1. */
static RensaArray *
count_each (RensaArray *classes, gint64 n_classes, GError **error)
{
  g_autoptr (RensaArray) index = rensa_array_cast (classes, RENSA_INT64, error);
  g_autoptr (RensaArray) ones =
      classes != NULL ? rensa_array_full (RENSA_FLOAT64, rensa_array_get_shape (classes), 1, error) : NULL;

  if (index == NULL || ones == NULL)
    return NULL;
  return rensa_scatter_rows (&RENSA_SHAPE (n_classes), index, ones, -1, FALSE, error);
}

/* Computes the counts and the rates; NULL on failure. */
static gboolean
compute (RensaArray *predicted, RensaArray *labels, gint64 ignore, gint64 n_classes, double beta,
         RensaArray *rates[RENSA_CLASS_N_RATES], GError **error)
{
  const double params[] = { (double) ignore, (double) n_classes };
  const double weights[] = { beta * beta, 1 + beta * beta };
  g_autoptr (RensaArray) guessed = rensa_map2 (RENSA_KERNEL_CLASS_THAT_COUNTS, predicted, labels, params, error);
  g_autoptr (RensaArray) right = rensa_map2 (RENSA_KERNEL_CLASS_THAT_COUNTS, labels, labels, params, error);
  g_autoptr (RensaArray) hits = rensa_map2 (RENSA_KERNEL_CLASS_OF_HIT, guessed, right, NULL, error);
  g_autoptr (RensaArray) n_guessed = count_each (guessed, n_classes, error);
  g_autoptr (RensaArray) n_right = count_each (right, n_classes, error);
  g_autoptr (RensaArray) n_hits = count_each (hits, n_classes, error);

  rates[RENSA_CLASS_PRECISION] = rensa_map2 (RENSA_KERNEL_OP_DIV, n_hits, n_guessed, NULL, error);
  rates[RENSA_CLASS_RECALL] = rensa_map2 (RENSA_KERNEL_OP_DIV, n_hits, n_right, NULL, error);
  rates[RENSA_CLASS_FBETA] =
      rensa_map2 (RENSA_KERNEL_F_SCORE, rates[RENSA_CLASS_PRECISION], rates[RENSA_CLASS_RECALL], weights, error);
  rates[RENSA_CLASS_SUPPORT] = rensa_array_cast (n_right, RENSA_INT64, error);
  return rates[RENSA_CLASS_FBETA] != NULL && rates[RENSA_CLASS_SUPPORT] != NULL;
}

gboolean
rensa_class_rates_forward (RensaCall *call, GError **error)
{
  const RensaClassRule *rule = rensa_call_get_rule (call);
  const RensaClassRates *self = rensa_call_get_attrs (call);
  RensaArray *y = rensa_call_get_input (call, 0);
  RensaArray *t = rensa_call_get_input (call, 1);
  g_autoptr (RensaArray) best = rensa_reduce (RENSA_REDUCE_ARGMAX, y, 1u << 1, FALSE, error);
  g_autoptr (RensaArray) predicted = best != NULL ? flatten (best, error) : NULL;
  g_autoptr (RensaArray) labels = flatten (t, error);
  const gint64 n_classes = labels != NULL ? count_classes (self, labels, error) : -1;
  RensaArray *all[RENSA_CLASS_N_RATES] = { NULL };

  if (predicted == NULL || n_classes < 0 || !rensa_check_labels (rule->name, t, self->ignore_label, n_classes, error))
    return FALSE;
  if (compute (predicted, labels, self->ignore_label, n_classes, rule->has_beta ? self->beta : 1, all, error))
    for (int i = 0; i < rule->n_rates; i++)
      rensa_call_take_output (call, i, rensa_array_ref (all[rule->rates[i]]));
  for (int i = 0; i < RENSA_CLASS_N_RATES; i++)
    g_clear_pointer (&all[i], rensa_array_unref);
  return rensa_call_succeeded (call);
}
