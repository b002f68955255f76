/* positional-encoding.c: encodes the position of each step in its sequence.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "positional-encoding.py.inc"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

typedef struct
{
  double dropout;
} PositionalEncoding;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (PositionalEncoding, dropout, .initial = 0.1, .min = 0, .max = 0.999, .title = N_ ("Dropout"),
                    .hint = N_ ("Fraction of values set to 0 during training")),
};

/* Longest wavelength, in units of 2π steps. */
#define LONGEST 10000.0

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "dropout=0", "[[[0, 0], [1, 1], [0, 0], [0, 0]]]",
    "[[[0, 1], [1.8414709848078965, 1.5403023058681398], [0.9092974268256817, -0.4161468365471424], "
    "[0.1411200080598672, -0.9899924966004455]]]" },
  { "dropout=0", "[[[0, 0, 0], [0, 0, 1]]]",
    "[[[0, 1, 0], [0.8414709848078965, 0.5403023058681398, 1.0021544330233656]]]" },
};

/* Returns (1, @n_steps, @size): alternating sines and cosines of increasing wavelength. */
static RensaArray *
make_waves (gint64 n_steps, gint64 size, GError **error)
{
  g_autofree double *waves = rensa_memory_try_new (double, n_steps *size, "PositionalEncoding", error);

  if (waves == NULL)
    return NULL;
  for (gint64 i = 0; i < size; i++)
    {
      const double rate = pow (LONGEST, -(double) (i - i % 2) / (double) size);

      for (gint64 step = 0; step < n_steps; step++)
        waves[step * size + i] = i % 2 == 0 ? sin ((double) step * rate) : cos ((double) step * rate);
    }
  return rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (1, n_steps, size), waves, error);
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const PositionalEncoding *self = rensa_link_get_values (link);
  const RensaType type = rensa_variable_get_type (x);

  /* Axes: examples, steps and values. */
  if (!rensa_link_expect_ndim (link, x, 3, error))
    return NULL;

  g_autoptr (RensaArray) waves = make_waves (type.shape.dims[1], type.shape.dims[2], error);
  g_autoptr (RensaArray) cast = waves != NULL ? rensa_array_cast (waves, type.dtype, error) : NULL;
  g_autoptr (RensaVariable) place = rensa_variable_new_constant (cast);
  g_autoptr (RensaVariable) spread = rensa_broadcast_to (place, &type.shape, error);
  g_autoptr (RensaVariable) sum = rensa_add (x, spread, error);

  return rensa_dropout (sum, self->dropout, error);
}

const RensaLinkClass rensa_positional_encoding_link_class = {
  .name = "PositionalEncoding",
  .group = &rensa_connection_group,
  .title = N_ ("Positional Encoding"),
  .summary = N_ ("Adds sine and cosine waves to the steps of a sequence to encode their positions"),
  .words = N_ ("transformer;position;order;sinusoid;sequence"),
  .stem = "position",
  .formula = "y = x + p, p(t, 2i) = sin(t / 10000^(2i/n)), p(t, 2i+1) = cos(t / 10000^(2i/n))",
  .reference = "Vaswani et al., \"Attention Is All You Need\", NIPS 2017",
  RENSA_ATTRS (PositionalEncoding, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "PositionalEncoding({dropout})" }, { "chainer_class", chainer_class },
               { "torch", "PositionalEncoding({dropout})" }, { "torch_class", torch_class }),
};

/**
 * rensa_positional_encoding_link_new:
 * @dropout: fraction of values set to 0 during training
 *
 * A PositionalEncoding: adds to x of shape (B, L, n) at step t the values sin (t / 10000^(2i/n)) at
 * index 2i and cos (t / 10000^(2i/n)) at index 2i + 1, then applies dropout. Returns NULL with
 * RENSA_ERROR_INVALID if @dropout is not a valid fraction.
 *
 * Vaswani et al., "Attention Is All You Need", NIPS 2017.
 */
RENSA_API RensaLink *
rensa_positional_encoding_link_new (double dropout, GError **error)
{
  const PositionalEncoding self = { dropout };

  return rensa_link_new_from_values (&rensa_positional_encoding_link_class, &self, error);
}
