/* bench-dcgan.c: a DCGAN, whose generator draws pictures and whose discriminator detects them.
 * SPDX-License-Identifier: MIT */

#include "bench.h"
#include "rensa-functions.h"

#define N_PICTURES 50
#define N_HIDDEN 100

#define NORMALIZE(size) "BatchNormalization(size=" size ", eps=1e-5); "
#define WIDEN(in, out) \
  "Deconvolution2D(in_channels=" in ", out_channels=" out ", ksize=4, stride=2, pad=1); " NORMALIZE (out) "relu; "
#define CONV(in, out, ksize, stride) \
  "Convolution2D(in_channels=" in ", out_channels=" out ", ksize=" ksize ", stride=" stride ", pad=1); "
#define LEAKY "leaky_relu(slope=0.2); "
#define KEEP(in, out) CONV (in, out, "3", "1") NORMALIZE (out) LEAKY
#define NARROW(in, out) CONV (in, out, "4", "2") NORMALIZE (out) LEAKY

static const char generator_layers[] = "Linear(in_size=100, out_size=2048); " NORMALIZE (
    "2048") "relu; reshape(shape=(-1, 128, 4, 4)); " WIDEN ("128", "64") WIDEN ("64", "32")
    WIDEN ("32", "16") "Deconvolution2D(in_channels=16, out_channels=3, ksize=3, pad=1); sigmoid";

static const char discriminator_layers[] = CONV ("3", "16", "3", "1") LEAKY NARROW ("16", "32") KEEP ("32", "32")
    NARROW ("32", "64") KEEP ("64", "64") NARROW ("64", "128") KEEP ("128", "128") "Linear(in_size=2048, out_size=1)";

typedef struct
{
  BenchWorkload base;
  RensaOptimizer *generator;
  RensaOptimizer *discriminator;
  RensaVariable *pictures;
  RensaVariable *noise;
} Dcgan;

static void
dcgan_free (BenchWorkload *workload)
{
  Dcgan *self = (Dcgan *) workload;

  rensa_variables_clear ((RensaVariable *[]){ self->pictures, self->noise }, 2);
  g_clear_pointer (&self->generator, rensa_optimizer_free);
  g_clear_pointer (&self->discriminator, rensa_optimizer_free);
  g_free (self);
}

/* Loss of the answer @y, where positive values mean real pictures. */
static RensaVariable *
judge (RensaVariable *y, gboolean is_true, GError **error)
{
  g_autoptr (RensaVariable) signed_y = is_true ? rensa_negate (y, error) : rensa_variable_ref (y);
  g_autoptr (RensaVariable) terms = rensa_softplus (signed_y, 1, error);

  return rensa_mean (terms, NULL, NULL, FALSE, error);
}

/* The gradients of the discriminator come from both losses, those of the generator from its own. */
static gboolean
add_gradients (Dcgan *self, RensaVariable *of_true, RensaVariable *of_drawn, GError **error)
{
  g_autoptr (RensaVariable) missed = judge (of_true, TRUE, error);
  g_autoptr (RensaVariable) believed = judge (of_drawn, FALSE, error);
  g_autoptr (RensaVariable) loss = rensa_add (missed, believed, error);
  g_autoptr (RensaVariable) seen_through = NULL;

  rensa_link_cleargrads (rensa_optimizer_get_target (self->discriminator));
  if (loss == NULL || !rensa_variable_backward (loss, NULL, error))
    return FALSE;

  rensa_link_cleargrads (rensa_optimizer_get_target (self->generator));
  seen_through = judge (of_drawn, TRUE, error);
  return seen_through != NULL && rensa_variable_backward (seen_through, NULL, error);
}

static gboolean
update (BenchWorkload *workload, gint64 i, GError **error)
{
  Dcgan *self = (Dcgan *) workload;
  RensaLink *discriminator = rensa_optimizer_get_target (self->discriminator);
  g_autoptr (RensaVariable) drawn = rensa_link_call (rensa_optimizer_get_target (self->generator), self->noise, error);
  g_autoptr (RensaVariable) of_true = rensa_link_call (discriminator, self->pictures, error);
  g_autoptr (RensaVariable) of_drawn = rensa_link_call (discriminator, drawn, error);

  return of_true != NULL && of_drawn != NULL && add_gradients (self, of_true, of_drawn, error)
         && rensa_optimizer_update (self->discriminator, error) && rensa_optimizer_update (self->generator, error);
}

static RensaOptimizer *
make_network (const char *layers, GError **error)
{
  g_autoptr (RensaLink) network = rensa_sequential_new ();

  return bench_append_layers (network, layers, error)
             ? bench_make_optimizer ("Adam(alpha=0.0002, beta1=0.5, beta2=0.999)", network, error)
             : NULL;
}

static gboolean
draw_inputs (Dcgan *self, GError **error)
{
  RensaRandom random = rensa_random_init (1, 1);
  g_autoptr (RensaVariable) normal = bench_draw_normal (&RENSA_SHAPE (N_PICTURES, 3, 32, 32), &random, error);
  g_autoptr (RensaVariable) pictures = rensa_sigmoid (normal, error);

  if (pictures == NULL)
    return FALSE;
  self->pictures = rensa_variable_new_constant (rensa_variable_get_array (pictures));
  self->noise = bench_draw_normal (&RENSA_SHAPE (N_PICTURES, N_HIDDEN), &random, error);
  return self->noise != NULL;
}

BenchWorkload *
bench_dcgan_new (const char *name, GError **error)
{
  g_autoptr (BenchWorkload) workload = (BenchWorkload *) g_new0 (Dcgan, 1);
  Dcgan *self = (Dcgan *) workload;

  *workload = (BenchWorkload){ "iters/s", 1, update, dcgan_free };
  self->generator = make_network (generator_layers, error);
  self->discriminator = self->generator != NULL ? make_network (discriminator_layers, error) : NULL;
  if (self->discriminator == NULL || !draw_inputs (self, error))
    return NULL;
  return g_steal_pointer (&workload);
}
