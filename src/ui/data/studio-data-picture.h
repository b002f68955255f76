/* studio-data-picture.h: one example that is an image, drawn with sharp square pixels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-dataset.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_PICTURE (studio_data_picture_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataPicture, studio_data_picture, STUDIO, DATA_PICTURE, GtkWidget)

/* @size: requested width and height. */
GtkWidget *studio_data_picture_new (int size);
/* @values: values from the data set; NULL shows nothing. */
void studio_data_picture_show (StudioDataPicture *self, const RensaPicture *picture, const float *values);

G_END_DECLS
