/* rensa-picture-source-private.h: shared code of sources of picture files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture-files-private.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;
  char *test;
  char *folder;
  int labels;
  gint64 width;
  gint64 height;
  int colour;
  int fit;
  double scale;
  int unreadable;
  int depth;
  int gif;
} RensaPictureSource;

extern const char *const rensa_picture_colours[];
extern const char *const rensa_picture_fits[];
extern const char *const rensa_picture_unreadables[];
extern const char *const rensa_picture_depths[];
extern const char *const rensa_picture_gifs[];

/* Possible names of the folders of the parts, in order of precedence. */
extern const char *const rensa_picture_train_names[];
extern const char *const rensa_picture_test_names[];

/* Attributes for the conversion of pictures. */
#define RENSA_PICTURE_ATTRS                                                                                           \
  RENSA_ATTR_INT (RensaPictureSource, width, .initial = 64, .min = 1, .max = 4096, .unit = "px",                      \
                  .title = N_ ("Width"), .hint = N_ ("All images are resized to the same size")),                     \
      RENSA_ATTR_INT (RensaPictureSource, height, .initial = 64, .min = 1, .max = 4096, .unit = "px",                 \
                      .title = N_ ("Height")),                                                                        \
      RENSA_ATTR_CHOICE (RensaPictureSource, colour, .choices = rensa_picture_colours, .title = N_ ("Color"),         \
                         .hint = N_ ("Red, green and blue, or a single gray channel")),                               \
      RENSA_ATTR_CHOICE (RensaPictureSource, fit, .choices = rensa_picture_fits, .title = N_ ("Aspect Ratio"),        \
                         .hint =                                                                                      \
                             N_ ("Crop images that have a different aspect ratio, add black bars, or stretch them")), \
      RENSA_ATTR_FLOAT (RensaPictureSource, scale, .initial = 1, .min = 0, .max = 1e6, .title = N_ ("Scale"),         \
                        .hint = N_ ("Value of white")),                                                               \
      RENSA_ATTR_CHOICE (                                                                                             \
          RensaPictureSource, unreadable, .choices = rensa_picture_unreadables, .title = N_ ("Unreadable Files"),     \
          .hint = N_ ("Stop at the first one, or check all files first and skip those that cannot be read")),         \
      RENSA_ATTR_CHOICE (RensaPictureSource, depth, .choices = rensa_picture_depths, .title = N_ ("Depth"),           \
                         .hint = N_ ("8 bits per channel, or all 16 bits of PNG, TIFF and PNM files"))

/* For sources that find pictures by file name. */
#define RENSA_PICTURE_GIF_ATTR                                                                          \
  RENSA_ATTR_CHOICE (RensaPictureSource, gif, .choices = rensa_picture_gifs, .title = N_ ("GIF Files"), \
                     .hint = N_ ("Skip GIF files, or read the first frame of each"))

gboolean rensa_picture_source_takes_gifs (const RensaPictureSource *self);
/* If @files could not be read, adds possible remedies to @bundle. Returns @was_read. */
gboolean rensa_picture_source_advise (const RensaPictureSource *self, const RensaPictureFiles *files,
                                      RensaDataBundle *bundle, gboolean was_read);

/* Fills @bundle, which has notes, with the parts @train and @test (nullable), taking ownership of
 * their files. */
gboolean rensa_picture_source_load (const RensaPictureSource *self, RensaPictureFiles *train, RensaPictureFiles *test,
                                    const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error);

G_END_DECLS
