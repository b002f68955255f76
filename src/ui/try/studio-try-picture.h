/* studio-try-picture.h: a picture that a model has made, each of its points a sharp square.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Whole: as many whole times larger than it was made as there is room for, or smaller where there is not enough. */
#define STUDIO_TYPE_TRY_PICTURE (studio_try_picture_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryPicture, studio_try_picture, STUDIO, TRY_PICTURE, GtkWidget)

/* @previewed: a picture; copied. */
void studio_try_picture_show (StudioTryPicture *picture, const RensaPreviewed *previewed);
/* How many points of the screen one of the picture has, in each direction; 0 where there is none. */
double studio_try_picture_get_zoom (StudioTryPicture *picture);

G_END_DECLS
