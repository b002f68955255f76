/* rensa-ctc-composed.c: the sum over all paths in differentiable functions.
 * SPDX-License-Identifier: MIT */

#include "rensa-ctc-private.h"

#include <math.h>

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Replaces ln 0, whose slope would be NaN. */
#define LOG_ZERO (-1e30)

/* index kernel: ctc_skip (int path; nothing) -> y */
KERNEL real
ctc_skip (const k_index *at, k_int_view path, real nothing)
{
  const k_index s = at[1];
  const k_index *label = path.data + at[0] * path.strides[0] + s * path.strides[1];

  if (s < 2 || label[0] == label[-path.strides[1]] || label[0] == label[-2 * path.strides[1]])
    return nothing;
  return 0;
}
/* end kernel */

/* index kernel: ctc_is_live (int lengths; int time) -> (live, ended) */
KERNEL void
ctc_is_live (const k_index *at, k_int_view lengths, k_index time, real *live, real *ended)
{
  *live = time < lengths.data[at[0] * lengths.strides[0]];
  *ended = 1 - *live;
}
/* end kernel */

/* index kernel: ctc_final_place (int lengths; int n_states) -> y */
KERNEL real
ctc_final_place (const k_index *at, k_int_view lengths, k_index n_states)
{
  return (real) (at[0] * n_states + lengths.data[at[0] * lengths.strides[0] + lengths.strides[1]] - 1);
}
/* end kernel */

/* kernel: ctc_possible (likelihood; nothing) -> (possible, loss) */
KERNEL void
ctc_possible (real likelihood, real nothing, real *possible, real *loss)
{
  const int is_possible = likelihood > (real) 0.5 * nothing;

  *possible = is_possible ? -1 : 0;
  *loss = is_possible ? 0 : K_INFINITY;
}
/* end kernel */

/* y[i…] = x[place[i…]], with x flattened. */
static RensaVariable *
pick (RensaVariable *x, RensaArray *place, GError **error)
{
  g_autoptr (RensaVariable) index = rensa_variable_new_constant (place);
  g_autoptr (RensaVariable) column = rensa_reshape (x, &RENSA_SHAPE (-1, 1), error);
  g_autoptr (RensaVariable) picked = rensa_embed_id (index, column, RENSA_INT_NONE, error);

  return picked != NULL ? rensa_reshape (picked, rensa_array_get_shape (place), error) : NULL;
}

/* Returns @n columns of @x from @first on, with a trailing axis of extent 1. */
static RensaVariable *
get_columns (RensaVariable *x, gint64 n_rows, gint64 first, gint64 n, GError **error)
{
  const RensaIndex index = {
    .n = 2,
    .is_tuple = TRUE,
    .slices = { { RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, 1 },
                { RENSA_SLICE_RANGE, first, first + n, 1 } },
  };
  g_autoptr (RensaVariable) columns = x != NULL ? rensa_get_item (x, &index, error) : NULL;

  return rensa_reshape (columns, &RENSA_SHAPE (n_rows, n, 1), error);
}

/* ln (exp (before[s]) + exp (before[s-1]) + exp (before[s-2] + skip[s])) */
static RensaVariable *
step (RensaVariable *before, RensaVariable *skip, GError **error)
{
  const RensaInts last = { .n = 1, .values = { 2 } };
  const RensaShape shape = rensa_variable_get_type (before).shape;
  const gint64 n = shape.dims[0];
  const gint64 n_states = shape.dims[1];
  g_autoptr (RensaArray) nothing = rensa_array_full (RENSA_FLOAT64, &RENSA_SHAPE (n, 2), LOG_ZERO, error);
  g_autoptr (RensaVariable) edge = rensa_variable_new_constant (nothing);
  g_autoptr (RensaVariable) padded = rensa_concat ((RensaVariable *[]){ edge, before }, 2, 1, error);
  g_autoptr (RensaVariable) here = get_columns (padded, n, 2, n_states, error);
  g_autoptr (RensaVariable) near = get_columns (padded, n, 1, n_states, error);
  g_autoptr (RensaVariable) over = get_columns (padded, n, 0, n_states, error);
  g_autoptr (RensaVariable) far = rensa_add (over, skip, error);
  g_autoptr (RensaVariable) ways = rensa_concat ((RensaVariable *[]){ here, near, far }, 3, 2, error);

  return rensa_logsumexp (ways, &last, error);
}

typedef struct
{
  RensaArray *lengths; /* borrowed */
  RensaArray *place;   /* (N, S): flat indices of the states' classes among N C scores */
  RensaVariable *skip; /* (N, S, 1) */
} Plan;

static void
plan_clear (Plan *plan)
{
  g_clear_pointer (&plan->place, rensa_array_unref);
  g_clear_pointer (&plan->skip, rensa_variable_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plan, plan_clear)

static gboolean
plan_init (Plan *plan, RensaArray *path, RensaArray *lengths, gint64 n_classes, GError **error)
{
  const double classes = (double) n_classes;
  const double nothing = LOG_ZERO;
  g_autoptr (RensaArray) flat =
      rensa_index_map1 (RENSA_KERNEL_CTC_SKIP, RENSA_FLOAT64, rensa_array_get_shape (path), &path, &nothing, error);
  g_autoptr (RensaArray) skip = flat != NULL ? rensa_array_view_expand (flat, 1u << 2) : NULL;

  plan->lengths = lengths;
  plan->skip = rensa_variable_new_constant (skip);
  plan->place = rensa_ctc_map_integers (RENSA_KERNEL_CTC_PLACE, rensa_array_get_shape (path), &path, &classes, error);
  return plan->skip != NULL && plan->place != NULL;
}

/* Advances @before by the frame whose scores are @x; sequences that have ended do not change. */
static RensaVariable *
advance (const Plan *plan, RensaVariable *before, RensaVariable *x, gint64 time, GError **error)
{
  const RensaShape column = RENSA_SHAPE (rensa_array_get_dim (plan->place, 0), 1);
  const double when = (double) time;
  RensaArray *parts[2] = { NULL, NULL };

  if (!rensa_index_map (RENSA_KERNEL_CTC_IS_LIVE, RENSA_FLOAT64, &column, (RensaArray *[]){ plan->lengths }, parts,
                        &when, error))
    return NULL;

  g_autoptr (RensaArray) live_array = parts[0];
  g_autoptr (RensaArray) ended_array = parts[1];
  g_autoptr (RensaVariable) live = rensa_variable_new_constant (live_array);
  g_autoptr (RensaVariable) ended = rensa_variable_new_constant (ended_array);
  g_autoptr (RensaVariable) wide = rensa_cast (x, RENSA_FLOAT64, error);
  g_autoptr (RensaVariable) log_p = rensa_log_softmax (wide, 1, error);
  g_autoptr (RensaVariable) emission = log_p != NULL ? pick (log_p, plan->place, error) : NULL;
  g_autoptr (RensaVariable) reached = step (before, plan->skip, error);
  g_autoptr (RensaVariable) emitted = rensa_add (reached, emission, error);
  g_autoptr (RensaVariable) of_live = rensa_multiply (emitted, live, error);
  g_autoptr (RensaVariable) of_ended = rensa_multiply (before, ended, error);

  return rensa_add (of_live, of_ended, error);
}

/* Returns -ln of the probability of the labels of each sequence, from that of all states at its
 * last frame. */
static RensaVariable *
get_losses (const Plan *plan, RensaVariable *end, GError **error)
{
  const gint64 n = rensa_array_get_dim (plan->place, 0);
  const double n_states = (double) rensa_array_get_dim (plan->place, 1);
  const double nothing = LOG_ZERO;
  g_autoptr (RensaVariable) after = step (end, plan->skip, error);
  g_autoptr (RensaArray) place = rensa_ctc_map_integers (RENSA_KERNEL_CTC_FINAL_PLACE, &RENSA_SHAPE (n),
                                                         (RensaArray *[]){ plan->lengths }, &n_states, error);
  g_autoptr (RensaVariable) likelihood = after != NULL && place != NULL ? pick (after, place, error) : NULL;
  RensaArray *parts[2] = { NULL, NULL };

  if (likelihood == NULL
      || !rensa_map (RENSA_KERNEL_CTC_POSSIBLE, (RensaArray *[]){ rensa_variable_get_array (likelihood) }, parts,
                     &nothing, error))
    return NULL;

  g_autoptr (RensaArray) possible_array = parts[0];
  g_autoptr (RensaArray) infinite_array = parts[1];
  g_autoptr (RensaVariable) possible = rensa_variable_new_constant (possible_array);
  g_autoptr (RensaVariable) infinite = rensa_variable_new_constant (infinite_array);
  g_autoptr (RensaVariable) finite = rensa_multiply (likelihood, possible, error);

  return rensa_add (finite, infinite, error);
}

RensaVariable *
rensa_ctc_compose (RensaVariable *const *xs, int n_frames, RensaArray *path, RensaArray *lengths, GError **error)
{
  const gint64 n_classes = rensa_variable_get_type (xs[0]).shape.dims[1];
  g_auto (Plan) plan = { NULL };
  g_autoptr (RensaArray) start = rensa_array_full (RENSA_FLOAT64, rensa_array_get_shape (path), LOG_ZERO, error);
  g_autoptr (RensaArray) first = start != NULL ? rensa_array_view_range (start, 1, 0, 1) : NULL;
  g_autoptr (RensaVariable) front = rensa_variable_new_constant (start);

  if (first == NULL || !rensa_array_fill (first, 0, error) || !plan_init (&plan, path, lengths, n_classes, error))
    return NULL;

  for (int time = 0; time < n_frames; time++)
    {
      RensaVariable *next = advance (&plan, front, xs[time], time, error);

      rensa_variable_unref (front);
      front = next;
      if (front == NULL)
        return NULL;
    }
  return get_losses (&plan, front, error);
}
