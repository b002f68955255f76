/* rensa-ctc.c: sums over all paths that produce a label sequence.
 * SPDX-License-Identifier: MIT */

#include "rensa-ctc-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"

/* index kernel: ctc_start (int lengths; int direction) -> y */
KERNEL real
ctc_start (const k_index *at, k_int_view lengths, k_index direction)
{
  const k_index states = lengths.data[at[0] * lengths.strides[0] + lengths.strides[1]];

  return at[1] == (direction > 0 ? 0 : states - 1) ? 0 : -K_INFINITY;
}
/* end kernel */

/* index kernel: ctc_step (before, emission, int path, int lengths; int time, int direction) -> y */
KERNEL real
ctc_step (const k_index *at, k_view before, k_view emission, k_int_view path, k_int_view lengths, k_index time,
          k_index direction)
{
  const k_index s = at[1];
  const k_index frames = lengths.data[at[0] * lengths.strides[0]];
  const k_index states = lengths.data[at[0] * lengths.strides[0] + lengths.strides[1]];
  const k_index near = s - direction;
  const k_index far = near - direction;
  const k_index *label = path.data + at[0] * path.strides[0];
  const real *from = before.data + at[0] * before.strides[0];
  const real a = from[s * before.strides[1]];
  real b = -K_INFINITY;
  real c = -K_INFINITY;
  real m;

  /* Frames after the last one change nothing. */
  if (time >= frames)
    return a;

  if (near >= 0 && near < states)
    b = from[near * before.strides[1]];
  /* The blank between two different labels may be omitted. */
  if (far >= 0 && far < states && label[far * path.strides[1]] != label[s * path.strides[1]]
      && label[near * path.strides[1]] != label[s * path.strides[1]])
    c = from[far * before.strides[1]];

  m = s < states ? k_max (a, k_max (b, c)) : -K_INFINITY;
  if (m == -K_INFINITY)
    return m;
  return m + k_log (k_exp (a - m) + k_exp (b - m) + k_exp (c - m))
         + emission.data[at[0] * emission.strides[0] + s * emission.strides[1]];
}
/* end kernel */

/* index kernel: ctc_last (y, int lengths) -> likelihood */
KERNEL real
ctc_last (const k_index *at, k_view y, k_int_view lengths)
{
  const k_index states = lengths.data[at[0] * lengths.strides[0] + lengths.strides[1]];

  return y.data[at[0] * y.strides[0] + (states - 1) * y.strides[1]];
}
/* end kernel */

/* kernel: ctc_occupancy (alpha, beta, emission, likelihood) -> y */
KERNEL real
ctc_occupancy (real alpha, real beta, real emission, real likelihood)
{
  /* alpha and beta both include the emission. Unreachable states have probability 0. */
  const real y = k_exp (alpha + beta - emission - likelihood);

  return alpha == -K_INFINITY || likelihood == -K_INFINITY ? 0 : y;
}
/* end kernel */

/* index kernel: ctc_place (int path; int n_classes) -> y */
KERNEL real
ctc_place (const k_index *at, k_int_view path, k_index n_classes)
{
  return (real) (at[0] * n_classes + path.data[at[0] * path.strides[0] + at[1] * path.strides[1]]);
}
/* end kernel */

void
rensa_ctc_clear (RensaCtc *self)
{
  g_clear_pointer (&self->log_p, rensa_array_unref);
  g_clear_pointer (&self->lengths, rensa_array_unref);
  g_clear_pointer (&self->path, rensa_array_unref);
  g_clear_pointer (&self->emission, rensa_array_unref);
}

RensaArray *
rensa_ctc_map_integers (const RensaKernel *kernel, const RensaShape *shape, RensaArray *const *inputs,
                        const double *params, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_index_map1 (kernel, RENSA_FLOAT64, shape, inputs, params, error);

  return wide != NULL ? rensa_array_cast (wide, RENSA_INT64, error) : NULL;
}

/* Advances @before by one frame; by one without emission if @time is -1. */
static RensaArray *
step (const RensaCtc *self, RensaArray *before, gint64 time, int direction, GError **error)
{
  const double params[] = { (double) time, direction };
  g_autoptr (RensaArray) frame = rensa_array_view_range (self->emission, 0, MAX (time, 0), 1);
  g_autoptr (RensaArray) emission = rensa_array_view_squeeze (frame, 1);
  g_autoptr (RensaArray) zero = rensa_array_new_scalar (RENSA_FLOAT64, 0, error);
  g_autoptr (RensaArray) none =
      zero != NULL ? rensa_array_view_broadcast (zero, rensa_array_get_shape (self->path)) : NULL;

  return rensa_index_map1 (RENSA_KERNEL_CTC_STEP, RENSA_FLOAT64, rensa_array_get_shape (self->path),
                           (RensaArray *[]){ before, time < 0 ? none : emission, self->path, self->lengths }, params,
                           error);
}

RensaArray *
rensa_ctc_walk (const RensaCtc *self, int direction, GError **error)
{
  const gint64 n_frames = rensa_array_get_dim (self->emission, 0);
  const double way = direction;
  g_autoptr (RensaArray) all = rensa_array_new (RENSA_FLOAT64, rensa_array_get_shape (self->emission), error);
  g_autoptr (RensaArray) state = rensa_index_map1 (RENSA_KERNEL_CTC_START, RENSA_FLOAT64,
                                                   rensa_array_get_shape (self->path), &self->lengths, &way, error);

  for (gint64 i = 0; i < n_frames && all != NULL && state != NULL; i++)
    {
      const gint64 time = direction > 0 ? i : n_frames - 1 - i;
      RensaArray *next = step (self, state, time, direction, error);
      g_autoptr (RensaArray) frame = rensa_array_view_range (all, 0, time, 1);
      g_autoptr (RensaArray) target = rensa_array_view_squeeze (frame, 1);

      rensa_array_unref (state);
      state = next;
      if (state == NULL || !rensa_array_assign (target, state, error))
        return NULL;
    }

  return state != NULL ? g_steal_pointer (&all) : NULL;
}

RensaArray *
rensa_ctc_get_likelihood (const RensaCtc *self, RensaArray *alpha, GError **error)
{
  g_autoptr (RensaArray) last = rensa_array_view_range (alpha, 0, rensa_array_get_dim (alpha, 0) - 1, 1);
  g_autoptr (RensaArray) end = rensa_array_view_squeeze (last, 1);
  g_autoptr (RensaArray) after = step (self, end, -1, 1, error);

  return rensa_index_map1 (RENSA_KERNEL_CTC_LAST, RENSA_FLOAT64, &RENSA_SHAPE (rensa_array_get_dim (self->path, 0)),
                           (RensaArray *[]){ after, self->lengths }, NULL, error);
}

RensaArray *
rensa_ctc_get_occupancy (const RensaCtc *self, RensaArray *alpha, RensaArray *likelihood, GError **error)
{
  const RensaShape *log_p = rensa_array_get_shape (self->log_p);
  const gint64 n_frames = log_p->dims[0];
  const gint64 n = log_p->dims[1];
  const double n_classes = (double) log_p->dims[2];
  const RensaShape rows = RENSA_SHAPE (n * log_p->dims[2], n_frames);
  g_autoptr (RensaArray) beta = rensa_ctc_walk (self, -1, error);
  g_autoptr (RensaArray) column = rensa_array_view_expand (likelihood, 1u << 1);
  g_autoptr (RensaArray) of_states = NULL;

  if (beta == NULL
      || !rensa_map (RENSA_KERNEL_CTC_OCCUPANCY, (RensaArray *[]){ alpha, beta, self->emission, column }, &of_states,
                     NULL, error))
    return NULL;

  /* States of the same class are summed: rows of all frames, one per class of each sequence. */
  g_autoptr (RensaArray) turned = rensa_array_view_transpose (of_states, (int[]){ 1, 2, 0 });
  g_autoptr (RensaArray) narrow = rensa_array_cast (turned, rensa_array_get_dtype (self->log_p), error);
  g_autoptr (RensaArray) place = rensa_ctc_map_integers (RENSA_KERNEL_CTC_PLACE, rensa_array_get_shape (self->path),
                                                         (RensaArray *[]){ self->path }, &n_classes, error);
  g_autoptr (RensaArray) sums = rensa_scatter_rows (&rows, place, narrow, G_MININT64, FALSE, error);
  g_autoptr (RensaArray) of_classes =
      sums != NULL ? rensa_array_reshape (sums, &RENSA_SHAPE (n, log_p->dims[2], n_frames), error) : NULL;

  return of_classes != NULL ? rensa_array_view_transpose (of_classes, (int[]){ 2, 0, 1 }) : NULL;
}
