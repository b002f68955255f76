/* rensa-detours.c: fallback to the host for operations that a device does not support.
 * SPDX-License-Identifier: MIT */

#include "rensa-detours.h"

#include "rensa-primitives-private.h"

#define MAX_ARRAYS 10

static guint64 n_detours;

/* Arrays of a call, and their copies in host memory; arrays created during the call are also in
 * host memory. */
typedef struct
{
  int n;
  RensaArray *there[MAX_ARRAYS];
  RensaArray *here[MAX_ARRAYS];
  gboolean is_ready;
  RensaDeviceScope scope;
} Detour;

static Detour
detour_begin (RensaArray *const *arrays, int n, GError **error)
{
  const RensaDevice *host = rensa_device_get_host ();
  Detour detour = { .n = n, .is_ready = TRUE, .scope = rensa_device_enter (host) };

  __atomic_add_fetch (&n_detours, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < n && detour.is_ready; i++)
    {
      detour.there[i] = arrays[i];
      detour.here[i] = rensa_array_to_device (arrays[i], host, error);
      detour.is_ready = arrays[i] == NULL || detour.here[i] != NULL;
    }

  return detour;
}

/* Copies the arrays from number @first_written on back to the device. */
static gboolean
detour_end (Detour *detour, int first_written, GError **error)
{
  for (int i = first_written; i < detour->n; i++)
    if (detour->there[i] != NULL && !rensa_array_assign (detour->there[i], detour->here[i], error))
      return FALSE;

  return TRUE;
}

static void
detour_clear (Detour *detour)
{
  for (int i = 0; i < detour->n; i++)
    g_clear_pointer (&detour->here[i], rensa_array_unref);
  rensa_device_leave (&detour->scope);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Detour, detour_clear)

guint64
rensa_count_detours (void)
{
  return __atomic_load_n (&n_detours, __ATOMIC_RELAXED);
}

static const RensaBackend *
get_host (void)
{
  return rensa_device_get_host ()->klass->backend;
}

static gboolean
softmax (RensaArray *x, int axis, gboolean log, RensaArray *y, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, y }, 2, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->softmax (here[0], axis, log, here[1], error) && detour_end (&detour, 1, error);
}

static gboolean
linalg (RensaLinalg what, RensaArray *a, RensaArray *y, gint64 *bad, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ a, y }, 2, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->linalg (what, here[0], here[1], bad, error) && detour_end (&detour, 0, error);
}

static gboolean
decompose_symmetric (RensaArray *a, RensaArray *values, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ a, values }, 2, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->decompose_symmetric (here[0], here[1], error)
         && detour_end (&detour, 0, error);
}

static gboolean
multiply_sparse (RensaArray *data, RensaArray *row, RensaArray *col, RensaArray *b, RensaArray *y, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ data, row, col, b, y }, 5, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->multiply_sparse (here[0], here[1], here[2], here[3], here[4], error)
         && detour_end (&detour, 4, error);
}

static gboolean
sample_product (RensaArray *left, RensaArray *right, RensaArray *row, RensaArray *col, RensaArray *y, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ left, right, row, col, y }, 5, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->sample_product (here[0], here[1], here[2], here[3], here[4], error)
         && detour_end (&detour, 4, error);
}

static gboolean
fft (RensaArray *re, RensaArray *im, gboolean inverse, RensaArray *y_real, RensaArray *y_imag, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ re, im, y_real, y_imag }, 4, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->fft (here[0], here[1], inverse, here[2], here[3], error)
         && detour_end (&detour, 2, error);
}

static gboolean
sum_patches (RensaArray *x, const RensaPatches *patches, RensaArray *y, GError **error)
{
  g_auto (Detour) detour =
      detour_begin ((RensaArray *[]){ x, patches->rows, patches->columns, patches->from, patches->to, y }, 6, error);
  RensaArray **here = detour.here;
  const RensaPatches near = { .rows = here[1], .columns = here[2], .from = here[3], .to = here[4] };

  return detour.is_ready && get_host ()->sum_patches (here[0], &near, here[5], error) && detour_end (&detour, 5, error);
}

static gboolean
read_taps (RensaArray *x, const RensaTaps *taps, RensaArray *y, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, taps->index, taps->weight, y }, 4, error);
  RensaArray **here = detour.here;
  const RensaTaps near = { .index = here[1], .weight = here[2] };

  return detour.is_ready && get_host ()->read_taps (here[0], &near, here[3], error) && detour_end (&detour, 3, error);
}

static gboolean
spread_taps (RensaArray *gy, const RensaTaps *taps, RensaArray *gx, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ gy, taps->index, taps->weight, gx }, 4, error);
  RensaArray **here = detour.here;
  const RensaTaps near = { .index = here[1], .weight = here[2] };

  return detour.is_ready && get_host ()->spread_taps (here[0], &near, here[3], error) && detour_end (&detour, 3, error);
}

static gboolean
match_taps (RensaArray *x, RensaArray *gy, RensaArray *index, RensaArray *gweight, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, gy, index, gweight }, 4, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->match_taps (here[0], here[1], here[2], here[3], error)
         && detour_end (&detour, 3, error);
}

static gboolean
normalize_rows (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred, RensaArray *y,
                RensaArray *mean, RensaArray *inv_std, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, gamma, beta, y, mean, inv_std }, 6, error);
  RensaArray **here = detour.here;

  return detour.is_ready
         && get_host ()->normalize_rows (here[0], here[1], here[2], eps, centred, here[3], here[4], here[5], error)
         && detour_end (&detour, 3, error);
}

static gboolean
normalize_rows_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean, RensaArray *inv_std,
                         gboolean centred, RensaArray *gx, RensaArray *ggamma, RensaArray *gbeta, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, gamma, gy, mean, inv_std, gx, ggamma, gbeta }, 8, error);
  RensaArray **here = detour.here;

  return detour.is_ready
         && get_host ()->normalize_rows_backward (here[0], here[1], here[2], here[3], here[4], centred, here[5],
                                                  here[6], here[7], error)
         && detour_end (&detour, 5, error);
}

static gboolean
convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, W, b, y }, 4, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->convolve (here[0], here[1], here[2], window, here[3], error)
         && detour_end (&detour, 3, error);
}

static gboolean
convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ gy, W, gx }, 3, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->convolve_backward_x (here[0], here[1], window, here[2], error)
         && detour_end (&detour, 2, error);
}

static gboolean
convolve_backward_W (RensaArray *x, RensaArray *gy, const RensaWindow *window, RensaArray *gW, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, gy, gW }, 3, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->convolve_backward_W (here[0], here[1], window, here[2], error)
         && detour_end (&detour, 2, error);
}

static gboolean
pool_max (RensaArray *x, const RensaWindow *window, RensaArray *y, RensaArray *index, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, y, index }, 3, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->pool_max (here[0], window, here[1], here[2], error)
         && detour_end (&detour, 1, error);
}

static gboolean
pool_max_scatter (RensaArray *gy, RensaArray *index, const RensaWindow *window, RensaArray *gx, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ gy, index, gx }, 3, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->pool_max_scatter (here[0], here[1], window, here[2], error)
         && detour_end (&detour, 2, error);
}

static gboolean
pool_max_gather (RensaArray *x, RensaArray *index, const RensaWindow *window, RensaArray *y, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, index, y }, 3, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->pool_max_gather (here[0], here[1], window, here[2], error)
         && detour_end (&detour, 2, error);
}

static gboolean
pool_sum (RensaArray *x, const RensaWindow *window, double scale, RensaArray *y, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, y }, 2, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->pool_sum (here[0], window, scale, here[1], error)
         && detour_end (&detour, 1, error);
}

static gboolean
pool_sum_backward (RensaArray *gy, const RensaWindow *window, double scale, RensaArray *gx, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ gy, gx }, 2, error);
  RensaArray **here = detour.here;

  return detour.is_ready && get_host ()->pool_sum_backward (here[0], window, scale, here[1], error)
         && detour_end (&detour, 1, error);
}

static gboolean
normalize_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps, RensaArray *y,
                   RensaArray *mean, RensaArray *var, RensaArray *inv_std, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, gamma, beta, y, mean, var, inv_std }, 7, error);
  RensaArray **here = detour.here;

  return detour.is_ready
         && get_host ()->normalize_forward (here[0], here[1], here[2], mask, eps, here[3], here[4], here[5], here[6],
                                            error)
         && detour_end (&detour, 3, error);
}

static gboolean
normalize_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean, RensaArray *inv_std, guint mask,
                    RensaArray *gx, RensaArray *ggamma, RensaArray *gbeta, GError **error)
{
  g_auto (Detour) detour = detour_begin ((RensaArray *[]){ x, gamma, gy, mean, inv_std, gx, ggamma, gbeta }, 8, error);
  RensaArray **here = detour.here;

  return detour.is_ready
         && get_host ()->normalize_backward (here[0], here[1], here[2], here[3], here[4], mask, here[5], here[6],
                                             here[7], error)
         && detour_end (&detour, 5, error);
}

const RensaBackend rensa_detours = {
  .softmax = softmax,
  .linalg = linalg,
  .decompose_symmetric = decompose_symmetric,
  .multiply_sparse = multiply_sparse,
  .sample_product = sample_product,
  .fft = fft,
  .convolve = convolve,
  .convolve_backward_x = convolve_backward_x,
  .convolve_backward_W = convolve_backward_W,
  .pool_max = pool_max,
  .pool_max_scatter = pool_max_scatter,
  .pool_max_gather = pool_max_gather,
  .pool_sum = pool_sum,
  .pool_sum_backward = pool_sum_backward,
  .sum_patches = sum_patches,
  .read_taps = read_taps,
  .spread_taps = spread_taps,
  .match_taps = match_taps,
  .normalize_forward = normalize_forward,
  .normalize_backward = normalize_backward,
  .normalize_rows = normalize_rows,
  .normalize_rows_backward = normalize_rows_backward,
};
