/* cpu-conv-dnnl.c: convolution with oneDNN.
 * SPDX-License-Identifier: MIT */

#include "cpu-dnnl.h"

#include <omp.h>
#include <string.h>

#define ALIGNMENT 64

/* Maximum number of pieces into which a batch is split for the gradient of the weights. */
#define MAX_PIECES 16

static gsize
get_size (const dnnl_memory_desc_t *layout)
{
  return (dnnl_memory_desc_get_size (layout) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static dnnl_status_t
reorder_weights (const RensaDnnlConv *self, gpointer plain, gpointer blocked)
{
  const gboolean give = self->kind == RENSA_CPU_CONV_BACKWARD_W;
  const RensaDnnlArgument arguments[] = {
    { give ? DNNL_ARG_TO : DNNL_ARG_FROM, &self->plain_weights, plain },
    { give ? DNNL_ARG_FROM : DNNL_ARG_TO, &self->weights, blocked },
  };

  return rensa_dnnl_execute (self->reorder, arguments, G_N_ELEMENTS (arguments));
}

static dnnl_status_t
run (const RensaDnnlConv *self, const RensaCpuConvArrays *arrays, gpointer weights, gpointer scratch)
{
  const gboolean forward = self->kind == RENSA_CPU_CONV_FORWARD;
  const RensaDnnlArgument arguments[] = {
    { forward ? DNNL_ARG_SRC : DNNL_ARG_DIFF_SRC, &self->x, arrays->x->data },
    { DNNL_ARG_WEIGHTS, &self->weights, weights },
    { forward ? DNNL_ARG_DST : DNNL_ARG_DIFF_DST, &self->y, arrays->y->data },
    { DNNL_ARG_SCRATCHPAD, &self->scratch, scratch },
    { DNNL_ARG_BIAS, &self->bias, arrays->b != NULL ? arrays->b->data : NULL },
  };

  return rensa_dnnl_execute (self->primitive, arguments, arrays->b != NULL ? 5 : 4);
}

/* Computes y from x, or gx from gy. */
static gboolean
compute_activations (RensaCpuConvKind kind, const RensaCpuConv *conv, const RensaCpuConvArrays *arrays, gboolean *done,
                     GError **error)
{
  const RensaDnnlConv *self = rensa_dnnl_find_conv (kind, conv, arrays->b != NULL, omp_get_max_threads (), error);

  if (self == NULL || self->primitive == NULL)
    return self != NULL;

  const gsize weights_size = self->reorder != NULL ? get_size (&self->weights) : 0;
  RensaBuffer *buffer = rensa_buffer_new (&rensa_cpu_device, weights_size + get_size (&self->scratch), error);
  if (buffer == NULL)
    return FALSE;

  gpointer weights = self->reorder != NULL ? buffer->data : arrays->W->data;
  dnnl_status_t status = self->reorder != NULL ? reorder_weights (self, arrays->W->data, weights) : dnnl_success;
  if (status == dnnl_success)
    status = run (self, arrays, weights, (char *) buffer->data + weights_size);

  rensa_buffer_unref (buffer);
  *done = TRUE;
  return rensa_dnnl_check (status, kind, error);
}

/* The gradient of the weights is a sum over the batch. To be independent of the number of threads,
 * the batch is split into pieces based on the geometry only, one thread computes each piece, and
 * the sums of the pieces are added in order. */
typedef struct
{
  const RensaDnnlConv *piece;
  const RensaDnnlConv *rest; /* primitive for the last, shorter piece, or NULL */
  gint64 n_pieces;
  gint64 length; /* examples in a piece */
  gint64 x_step; /* offset between pieces, in elements */
  gint64 y_step;
  gsize weights_size; /* size of the sum of a piece, in bytes */
  gsize scratch_size;
} Pieces;

/* Chosen so that adding the sums costs little compared with computing them. */
static gint64
count_pieces (const RensaCpuConv *conv)
{
  const double activations = (double) conv->batch * (conv->n_in * conv->channels + conv->n_out * conv->maps);
  const double weights = (double) conv->n_taps * conv->channels / conv->groups * conv->maps;
  gint64 n = 2;

  while (n < MAX_PIECES && n * weights <= activations)
    n *= 2;

  return MIN (n, conv->batch);
}

static gboolean
cut (const RensaCpuConv *conv, Pieces *pieces, GError **error)
{
  RensaCpuConv part = *conv;
  gint64 rest;

  pieces->length = (conv->batch + count_pieces (conv) - 1) / count_pieces (conv);
  pieces->n_pieces = (conv->batch + pieces->length - 1) / pieces->length;
  pieces->x_step = pieces->length * conv->channels * conv->n_in;
  pieces->y_step = pieces->length * conv->maps * conv->n_out;
  rest = conv->batch - (pieces->n_pieces - 1) * pieces->length;

  part.batch = pieces->length;
  pieces->piece = rensa_dnnl_find_conv (RENSA_CPU_CONV_BACKWARD_W, &part, FALSE, 1, error);
  part.batch = rest;
  pieces->rest = pieces->piece == NULL || rest == pieces->length
                     ? pieces->piece
                     : rensa_dnnl_find_conv (RENSA_CPU_CONV_BACKWARD_W, &part, FALSE, 1, error);
  return pieces->rest != NULL;
}

static dnnl_status_t
run_piece (const Pieces *pieces, const RensaCpuConvArrays *arrays, gint64 i, char *weights, char *scratch)
{
  const RensaDnnlConv *self = i == pieces->n_pieces - 1 ? pieces->rest : pieces->piece;
  const RensaDnnlArgument arguments[] = {
    { DNNL_ARG_SRC, &self->x, (float *) arrays->x->data + i * pieces->x_step },
    { DNNL_ARG_DIFF_DST, &self->y, (float *) arrays->y->data + i * pieces->y_step },
    { DNNL_ARG_DIFF_WEIGHTS, &self->weights, weights + i * pieces->weights_size },
    { DNNL_ARG_SCRATCHPAD, &self->scratch, scratch + i * pieces->scratch_size },
  };

  return rensa_dnnl_execute (self->primitive, arguments, G_N_ELEMENTS (arguments));
}

static dnnl_status_t
run_pieces (const Pieces *pieces, const RensaCpuConvArrays *arrays, char *weights, char *scratch)
{
  dnnl_status_t status = dnnl_success;

#pragma omp parallel for schedule(dynamic, 1)
  for (gint64 i = 0; i < pieces->n_pieces; i++)
    {
      const dnnl_status_t found = run_piece (pieces, arrays, i, weights, scratch);

      if (found != dnnl_success)
#pragma omp atomic write
        status = found;
    }

  return status;
}

/* Adds all sums to the first one. */
static void
add_sums (const Pieces *pieces, char *weights)
{
  const gint64 n = (gint64) (pieces->weights_size / sizeof (float));
  const gint64 step = 4096;
  float *sum = (float *) weights;

#pragma omp parallel for schedule(static) num_threads(rensa_cpu_get_threads((double) n * pieces->n_pieces))
  for (gint64 first = 0; first < n; first += step)
    for (gint64 i = 1; i < pieces->n_pieces; i++)
      {
        const float *term = sum + i * n;

#pragma omp simd
        for (gint64 j = first; j < MIN (first + step, n); j++)
          sum[j] += term[j];
      }
}

static gboolean
compute_weights (const RensaCpuConv *conv, const RensaCpuConvArrays *arrays, gboolean *done, GError **error)
{
  Pieces pieces = { 0 };

  if (!cut (conv, &pieces, error))
    return FALSE;
  if (pieces.piece->primitive == NULL || pieces.rest->primitive == NULL
      || !dnnl_memory_desc_equal (&pieces.piece->weights, &pieces.rest->weights))
    return TRUE;

  pieces.weights_size = get_size (&pieces.piece->weights);
  pieces.scratch_size = MAX (get_size (&pieces.piece->scratch), get_size (&pieces.rest->scratch));
  RensaBuffer *buffer =
      rensa_buffer_new (&rensa_cpu_device, (pieces.weights_size + pieces.scratch_size) * pieces.n_pieces, error);
  if (buffer == NULL)
    return FALSE;

  char *weights = buffer->data;
  dnnl_status_t status = run_pieces (&pieces, arrays, weights, weights + pieces.weights_size * pieces.n_pieces);
  if (status == dnnl_success)
    {
      add_sums (&pieces, weights);
      if (pieces.piece->reorder != NULL)
        status = reorder_weights (pieces.piece, arrays->W->data, weights);
      else
        memcpy (arrays->W->data, weights, rensa_array_get_n_bytes (arrays->W));
    }

  rensa_buffer_unref (buffer);
  *done = TRUE;
  return rensa_dnnl_check (status, RENSA_CPU_CONV_BACKWARD_W, error);
}

gboolean
rensa_cpu_conv_with_dnnl (RensaCpuConvKind kind, const RensaCpuConv *conv, const RensaCpuConvArrays *arrays,
                          gboolean *done, GError **error)
{
  rensa_dnnl_trim ();
  if (kind == RENSA_CPU_CONV_BACKWARD_W)
    return compute_weights (conv, arrays, done, error);

  return compute_activations (kind, conv, arrays, done, error);
}
