/* strokes.c: synthetic handwritten digits.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-pen-private.h"
#include "rensa-random.h"
#include "rensa-source-private.h"

#define N_DIGITS 10
#define MOST_WAYS 4
#define MOST_LINES 4
#define MOST_POINTS 14
#define N_BYTES (RENSA_SHEET_SIZE * RENSA_SHEET_SIZE)

typedef struct
{
  gint64 n_train;
  gint64 n_test;
  gint64 ndim;
  double scale;
  double difficulty;
  gint64 seed;
} Strokes;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Strokes, n_train, .initial = 10000, .min = 1, .max = 1e6, .title = N_ ("Examples"),
                  .hint = N_ ("Number of training examples")),
  RENSA_ATTR_INT (Strokes, n_test, .initial = 2000, .min = 0, .max = 1e6, .title = N_ ("Test Examples")),
  RENSA_ATTR_INT (Strokes, ndim, .initial = 1, .min = 1, .max = 3, .title = N_ ("Axes"),
                  .hint = N_ ("1 gives (784,), 2 gives (28, 28), and 3 gives (1, 28, 28), as required by convolution")),
  RENSA_ATTR_FLOAT (Strokes, scale, .initial = 1, .min = 0, .max = 1e6, .title = N_ ("Scale"),
                    .hint = N_ ("Value of white")),
  RENSA_ATTR_FLOAT (Strokes, difficulty, .initial = 1, .min = 0, .max = 2, .title = N_ ("Difficulty"),
                    .hint = N_ ("How far the digits deviate from copybook writing; 0 means no deviation")),
  RENSA_ATTR_INT (Strokes, seed, .initial = 0, .min = 0, .max = 9007199254740992, .title = N_ ("Seed"),
                  .hint = N_ ("A different seed produces different examples")),
};

/* Points in hundredths of the height of a digit, to the right and down; 0, 0 ends a line. */
typedef struct
{
  guint8 points[MOST_LINES][MOST_POINTS][2];
} Way;

/* Two lines meet at each corner. */
/* clang-format off */
static const Way ways[N_DIGITS][MOST_WAYS] = {
  {
    { { { { 50, 4 }, { 25, 15 }, { 12, 45 }, { 20, 82 }, { 46, 97 }, { 75, 84 }, { 87, 50 }, { 76, 15 },
          { 50, 4 } } } },
    { { { { 70, 13 }, { 42, 5 }, { 18, 28 }, { 15, 65 }, { 36, 95 }, { 66, 90 }, { 84, 60 }, { 80, 25 },
          { 56, 6 }, { 44, 12 } } } },
    { { { { 44, 6 }, { 22, 36 }, { 22, 72 }, { 44, 96 }, { 68, 76 }, { 76, 40 }, { 64, 10 }, { 40, 10 } } } },
  },
  {
    { { { { 55, 4 }, { 51, 50 }, { 48, 96 } } } },
    { { { { 32, 26 }, { 46, 14 }, { 54, 4 } }, { { 54, 4 }, { 53, 50 }, { 52, 96 } } } },
    { { { { 34, 24 }, { 46, 14 }, { 54, 4 } }, { { 54, 4 }, { 54, 95 } }, { { 30, 95 }, { 78, 94 } } } },
    { { { { 70, 4 }, { 52, 50 }, { 34, 96 } } } },
  },
  {
    { { { { 18, 28 }, { 32, 8 }, { 60, 5 }, { 78, 24 }, { 66, 50 }, { 38, 76 }, { 14, 95 } }, { { 14, 95 },
          { 50, 92 }, { 86, 95 } } } },
    { { { { 20, 25 }, { 42, 5 }, { 70, 12 }, { 74, 38 }, { 50, 70 }, { 24, 92 }, { 15, 84 }, { 28, 77 },
          { 54, 90 }, { 88, 90 } } } },
    { { { { 14, 14 }, { 48, 6 }, { 76, 16 }, { 68, 44 }, { 16, 94 } }, { { 16, 94 }, { 84, 90 } } } },
  },
  {
    { { { { 20, 15 }, { 48, 4 }, { 75, 18 }, { 66, 40 }, { 40, 48 } }, { { 40, 48 }, { 72, 55 }, { 80, 78 },
          { 52, 96 }, { 17, 86 } } } },
    { { { { 18, 8 }, { 76, 7 } }, { { 76, 7 }, { 44, 42 } }, { { 44, 42 }, { 74, 52 }, { 80, 76 }, { 52, 96 },
          { 18, 86 } } } },
    { { { { 22, 12 }, { 58, 6 }, { 72, 24 }, { 54, 46 }, { 46, 48 }, { 70, 60 }, { 70, 86 }, { 40, 97 },
          { 16, 90 } } } },
  },
  {
    { { { { 32, 5 }, { 26, 30 }, { 17, 56 } }, { { 17, 56 }, { 50, 57 }, { 86, 53 } }, { { 66, 26 },
          { 64, 60 }, { 60, 96 } } } },
    { { { { 62, 4 }, { 12, 64 } }, { { 12, 64 }, { 88, 61 } }, { { 62, 4 }, { 61, 96 } } } },
    { { { { 24, 6 }, { 22, 44 }, { 40, 52 }, { 70, 46 } }, { { 76, 5 }, { 72, 50 }, { 70, 96 } } } },
  },
  {
    { { { { 80, 7 }, { 30, 8 } }, { { 30, 8 }, { 25, 44 } }, { { 25, 44 }, { 54, 38 }, { 80, 57 }, { 74, 86 },
          { 42, 97 }, { 15, 87 } } } },
    { { { { 32, 10 }, { 24, 32 }, { 30, 44 }, { 60, 44 }, { 78, 64 }, { 66, 90 }, { 36, 96 }, { 14, 85 } },
          { { 32, 10 }, { 82, 6 } } } },
    { { { { 84, 6 }, { 50, 10 }, { 38, 26 }, { 40, 40 }, { 66, 56 }, { 66, 82 }, { 40, 97 }, { 14, 90 } } } },
  },
  {
    { { { { 70, 5 }, { 38, 24 }, { 18, 58 }, { 24, 88 }, { 52, 97 }, { 78, 78 }, { 68, 54 }, { 42, 53 },
          { 20, 72 } } } },
    { { { { 56, 4 }, { 28, 38 }, { 18, 72 }, { 38, 96 }, { 70, 90 }, { 78, 66 }, { 54, 52 }, { 26, 66 } } } },
    { { { { 40, 4 }, { 26, 40 }, { 24, 80 }, { 46, 97 }, { 66, 84 }, { 62, 64 }, { 42, 60 }, { 25, 76 } } } },
  },
  {
    { { { { 15, 9 }, { 48, 10 }, { 83, 8 } }, { { 83, 8 }, { 60, 48 }, { 44, 96 } } } },
    { { { { 15, 11 }, { 82, 8 } }, { { 82, 8 }, { 56, 50 }, { 40, 96 } }, { { 34, 54 }, { 74, 49 } } } },
    { { { { 16, 26 }, { 18, 9 } }, { { 18, 9 }, { 52, 12 }, { 84, 8 } }, { { 84, 8 }, { 58, 42 }, { 50, 96 } } } },
  },
  {
    { { { { 74, 16 }, { 48, 4 }, { 25, 18 }, { 36, 42 }, { 66, 58 }, { 78, 80 }, { 50, 97 }, { 22, 82 },
          { 34, 58 }, { 64, 42 },
          { 76, 22 }, { 70, 12 } } } },
    { { { { 50, 4 }, { 28, 14 }, { 30, 38 }, { 50, 47 }, { 70, 38 }, { 72, 14 }, { 50, 4 } },
        { { 50, 47 }, { 24, 60 }, { 22, 84 }, { 50, 97 }, { 78, 84 }, { 76, 60 }, { 50, 47 } } } },
    { { { { 66, 10 }, { 38, 8 }, { 32, 28 }, { 54, 50 }, { 68, 74 }, { 54, 96 }, { 34, 86 }, { 42, 56 },
          { 74, 14 } } } },
  },
  {
    { { { { 76, 20 }, { 52, 5 }, { 26, 18 }, { 24, 44 }, { 48, 55 }, { 72, 40 }, { 76, 20 } }, { { 76, 20 },
          { 74, 60 }, { 60, 96 } } } },
    { { { { 74, 16 }, { 44, 8 }, { 22, 30 }, { 36, 54 }, { 62, 46 }, { 76, 18 } }, { { 76, 14 }, { 74, 50 },
          { 74, 96 } } } },
    { { { { 72, 26 }, { 54, 5 }, { 28, 20 }, { 30, 44 }, { 56, 50 }, { 74, 22 }, { 78, 62 }, { 58, 92 },
          { 26, 92 } } } },
  },
};
/* clang-format on */

/* Random parameters of one digit as a whole. */
typedef struct
{
  float xx, xy, yx, yy; /* map offsets from the center of the digit to offsets from the center of the sheet */
  float x, y;
  float wobble; /* random displacement of each point, in hundredths */
  float width;
} Hand;

static float
normal (RensaRandom *random, double sigma)
{
  return sigma * rensa_random_normal (random);
}

static Hand
draw_hand (RensaRandom *random, double difficulty)
{
  const float height = 19.5f * expf (normal (random, 0.11 * difficulty));
  const float breadth = height * expf (-0.1f + normal (random, 0.14 * difficulty));
  const float turn = normal (random, 0.17 * difficulty);
  const float slant = normal (random, 0.2 * difficulty);

  return (Hand){
    .xx = breadth / 100 * cosf (turn),
    .xy = height / 100 * (slant * cosf (turn) - sinf (turn)),
    .yx = breadth / 100 * sinf (turn),
    .yy = height / 100 * (slant * sinf (turn) + cosf (turn)),
    .x = RENSA_SHEET_SIZE / 2.0f + normal (random, 1.5 * difficulty),
    .y = RENSA_SHEET_SIZE / 2.0f + normal (random, 1.5 * difficulty),
    .wobble = 3.6f * difficulty,
    .width = 2.1f * expf (normal (random, 0.25 * difficulty)),
  };
}

static RensaPoint
place_point (const Hand *hand, const guint8 *point, RensaRandom *random)
{
  const float x = point[0] - 50.0f + normal (random, hand->wobble);
  const float y = point[1] - 50.0f + normal (random, hand->wobble);

  return (RensaPoint){ hand->x + hand->xx * x + hand->xy * y, hand->y + hand->yx * x + hand->yy * y };
}

static void
draw_digit (RensaSheet *sheet, const Hand *hand, const Way *way, RensaRandom *random)
{
  for (int line = 0; line < MOST_LINES && way->points[line][0][1] != 0; line++)
    {
      RensaPoint points[MOST_POINTS];
      int n = 0;

      for (; n < MOST_POINTS && way->points[line][n][1] != 0; n++)
        points[n] = place_point (hand, way->points[line][n], random);
      rensa_sheet_draw (sheet, points, n, hand->width);
    }
}

/* Draws a short line at a random position, as if left over from an adjacent digit. */
static void
draw_scrap (RensaSheet *sheet, float width, RensaRandom *random)
{
  const float x = RENSA_SHEET_SIZE * rensa_random_double (random), y = RENSA_SHEET_SIZE * rensa_random_double (random);
  const RensaPoint points[2] = { { x, y }, { x + normal (random, 2.5), y + normal (random, 2.5) } };

  rensa_sheet_draw (sheet, points, 2, 0.8f * width);
}

/* Adds paper grain, with sixteen points per block of random numbers. */
static void
add_grain (guint8 *bytes, double difficulty, RensaRandom *random)
{
  const int most = 24 * difficulty;

  for (int i = 0; i < N_BYTES; i += 16)
    {
      union
      {
        guint32 words[4];
        guint8 bytes[16];
      } block;

      rensa_philox (random->seed, random->stream, random->counter++, block.words);
      for (int j = 0; j < 16; j++)
        {
          const int grain = most * (block.bytes[j] - 128) / 128;

          bytes[i + j] = CLAMP (bytes[i + j] + grain, 0, 255);
        }
    }
}

static int
count_ways (int digit)
{
  int n = 0;

  while (n < MOST_WAYS && ways[digit][n].points[0][0][1] != 0)
    n++;
  return n;
}

/* Draws example @stream, which depends only on seed, stream and difficulty. */
static void
draw_example (const Strokes *self, guint64 stream, guint8 *bytes, gint32 *label)
{
  RensaRandom random = rensa_random_init (self->seed, stream);
  const int digit = rensa_random_below (&random, N_DIGITS);
  const Way *way = &ways[digit][rensa_random_below (&random, count_ways (digit))];
  const Hand hand = draw_hand (&random, self->difficulty);
  RensaSheet sheet;

  rensa_sheet_clear (&sheet);
  draw_digit (&sheet, &hand, way, &random);
  if (rensa_random_double (&random) < 0.4 * self->difficulty)
    draw_scrap (&sheet, hand.width, &random);
  rensa_sheet_to_bytes (&sheet, bytes);
  add_grain (bytes, self->difficulty, &random);
  *label = digit;
}

static RensaDataset *
make_part (const Strokes *self, gint64 n, guint64 first_stream, GError **error)
{
  const RensaShape shapes[] = {
    RENSA_SHAPE (N_BYTES),
    RENSA_SHAPE (RENSA_SHEET_SIZE, RENSA_SHEET_SIZE),
    RENSA_SHAPE (1, RENSA_SHEET_SIZE, RENSA_SHEET_SIZE),
  };
  g_autofree guint8 *bytes = g_malloc (n * N_BYTES);
  g_autofree gint32 *labels = g_new (gint32, n);
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;

#pragma omp parallel for schedule(static)
  for (gint64 i = 0; i < n; i++)
    draw_example (self, first_stream + i, bytes + i * N_BYTES, &labels[i]);

  x = rensa_array_new_from_host (RENSA_UINT8, &RENSA_SHAPE (n, N_BYTES), bytes, error);
  t = x != NULL ? rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), labels, error) : NULL;
  return t != NULL ? rensa_source_make_images (x, t, self->scale / 255, &shapes[self->ndim - 1], error) : NULL;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Strokes *self = data;

  bundle->n_classes = N_DIGITS;
  bundle->picture = (RensaPicture){ 1, RENSA_SHEET_SIZE, RENSA_SHEET_SIZE, self->scale, RENSA_DRAWING_IN_THE_MIDDLE };
  bundle->train = make_part (self, self->n_train, RENSA_STREAM_TRAIN, error);
  if (bundle->train == NULL || self->n_test == 0)
    return bundle->train != NULL;

  bundle->test = make_part (self, self->n_test, RENSA_STREAM_TEST, error);
  return bundle->test != NULL;
}

const RensaDatasetClass rensa_dataset_strokes_class = {
  .name = "strokes",
  .group = &rensa_images_group,
  .title = N_ ("Strokes"),
  .summary = N_ ("Synthetic handwritten digits of 28 × 28 pixels; no download required"),
  RENSA_ATTRS (Strokes, attrs),
  .load = load,
};
