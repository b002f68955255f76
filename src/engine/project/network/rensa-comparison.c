/* rensa-comparison.c: checks that a loss or accuracy can compare the output of a model with the
 * labels.
 * SPDX-License-Identifier: MIT */

#include "rensa-comparison.h"

#include "rensa-network-faults.h"

const char *const rensa_usual_losses[] = { "softmax_cross_entropy", "mean_squared_error", "sigmoid_cross_entropy",
                                           NULL };

void
rensa_loss_find_label_range (RensaAttrs *loss, RensaDataUse *use)
{
  const RensaComponent *component = loss != NULL ? rensa_attrs_get_component (loss) : NULL;
  const char *range = component != NULL ? rensa_component_get_form (component, "labels") : NULL;
  char *high;

  if (range == NULL)
    return;
  use->loss = component->name;
  use->low = g_ascii_strtoll (range, &high, 10);
  use->high = g_ascii_strtoll (high, NULL, 10);
}
const char *const rensa_usual_measures[] = { "accuracy", "r2_score", "binary_accuracy", NULL };

/* Functions that compare the values of an example with one another; useless for a single value. */
static const char *const over_classes[] = { "softmax_cross_entropy", "label_smoothed_cross_entropy", "accuracy", NULL };

#define MAX_SUITED 2

gboolean
rensa_labels_are_classes (const RensaLabels *labels)
{
  return rensa_dtype_is_integer (labels->t.dtype);
}

/* Lists suitable outputs of a model: for classes, a value for each along the second axis, or one
 * instead of the label; otherwise as many values as the label has. */
static int
list_suited (const RensaLabels *labels, RensaType *outputs)
{
  RensaShape shape = labels->t.shape;
  int n = 0;

  if (rensa_labels_are_classes (labels) && shape.ndim >= 1 && shape.ndim < RENSA_MAX_NDIM)
    {
      memmove (shape.dims + 2, shape.dims + 1, (shape.ndim - 1) * sizeof *shape.dims);
      shape.dims[1] = MAX (labels->n_classes, 2);
      shape.ndim++;
      outputs[n++] = (RensaType){ .dtype = labels->dtype, .shape = shape };
    }
  outputs[n++] = (RensaType){ .dtype = labels->dtype, .shape = labels->t.shape };
  return n;
}

static gboolean
is_over_one (RensaAttrs *function, const RensaType *y)
{
  return g_strv_contains (over_classes, rensa_attrs_get_component (function)->name) && y->shape.ndim > 1
         && y->shape.dims[1] == 1;
}

/* @total receives the shape of the result. */
static gboolean
compare (const RensaLabels *labels, RensaAttrs *function, const RensaType *y, RensaShape *total, GError **error)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);
  const RensaType *const inputs[] = { y, &labels->t };
  RensaType outputs[2];

  if (rensa_function_infer (class, rensa_attrs_get_values (function), inputs, 2, outputs, 2, error) <= 0)
    return FALSE;
  *total = outputs[0].shape;
  return TRUE;
}

gboolean
rensa_labels_fit (const RensaLabels *labels, RensaAttrs *function, const RensaType *y)
{
  RensaShape total;

  return !is_over_one (function, y) && compare (labels, function, y, &total, NULL) && rensa_shape_count (&total) == 1;
}

gboolean
rensa_labels_suit (const RensaLabels *labels, RensaAttrs *function, RensaType *y)
{
  RensaType suited[MAX_SUITED];
  const int n = list_suited (labels, suited);
  RensaShape total;

  for (int i = 0; i < n; i++)
    if (!is_over_one (function, &suited[i]) && compare (labels, function, &suited[i], &total, NULL))
      {
        *y = suited[i];
        return TRUE;
      }
  return FALSE;
}

/* Faults */

/* The function cannot be used with these labels, regardless of the output of the model. */
static GError *
refuse_labels (const RensaLabels *labels, const char *name, const GError *refusal)
{
  RensaFault fault = { .code =
                           rensa_labels_are_classes (labels) ? &rensa_fault_label_class : &rensa_fault_label_value };

  if (refusal != NULL)
    fault.check = rensa_error_get_fault (refusal)->check;
  if (refusal != NULL && fault.check == NULL)
    {
      fault.code = &rensa_fault_no_comparison;
      fault.text = refusal->message;
    }
  fault.who = name;
  return rensa_error_new_fault (RENSA_ERROR_INVALID, &fault);
}

/* The function cannot compare the output of the model with the label. */
static GError *
refuse_output (const RensaLabels *labels, const char *name, const char *last, const RensaType *y,
               const RensaType *wanted, const GError *refusal)
{
  g_autofree char *given = rensa_fault_word_values (&y->shape);
  g_autofree char *taken = rensa_fault_word_values (&wanted->shape);
  RensaFault fault = {
    .code = &rensa_fault_gives_values, .who = last, .other = name, .expected = taken, .found = given
  };

  if ((y->n_sequences > 0) != (labels->t.n_sequences > 0))
    fault.code = y->n_sequences > 0 ? &rensa_fault_gives_sequence : &rensa_fault_gives_array;
  else if (rensa_shape_equal (&y->shape, &wanted->shape))
    {
      fault.code = &rensa_fault_gives_dtype;
      fault.found = rensa_dtype_get_name (y->dtype);
      fault.expected = rensa_dtype_get_name (wanted->dtype);
    }
  else if (rensa_labels_are_classes (labels) && wanted->shape.ndim > labels->t.shape.ndim)
    fault.code = &rensa_fault_gives_classes;
  fault.check = rensa_error_get_fault (refusal)->check;
  return rensa_error_new_fault (RENSA_ERROR_INVALID, &fault);
}

/* The result has several numbers, perhaps because of the choice of reduction. */
static GError *
refuse_total (RensaAttrs *function, const RensaShape *total)
{
  const RensaComponent *component = rensa_attrs_get_component (function);
  g_autofree char *text = rensa_shape_to_string (total);

  return rensa_error_new_fault (
      RENSA_ERROR_INVALID,
      &(RensaFault){ .code = &rensa_fault_many_numbers,
                     .who = component->name,
                     .attr = rensa_component_find_attr (component, "reduce") != NULL ? "reduce" : NULL,
                     .found = text });
}

/* Returns NULL if nothing is wrong. */
static GError *
find_fault (RensaAttrs *function, const RensaLabels *labels, const char *last, const RensaType *y, gboolean is_final)
{
  const char *name = rensa_attrs_get_component (function)->name;
  g_autoptr (GError) refusal = NULL;
  RensaType wanted;
  RensaShape total;
  const gboolean is_comparable = compare (labels, function, y, &total, &refusal);

  if (!rensa_labels_suit (labels, function, &wanted) && (!is_comparable || is_over_one (function, y)))
    return refuse_labels (labels, name, refusal);
  if (!is_final)
    return NULL;
  if (!is_comparable)
    return refuse_output (labels, name, last, y, &wanted, refusal);
  if (is_over_one (function, y) && labels->n_classes < 2)
    return rensa_error_new_fault (RENSA_ERROR_INVALID,
                                  &(RensaFault){ .code = &rensa_fault_one_value, .who = last, .other = name });
  return rensa_shape_count (&total) != 1 ? refuse_total (function, &total) : NULL;
}

static gboolean
check (RensaProject *project, const char *what, RensaAttrs *function, const RensaLabels *labels, const char *last,
       const RensaType *y, gboolean is_final)
{
  GError *error = function != NULL ? find_fault (function, labels, last, y, is_final) : NULL;

  if (error != NULL)
    rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_COMPARISON, what, error);
  return error == NULL;
}

/* Integer labels with one axis less than the output are class numbers along its second axis. */
static gboolean
check_classes (RensaProject *project, RensaModelNode *last, const RensaType *y, const RensaLabels *labels)
{
  const gint64 n_classes = labels->n_classes;
  const gint64 n = y->shape.ndim > 1 ? y->shape.dims[1] : 0;
  RensaMistake *mistake;

  if (!rensa_labels_are_classes (labels) || labels->t.shape.ndim != y->shape.ndim - 1 || n_classes == 0
      || n == n_classes)
    return TRUE;

  mistake = rensa_model_add_mistake_to (
      project->mistakes, project->model, last, RENSA_MISTAKE_CLASSES,
      &(RensaFault){ .code = n > n_classes ? &rensa_fault_many_classes : &rensa_fault_few_classes,
                     .who = last->name,
                     .n_found = { &rensa_count_values_each, n },
                     .n_expected = { &rensa_count_classes, n_classes } });
  mistake->is_hint = n > n_classes;
  return mistake->is_hint;
}

/* If the loss is wrong, the accuracy is not checked, because it would repeat the mistake. */
void
rensa_project_check_comparisons (RensaProject *project, RensaModelNode *last, const RensaType *y,
                                 const RensaLabels *labels, gboolean is_final)
{
  const char *name = last->name[0] != '\0' ? last->name : "the model";

  if (check (project, "loss", project->loss, labels, name, y, is_final)
      && (!is_final || check_classes (project, last, y, labels)))
    check (project, "accuracy", project->accuracy, labels, name, y, is_final);
}
