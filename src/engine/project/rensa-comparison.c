/* rensa-comparison.c: whether a loss or accuracy can compare what a model gives with the labels.
 * SPDX-License-Identifier: MIT */

#include "rensa-comparison-private.h"
#include "rensa-type-check-private.h"

const char *const rensa_usual_losses[] = { "softmax_cross_entropy", "mean_squared_error", "sigmoid_cross_entropy",
                                           NULL };
const char *const rensa_usual_measures[] = { "accuracy", "r2_score", "binary_accuracy", NULL };

/* Those that compare the values of an example with one another: of one value alone they say nothing. */
static const char *const over_classes[] = { "softmax_cross_entropy", "label_smoothed_cross_entropy", "accuracy", NULL };

#define MAX_SUITED 2

gboolean
rensa_labels_are_classes (const RensaLabels *labels)
{
  return rensa_dtype_is_integer (labels->t.dtype);
}

/* What a model could give: for classes a value for each along the second axis, or one in place of the label; else as many
 * values as the label has. */
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

/* @total gets the shape of what is reported. */
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

/* Sentences */

/* "6×14×14 values" */
static char *
describe_values (const RensaType *type)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 1; i < type->shape.ndim; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 1 ? "×" : "", type->shape.dims[i]);
  if (type->shape.ndim < 2)
    return g_strdup ("a single number");
  g_string_append (text, strcmp (text->str, "1") == 0 ? " value" : " values");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The function cannot be used with such labels, whatever the model gives. */
static char *
word_unsuited (const RensaLabels *labels, const char *name, const GError *refusal)
{
  if (refusal != NULL && !g_error_matches (refusal, RENSA_ERROR, RENSA_ERROR_TYPE_CHECK))
    return g_strdup_printf ("%s cannot compare the model's output with the label: %s", name, refusal->message);
  return g_strdup_printf ("the label is %s, so %s does not fit.",
                          rensa_labels_are_classes (labels) ? "the number of a class" : "a value", name);
}

/* The model gives something else than the function compares with the label. */
static char *
word_misshapen (const RensaLabels *labels, const char *name, const char *last, const RensaType *y,
                const RensaType *wanted)
{
  g_autofree char *given = describe_values (y);
  g_autofree char *taken = describe_values (wanted);

  if (rensa_shape_equal (&y->shape, &wanted->shape))
    return g_strdup_printf ("%s gives %s, but %s takes %s.", last, rensa_dtype_get_name (y->dtype), name,
                            rensa_dtype_get_name (wanted->dtype));
  if (rensa_labels_are_classes (labels) && wanted->shape.ndim > labels->t.shape.ndim)
    return g_strdup_printf ("%s gives %s per example, but %s takes %s, one for each class.", last, given, name, taken);
  return g_strdup_printf ("%s gives %s per example, but the label has %s.", last, given, taken);
}

/* Mistakes */

/* Whether the choice of how values become one number is one that leaves several. */
static const char *
find_reduction (RensaAttrs *function)
{
  return rensa_component_find_attr (rensa_attrs_get_component (function), "reduce") != NULL ? "reduce" : NULL;
}

/* NULL where nothing is wrong. @attr: the attribute that is the cause, or NULL. */
static char *
word_mistake (RensaAttrs *function, const RensaLabels *labels, const char *last, const RensaType *y, gboolean is_final,
              const char **attr, GError **refusal)
{
  const char *name = rensa_attrs_get_component (function)->name;
  RensaType wanted;
  RensaShape total;
  const gboolean is_comparable = compare (labels, function, y, &total, refusal);
  g_autofree char *text = NULL;

  *attr = NULL;
  if (!rensa_labels_suit (labels, function, &wanted) && (!is_comparable || is_over_one (function, y)))
    return word_unsuited (labels, name, *refusal);
  if (!is_final)
    return NULL;
  if (!is_comparable)
    return word_misshapen (labels, name, last, y, &wanted);
  if (is_over_one (function, y) && labels->n_classes < 2)
    return g_strdup_printf ("%s gives 1 value per example; of one alone, %s says nothing.", last, name);
  if (rensa_shape_count (&total) == 1)
    return NULL;

  *attr = find_reduction (function);
  text = rensa_shape_to_string (&total);
  return g_strdup_printf ("%s gives %s, a number for each example, but one number for all is needed.", name, text);
}

static gboolean
check (RensaProject *project, const char *what, RensaAttrs *function, const RensaLabels *labels, const char *last,
       const RensaType *y, gboolean is_final)
{
  g_autoptr (GError) refusal = NULL;
  const char *attr;
  g_autofree char *text = function != NULL ? word_mistake (function, labels, last, y, is_final, &attr, &refusal) : NULL;
  RensaMistake *mistake;

  if (text == NULL)
    return TRUE;

  mistake = rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_COMPARISON, what, RENSA_ERROR_INVALID, "%s", text);
  mistake->detail = g_strdup (attr);
  mistake->raw = refusal != NULL ? rensa_type_check_find (refusal->message) : NULL;
  return FALSE;
}

/* Integers with one axis less than the output number the classes along its second axis. */
static gboolean
check_classes (RensaProject *project, RensaModelNode *last, const RensaType *y, const RensaLabels *labels)
{
  const gint64 n_classes = labels->n_classes;
  const gint64 n = y->shape.ndim > 1 ? y->shape.dims[1] : 0;
  RensaMistake *mistake;

  if (!rensa_labels_are_classes (labels) || labels->t.shape.ndim != y->shape.ndim - 1 || n_classes == 0
      || n == n_classes)
    return TRUE;

  mistake = rensa_model_add_mistake (project->model, last, RENSA_MISTAKE_CLASSES, RENSA_ERROR_INVALID,
                                     "%s gives %" G_GINT64_FORMAT " value%s per example, but the labels name "
                                     "%s%" G_GINT64_FORMAT " class%s.",
                                     last->name, n, n == 1 ? "" : "s", n > n_classes ? "only " : "", n_classes,
                                     n_classes == 1 ? "" : "es");
  mistake->is_hint = n > n_classes;
  return mistake->is_hint;
}

/* The accuracy is not worth a word where the loss says what is wrong. */
void
rensa_project_check_comparisons (RensaProject *project, RensaModelNode *last, const RensaType *y,
                                 const RensaLabels *labels, gboolean is_final)
{
  const char *name = last->name[0] != '\0' ? last->name : "the model";

  if (check (project, "loss", project->loss, labels, name, y, is_final)
      && (!is_final || check_classes (project, last, y, labels)))
    check (project, "accuracy", project->accuracy, labels, name, y, is_final);
}
