/* cpu-fft.c: Fourier transforms along the last axis, in double precision like NumPy's.
 *
 * A length with a large prime factor uses Bluestein's algorithm, for which KissFFT transforms a
 * longer row: with jk = (j² + k² - (k - j)²) / 2 the transform is a convolution with the chirp exp
 * (πi j² / n), and a convolution is a product of transforms. The inverse is the transform with real
 * and imaginary parts swapped, both in the input and in the output.
 *
 * Bluestein, "A linear filtering approach to the computation of discrete Fourier transform", 1970.
 * SPDX-License-Identifier: MIT */

#include "cpu-fft-private.h"
#include "cpu-walk.h"

#include <math.h>
#include <string.h>

/* Smallest prime factor for which Bluestein's three transforms of twice the length are faster. */
#define LARGE_PRIME 60
/* Plans kept by each thread for reuse. */
#define MAX_PLANS 4
/* Cost per element, for each doubling of the length. */
#define COST 20

/* Plan for rows of one length; for one thread at a time. */
typedef struct
{
  gint64 n;
  gint64 n_long; /* length of the convolution; n if there is none */
  RensaKissFft *kiss;
  double *in; /* n_long complex numbers, as in all fields below */
  double *out;
  double *chirp;   /* n values of exp (-πi j² / n); NULL without a convolution */
  double *chirp_f; /* transform of its conjugate, of length n_long */
} Plan;

static gint64
get_largest_prime (gint64 n)
{
  gint64 largest = 1;

  for (gint64 p = 2; p * p <= n; p++)
    for (; n % p == 0; n /= p)
      largest = p;

  return MAX (largest, n);
}

/* Returns the smallest length from @n on whose prime factors are only 2, 3 and 5. */
static gint64
round_up (gint64 n)
{
  while (get_largest_prime (n) > 5)
    n++;

  return n;
}

static inline void
multiply (const double *a, const double *b, double *y)
{
  const double real = a[0] * b[0] - a[1] * b[1];

  y[1] = a[0] * b[1] + a[1] * b[0];
  y[0] = real;
}

static void
prepare_chirp (Plan *plan)
{
  const gint64 n = plan->n;
  const gint64 n_long = plan->n_long;

  plan->chirp = g_new (double, 2 * n);
  plan->chirp_f = g_new (double, 2 * n_long);
  memset (plan->in, 0, 2 * n_long * sizeof (double));
  for (gint64 j = 0; j < n; j++)
    {
      /* exp () has period 2πi, so reducing the exponent keeps the angle small and exact. */
      const double angle = G_PI * (double) ((guint64) j * j % (2 * n)) / n;
      const gint64 mirrored = (n_long - j) % n_long;

      plan->chirp[2 * j] = cos (angle);
      plan->chirp[2 * j + 1] = -sin (angle);
      plan->in[2 * j] = plan->in[2 * mirrored] = cos (angle);
      plan->in[2 * j + 1] = plan->in[2 * mirrored + 1] = sin (angle);
    }
  rensa_kiss_fft_run (plan->kiss, plan->in, plan->chirp_f);
}

static Plan *
plan_new (gint64 n)
{
  Plan *plan = g_new0 (Plan, 1);
  const gboolean convolve = get_largest_prime (n) >= LARGE_PRIME;

  plan->n = n;
  plan->n_long = convolve ? round_up (2 * n - 1) : n;
  plan->kiss = rensa_kiss_fft_new ((unsigned long) plan->n_long);
  plan->in = g_new (double, 2 * plan->n_long);
  plan->out = g_new (double, 2 * plan->n_long);
  if (convolve)
    prepare_chirp (plan);
  return plan;
}

static void
plan_free (Plan *plan)
{
  rensa_kiss_fft_free (plan->kiss);
  g_free (plan->in);
  g_free (plan->out);
  g_free (plan->chirp);
  g_free (plan->chirp_f);
  g_free (plan);
}

/* Plans of one thread, in order of last use, the most recent last. */
typedef struct
{
  Plan *plans[MAX_PLANS];
  int n;
} Plans;

static void
plans_free (gpointer data)
{
  Plans *plans = data;

  for (int i = 0; i < plans->n; i++)
    plan_free (plans->plans[i]);
  g_free (plans);
}

static Plans *
get_plans (void)
{
  static GPrivate of_thread = G_PRIVATE_INIT (plans_free);
  Plans *plans = g_private_get (&of_thread);

  if (plans == NULL)
    {
      plans = g_new0 (Plans, 1);
      g_private_set (&of_thread, plans);
    }
  return plans;
}

/* Creating a plan takes longer than using it once, so a few are kept; the least recently used one
 * is evicted. */
static Plan *
plan_get (gint64 n)
{
  Plans *plans = get_plans ();
  int i = plans->n - 1;
  Plan *plan;

  while (i >= 0 && plans->plans[i]->n != n)
    i--;
  plan = i >= 0 ? plans->plans[i] : plan_new (n);
  if (i < 0 && plans->n == MAX_PLANS)
    plan_free (plans->plans[i = 0]);
  if (i >= 0)
    memmove (plans->plans + i, plans->plans + i + 1, (--plans->n - i) * sizeof (Plan *));
  plans->plans[plans->n++] = plan;
  return plan;
}

/* Convolves plan->in with the chirp; the result is in plan->out. */
static void
convolve (Plan *plan)
{
  const gint64 n = plan->n;
  const gint64 n_long = plan->n_long;
  double *in = plan->in;
  double *out = plan->out;

  for (gint64 j = 0; j < n; j++)
    multiply (in + 2 * j, plan->chirp + 2 * j, in + 2 * j);
  memset (in + 2 * n, 0, 2 * (n_long - n) * sizeof (double));
  rensa_kiss_fft_run (plan->kiss, in, out);

  /* Swap real and imaginary parts for the inverse. */
  for (gint64 k = 0; k < n_long; k++)
    {
      double product[2];

      multiply (out + 2 * k, plan->chirp_f + 2 * k, product);
      in[2 * k] = product[1];
      in[2 * k + 1] = product[0];
    }
  rensa_kiss_fft_run (plan->kiss, in, out);
  for (gint64 k = 0; k < n; k++)
    {
      const double back[2] = { out[2 * k + 1] / n_long, out[2 * k] / n_long };

      multiply (back, plan->chirp + 2 * k, out + 2 * k);
    }
}

typedef struct
{
  gint64 n;
  double scale;
  gint64 x_steps[2]; /* strides in bytes */
  gint64 y_steps[2];
  gboolean is_double;
} Rows;

static void
read_part (const Rows *rows, const char *x, gint64 step, double *part)
{
  for (gint64 j = 0; j < rows->n; j++, x += step)
    part[2 * j] = rows->is_double ? *(const double *) x : (double) *(const float *) x;
}

static void
write_part (const Rows *rows, const double *part, char *y, gint64 step)
{
  for (gint64 j = 0; j < rows->n; j++, y += step)
    if (rows->is_double)
      *(double *) y = part[2 * j] * rows->scale;
    else
      *(float *) y = (float) (part[2 * j] * rows->scale);
}

static void
run_rows (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  const Rows *rows = closure;
  Plan *plan = plan_get (rows->n);

  for (gint64 row = 0; row < n; row++)
    {
      read_part (rows, data[0] + row * strides[0], rows->x_steps[0], plan->in);
      read_part (rows, data[1] + row * strides[1], rows->x_steps[1], plan->in + 1);
      if (plan->chirp != NULL)
        convolve (plan);
      else
        rensa_kiss_fft_run (plan->kiss, plan->in, plan->out);
      write_part (rows, plan->out, data[2] + row * strides[2], rows->y_steps[0]);
      write_part (rows, plan->out + 1, data[3] + row * strides[3], rows->y_steps[1]);
    }
}

gboolean
rensa_cpu_fft (RensaArray *real, RensaArray *imag, gboolean inverse, RensaArray *y_real, RensaArray *y_imag,
               GError **error)
{
  RensaArray *const arrays[] = { inverse ? imag : real, inverse ? real : imag, inverse ? y_imag : y_real,
                                 inverse ? y_real : y_imag };
  const int last = real->shape.ndim - 1;
  const gint64 n = real->shape.dims[last];
  const Rows rows = {
    .n = n,
    .scale = inverse ? 1.0 / n : 1,
    .x_steps = { arrays[0]->strides[last], arrays[1]->strides[last] },
    .y_steps = { arrays[2]->strides[last], arrays[3]->strides[last] },
    .is_double = real->dtype == RENSA_FLOAT64,
  };
  RensaWalk walk;

  rensa_walk_start (&walk, 4);
  for (int axis = 0; axis < last; axis++)
    {
      gint64 strides[4];

      for (int i = 0; i < 4; i++)
        strides[i] = arrays[i]->strides[axis];
      rensa_walk_add_axis (&walk, real->shape.dims[axis], strides, TRUE);
    }
  rensa_walk_finish (&walk);
  for (int i = 0; i < 4; i++)
    walk.data[i] = arrays[i]->data;

  rensa_walk_all_in (&walk, MAX (1, RENSA_CPU_CHUNK / n), (double) n * log2 ((double) n + 1) * COST, run_rows,
                     (gpointer) &rows);
  return TRUE;
}
