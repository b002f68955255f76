/* rensa-contraction.c: sums of products given by subscripts, computed as matrix products two
 * operands at a time.
 * SPDX-License-Identifier: MIT */

#include "rensa-equation-private.h"

#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-mean-private.h"

gboolean
rensa_labels_contain (const RensaLabels *labels, int label)
{
  for (int i = 0; i < labels->n; i++)
    if (labels->labels[i] == label)
      return TRUE;

  return FALSE;
}

RensaLabels
rensa_labels_unique (const RensaLabels *labels, int *places)
{
  RensaLabels unique = { .n = 0 };

  for (int i = 0; i < labels->n; i++)
    if (!rensa_labels_contain (&unique, labels->labels[i]))
      {
        if (places != NULL)
          places[unique.n] = i;
        unique.labels[unique.n++] = labels->labels[i];
      }

  return unique;
}

/* An array whose axes have distinct labels. */
typedef struct
{
  RensaArray *array;
  RensaLabels labels;
} Operand;

static void
operand_clear (Operand *operand)
{
  g_clear_pointer (&operand->array, rensa_array_unref);
}

/* Merges the axes of @shape and @strides that have the same label. */
static void
join_axes (const RensaLabels *labels, RensaArray *array, RensaShape *shape, gint64 *strides)
{
  const RensaLabels unique = rensa_labels_unique (labels, NULL);
  const RensaShape *dims = rensa_array_get_shape (array);
  const gint64 *steps = rensa_array_get_strides (array);

  shape->ndim = unique.n;
  for (int i = 0; i < unique.n; i++)
    {
      strides[i] = 0;
      for (int axis = 0; axis < labels->n; axis++)
        if (labels->labels[axis] == unique.labels[i])
          {
            shape->dims[i] = dims->dims[axis];
            strides[i] += steps[axis];
          }
    }
}

RensaArray *
rensa_labels_diagonal (const RensaLabels *labels, RensaArray *array)
{
  RensaShape shape;
  gint64 strides[RENSA_MAX_NDIM];

  join_axes (labels, array, &shape, strides);
  return rensa_array_view_strided (array, &shape, strides, 0);
}

/* Drops label @i and its axis, whose extent is 1. */
static void
drop_axis (Operand *operand, int i)
{
  RensaArray *smaller = rensa_array_view_squeeze (operand->array, 1u << i);

  rensa_array_unref (operand->array);
  operand->array = smaller;
  operand->labels.n--;
  for (int k = i; k < operand->labels.n; k++)
    operand->labels.labels[k] = operand->labels.labels[k + 1];
}

/* Sums over the labels of @operand that are not in @needed. */
static gboolean
sum_others (Operand *operand, const gboolean *needed, GError **error)
{
  RensaLabels rest = { .n = 0 };
  guint mask = 0;

  for (int i = 0; i < operand->labels.n; i++)
    {
      if (needed[operand->labels.labels[i]])
        rest.labels[rest.n++] = operand->labels.labels[i];
      else
        mask |= 1u << i;
    }
  if (mask == 0)
    return TRUE;

  RensaArray *sum = rensa_reduce (RENSA_REDUCE_SUM, operand->array, mask, FALSE, error);
  rensa_array_unref (operand->array);
  operand->array = sum;
  operand->labels = rest;
  return sum != NULL;
}

/* Keeps each label once, and drops those whose axis is broadcast. */
static gboolean
prepare (const RensaEquation *equation, int k, RensaArray *array, Operand *operand, GError **error)
{
  const gboolean computes = equation->n_operands > 1;
  g_autoptr (RensaArray) wide = computes ? rensa_array_widen (array, error) : rensa_array_ref (array);

  if (wide == NULL)
    return FALSE;

  operand->labels = rensa_labels_unique (&equation->operands[k], NULL);
  operand->array = rensa_labels_diagonal (&equation->operands[k], wide);
  for (int i = operand->labels.n - 1; i >= 0; i--)
    if (rensa_array_get_dim (operand->array, i) == 1 && equation->extents[operand->labels.labels[i]] != 1)
      drop_axis (operand, i);

  return TRUE;
}

/* Finds the labels still needed after operands @a and @b, or @a alone, are contracted. */
static void
find_needed (const RensaEquation *equation, const Operand *operands, int n, int a, int b, gboolean *needed)
{
  for (int label = 0; label < RENSA_N_LABELS; label++)
    needed[label] = rensa_labels_contain (&equation->output, label);
  for (int k = 0; k < n; k++)
    for (int i = 0; k != a && k != b && i < operands[k].labels.n; i++)
      needed[operands[k].labels.labels[i]] = TRUE;
}

/* The labels of two operands, grouped by how they are treated. */
typedef struct
{
  RensaLabels both; /* and the result */
  RensaLabels inner;
  RensaLabels left;
  RensaLabels right;
  int n_union;
  double work;
} Groups;

static void
append (RensaLabels *labels, int label)
{
  labels->labels[labels->n++] = label;
}

static Groups
find_groups (const RensaEquation *equation, const Operand *a, const Operand *b, const gboolean *needed)
{
  Groups groups = { .work = 1 };

  for (int i = 0; i < a->labels.n; i++)
    {
      const int label = a->labels.labels[i];
      const gboolean in_b = rensa_labels_contain (&b->labels, label);

      append (in_b ? needed[label] ? &groups.both : &groups.inner : &groups.left, label);
      groups.work *= (double) equation->extents[label];
    }
  for (int i = 0; i < b->labels.n; i++)
    if (!rensa_labels_contain (&a->labels, b->labels.labels[i]))
      {
        append (&groups.right, b->labels.labels[i]);
        groups.work *= (double) equation->extents[b->labels.labels[i]];
      }

  groups.n_union = groups.both.n + groups.inner.n + groups.left.n + groups.right.n;
  return groups;
}

static gint64
count_in (const RensaEquation *equation, const RensaLabels *labels)
{
  gint64 count = 1;

  for (int i = 0; i < labels->n; i++)
    count *= equation->extents[labels->labels[i]];

  return count;
}

static RensaLabels
join (const RensaLabels *a, const RensaLabels *b, const RensaLabels *c)
{
  const RensaLabels *const parts[] = { a, b, c };
  RensaLabels all = { .n = 0 };

  for (int k = 0; k < 3; k++)
    for (int i = 0; i < parts[k]->n; i++)
      append (&all, parts[k]->labels[i]);

  return all;
}

/* Returns a view with the axes in the order of @labels, which are all its labels. */
static RensaArray *
order_axes (const Operand *operand, const RensaLabels *labels)
{
  int order[RENSA_MAX_NDIM] = { 0 };

  for (int i = 0; i < labels->n; i++)
    for (int axis = 0; axis < operand->labels.n; axis++)
      if (operand->labels.labels[axis] == labels->labels[i])
        order[i] = axis;

  return rensa_array_view_transpose (operand->array, order);
}

/* Returns a view with an axis for each of @labels, of extent 1 if the operand lacks it. */
static RensaArray *
align_axes (const Operand *operand, const RensaLabels *labels)
{
  RensaLabels own = { .n = 0 };
  guint missing = 0;

  for (int i = 0; i < labels->n; i++)
    {
      if (rensa_labels_contain (&operand->labels, labels->labels[i]))
        append (&own, labels->labels[i]);
      else
        missing |= 1u << i;
    }

  g_autoptr (RensaArray) ordered = order_axes (operand, &own);
  return rensa_array_view_expand (ordered, missing);
}

/* Multiplies elementwise, then sums over the inner labels; for pairs without inner labels, or with
 * nothing else. */
static gboolean
multiply_elements (const Groups *groups, const Operand *a, const Operand *b, Operand *result, GError **error)
{
  const RensaLabels free = join (&groups->both, &groups->left, &groups->right);
  const RensaLabels none = { .n = 0 };
  const RensaLabels all = join (&free, &groups->inner, &none);
  const guint mask = ((1u << all.n) - 1) & ~((1u << free.n) - 1);
  g_autoptr (RensaArray) left = align_axes (a, &all);
  g_autoptr (RensaArray) right = align_axes (b, &all);
  g_autoptr (RensaArray) product = rensa_map2 (RENSA_KERNEL_OP_MUL, left, right, NULL, error);

  result->labels = free;
  result->array = mask == 0 ? g_steal_pointer (&product) : rensa_reduce (RENSA_REDUCE_SUM, product, mask, FALSE, error);
  return result->array != NULL;
}

/* Returns the extents of the common labels, merged into one if a matrix would otherwise have too
 * many axes. */
static RensaShape
get_batch (const RensaEquation *equation, const RensaLabels *both)
{
  RensaShape batch = { .ndim = both->n };

  for (int i = 0; i < both->n; i++)
    batch.dims[i] = equation->extents[both->labels[i]];

  return both->n <= RENSA_MAX_NDIM - 2 ? batch : RENSA_SHAPE (count_in (equation, both));
}

/* Makes matrices of @rows and @columns; as columns and rows, with *@transposed, if that avoids a copy. */
static RensaArray *
make_matrices (const RensaEquation *equation, const Operand *operand, const RensaLabels *both, const RensaLabels *rows,
               const RensaLabels *columns, gboolean *transposed, GError **error)
{
  RensaShape shape = get_batch (equation, both);
  g_autoptr (RensaArray) ordered = NULL;

  shape.ndim += 2;
  for (int turn = 1; turn >= 0; turn--)
    {
      const RensaLabels *down = turn ? columns : rows;
      const RensaLabels *across = turn ? rows : columns;
      const RensaLabels labels = join (both, down, across);
      RensaArray *view;

      g_clear_pointer (&ordered, rensa_array_unref);
      ordered = order_axes (operand, &labels);
      shape.dims[shape.ndim - 2] = count_in (equation, down);
      shape.dims[shape.ndim - 1] = count_in (equation, across);
      view = rensa_array_view_reshape (ordered, &shape);
      *transposed = turn;
      if (view != NULL)
        return view;
    }

  return rensa_array_reshape (ordered, &shape, error);
}

static gboolean
multiply_matrices (const RensaEquation *equation, const Groups *groups, const Operand *a, const Operand *b,
                   Operand *result, GError **error)
{
  RensaShape shape;
  gboolean transa;
  gboolean transb;
  g_autoptr (RensaArray) left =
      make_matrices (equation, a, &groups->both, &groups->left, &groups->inner, &transa, error);
  g_autoptr (RensaArray) right =
      left == NULL ? NULL : make_matrices (equation, b, &groups->both, &groups->inner, &groups->right, &transb, error);
  g_autoptr (RensaArray) product = right == NULL ? NULL : rensa_matmul_arrays (left, right, transa, transb, error);

  result->labels = join (&groups->both, &groups->left, &groups->right);
  shape.ndim = result->labels.n;
  for (int i = 0; i < shape.ndim; i++)
    shape.dims[i] = equation->extents[result->labels.labels[i]];
  result->array = rensa_array_reshape (product, &shape, error);
  return result->array != NULL;
}

/* Chooses the cheapest pair and its groups. FALSE if each would have too many axes. */
static gboolean
choose_pair (const RensaEquation *equation, const Operand *operands, int n, int *first, int *second, Groups *best)
{
  gboolean found = FALSE;

  for (int a = 0; a < n; a++)
    for (int b = a + 1; b < n; b++)
      {
        gboolean needed[RENSA_N_LABELS];
        Groups groups;

        find_needed (equation, operands, n, a, b, needed);
        groups = find_groups (equation, &operands[a], &operands[b], needed);
        if (groups.n_union - groups.inner.n > RENSA_MAX_NDIM || (found && groups.work >= best->work))
          continue;
        found = TRUE;
        *best = groups;
        *first = a;
        *second = b;
      }

  return found;
}

/* Contracts two operands into one, stored at the position of the first. */
static gboolean
contract_pair (const RensaEquation *equation, Operand *operands, int n, GError **error)
{
  Groups groups;
  int a;
  int b;
  Operand result = { NULL };

  if (!choose_pair (equation, operands, n, &a, &b, &groups))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s: every product of two operands has more than %d axes, so the computation cannot start"),
                       "einsum", RENSA_MAX_NDIM);
      return FALSE;
    }

  const gboolean elementwise = groups.inner.n == 0 || (groups.left.n == 0 && groups.right.n == 0);
  if (!(elementwise ? multiply_elements (&groups, &operands[a], &operands[b], &result, error)
                    : multiply_matrices (equation, &groups, &operands[a], &operands[b], &result, error)))
    return FALSE;

  operand_clear (&operands[a]);
  operand_clear (&operands[b]);
  operands[a] = result;
  operands[b] = operands[n - 1];
  operands[n - 1].array = NULL;
  return TRUE;
}

static gboolean
contract_all (const RensaEquation *equation, Operand *operands, RensaArray *const *arrays, GError **error)
{
  const int n = equation->n_operands;
  gboolean needed[RENSA_N_LABELS];

  for (int k = 0; k < n; k++)
    if (!prepare (equation, k, arrays[k], &operands[k], error))
      return FALSE;
  for (int k = 0; k < n; k++)
    {
      find_needed (equation, operands, n, k, k, needed);
      if (!sum_others (&operands[k], needed, error))
        return FALSE;
    }
  for (int left = n; left > 1; left--)
    if (!contract_pair (equation, operands, left, error))
      return FALSE;

  return TRUE;
}

RensaArray *
rensa_equation_contract (const RensaEquation *equation, RensaArray *const *operands, GError **error)
{
  Operand work[RENSA_EQUATION_MAX_OPERANDS] = { { NULL } };
  g_autoptr (RensaArray) y = NULL;

  if (contract_all (equation, work, operands, error))
    y = order_axes (&work[0], &equation->output);
  for (int k = 0; k < equation->n_operands; k++)
    operand_clear (&work[k]);

  return rensa_array_cast (y, rensa_array_get_dtype (operands[0]), error);
}
