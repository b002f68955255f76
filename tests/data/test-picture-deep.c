/* test-picture-deep.c: pictures with 16 bits a channel, written by libpng and libtiff.
 * SPDX-License-Identifier: MIT */

#include <png.h>
#include <stdio.h>
#include <string.h>
#include <tiffio.h>

#include "data-fixture.h"
#include "rensa-data-notes.h"
#include "rensa-datasets.h"
#include "rensa-picture.h"

#define WIDTH 5
#define HEIGHT 3
#define N_POINTS (WIDTH * HEIGHT)
#define WHITE 65535

/* Neighbours that 8 bits do not tell apart, and both ends. Channel 3 is the opacity. */
static guint16
get_sample (int x, int y, int channel)
{
  const int i = y * WIDTH + x;

  if (channel == 3)
    return i % 3 == 0 ? WHITE : i % 3 == 1 ? 0 : 20001;
  return i == 0 ? 0 : i == 1 ? WHITE : (guint16) (30000 + 7 * i + 1000 * channel);
}

static int
get_colour (int channel, int n_channels)
{
  return n_channels < 3 ? 0 : channel;
}

/* Of a picture on white. */
static guint
get_expected (int x, int y, int channel, int n_channels)
{
  const guint sample = get_sample (x, y, get_colour (channel, n_channels));
  const guint opacity = n_channels % 2 == 0 ? get_sample (x, y, 3) : WHITE;

  return (guint) (((guint64) sample * opacity + (guint64) WHITE * (WHITE - opacity) + WHITE / 2) / WHITE);
}

static void
assert_picture (const char *path, int n_channels)
{
  const RensaPicture picture = {
    .n_channels = 3, .height = HEIGHT, .width = WIDTH, .fit = RENSA_FIT_STRETCH, .is_deep = TRUE
  };
  guint16 found[3 * N_POINTS];
  g_autoptr (GError) error = NULL;

  rensa_picture_read (path, &picture, (guint8 *) found, &error);
  g_assert_no_error (error);
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < N_POINTS; i++)
      g_assert_cmpuint (found[c * N_POINTS + i], ==, get_expected (i % WIDTH, i / WIDTH, c, n_channels));
}

/* PNG */

static void
write_png (const char *path, int n_channels, gboolean is_interlaced)
{
  static const int kinds[] = { 0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                               PNG_COLOR_TYPE_RGB_ALPHA };
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  FILE *file = fopen (path, "wb");
  guint16 rows[HEIGHT][WIDTH * 4];
  png_bytep places[HEIGHT];

  for (int y = 0; y < HEIGHT; y++)
    {
      places[y] = (png_bytep) rows[y];
      for (int x = 0; x < WIDTH; x++)
        for (int c = 0; c < n_channels; c++)
          rows[y][x * n_channels + c] = GUINT16_TO_BE (get_sample (x, y, n_channels == 2 && c == 1 ? 3 : c));
    }
  png_init_io (png, file);
  png_set_IHDR (png, info, WIDTH, HEIGHT, 16, kinds[n_channels],
                is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
  png_write_info (png, info);
  png_write_image (png, places);
  png_write_end (png, NULL);
  png_destroy_write_struct (&png, &info);
  fclose (file);
}

static void
test_png (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.png", NULL);

  for (int n_channels = 1; n_channels <= 4; n_channels++)
    for (int is_interlaced = 0; is_interlaced < 2; is_interlaced++)
      {
        write_png (path, n_channels, is_interlaced);
        assert_picture (path, n_channels);
      }
}

/* TIFF */

/* @mode: of TIFFOpen (), whose byte order it tells. */
typedef struct
{
  const char *mode;
  int n_channels;
  gboolean is_tiled;
  gboolean is_planar;
  gboolean is_inverted;
  int compression;
  int orientation;
} Form;

/* Where the point that is at (x, y) of the upright picture is in the file. */
static void
find_place (int orientation, int x, int y, int *column, int *row)
{
  const int right = WIDTH - 1 - x;
  const int bottom = HEIGHT - 1 - y;
  const int places[][2] = { { 0 },    { x, y },     { right, y },      { right, bottom }, { x, bottom },
                            { y, x }, { y, right }, { bottom, right }, { bottom, x } };

  *column = places[orientation][0];
  *row = places[orientation][1];
}

#define TILE 16

static void
write_tiff (const char *path, const Form *form)
{
  const gboolean is_turned = form->orientation >= 5;
  const int width = is_turned ? HEIGHT : WIDTH;
  const int height = is_turned ? WIDTH : HEIGHT;
  const int n_each = form->is_planar ? 1 : form->n_channels;
  const int n_rows = form->is_tiled ? TILE : 2; /* of a block; the last strip has fewer */
  const int n_columns = form->is_tiled ? TILE : width;
  TIFF *tiff = TIFFOpen (path, form->mode);
  static guint16 all[4][TILE * TILE * 4];

  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, height);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 16);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, form->n_channels);
  TIFFSetField (tiff, TIFFTAG_COMPRESSION, form->compression);
  TIFFSetField (tiff, TIFFTAG_ORIENTATION, form->orientation);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC,
                form->n_channels >= 3 ? PHOTOMETRIC_RGB
                : form->is_inverted   ? PHOTOMETRIC_MINISWHITE
                                      : PHOTOMETRIC_MINISBLACK);
  TIFFSetField (tiff, TIFFTAG_PLANARCONFIG, form->is_planar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  if (form->n_channels % 2 == 0)
    TIFFSetField (tiff, TIFFTAG_EXTRASAMPLES, 1, (guint16[]){ EXTRASAMPLE_UNASSALPHA });
  if (form->is_tiled)
    {
      TIFFSetField (tiff, TIFFTAG_TILEWIDTH, TILE);
      TIFFSetField (tiff, TIFFTAG_TILELENGTH, TILE);
    }
  else
    TIFFSetField (tiff, TIFFTAG_ROWSPERSTRIP, n_rows);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      for (int c = 0; c < form->n_channels; c++)
        {
          const guint16 sample = get_sample (x, y, form->n_channels == 2 && c == 1 ? 3 : c);
          int column, row;

          find_place (form->orientation, x, y, &column, &row);
          all[form->is_planar ? c : 0][(row * n_columns + column) * n_each + (form->is_planar ? 0 : c)] =
              form->is_inverted && c == 0 ? (guint16) (WHITE - sample) : sample;
        }
  for (int plane = 0; plane < (form->is_planar ? form->n_channels : 1); plane++)
    for (int top = 0; top < height; top += n_rows)
      {
        guint16 *block = all[plane] + top * n_columns * n_each;
        const int n = MIN (n_rows, form->is_tiled ? TILE : height - top) * n_columns * n_each * 2;

        if (form->is_tiled)
          TIFFWriteEncodedTile (tiff, TIFFComputeTile (tiff, 0, (guint32) top, 0, (guint16) plane), block, n);
        else
          TIFFWriteEncodedStrip (tiff, TIFFComputeStrip (tiff, (guint32) top, (guint16) plane), block, n);
      }
  TIFFClose (tiff);
}

static void
test_tiff (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.tif", NULL);

  for (int i = 0; i < 4 * 16; i++)
    {
      const Form form = { i & 1 ? "wb" : "wl",
                          .n_channels = 1 + i / 16,
                          .is_tiled = (i & 2) != 0,
                          .is_planar = (i & 4) != 0,
                          .compression = i & 8 ? COMPRESSION_LZW : COMPRESSION_NONE,
                          .is_inverted = i / 16 < 2 && (i & 3) == 3,
                          .orientation = 1 + i % 8 };

      write_tiff (path, &form);
      assert_picture (path, form.n_channels);
    }
}

/* PNM */

static void
test_pnm (DataFixture *fixture, gconstpointer data)
{
  static const char grey[] = "P5 #16 bits\n2 1 65535\n\x01\x02\xff\xff";
  static const char colour[] = "P6 1 2 1023\n\0\0\1\0\3\xff\0\1\0\2\0\3";
  const RensaPicture picture = { .n_channels = 3, .height = 1, .width = 2, .fit = RENSA_FIT_STRETCH, .is_deep = TRUE };
  const RensaPicture tall = { .n_channels = 3, .height = 2, .width = 1, .fit = RENSA_FIT_STRETCH, .is_deep = TRUE };
  const guint16 greys[] = { 258, WHITE, 258, WHITE, 258, WHITE };
  const guint16 colours[] = { 0, 64, 16400, 128, WHITE, 192 };
  g_autofree char *path = g_build_filename (fixture->folder, "a.ppm", NULL);
  guint16 found[6];

  test_file_write (fixture->folder, "a.ppm", grey, sizeof grey - 1);
  g_assert_true (rensa_picture_read (path, &picture, (guint8 *) found, NULL));
  g_assert_cmpmem (found, sizeof found, greys, sizeof greys);
  test_file_write (fixture->folder, "a.ppm", "P2 2 1 65535 258 65535", -1);
  g_assert_true (rensa_picture_read (path, &picture, (guint8 *) found, NULL));
  g_assert_cmpmem (found, sizeof found, greys, sizeof greys);
  test_file_write (fixture->folder, "a.ppm", colour, sizeof colour - 1);
  g_assert_true (rensa_picture_read (path, &tall, (guint8 *) found, NULL));
  g_assert_cmpmem (found, sizeof found, colours, sizeof colours);
}

/* Data sets */

static void
load_one (DataFixture *fixture, const RensaDatasetClass *class, const char *settings, double *value)
{
  g_autoptr (GError) error = NULL;
  g_autofree double *x = NULL;

  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (class, settings, fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  x = field_to_doubles (fixture->bundle.train, 0);
  *value = x[2];
}

/* 8 bits are what documents without "depth" have; with it, 8-bit pictures keep their values. */
static void
test_data (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "cat", "a.png", NULL);
  const float deep = get_sample (2, 0, 0);
  double value;

  write_picture (fixture->folder, "cat/a.png", 51, 0, 0);
  load_one (fixture, &rensa_dataset_image_folder_class, "path=., width=5, height=3, depth=all_bits", &value);
  g_assert_cmpfloat (value, ==, (float) (51 * 257) * (float) (1.0 / WHITE));
  write_png (path, 1, FALSE);
  load_one (fixture, &rensa_dataset_image_folder_class, "path=., width=5, height=3", &value);
  g_assert_cmpfloat (value, ==, (float) (get_sample (2, 0, 0) >> 8) * (float) (1.0 / 255));
  load_one (fixture, &rensa_dataset_image_folder_class, "path=., width=5, height=3, depth=all_bits", &value);
  g_assert_cmpfloat (value, ==, deep * (float) (1.0 / WHITE));
  g_assert_true (fixture->bundle.picture.is_deep);
  test_file_write (fixture->folder, "list.txt", "cat/a.png 0\n", -1);
  load_one (fixture, &rensa_dataset_image_list_class, "path=list.txt, width=5, height=3, depth=all_bits, scale=3",
            &value);
  g_assert_cmpfloat (value, ==, deep * (float) (3.0 / WHITE));
}

/* Brought to another size, 16 bits are averaged, not their upper halves. */
static void
test_smaller (DataFixture *fixture, gconstpointer data)
{
  static const char grey[] = "P5 2 1 65535\n\x40\x01\x40\x03";
  const RensaPicture picture = { .n_channels = 1, .height = 1, .width = 1, .fit = RENSA_FIT_STRETCH, .is_deep = TRUE };
  g_autofree char *path = g_build_filename (fixture->folder, "a.pgm", NULL);
  guint16 found;

  test_file_write (fixture->folder, "a.pgm", grey, sizeof grey - 1);
  g_assert_true (rensa_picture_read (path, &picture, (guint8 *) &found, NULL));
  g_assert_cmpuint (found, ==, 0x4002);
}

#define ADD(path, test) g_test_add (path, DataFixture, NULL, data_set_up, test, data_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/data/picture-deep/png", test_png);
  ADD ("/data/picture-deep/tiff", test_tiff);
  ADD ("/data/picture-deep/pnm", test_pnm);
  ADD ("/data/picture-deep/data", test_data);
  ADD ("/data/picture-deep/smaller", test_smaller);
  return g_test_run ();
}
