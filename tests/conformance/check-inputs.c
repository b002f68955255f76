/* check-inputs.c: what functions do with inputs that are odd or wrong.
 * SPDX-License-Identifier: MIT */

#include "check-descriptors.h"

#include <string.h>

#include "calls.h"
#include "rensa-error.h"
#include "rensa-primitives.h"

/* Refused by the type check with a sentence; or taken, and then also computed, unless a value is out of range. */
static void
assert_taken_or_refused (const Call *call)
{
  g_autofree char *start = g_strdup_printf ("%s: Expect: ", call->class->name);
  g_autoptr (GError) error = NULL;
  g_auto (Results) results = { 0 };
  RensaType types[MAX_OUTPUTS];

  if (rensa_example_infer (call, types, &error) >= 0)
    {
      if (!call_apply (call, FALSE, &results, &error))
        g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
      return;
    }
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_TYPE_CHECK);
  if (!g_str_has_prefix (error->message, start) || strstr (error->message, ", Actual: ") == NULL)
    {
      g_test_message ("no sentence of a type check: %s", error->message);
      g_test_fail ();
    }
}

/* Where the type check takes arrays without elements, the call does, too. */
void
check_empty (const RensaFunctionClass *class)
{
  for (guint i = 0; i < class->n_samples; i++)
    {
      gint64 extents[MAX_INPUTS * RENSA_MAX_NDIM];
      g_auto (Call) call = { 0 };
      int n;

      call_init (&call, class, i);
      n = rensa_example_get_extents (&call, extents);
      for (int j = 0; j < n; j++)
        {
          g_auto (Call) empty = { 0 };

          g_assert_true (rensa_example_resize (&call, extents[j], 0, &empty, NULL));
          assert_taken_or_refused (&empty);
        }
    }
}

static RensaArray *
get_input (const Call *call, int i)
{
  return call->inputs[i] != NULL ? rensa_array_ref (call->inputs[i]) : NULL;
}

/* @call with input @i replaced by @array, which is taken over. */
static void
replace (const Call *call, int i, RensaArray *array, Call *changed)
{
  RensaArray *inputs[MAX_INPUTS];

  for (int j = 0; j < call->n_inputs; j++)
    inputs[j] = j == i ? array : get_input (call, j);
  rensa_example_init_with (changed, call, inputs, call->n_inputs);
}

static void
try_replacing (const Call *call, int i, RensaArray *array)
{
  g_auto (Call) changed = { 0 };

  replace (call, i, array, &changed);
  assert_taken_or_refused (&changed);
}

static void
try_dtypes (const Call *call, int i)
{
  for (RensaDtype dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    try_replacing (call, i, rensa_array_cast (call->inputs[i], dtype, NULL));
}

static void
try_ranks (const Call *call, int i)
{
  RensaArray *array = call->inputs[i];
  const int ndim = rensa_array_get_ndim (array);
  RensaSlice first[RENSA_MAX_NDIM];

  for (int axis = 0; axis < RENSA_MAX_NDIM; axis++)
    first[axis] = (RensaSlice){ .kind = RENSA_SLICE_INDEX };
  for (int n = 1; n <= ndim; n++)
    try_replacing (call, i, rensa_array_view_slice (array, first, n, NULL));
  try_replacing (call, i, rensa_array_view_expand (array, 1));
  try_replacing (call, i, rensa_array_view_expand (array, 1u << ndim));
}

static void
try_extents (const Call *call, int i)
{
  const int ndim = rensa_array_get_ndim (call->inputs[i]);

  for (int axis = 0; axis < ndim; axis++)
    {
      const gint64 dim = rensa_array_get_dim (call->inputs[i], axis);
      g_auto (Call) wider = { 0 };

      /* This widens other axes of the same extent with it; those are cut off again. */
      g_assert_true (rensa_example_resize (call, dim, dim + 1, &wider, NULL));
      for (int other = 0; other < ndim; other++)
        {
          const gint64 extent = other == axis ? dim + 1 : rensa_array_get_dim (call->inputs[i], other);
          RensaArray *cut = rensa_array_view_range (wider.inputs[i], other, 0, extent);

          rensa_array_unref (wider.inputs[i]);
          wider.inputs[i] = cut;
        }
      try_replacing (call, i, rensa_array_ref (wider.inputs[i]));
    }
}

static void
try_counts (const Call *call)
{
  for (int n = 0; n <= call->n_inputs + 1; n++)
    {
      RensaArray *inputs[MAX_INPUTS];
      g_auto (Call) changed = { 0 };

      for (int i = 0; i < n; i++)
        inputs[i] = get_input (call, MIN (i, call->n_inputs - 1));
      rensa_example_init_with (&changed, call, inputs, n);
      assert_taken_or_refused (&changed);
    }
}

/* Every axis of extent @from gets @to in the types alone; FALSE where no array has one of these types. */
static gboolean
stretch (const Call *call, gint64 from, gint64 to, RensaType *types, const RensaType **pointers)
{
  gboolean fits = TRUE;

  for (int i = 0; i < call->n_inputs; i++)
    {
      pointers[i] = NULL;
      if (call->inputs[i] == NULL)
        continue;
      types[i] = rensa_array_get_type (call->inputs[i]);
      for (int axis = 0; axis < types[i].shape.ndim; axis++)
        types[i].shape.dims[axis] = types[i].shape.dims[axis] == from ? to : types[i].shape.dims[axis];
      fits = fits && rensa_shape_check (&types[i].shape, types[i].dtype, NULL);
      pointers[i] = &types[i];
    }
  return fits;
}

/* Extents near the largest that an array may have, and beyond: the type check must not calculate past the largest integer,
 * which the sanitizer would see, and refuses with a sentence what has no size. */
static void
try_enormous (const Call *call)
{
  gint64 extents[RENSA_EXAMPLE_MAX_EXTENTS];
  const int n = rensa_example_get_extents (call, extents);

  for (int k = 0; k < n; k++)
    for (gint64 to = G_MAXINT64; to > G_MAXINT32; to /= 4)
      {
        RensaType types[RENSA_EXAMPLE_MAX_INPUTS];
        RensaType outputs[RENSA_EXAMPLE_MAX_OUTPUTS];
        const RensaType *pointers[RENSA_EXAMPLE_MAX_INPUTS];
        g_autoptr (GError) error = NULL;
        const gboolean fits = stretch (call, extents[k], to, types, pointers);
        const int n_outputs = rensa_function_infer (call->class, rensa_example_get_values (call), pointers,
                                                    call->n_inputs, outputs, RENSA_EXAMPLE_MAX_OUTPUTS, &error);

        g_assert_true (fits || n_outputs < 0);
        g_assert_true ((n_outputs < 0) == (error != NULL));
      }
}

void
check_rejects (const RensaFunctionClass *class)
{
  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Call) call = { 0 };

      call_init (&call, class, i);
      try_counts (&call);
      try_enormous (&call);
      for (int j = 0; j < call.n_inputs; j++)
        {
          if (call.inputs[j] == NULL)
            continue;
          try_dtypes (&call, j);
          try_ranks (&call, j);
          try_extents (&call, j);
        }
    }
}

static void
try_label (const Call *call, int i, double label)
{
  g_autoptr (GError) error = NULL;
  g_auto (Call) changed = { 0 };
  g_auto (Results) results = { 0 };

  replace (call, i, rensa_array_full (RENSA_INT32, rensa_array_get_shape (call->inputs[i]), label, NULL), &changed);
  if (!call_apply (&changed, FALSE, &results, &error))
    g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

/* Labels and indices that no class has: an error or a result, but nothing is read or written that lies outside. */
void
check_wild_labels (const RensaFunctionClass *class)
{
  static const double labels[] = { G_MININT32, -1000, -2, -1, 3, 1000, G_MAXINT32 };

  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Call) call = { 0 };

      call_init (&call, class, i);
      for (int j = 0; j < call.n_inputs; j++)
        {
          if (call.inputs[j] == NULL)
            continue;
          for (guint k = 0; rensa_array_get_dtype (call.inputs[j]) == RENSA_INT32 && k < G_N_ELEMENTS (labels); k++)
            try_label (&call, j, labels[k]);
        }
    }
}
