/* test-verdict-other.c: likewise, with data, models and optimizers for which no threshold was chosen.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-init.h"
#include "verdict-fixture.h"

/* Five clouds on the axes. */
static void
fill_five (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = i % 5;
      examples_get_row (self, i)[i % 5] += 4;
    }
}

/* Two arcs that lie in one another. */
static void
fill_arcs (Examples *self, GRand *random)
{
  for (int i = 0; i < self->n; i++)
    {
      const double angle = g_rand_double_range (random, 0, G_PI);
      double *row = examples_get_row (self, i);

      self->t[i] = i % 2;
      row[0] = (i % 2 == 0 ? cos (angle) : 1 - cos (angle)) + 0.1 * draw_normal (random);
      row[1] = (i % 2 == 0 ? sin (angle) : 0.5 - sin (angle)) + 0.1 * draw_normal (random);
    }
}

/* One example of six is of the second class. */
static void
fill_uneven (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = i % 6 == 0;
      examples_get_row (self, i)[2] += i % 6 == 0 ? 4 : 0;
    }
}

static void
fill_plane (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = 20 + 0.5 * draw_normal (random);
      for (int j = 0; j < self->n_columns; j++)
        self->t[i] += (j - 3) * examples_get_row (self, i)[j];
    }
}

static void
fill_product (Examples *self, GRand *random)
{
  for (int i = 0; i < self->n; i++)
    {
      double *row = examples_get_row (self, i);

      row[0] = g_rand_double_range (random, -2, 2);
      row[1] = g_rand_double_range (random, -2, 2);
      self->t[i] = row[0] * row[1] + 0.05 * draw_normal (random);
    }
}

/* Two classes far apart. */
static void
fill_far (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = i % 2;
      examples_get_row (self, i)[1] += 7 * (i % 2);
    }
}

/* Two of six columns tell the class, and every sixth label is wrong. */
static void
fill_flipped (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      const gboolean is_wrong = g_rand_double (random) < 0.17;

      self->t[i] = (examples_get_row (self, i)[3] + examples_get_row (self, i)[5] > 0) != is_wrong;
    }
}

/* Incomes, of which one column matters, and a share. */
static void
fill_incomes (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    {
      double *row = examples_get_row (self, i);

      self->t[i] = i % 3;
      row[0] = 60000 + 9000 * row[0];
      row[1] = 0.2 * row[1] + self->t[i];
      row[2] = 150000 + 40000 * row[2];
    }
}

static void
fill_bad_labels (Examples *self, GRand *random)
{
  fill_plane (self, random);
  for (int i = 0; i < self->n; i += 5)
    self->t[i] = i % 2 == 0 ? NAN : INFINITY;
}

/* Some rows are all 0, as of a sensor that was off. */
static void
fill_empty_rows (Examples *self, GRand *random)
{
  fill_five (self, random);
  for (int i = 0; i < self->n; i += 3)
    memset (examples_get_row (self, i), 0, sizeof (double) * self->n_columns);
}

static void
fill_bad_column (Examples *self, GRand *random)
{
  fill_five (self, random);
  for (int i = 1; i < self->n; i += 4)
    examples_get_row (self, i)[4] = -INFINITY;
}

static void
fill_large (Examples *self, GRand *random)
{
  fill_five (self, random);
  for (int i = 0; i < self->n; i++)
    examples_get_row (self, i)[0] += 300;
}

static void
fill_same (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = 5;
}

static void
fill_dice (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = draw_normal (random);
}

#define OPTIMIZER(Type, Rate, Value) "{\"type\": \"" Type "\", \"attrs\": {\"" Rate "\": " Value "}}"

static const Kind kinds[] = {
  { "five clouds", RENSA_FINDING_GOOD, 5, fill_five, 500, 6, 5, OPTIMIZER ("MomentumSGD", "lr", "0.02"), 30 },
  { "arcs", RENSA_FINDING_GOOD, 5, fill_arcs, 400, 2, 2, OPTIMIZER ("Adam", "alpha", "0.02"), 100, .n_hidden = 20 },
  { "uneven", RENSA_FINDING_GOOD, 5, fill_uneven, 420, 4, 2, OPTIMIZER ("Adam", "alpha", "0.01"), 30 },
  { "plane", RENSA_FINDING_GOOD, 5, fill_plane, 300, 8, 1, OPTIMIZER ("Adam", "alpha", "0.02"), 150, .n_hidden = 24 },
  { "product", RENSA_FINDING_GOOD, 5, fill_product, 600, 2, 1, OPTIMIZER ("Adam", "alpha", "0.02"), 100,
    .n_hidden = 30 },
  { "few", RENSA_FINDING_GOOD, 5, fill_far, 60, 3, 2, OPTIMIZER ("AdaGrad", "lr", "0.1"), 40 },
  { "under-trained", RENSA_FINDING_STILL_FALLING, 5, fill_five, 500, 6, 5, OPTIMIZER ("SGD", "lr", "0.005"), 4 },
  { "under-trained numbers", RENSA_FINDING_STILL_FALLING, 5, fill_plane, 300, 8, 1,
    OPTIMIZER ("Adam", "alpha", "0.005"), 8 },
  { "overfit", RENSA_FINDING_TOO_LATE, 10, fill_flipped, 180, 6, 2, OPTIMIZER ("Adam", "alpha", "0.01"), 80,
    .n_hidden = 100 },
  { "rate too large", RENSA_FINDING_TOO_FAST, 6, fill_arcs, 300, 2, 2, OPTIMIZER ("RMSprop", "lr", "10"), 15 },
  { "rate a little too large, numbers", RENSA_FINDING_NOT_FINITE, 5, fill_plane, 300, 8, 1,
    OPTIMIZER ("SGD", "lr", "2"), 20, "learning rate is too large", .middle = "relu" },
  { "rate too large, numbers", RENSA_FINDING_NOT_FINITE, 5, fill_product, 300, 2, 1,
    OPTIMIZER ("MomentumSGD", "lr", "1e12"), 20, "learning rate is too large" },
  { "rate too small", RENSA_FINDING_TOO_SLOW, 4, fill_five, 500, 6, 5, OPTIMIZER ("SGD", "lr", "1e-7"), 15 },
  { "unscaled", RENSA_FINDING_UNSCALED, 4, fill_incomes, 300, 3, 3, OPTIMIZER ("Adam", "alpha", "0.001"), 12 },
  { "NaN labels", RENSA_FINDING_NOT_FINITE, 5, fill_bad_labels, 200, 8, 1, OPTIMIZER ("Adam", "alpha", "0.01"), 5,
    "the labels in" },
  { "infinite column", RENSA_FINDING_NOT_FINITE, 3, fill_bad_column, 200, 6, 5, OPTIMIZER ("Adam", "alpha", "0.01"), 5,
    "column “x4” in" },
  { "gradient of a root", RENSA_FINDING_NOT_FINITE, 4, fill_empty_rows, 200, 6, 5, OPTIMIZER ("Adam", "alpha", "0.01"),
    5, "The gradient of node “sqrt0” (sqrt) is the first that is NaN or infinite.", .middle = "square sqrt" },
  { "overflow", RENSA_FINDING_NOT_FINITE, 4, fill_large, 200, 6, 5, OPTIMIZER ("Adam", "alpha", "0.01"), 5,
    "Node “exp0” (exp) returns ∞ for ", .before = "exp" },
  { "logarithm of negative numbers", RENSA_FINDING_NOT_FINITE, 3, fill_five, 200, 6, 5,
    OPTIMIZER ("Adam", "alpha", "0.01"), 5, "Node “log0” (log) returns NaN for -", .middle = "log" },
  { "equal numbers", RENSA_FINDING_CONSTANT, 3, fill_same, 100, 3, 1, OPTIMIZER ("Adam", "alpha", "0.01"), 10 },
  { "dice", RENSA_FINDING_NO_RELATION, 4, fill_dice, 400, 3, 1, OPTIMIZER ("Adam", "alpha", "0.003"), 40,
    .n_hidden = 4 },
};

static void
test_other_causes (void)
{
  assert_named (kinds, G_N_ELEMENTS (kinds), 500000, 100, 95);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/project/verdict/other-causes", test_other_causes);
  return g_test_run ();
}
