/* generated-pictures.c: GeneratedPictures, images that a generator produces from noise.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-modes.h"
#include "rensa-preview-tiles.h"
#include "rensa-primitives.h"

typedef enum
{
  NORMAL,
  UNIFORM,
} Distribution;

static const char *const distributions[] = { "normal", "uniform", NULL };

typedef struct
{
  char *model;
  RensaInts shape;
  gint64 distribution;
  double scale;
  gint64 rows;
  gint64 columns;
  gboolean interpolate;
  gboolean sigmoid;
  double low;
  double high;
  gint64 seed;
  char *filename;
} GeneratedPictures;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (GeneratedPictures, model, .names = RENSA_NAMES_MODEL, .initial_text = "gen", .title = N_ ("Model"),
                     .hint = N_ ("Model that turns noise into images")),
  RENSA_ATTR_INTS (GeneratedPictures, shape, .required = TRUE, .initial_text = "(100,)", .title = N_ ("Noise Shape"),
                   .hint = N_ ("Shape of the noise for one image, as in the training step")),
  RENSA_ATTR_CHOICE (GeneratedPictures, distribution, .choices = distributions, .title = N_ ("Distribution")),
  RENSA_ATTR_FLOAT (GeneratedPictures, scale, .initial = 1, .min = 0, .max = 1e6, .title = N_ ("Scale"),
                    .hint = N_ ("Standard deviation of normal noise, or bound of uniform noise")),
  RENSA_ATTR_INT (GeneratedPictures, rows, .initial = 8, .min = 1, .max = 64, .title = N_ ("Rows")),
  RENSA_ATTR_INT (GeneratedPictures, columns, .initial = 8, .min = 1, .max = 64, .title = N_ ("Columns")),
  RENSA_ATTR_BOOL (GeneratedPictures, interpolate, .title = N_ ("Interpolate"),
                   .hint = N_ ("Interpolates in each row between the noise of two images")),
  RENSA_ATTR_BOOL (GeneratedPictures, sigmoid, .title = N_ ("Sigmoid"),
                   .hint = N_ ("Maps the scores of the model to values between 0 and 1")),
  RENSA_ATTR_FLOAT (GeneratedPictures, low, .initial = 0, .title = N_ ("Black"), .hint = N_ ("Value shown as black")),
  RENSA_ATTR_FLOAT (GeneratedPictures, high, .initial = 1, .title = N_ ("White"), .hint = N_ ("Value shown as white")),
  RENSA_ATTR_INT (GeneratedPictures, seed, .initial = 0, .min = 0, .max = 9007199254740992.0, .title = N_ ("Seed"),
                  .hint = N_ ("The same seed reproduces the same noise in each iteration")),
  RENSA_ATTR_FILE_PATTERN (GeneratedPictures, filename, .initial_text = "pictures_iter_{.updater.iteration}.png",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

static RensaArray *
draw (const GeneratedPictures *self, gint64 n, GError **error)
{
  const int n_axes = self->shape.n == RENSA_INTS_SCALAR ? 1 : self->shape.n;
  RensaRandom *random = rensa_random_get_default ();
  RensaShape shape = { .ndim = MIN (n_axes + 1, RENSA_MAX_NDIM), .dims = { n } };
  g_autoptr (RensaArray) z = NULL;

  for (int i = 1; i < shape.ndim; i++)
    shape.dims[i] = self->shape.values[i - 1];
  z = rensa_shape_check (&shape, rensa_modes_get ()->dtype, error)
          ? rensa_array_new (rensa_modes_get ()->dtype, &shape, error)
          : NULL;
  if (z == NULL
      || !(self->distribution == NORMAL ? rensa_fill_normal (z, random, 0, self->scale, error)
                                        : rensa_fill_uniform (z, random, -self->scale, self->scale, error)))
    return NULL;
  return g_steal_pointer (&z);
}

/* Interpolates the noise between the first and the last picture of a row. */
static void
mix (const double *ends, gint64 n, double share, double *values)
{
  for (gint64 i = 0; i < n; i++)
    values[i] = (1 - share) * ends[i] + share * ends[n + i];
}

/* Computes the noise of all pictures by interpolating, in each row, between the noise of two
 * pictures. */
static RensaArray *
interpolate (const GeneratedPictures *self, RensaArray *ends, GError **error)
{
  RensaShape shape = *rensa_array_get_shape (ends);
  const gint64 n = rensa_shape_count (&shape) / MAX (shape.dims[0], 1);
  g_autofree double *from = rensa_preview_dup_numbers (ends, error);
  g_autofree double *values = NULL;
  g_autoptr (RensaArray) mixed = NULL;

  shape.dims[0] = self->rows * self->columns;
  if (from == NULL || !rensa_shape_check (&shape, RENSA_FLOAT64, error))
    return NULL;
  values = rensa_memory_try_new (double, rensa_shape_count (&shape), "preview", error);
  if (values == NULL)
    return NULL;
  for (gint64 row = 0; row < self->rows; row++)
    for (gint64 column = 0; column < self->columns; column++)
      mix (from + 2 * row * n, n, self->columns > 1 ? (double) column / (double) (self->columns - 1) : 0,
           values + (row * self->columns + column) * n);
  mixed = rensa_array_new_from_host (RENSA_FLOAT64, &shape, values, error);
  return mixed != NULL ? rensa_array_cast (mixed, rensa_array_get_dtype (ends), error) : NULL;
}

static RensaArray *
make_noise (const GeneratedPictures *self, GError **error)
{
  g_autoptr (RensaArray) ends = NULL;

  if (!self->interpolate)
    return draw (self, self->rows * self->columns, error);
  ends = draw (self, 2 * self->rows, error);
  return ends != NULL ? interpolate (self, ends, error) : NULL;
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const GeneratedPictures *self = rensa_extension_get_values (extension);
  RensaLink *model = rensa_link_find (target, self->model);
  const RensaTiles tiles = { (int) self->columns, self->low, self->high };
  g_autoptr (RensaArray) noise = NULL;
  g_autoptr (RensaVariable) z = NULL;
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) shown = NULL;
  RensaArray *pictures;

  if (model == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the model has no link “%s”"), "GeneratedPictures",
                       self->model);
      return FALSE;
    }
  rensa_preview_seed (self->seed);
  noise = make_noise (self, error);
  z = rensa_variable_new_constant (noise);
  y = rensa_link_call (model, z, error);
  shown = self->sigmoid ? rensa_sigmoid (y, error) : y != NULL ? rensa_variable_ref (y) : NULL;
  if (shown == NULL)
    return FALSE;
  pictures = rensa_variable_get_array (shown);
  return rensa_previewed_tile (previewed, &tiles, &pictures, 1, error);
}

static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  g_autofree char *shape = rensa_shape_to_string (&subject->noise);

  return subject->generator != NULL && rensa_attrs_set_text (found, "model", subject->generator, NULL)
         && rensa_attrs_set_text (found, "shape", shape, NULL);
}

const RensaExtensionClass rensa_generated_pictures_class = {
  .name = "GeneratedPictures",
  .title = N_ ("Generated Images"),
  .summary = N_ ("Shows during training what a generator creates from fixed noise"),
  .words = N_ ("preview;gan;vae;sample;image;latent;interpolation"),
  RENSA_ATTRS (GeneratedPictures, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("target:" RENSA_MAIN),
  .preview = preview,
  .suggest = suggest,
  .call = rensa_preview_call,
};
