/* test-filters.c: what the first layer looks for, as tiles.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-maker.h"
#include "training-fixture.h"

static RensaExtension *
filters_new (const char *settings)
{
  g_autofree char *text = g_strdup_printf ("Filters(%s)", settings);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  RensaExtension *extension = rensa_extension_new (attrs, NULL, NULL, NULL);

  g_assert_nonnull (extension);
  return extension;
}

/* With W of ascending whole numbers from 0 on. */
static void
add_link (RensaLink *model, const char *name, const char *text)
{
  RensaLink *link = rensa_link_new_from_text (text, NULL);
  RensaVariable *W = rensa_link_get_param (link, 0);
  const RensaShape *shape = rensa_array_get_shape (rensa_variable_get_array (W));
  const gint64 n = rensa_shape_count (shape);
  g_autofree float *values = g_new (float, n);
  g_autoptr (RensaArray) array = NULL;

  for (gint64 i = 0; i < n; i++)
    values[i] = (float) i;
  array = rensa_array_new_from_host (RENSA_FLOAT32, shape, values, NULL);
  rensa_variable_set_array (W, array);
  g_assert_true (rensa_link_take_child (model, name, link, NULL));
}

/* A hidden layer, whose name comes first in the alphabet, behind two convolutions; the last of them is of an unlike kind. */
static RensaLink *
model_new (void)
{
  RensaLink *model = rensa_chain_new ();

  add_link (model, "look", "Convolution2D(in_channels=1, out_channels=4, ksize=(1, 2))");
  add_link (model, "deep", "Convolution2D(in_channels=2, out_channels=3, ksize=2)");
  add_link (model, "colour", "Convolution2D(in_channels=3, out_channels=1, ksize=1)");
  add_link (model, "dense", "Linear(in_size=6, out_size=2)");
  add_link (model, "all", "Linear(in_size=4, out_size=1)");
  return model;
}

static void
make (RensaLink *model, const char *settings, const RensaPicture *picture, RensaPreviewed *previewed)
{
  g_autoptr (RensaExtension) extension = filters_new (settings);
  GError *error = NULL;

  if (picture != NULL)
    rensa_extension_set_picture (extension, picture);
  rensa_preview_make (extension, model, previewed, &error);
  g_assert_no_error (error);
}

/* In a grid of tiles of 64 points, 6 apart, each of @n_across x @n_down numbers: number @i of tile @tile of the first row. */
static guint32
get_number (const RensaPreviewed *previewed, int tile, int i, int n_across, int n_down)
{
  const int zoom = 64 / MAX (n_across, n_down);
  const int x = 6 + tile * (n_across * zoom + 6) + i % n_across * zoom + zoom / 2;
  const int y = 6 + i / n_across * zoom + zoom / 2;

  g_assert_cmpint (x, <, previewed->width);
  g_assert_cmpint (y, <, previewed->height);
  return previewed->pixels[y * previewed->width + x];
}

static void
first_convolution (void)
{
  g_autoptr (RensaLink) model = model_new ();
  g_auto (RensaPreviewed) own = { 0 };
  g_auto (RensaPreviewed) common = { 0 };

  make (model, "", NULL, &own);
  g_assert_cmpint (own.width, ==, 6 + 4 * 70);
  g_assert_cmpint (own.height, ==, 6 + 38);
  make (model, "range='common', n=2", NULL, &common);
  g_assert_cmpint (common.width, ==, 6 + 2 * 70);
  for (int tile = 0; tile < 2; tile++)
    for (int i = 0; i < 2; i++)
      {
        g_assert_cmphex (get_number (&own, tile, i, 2, 1), ==, i * 0xffffff);
        g_assert_cmphex (get_number (&common, tile, i, 2, 1), ==, 0x555555 * (2 * tile + i));
      }
}

/* One tile for each pair of channels; three channels are red, green and blue. */
static void
channels (void)
{
  g_autoptr (RensaLink) model = model_new ();
  g_auto (RensaPreviewed) deep = { 0 };
  g_auto (RensaPreviewed) colour = { 0 };

  make (model, "link='deep', columns=6, range='common'", NULL, &deep);
  g_assert_cmpint (deep.width, ==, 6 + 6 * 70);
  g_assert_cmphex (get_number (&deep, 5, 3, 2, 2), ==, 0xffffff);
  /* 17 of 23. */
  g_assert_cmphex (get_number (&deep, 4, 1, 2, 2), ==, 0xbcbcbc);
  make (model, "link='colour'", NULL, &colour);
  g_assert_cmphex (get_number (&colour, 0, 0, 1, 1), ==, 0x0080ff);
}

/* Where examples are pictures of two rows of three, those units see all of it; a square is known by itself. */
static void
units (void)
{
  const RensaPicture picture = { .n_channels = 1, .height = 2, .width = 3, .white = 1 };
  g_autoptr (RensaLink) model = rensa_chain_new ();
  g_auto (RensaPreviewed) dense = { 0 };
  g_auto (RensaPreviewed) square = { 0 };

  add_link (model, "small", "Linear(in_size=4, out_size=1)");
  add_link (model, "dense", "Linear(in_size=6, out_size=2)");
  make (model, "range='common'", &picture, &dense);
  g_assert_cmpint (dense.width, ==, 6 + 2 * 69);
  g_assert_cmphex (get_number (&dense, 1, 5, 3, 2), ==, 0xffffff);
  /* 5 of 11. */
  g_assert_cmphex (get_number (&dense, 0, 5, 3, 2), ==, 0x747474);
  make (model, "link='small'", &picture, &square);
  g_assert_cmphex (get_number (&square, 0, 1, 2, 2), ==, 0x555555);
}

static void
refuse (RensaLink *model, const char *settings, int code, const char *message)
{
  g_autoptr (RensaExtension) extension = filters_new (settings);
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *error = NULL;

  g_assert_false (rensa_preview_make (extension, model, &previewed, &error));
  assert_message_has (&error, code, message);
}

static void
refused (void)
{
  g_autoptr (RensaLink) model = rensa_chain_new ();

  add_link (model, "dense", "Linear(in_size=6, out_size=2)");
  add_link (model, "wide", "Convolution2D(in_channels=1, out_channels=1, ksize=(1, 40000))");
  g_assert_true (rensa_link_take_child (model, "slope", rensa_link_new_from_text ("PReLU()", NULL), NULL));
  g_assert_true (rensa_link_take_child (model, "unknown", rensa_link_new_from_text ("Linear(out_size=3)", NULL), NULL));
  refuse (model, "link='dense'", RENSA_ERROR_INVALID,
          "Filters: expected images with 1 or 3 channels and a batch axis, but the shape is (2, 6)");
  refuse (model, "link='slope'", RENSA_ERROR_INVALID,
          "Filters: the first parameter of “slope” does not contain "
          "filters");
  refuse (model, "link='unknown'", RENSA_ERROR_INVALID,
          "Filters: the first parameter of “unknown” does not "
          "contain filters");
  refuse (model, "link='missing'", RENSA_ERROR_NOT_FOUND, "Filters: the model has no link “missing”");
  refuse (model, "", RENSA_ERROR_INVALID, "Filters: the image is too large: 40012 × ");
}

static void
no_pictures (void)
{
  g_autoptr (RensaLink) model = rensa_chain_new ();

  add_link (model, "dense", "Linear(in_size=4, out_size=2)");
  refuse (model, "", RENSA_ERROR_INVALID, "Filters: no link of the model has image filters");
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/filters/first-convolution", first_convolution);
  g_test_add_func ("/training/filters/channels", channels);
  g_test_add_func ("/training/filters/units", units);
  g_test_add_func ("/training/filters/refused", refused);
  g_test_add_func ("/training/filters/no-pictures", no_pictures);
  return g_test_run ();
}
