/* rensa-equation.c: sums of products given by subscripts: parsing, types, gradients.
 * SPDX-License-Identifier: MIT */

#include "rensa-equation-private.h"

#include "rensa-axes-private.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-language.h"

#include <string.h>

/* Parsed subscripts, not yet bound to shapes. */
typedef struct
{
  int n;
  const char *letters[RENSA_MAX_NDIM]; /* pointers into the text */
  int ellipsis;                        /* number of letters before it; -1 for none */
} Term;

typedef struct
{
  const char *text;
  int n_operands;
  Term operands[RENSA_EQUATION_MAX_OPERANDS];
  gboolean has_output;
  Term output;
} Subscripts;

/* Sorts capitals first, like NumPy. */
static int
get_label (char letter)
{
  return g_ascii_isupper (letter) ? letter - 'A' : letter - 'a' + RENSA_N_LETTERS / 2;
}

static char
get_letter (int label)
{
  return (char) (label < RENSA_N_LETTERS / 2 ? 'A' + label : 'a' + label - RENSA_N_LETTERS / 2);
}

/* Reports "einsum, column 3 of “ij?”: expected WHAT, found “?”". */
static gboolean
fail_at (const Subscripts *self, const char *at, const char *what, GError **error)
{
  const char *end = *at != '\0' ? g_utf8_next_char (at) : at;
  g_autofree char *found = *at != '\0' ? g_strdup_printf ("“%.*s”", (int) (end - at), at) : g_strdup (_ ("the end"));

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s, column %d of “%s”: expected %s, found %s"), "einsum",
                   (int) (at - self->text) + 1, self->text, what, found);
  return FALSE;
}

/* Reads one term, up to a comma, an arrow or the end. */
static gboolean
read_term (const Subscripts *self, const char **at, Term *term, GError **error)
{
  *term = (Term){ .ellipsis = -1 };

  for (;; (*at)++)
    {
      if (**at == ' ')
        continue;
      if (g_str_has_prefix (*at, "..."))
        {
          if (term->ellipsis >= 0)
            return fail_at (self, *at, _ ("no second “...”"), error);
          term->ellipsis = term->n;
          *at += 2;
        }
      else if (g_ascii_isalpha (**at))
        {
          if (term->n == RENSA_MAX_NDIM)
            return fail_at (self, *at, _ ("no more letters than an array can have axes"), error);
          term->letters[term->n++] = *at;
        }
      else if (**at == '\0' || **at == ',' || g_str_has_prefix (*at, "->"))
        return TRUE;
      else
        return fail_at (self, *at, _ ("a letter, “...”, a comma or “->”"), error);
    }
}

/* Searches the first @n letters. */
static gboolean
term_has (const Term *term, int n, char letter)
{
  for (int i = 0; i < n; i++)
    if (*term->letters[i] == letter)
      return TRUE;

  return FALSE;
}

static gboolean
check_output (const Subscripts *self, GError **error)
{
  for (int i = 0; i < self->output.n; i++)
    {
      const char *at = self->output.letters[i];
      gboolean known = FALSE;

      for (int k = 0; k < self->n_operands; k++)
        known = known || term_has (&self->operands[k], self->operands[k].n, *at);
      if (!known)
        return fail_at (self, at, _ ("a letter used in an operand"), error);
      if (term_has (&self->output, i, *at))
        return fail_at (self, at, _ ("a letter not yet used in the output"), error);
    }

  return TRUE;
}

static gboolean
read_subscripts (Subscripts *self, const char *text, GError **error)
{
  const char *at = text;

  *self = (Subscripts){ .text = text };
  do
    {
      if (self->n_operands == RENSA_EQUATION_MAX_OPERANDS)
        return fail_at (self, at, _ ("no further operands"), error);
      if (!read_term (self, &at, &self->operands[self->n_operands++], error))
        return FALSE;
    }
  while (*at++ == ',');

  at--;
  if (*at == '\0')
    return TRUE;

  at += 2;
  self->has_output = TRUE;
  if (!read_term (self, &at, &self->output, error))
    return FALSE;
  if (*at != '\0')
    return fail_at (self, at, _ ("the end after the output"), error);

  return check_output (self, error);
}

/* Expands the ellipsis to @n_ellipsis axes. */
static RensaLabels
expand (const Term *term, int n_ellipsis)
{
  RensaLabels result = { .n = 0 };

  for (int i = 0; i <= term->n; i++)
    {
      for (int k = n_ellipsis - 1; i == term->ellipsis && k >= 0; k--)
        result.labels[result.n++] = RENSA_N_LETTERS + k;
      if (i < term->n)
        result.labels[result.n++] = get_label (*term->letters[i]);
    }

  return result;
}

/* Without an arrow: the axes of ellipses, then the letters that occur once, in order. */
static Term
find_output (const Subscripts *self)
{
  const char *single[RENSA_N_LETTERS] = { NULL };
  int counts[RENSA_N_LETTERS] = { 0 };
  Term output = { .n = 0, .ellipsis = 0 };

  for (int k = 0; k < self->n_operands; k++)
    for (int i = 0; i < self->operands[k].n; i++)
      {
        const int label = get_label (*self->operands[k].letters[i]);

        counts[label]++;
        single[label] = self->operands[k].letters[i];
      }

  for (int label = 0; label < RENSA_N_LETTERS; label++)
    if (counts[label] == 1)
      {
        if (output.n < RENSA_MAX_NDIM)
          output.letters[output.n] = single[label];
        output.n++;
      }

  return output;
}

static gboolean
fail_count (RensaInference *inference, const Subscripts *self, GError **error, int n)
{
  g_autofree char *expect = g_strdup_printf ("%d operands for \"%s\"", self->n_operands, self->text);

  return rensa_inference_fail_text (inference, error, expect, "%d operands", n);
}

static gboolean
expect_axes_of_operand (RensaInference *inference, const Term *term, int k, int ndim, GError **error)
{
  const gboolean fits = term->ellipsis >= 0 ? ndim >= term->n : ndim == term->n;
  g_autofree char *expect = NULL;

  if (fits)
    return TRUE;

  expect = g_strdup_printf ("operands[%d].ndim %s %d", k, term->ellipsis >= 0 ? ">=" : "==", term->n);
  return rensa_inference_fail_text (inference, error, expect, "%d", ndim);
}

/* Records the extents of an operand. Extent 1 is overridden by any other, but not between axes of
 * one operand. */
static gboolean
enter_extents (RensaInference *inference, RensaEquation *equation, int k, const RensaShape *shape, GError **error)
{
  const RensaLabels *labels = &equation->operands[k];

  for (int i = 0; i < labels->n; i++)
    {
      const int label = labels->labels[i];
      const gint64 extent = shape->dims[i];
      gint64 *known = &equation->extents[label];
      gint64 other = *known;
      gboolean own = FALSE;
      g_autofree char *expect = NULL;

      for (int earlier = 0; earlier < i && !own; earlier++)
        if (labels->labels[earlier] == label)
          {
            other = shape->dims[earlier];
            own = TRUE;
          }
      if (other == extent || (!own && (other == 1 || extent == 1)))
        {
          *known = *known == 1 ? extent : *known;
          continue;
        }

      expect = label < RENSA_N_LETTERS ? g_strdup_printf ("equal extents of subscript %c", get_letter (label))
                                       : g_strdup ("extents of \"...\" that broadcast together");
      return rensa_inference_fail_text (
          inference, error, expect, "%" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " (operands[%d])", other, extent, k);
    }

  return TRUE;
}

/* @inference is NULL if the operands are known to fit. */
static gboolean
bind (RensaEquation *equation, const Subscripts *self, const RensaShape *shapes, int n, RensaInference *inference,
      GError **error)
{
  const Term output = self->has_output ? self->output : find_output (self);
  int n_ellipsis = 0;

  if (n != self->n_operands)
    return fail_count (inference, self, error, n);

  equation->n_operands = n;
  for (int label = 0; label < RENSA_N_LABELS; label++)
    equation->extents[label] = 1;
  for (int k = 0; k < n; k++)
    {
      const Term *term = &self->operands[k];

      if (!expect_axes_of_operand (inference, term, k, shapes[k].ndim, error))
        return FALSE;
      equation->operands[k] = expand (term, shapes[k].ndim - term->n);
      if (!enter_extents (inference, equation, k, &shapes[k], error))
        return FALSE;
      n_ellipsis = MAX (n_ellipsis, shapes[k].ndim - term->n);
    }

  if (n_ellipsis > 0 && output.ellipsis < 0)
    return rensa_inference_fail_text (inference, error, "\"...\" in the output, as in the operands", "\"%s\"",
                                      self->text);
  if (n_ellipsis + output.n > RENSA_MAX_NDIM)
    return rensa_inference_fail_text (inference, error, "y.ndim <= " G_STRINGIFY (RENSA_MAX_NDIM), "%d",
                                      n_ellipsis + output.n);

  equation->output = expand (&output, n_ellipsis);
  return TRUE;
}

void
rensa_equation_read (RensaEquation *equation, const char *subscripts, const RensaShape *shapes, int n)
{
  Subscripts self;

  if (!read_subscripts (&self, subscripts, NULL) || !bind (equation, &self, shapes, n, NULL, NULL))
    g_return_if_reached ();
}

static gboolean
expect_dtypes (RensaInference *inference, GError **error)
{
  for (int k = 0; k < rensa_inference_get_n_inputs (inference); k++)
    if (!rensa_expect_floating (inference, k, error) || (k > 0 && !rensa_expect_same_dtype (inference, 0, k, error)))
      return FALSE;

  return TRUE;
}

gboolean
rensa_equation_infer (RensaInference *inference, const char *subscripts, GError **error)
{
  const int n = rensa_inference_get_n_inputs (inference);
  RensaShape shapes[RENSA_EQUATION_MAX_OPERANDS];
  RensaShape y;
  RensaEquation equation;
  Subscripts self;

  if (!read_subscripts (&self, subscripts, error) || !expect_dtypes (inference, error))
    return FALSE;
  if (n != self.n_operands)
    return fail_count (inference, &self, error, n);

  for (int k = 0; k < n; k++)
    shapes[k] = rensa_inference_get_input (inference, k)->shape;
  if (!bind (&equation, &self, shapes, n, inference, error))
    return FALSE;

  y.ndim = equation.output.n;
  for (int i = 0; i < y.ndim; i++)
    y.dims[i] = equation.extents[equation.output.labels[i]];
  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &y);
  return TRUE;
}

gboolean
rensa_equation_forward (RensaCall *call, const char *subscripts, GError **error)
{
  const int n = rensa_call_get_n_inputs (call);
  RensaArray *operands[RENSA_EQUATION_MAX_OPERANDS];
  RensaShape shapes[RENSA_EQUATION_MAX_OPERANDS];
  RensaEquation equation;

  for (int k = 0; k < n; k++)
    {
      operands[k] = rensa_call_get_input (call, k);
      shapes[k] = *rensa_array_get_shape (operands[k]);
      for (int other = 0; other < n; other++)
        if (other != k && rensa_call_needs_grad (call, other))
          rensa_call_retain_input (call, k);
    }

  rensa_equation_read (&equation, subscripts, shapes, n);
  rensa_call_take_output (call, 0, rensa_equation_contract (&equation, operands, error));
  return rensa_call_succeeded (call);
}

/* Adjoint of a diagonal: zeros except on it */

typedef struct
{
  RensaLabels labels;
  RensaShape shape;
} Spread;

static gboolean
infer_spread (RensaInference *inference, GError **error)
{
  const Spread *self = rensa_inference_get_attrs (inference);

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 0)->dtype, &self->shape);
  return TRUE;
}

static gboolean
forward_spread (RensaCall *call, GError **error)
{
  const Spread *self = rensa_call_get_attrs (call);
  const RensaType *type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) y = rensa_array_zeros (type->dtype, &type->shape, error);
  g_autoptr (RensaArray) diagonal = y != NULL ? rensa_labels_diagonal (&self->labels, y) : NULL;

  if (diagonal == NULL || !rensa_array_assign (diagonal, rensa_call_get_input (call, 0), error))
    return FALSE;

  rensa_call_take_output (call, 0, g_steal_pointer (&y));
  return rensa_call_succeeded (call);
}

/* Appends subscripts as text, with letters for the axes of ellipses, too. */
static void
append_labels (GString *text, const RensaLabels *labels, const char *letters)
{
  for (int i = 0; i < labels->n; i++)
    g_string_append_c (text, letters[labels->labels[i]]);
}

/* Chooses letters that are not labels of @equation for the axes of ellipses. */
static void
choose_letters (const RensaEquation *equation, char letters[RENSA_N_LABELS])
{
  gboolean used[RENSA_N_LETTERS] = { FALSE };
  int next = 0;

  for (int k = 0; k < equation->n_operands; k++)
    for (int i = 0; i < equation->operands[k].n; i++)
      if (equation->operands[k].labels[i] < RENSA_N_LETTERS)
        used[equation->operands[k].labels[i]] = TRUE;

  for (int label = 0; label < RENSA_N_LETTERS; label++)
    letters[label] = get_letter (label);
  for (int k = 0; k < RENSA_MAX_NDIM; k++, next++)
    {
      while (next < RENSA_N_LETTERS && used[next])
        next++;
      letters[RENSA_N_LETTERS + k] = next < RENSA_N_LETTERS ? get_letter (next) : '?';
    }
}

static gboolean
backward_spread (RensaBackward *backward, GError **error)
{
  const Spread *self = rensa_backward_get_attrs (backward);
  const RensaLabels unique = rensa_labels_unique (&self->labels, NULL);
  RensaEquation equation = { .n_operands = 1, .operands = { self->labels } };
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (GString) text = g_string_new (NULL);
  char letters[RENSA_N_LABELS];

  choose_letters (&equation, letters);
  append_labels (text, &self->labels, letters);
  g_string_append (text, "->");
  append_labels (text, &unique, letters);

  rensa_backward_take_grad_input (backward, 0, rensa_einsum (text->str, &gy, 1, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass spread_class = {
  .name = "einsum_spread",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  .attrs_size = sizeof (Spread),
  .infer = infer_spread,
  .forward = forward_spread,
  .backward = backward_spread,
};

/* TRUE if the product of gy and the operands other than @k covers the full extent of @label. */
static gboolean
is_told_by_others (const RensaEquation *equation, const RensaShape *shapes, int k, int label)
{
  if (rensa_labels_contain (&equation->output, label))
    return TRUE;

  for (int other = 0; other < equation->n_operands; other++)
    for (int i = 0; other != k && i < equation->operands[other].n; i++)
      if (equation->operands[other].labels[i] == label && shapes[other].dims[i] == equation->extents[label])
        return TRUE;

  return FALSE;
}

/* Expands @product, which has the labels of @told, along the other labels of operand @k by
 * repetition, with zeros off the diagonals. */
static RensaVariable *
complete_grad (RensaVariable *product, const RensaLabels *told, const RensaLabels *labels, const RensaShape *shape,
               GError **error)
{
  int places[RENSA_MAX_NDIM];
  const RensaLabels unique = rensa_labels_unique (labels, places);
  const Spread spread = { .labels = *labels, .shape = *shape };
  RensaShape aligned = { .ndim = unique.n };
  RensaShape repeated = { .ndim = unique.n };

  for (int i = 0; i < unique.n; i++)
    {
      repeated.dims[i] = shape->dims[places[i]];
      aligned.dims[i] = rensa_labels_contain (told, unique.labels[i]) ? repeated.dims[i] : 1;
    }

  g_autoptr (RensaVariable) in_place = rensa_reshape (product, &aligned, error);
  g_autoptr (RensaVariable) grad = rensa_broadcast_to (in_place, &repeated, error);

  return unique.n < labels->n ? rensa_apply1 (&spread_class, &spread, grad, error) : g_steal_pointer (&grad);
}

/* Multiplies gy by all other operands and sums over the labels that operand @k does not have. */
static RensaVariable *
new_grad (RensaBackward *backward, const RensaEquation *equation, const RensaShape *shapes, int k, GError **error)
{
  RensaVariable *factors[RENSA_EQUATION_MAX_OPERANDS];
  int places[RENSA_MAX_NDIM];
  const RensaLabels unique = rensa_labels_unique (&equation->operands[k], places);
  RensaLabels told = { .n = 0 };
  char letters[RENSA_N_LABELS];
  g_autoptr (GString) text = g_string_new (NULL);
  int n = 0;

  for (int i = 0; i < unique.n; i++)
    if (shapes[k].dims[places[i]] == equation->extents[unique.labels[i]]
        && is_told_by_others (equation, shapes, k, unique.labels[i]))
      told.labels[told.n++] = unique.labels[i];

  choose_letters (equation, letters);
  factors[n++] = rensa_backward_get_grad_output (backward, 0);
  append_labels (text, &equation->output, letters);
  for (int other = 0; other < equation->n_operands; other++)
    if (other != k)
      {
        factors[n++] = rensa_backward_get_input (backward, other);
        g_string_append_c (text, ',');
        append_labels (text, &equation->operands[other], letters);
      }
  g_string_append (text, "->");
  append_labels (text, &told, letters);

  g_autoptr (RensaVariable) product = rensa_einsum (text->str, factors, n, error);
  return complete_grad (product, &told, &equation->operands[k], &shapes[k], error);
}

gboolean
rensa_equation_backward (RensaBackward *backward, const char *subscripts, GError **error)
{
  const int n = rensa_backward_get_n_inputs (backward);
  RensaShape shapes[RENSA_EQUATION_MAX_OPERANDS];
  RensaEquation equation;

  for (int k = 0; k < n; k++)
    shapes[k] = rensa_backward_get_input_type (backward, k).shape;
  rensa_equation_read (&equation, subscripts, shapes, n);

  for (int k = 0; k < n; k++)
    if (rensa_backward_needs_grad (backward, k))
      rensa_backward_take_grad_input (backward, k, new_grad (backward, &equation, shapes, k, error));

  return rensa_backward_succeeded (backward);
}
